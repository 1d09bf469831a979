"""Learners with kernels, one file each."""
