"""The worlds a learner plays against."""
