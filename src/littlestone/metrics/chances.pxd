# The C types of chances.py, and nothing else.
from littlestone.metrics.tally cimport Tally


cdef class ChanceSums(Tally):
    cdef public double total
    cdef public double surprises
    cdef public double squares

    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
