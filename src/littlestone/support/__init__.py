"""Helpers for the whole package: parameter checks, number formatting, atomic file writes, the version."""
