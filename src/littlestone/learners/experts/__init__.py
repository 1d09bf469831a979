"""Learners from advice: every expert says something, the learner mixes what they say."""
