"""Learners of actions: bandits, which see the reward of what they did and of nothing else."""
