# The C types of class_ledger.py, and nothing else.
cimport cython

from littlestone.rows.ledger cimport Ledger
from littlestone.row cimport Row


cdef class ClassLedger(Ledger):
    cdef public long long[::1] counts
    cdef public dict taken

    @cython.locals(truth=Py_ssize_t, mistaken=bint)
    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
