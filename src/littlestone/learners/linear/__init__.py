"""Learners of weight vectors."""
