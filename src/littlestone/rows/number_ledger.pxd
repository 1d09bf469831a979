# The C types of number_ledger.py, and nothing else.
cimport cython

from littlestone.account cimport Account
from littlestone.row cimport Row


cdef class NumberLedger(Account):
    cdef public double mean
    cdef public double _scatter
    cdef public double least
    cdef public double most

    @cython.locals(away=double)
    cpdef _record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
