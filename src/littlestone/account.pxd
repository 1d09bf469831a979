# The C types of account.py, and nothing else.
from littlestone.learner cimport Learner
from littlestone.row cimport Row
from littlestone.state cimport Saved
from littlestone.weights cimport Weights


cdef class PlainAccount(Saved):
    pass


cdef class Account(Saved):
    cdef readonly Learner learner
    cdef readonly object price
    cdef readonly tuple bounds
    cdef readonly list watchers
    cdef readonly bint keeps
    cdef public tuple guarantees
    cdef public object metrics
    cdef public Account ordered
    cdef public Weights weights
    cdef object asked
    cdef public long long updates_before
    cdef public long long updates_seen
    cdef public long long lessons_before
    cdef public long long lessons_seen
    cdef public long long outside
    cdef public long long rounds
    cdef public long long forgotten
    cdef public long long labelled
    cdef public long long longest_delay
    cdef public long long total_delay
    cdef public long long unordered
    cdef public double loss

    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
    cpdef enter(self, long long number, double cost, long long delay)
    cpdef weigh(self, double weight)
    cpdef bint is_behind(self)
