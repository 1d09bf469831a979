"""The verifier of receipts: one file, `littlestone_verify.py`, which needs Python and nothing else."""
