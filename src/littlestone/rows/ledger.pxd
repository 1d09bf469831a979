# The C types of ledger.py, and nothing else.
cimport cython

from littlestone.account cimport Account
from littlestone.rows.evidence cimport Evidence
from littlestone.row cimport Row


cdef class MistakeLedger(Account):
    cdef public object _labels
    cdef public Evidence kept
    cdef public long long _positives
    cdef public long long mistakes
    cdef public long long _false_positives
    cdef public double expected

    @cython.locals(mistaken=bint)
    cpdef _record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )


cdef class Ledger(MistakeLedger):
    pass
