# The C types of tally.py, and nothing else.
from littlestone.state cimport Saved


cdef class Tally(Saved):
    cdef readonly object labels
    cdef readonly object truth

    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
