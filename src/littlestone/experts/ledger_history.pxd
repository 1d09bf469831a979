# The C types of history.py, and nothing else.
from littlestone.state cimport Saved


cdef class History(Saved):
    cdef public long long room
    cdef public long long every
    cdef public long long due
    cdef public list times
    cdef public list losses
    cdef public list regrets
    cdef public list allowed
    cdef readonly list experts
    cdef readonly list weights
