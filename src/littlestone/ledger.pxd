# The C types of ledger.py, and nothing else.
cimport cython

from littlestone.learner cimport Learner
from littlestone.loss cimport Loss
from littlestone.mistakes cimport Mistakes
from littlestone.row cimport Row


cdef class Ledger:
    cdef readonly Learner learner
    cdef readonly Loss price
    cdef readonly tuple bounds
    cdef readonly list watchers
    cdef readonly Mistakes kept
    cdef readonly long long updates_before
    cdef readonly long long updates_seen
    cdef public long long outside
    cdef public long long rounds
    cdef public long long forgotten
    cdef readonly long long labelled
    cdef readonly long long positives
    cdef readonly long long mistakes
    cdef readonly long long false_positives
    cdef readonly long long longest_delay
    cdef readonly long long total_delay
    cdef readonly double expected
    cdef readonly double loss

    @cython.locals(mistaken=bint)
    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long late,
        long long delay
    )
