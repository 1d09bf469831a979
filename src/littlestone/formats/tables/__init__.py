"""Tables and records that are examples: CSV, JSON lines, events, Arrow; forecasts, prices, payoffs."""
