# The C types of arow.py, and nothing else.
cimport cython

from littlestone.linear.confidence cimport ConfidenceLearner
from littlestone.row cimport Row


cdef class AROW(ConfidenceLearner):
    cdef readonly double r

    @cython.locals(shortfall=double, spread=double, beta=double)
    cpdef learn(self, Row x, double y, double guess)
