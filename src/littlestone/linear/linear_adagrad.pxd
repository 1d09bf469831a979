# The C types of adagrad.py, and nothing else.
from littlestone.linear.adaptive cimport AdaptiveLearner


cdef class LinearAdaGrad(AdaptiveLearner):
    cdef readonly double eta
