# The C types of tally.py, and nothing else.
cdef class Tally:
    cdef readonly object labels
    cdef readonly object truth

    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
