# The C types of gradient.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.loss cimport Loss
from littlestone.row cimport Row

cdef double HUGE


cdef class GradientLearner(LinearLearner):
    cdef readonly Loss price
    cdef public double inner
    cdef public double drag
    cdef public double weighted
    cdef public double paid
    cdef public double heard

    @cython.locals(slope=double)
    cpdef learn(self, Row x, double y, double guess)
    cpdef step(self, Row x, double slope, double guess)
