# The C types of account.py, and nothing else.
from littlestone.learner cimport Learner
from littlestone.row cimport Row


cdef class Account:
    cdef readonly Learner learner
    cdef readonly object price
    cdef readonly tuple bounds
    cdef readonly list watchers
    cdef readonly long long updates_before
    cdef readonly long long updates_seen
    cdef public long long outside
    cdef public long long rounds
    cdef public long long forgotten
    cdef readonly long long labelled
    cdef readonly long long longest_delay
    cdef readonly long long total_delay
    cdef readonly long long latest
    cdef readonly long long first_late
    cdef readonly double loss

    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long late,
        long long delay
    )
    cpdef enter(self, long long number, double cost, long long late, long long delay)
