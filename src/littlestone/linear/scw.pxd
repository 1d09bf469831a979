# The C types of scw.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.cw cimport ConfidenceWeighted


cdef class SoftConfidenceWeighted(ConfidenceWeighted):
    cdef readonly double C


cdef class SCW1(SoftConfidenceWeighted):
    cpdef double length(self, double m, double v) except? -7.25


cdef class SCW2(SoftConfidenceWeighted):
    @cython.locals(square=double, n=double, gamma=double)
    cpdef double length(self, double m, double v) except? -7.25
