"""Exact worst cases of learners, found by search."""
