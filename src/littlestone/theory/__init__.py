"""Exact theory: what any learner can be forced to, and what this one can be."""
