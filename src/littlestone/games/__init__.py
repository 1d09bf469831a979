"""Games: the loops in which learners play, over examples (rows), points and shares."""
