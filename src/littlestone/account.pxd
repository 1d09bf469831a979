# The C types of account.py, and nothing else.
from littlestone.former cimport FormerAccount
from littlestone.learner cimport Learner
from littlestone.row cimport Row
from littlestone.state cimport Declared
from littlestone.weights cimport Weights


cdef class PlainAccount(Declared):
    pass


cdef class Account(FormerAccount):
    cdef readonly Learner learner
    cdef readonly object price
    cdef readonly tuple bounds
    cdef readonly list _watchers
    cdef readonly bint _keeps
    cdef public tuple _guarantees
    cdef public object metrics
    cdef public Account _ordered
    cdef public Weights weights
    cdef object _asked
    cdef public long long _updates_before
    cdef public long long _updates_seen
    cdef public long long _lessons_before
    cdef public long long _lessons_seen
    cdef public long long _outside
    cdef public long long rounds
    cdef public long long forgotten
    cdef public long long labelled
    cdef public long long longest_delay
    cdef public long long _total_delay
    cdef public long long _unordered
    cdef readonly object _course
    cdef long long _next
    cdef public double loss

    cpdef _record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
    cpdef _enter(self, long long number, double cost, long long delay)
    cpdef _weigh(self, double weight)
    cpdef bint _is_behind(self)
