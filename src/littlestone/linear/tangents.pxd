# The C types of tangents.py, and nothing else.
from littlestone.loss cimport Loss


cdef double HUGE


cdef class Tangents:
    cdef readonly Loss price
    cdef public double paid
    cdef public double played
    cdef public double squares
    cdef public double longest
    cdef public double heard

    cpdef double slope(self, double y, double guess, double weight) except? -7.25
    cpdef bint note(self, double slope, double guess, double size, double share) except -1
