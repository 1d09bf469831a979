"""Learners of many classes, and their theorems."""
