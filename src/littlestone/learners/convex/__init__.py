"""Learners that play points: nature reveals a convex function, and the point pays what the function is there."""
