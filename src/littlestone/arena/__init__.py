"""The arena: a page on which the reader is the adversary, and what grades the games that were played there."""
