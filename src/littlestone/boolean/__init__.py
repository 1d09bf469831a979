"""Learners of Boolean concepts and of finite classes, and their theorems."""
