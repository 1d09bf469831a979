# The C types of cw.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.confidence cimport ConfidenceLearner
from littlestone.row cimport Row


cdef class ConfidenceWeighted(ConfidenceLearner):
    cdef readonly double eta
    cdef readonly double phi

    cpdef double length(self, double m, double v) except? -7.25
    @cython.locals(square=double, root=double)
    cpdef double hard_length(self, double m, double v) except? -7.25
    @cython.locals(v=double, alpha=double, push=double, after=double)
    cpdef learn(self, Row x, double y, double guess)


cdef class CW(ConfidenceWeighted):
    cpdef double length(self, double m, double v) except? -7.25
