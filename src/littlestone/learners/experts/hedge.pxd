# The C types of hedge.py, and nothing else.
from libc cimport math

from littlestone.learners.experts.expert cimport ExponentialLearner
from littlestone.row cimport Row


cdef class Hedge(ExponentialLearner):
    cdef readonly object given_eta
    cdef readonly object small_loss

    cpdef learn(self, Row x, double y, double guess)
    cpdef double rate(self, long long t) except? -7.25
