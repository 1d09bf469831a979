"""Online convex optimisation: the learner plays a point, then the loss is revealed."""
