"""Doors between this package and the models of others."""
