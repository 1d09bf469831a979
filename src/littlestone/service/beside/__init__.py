"""Beside the writer: what takes time and changes nothing is computed by other processes, from the journal."""
