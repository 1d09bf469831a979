"""Learners of weight vectors, and their theorems."""
