# The C types of advantage.py, and nothing else.
cimport cython

from littlestone.guarantees.lead cimport Lead


cdef class Advantage(Lead):
    cdef readonly double clip
    cdef public long long clipped
    cdef public double cut_gain
    cdef public double cut_loss

    @cython.locals(lead=double, cut=double)
    cpdef record(self, double leader, double shadow)
