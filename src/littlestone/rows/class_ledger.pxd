# The C types of class_ledger.py, and nothing else.
cimport cython

from littlestone.rows.ledger cimport MistakeLedger
from littlestone.row cimport Row


cdef class ClassLedger(MistakeLedger):
    cdef public long long[::1] _counts
    cdef public dict _taken

    @cython.locals(truth=Py_ssize_t, mistaken=bint)
    cpdef _record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
