# The C types of weights.py, and nothing else.


cdef class Weights:
    cdef public double now
    cdef readonly double total
    cdef readonly double lightest
    cdef readonly double heaviest
    cdef readonly double loss
    cdef readonly double mistakes
    cdef readonly double expected

    cpdef enter(self, double cost, bint mistaken, double chance)
