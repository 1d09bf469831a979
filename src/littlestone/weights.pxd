# The C types of weights.py, and nothing else.


cdef class Weights:
    cdef public double now
    cdef public double total
    cdef public double lightest
    cdef public double heaviest
    cdef public double loss
    cdef public double mistakes
    cdef public double expected

    cpdef enter(self, double cost, bint mistaken, double chance)
