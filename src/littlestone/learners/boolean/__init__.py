"""Learners of Boolean concepts."""
