"""Adapters to and from scikit-learn and River."""
