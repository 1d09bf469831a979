"""The learners: one file per algorithm, its rule, formula and reference together."""
