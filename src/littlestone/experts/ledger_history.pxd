# The C types of history.py, and nothing else.
cdef class History:
    cdef readonly long long room
    cdef readonly long long every
    cdef readonly long long due
    cdef readonly list times
    cdef readonly list losses
    cdef readonly list regrets
    cdef readonly list allowed
    cdef readonly list experts
    cdef readonly list weights
