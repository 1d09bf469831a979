"""Learners with kernels, and their theorems."""
