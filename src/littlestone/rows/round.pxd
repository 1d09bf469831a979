# The C types of round.py, and nothing else.
cimport cython

from littlestone.row cimport Row


@cython.no_gc
@cython.freelist(16)
cdef class Round:
    cdef readonly long long number
    cdef readonly Row x
    cdef readonly double guess
    cdef public object act
    cdef readonly double sign
    cdef readonly long long lessons
    cdef object teller
    cdef readonly object odds
    cdef public list said
    cdef public object id
