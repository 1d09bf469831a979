# The C types of ledger.py, and nothing else.
cimport cython

from littlestone.account cimport Account
from littlestone.evidence cimport Evidence
from littlestone.row cimport Row


cdef class Ledger(Account):
    cdef readonly Evidence kept
    cdef readonly long long positives
    cdef readonly long long mistakes
    cdef readonly long long false_positives
    cdef readonly double expected

    @cython.locals(mistaken=bint)
    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long late,
        long long delay
    )
