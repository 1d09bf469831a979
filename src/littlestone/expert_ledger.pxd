# The C types of expert_ledger.py, and nothing else.
cimport cython

from littlestone.evidence cimport Evidence
from littlestone.history cimport History
from littlestone.ledger cimport Ledger
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row


cdef class ExpertLedger(Ledger):
    cdef readonly Loss paid_for
    cdef readonly Evidence rows
    cdef readonly History history
    cdef public object features
    cdef readonly Py_ssize_t n
    cdef double[::1] prices
    cdef readonly double[::1] totals
    cdef readonly double[::1] missed
    cdef readonly long long[::1] heard
    cdef readonly double dearest
    cdef readonly double cheapest
    cdef readonly long long dearest_round
    cdef readonly long long cheapest_round

    @cython.locals(own=double, batch=Batch, k=Py_ssize_t, i=int, j=Py_ssize_t, price=double, high=double, low=double)
    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long late,
        long long delay
    )
