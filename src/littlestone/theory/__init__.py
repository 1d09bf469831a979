"""Exact worst cases of learners, found by search, and the stability of learning rules."""
