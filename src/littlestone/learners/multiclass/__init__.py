"""Learners of many classes, one file each."""
