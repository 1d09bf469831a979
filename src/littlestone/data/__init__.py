"""Everything that comes in from outside: examples, labels, files."""
