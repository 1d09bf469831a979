# The C types of number_ledger.py, and nothing else.
cimport cython

from littlestone.account cimport Account
from littlestone.row cimport Row


cdef class NumberLedger(Account):
    cdef readonly double mean
    cdef readonly double scatter
    cdef readonly double least
    cdef readonly double most

    @cython.locals(away=double)
    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long late,
        long long delay
    )
