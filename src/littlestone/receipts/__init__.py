"""Receipts as files: what was played, the evidence and a witness for every theorem, for a program that is not ours."""
