"""Solvers that several subjects use: separators, margins, hulls, minima over the simplex."""
