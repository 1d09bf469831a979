# The C types of intervals.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.guarantees.wrapper cimport RoundInside, Wrapper
from littlestone.guarantees.coverage_ledger cimport CoverageLedger
from littlestone.guarantees.past_scores cimport PastScores

cdef long long SHOWN


@cython.no_gc
cdef class Interval(RoundInside):
    cdef public double point
    cdef public double radius
    cdef public long long labelled
    cdef public object labels


cdef class Intervals(Wrapper):
    cdef public dict given
    cdef public PastScores past
    cdef public CoverageLedger covered
    cdef double[::1] shown
    cdef long long judged_shown
    cdef public list course
    cdef public long long every
    cdef readonly object sets
    cdef bint by_guess

    cpdef double read_radius(self) except? -7.25
    @cython.locals(said=Interval)
    cpdef opened(self, move)
    cpdef scored(self, said, y)
    @cython.locals(round=Interval, truth=double)
    cpdef judged(self, number, said, y)
    @cython.locals(covered=CoverageLedger)
    cpdef enter(self, long long number, double score, double radius, long long behind)
    @cython.locals(at=Py_ssize_t, low=double, high=double)
    cpdef show(self, long long number, double point, double radius, double y)
    @cython.locals(radius=double, p=double, score=double, point=double)
    cpdef follow(self, long long number, double y, double guess, bint mistaken)
