# The C types of judges.py, and nothing else.
from littlestone.loss cimport Loss


cdef class Judge(Loss):
    cdef readonly double gamma

    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Ramp(Judge):
    cpdef double value(self, double y, double guess, double act) except? -7.25


cdef class Margin(Judge):
    cpdef double value(self, double y, double guess, double act) except? -7.25
