# The C types of wrapper.py, and nothing else.
cimport cython

from littlestone.features.labels cimport Labels
from littlestone.rows.round cimport Round
from littlestone.rows.game cimport Game
from littlestone.row cimport Row
from littlestone.watcher cimport Watcher


@cython.no_gc
cdef class RoundInside:
    cdef readonly object move
    cdef readonly long long number
    cdef readonly double guess
    cdef public object act
    cdef public double sign

    @cython.locals(bare=Round)
    cpdef take(self, move)


cdef class Wrapper:
    cdef readonly object game
    cdef readonly Game table
    cdef readonly Wrapper within
    cdef readonly object innermost
    cdef readonly bint modelled
    cdef readonly Labels spelling
    cdef object newest
    cdef object newest_number
    cdef dict older
    cdef public list bounds

    @cython.locals(move=Round, number=cython.longlong)
    cpdef predict(self, x)
    @cython.locals(newest=bint, counts=bint)
    cpdef label(self, number, y, weight=*)
    cpdef opened(self, move)
    cpdef scored(self, said, y)
    cpdef judged(self, number, said, y)
    cpdef follow(self, long long number, double y, double guess, bint mistaken)


cdef class Follower(Watcher):
    cdef list around

    @cython.locals(k=Py_ssize_t, each=Wrapper)
    cpdef see(self, long long number, Row x, double y, double guess, bint mistaken)


@cython.locals(inside=RoundInside, bare=Round)
cdef long long number_of(said) except? -7
