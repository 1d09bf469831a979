# The C types of coverage_ledger.py, and nothing else.
cimport cython

from littlestone.account cimport PlainAccount
from littlestone.guarantees.doubles cimport Doubles

cdef double ENDLESS


cdef class CoverageLedger(PlainAccount):
    cdef readonly double alpha
    cdef readonly double step
    cdef readonly double start
    cdef readonly object window
    cdef bint tracks
    cdef readonly long long keep
    cdef public double moved
    cdef public double position
    cdef public long long labelled
    cdef public long long misses
    cdef public long long latest
    cdef public long long behind
    cdef public double largest
    cdef public long long largest_round
    cdef public long long everything
    cdef public long long nothing
    cdef public double width
    cdef public Doubles kept

    cpdef bint record(self, long long number, double score, double radius, long long behind) except -1
    cpdef move(self, bint missed)
