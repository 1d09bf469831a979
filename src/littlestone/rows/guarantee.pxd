# The C types of guarantee.py, and nothing else.
from littlestone.rows.round cimport Round


cdef class Guarantee:
    cdef public object game
    cdef public list bounds

    cpdef opened(self, Round move)
    cpdef check(self, Round move, double y)
    cpdef judged(self, Round move, said, double y)
    cpdef follow(self, long long number, double y, double guess, bint mistaken)
