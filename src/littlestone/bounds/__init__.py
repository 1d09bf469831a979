"""The theorems, one file per family, and the comparators they are measured against."""
