# The C types of labels.py, and nothing else.
cdef class TwoClass:
    cdef readonly object negative
    cdef readonly object positive
    cdef dict signs
    cdef bint plain

    cpdef double inside(self, label) except? -7.25
    cpdef object outside(self, double sign)
