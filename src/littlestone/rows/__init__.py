"""The game of examples: `Game`, its rounds, its ledgers and the evidence that theorems need."""
