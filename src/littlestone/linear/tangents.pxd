# The C types of tangents.py, and nothing else.
from littlestone.loss cimport Loss


cdef double HUGE


cdef class Tangents:
    cdef readonly Loss price
    cdef readonly double paid
    cdef readonly double played
    cdef readonly double squares
    cdef readonly double longest
    cdef readonly double heard

    cpdef double slope(self, double y, double guess, double weight) except? -7.25
    cpdef bint note(self, double slope, double guess, double size, double share) except -1
