# The C types of advantage.py, and nothing else.
cimport cython

from littlestone.guarantees.confidence_sequence cimport ConfidenceSequence
from littlestone.state cimport Declared


cdef class Advantage(Declared):
    cdef readonly double clip
    cdef readonly ConfidenceSequence gains
    cdef readonly ConfidenceSequence losses
    cdef public long long clipped
    cdef public double cut_gain
    cdef public double cut_loss

    @cython.locals(lead=double, cut=double)
    cpdef record(self, double leader, double shadow)
