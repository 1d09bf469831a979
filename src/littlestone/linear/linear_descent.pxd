# The C types of ogd.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.first_order cimport GradientLearner
from littlestone.row cimport Row

cdef double HUGE


cdef class LinearDescent(GradientLearner):
    cdef readonly double eta
    cdef readonly str rate
    cdef bint root
    cdef public double square
    cdef public double[::1] total
    cdef public double bias_total

    @cython.locals(square=double, before=cython.longlong, rate=double, grown=double)
    cpdef step(self, Row x, double slope, double guess)
    cpdef collect(self, Row x, double slope)
