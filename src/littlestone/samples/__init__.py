"""Samples: small real data sets by name, from packages."""

SAMPLE = "sample:"  # before the name of a sample, where that of a file may stand
