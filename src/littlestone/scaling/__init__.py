"""Learners that see examples rescaled, by mean and deviation or by the largest magnitude, or with products beside."""
