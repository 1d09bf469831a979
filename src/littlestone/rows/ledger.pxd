# The C types of ledger.py, and nothing else.
cimport cython

from littlestone.account cimport Account
from littlestone.rows.evidence cimport Evidence
from littlestone.row cimport Row


cdef class Ledger(Account):
    cdef public object labels
    cdef public Evidence kept
    cdef public long long positives
    cdef public long long mistakes
    cdef public long long false_positives
    cdef public double expected

    @cython.locals(mistaken=bint)
    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
