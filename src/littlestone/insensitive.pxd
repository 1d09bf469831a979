# The C types of insensitive.py, and nothing else.
from littlestone.loss cimport Loss


cdef class Insensitive(Loss):
    cdef readonly double epsilon

    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25
