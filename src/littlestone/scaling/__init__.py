"""Learners that see every example rescaled: by mean and deviation, or by the largest magnitude."""
