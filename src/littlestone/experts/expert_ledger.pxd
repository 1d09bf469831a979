# The C types of expert_ledger.py, and nothing else.
cimport cython

from littlestone.rows.evidence cimport Evidence
from littlestone.experts.ledger_history cimport History
from littlestone.rows.ledger cimport Ledger
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row
from littlestone.experts.extremes cimport least, most


cdef class ExpertLedger(Ledger):
    cdef readonly Loss paid_for
    cdef public Evidence rows
    cdef public History history
    cdef public object features
    cdef readonly Py_ssize_t n
    cdef double[::1] prices
    cdef public double[::1] totals
    cdef public double[::1] missed
    cdef public long long[::1] slept
    cdef public double dearest
    cdef public double cheapest
    cdef public long long dearest_round
    cdef public long long cheapest_round

    @cython.locals(
        own=double, batch=Batch, start=Py_ssize_t, whole=bint, k=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t,
        prices=double[::1], totals=double[::1]
    )
    cpdef record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
    @cython.locals(fewest=double, lost=double, best=Py_ssize_t, i=Py_ssize_t)
    cpdef Py_ssize_t find_best(self) except -1
    @cython.locals(batch=Batch, k=Py_ssize_t, prices=double[::1], high=double, low=double, price=double)
    cpdef watch_extremes(self, long long number, Row x)
