# The C types of intervals.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.features.labels cimport Labels
from littlestone.guarantees.coverage_ledger cimport CoverageLedger
from littlestone.guarantees.past_scores cimport PastScores
from littlestone.learner cimport RowLearner
from littlestone.rows.guarantee cimport Guarantee
from littlestone.rows.round cimport Round

cdef long long SHOWN


@cython.no_gc
@cython.freelist(16)
cdef class Interval:
    cdef public double point
    cdef public double radius
    cdef public long long labelled
    cdef public list labels
    cdef public object chances


cdef class Intervals(Guarantee):
    cdef public dict given
    cdef public PastScores past
    cdef public CoverageLedger covered
    cdef double[::1] shown
    cdef long long judged_shown
    cdef public list course
    cdef public long long every
    cdef readonly bint sets
    cdef bint by_guess
    cdef bint follows
    cdef RowLearner learner
    cdef Labels spelling

    cpdef double read_radius(self) except? -7.25
    @cython.locals(said=Interval)
    cpdef opened(self, Round move)
    cpdef take_in(self, Round move, Interval said)
    @cython.locals(interval=Interval, behind=cython.longlong)
    cpdef judged(self, Round move, said, double y)
    @cython.locals(covered=CoverageLedger)
    cpdef enter(self, long long number, double score, double radius, long long behind)
    @cython.locals(at=Py_ssize_t, low=double, high=double)
    cpdef show(self, long long number, double point, double radius, double y)
    @cython.locals(radius=double, point=double)
    cpdef follow(self, long long number, double y, double guess, bint mistaken)


@cython.locals(k=Py_ssize_t)
cdef double score(chances, double guess, double y) except? -7.25
