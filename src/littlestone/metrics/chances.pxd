# The C types of chances.py, and nothing else.
from littlestone.metrics.tally cimport Tally


cdef class ChanceSums(Tally):
    cdef double total
    cdef double surprises
    cdef double squares

    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
