# The C types of expert_ledger.py, and nothing else.
cimport cython

from littlestone.rows.evidence cimport Evidence
from littlestone.experts.ledger_history cimport History
from littlestone.rows.ledger cimport MistakeLedger
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row
from littlestone.experts.extremes cimport least, most


cdef class ExpertLedger(MistakeLedger):
    cdef readonly Loss _paid_for
    cdef public Evidence rows
    cdef public History _history
    cdef public object _features
    cdef readonly Py_ssize_t n
    cdef double[::1] _prices
    cdef public double[::1] _totals
    cdef public double[::1] _missed
    cdef public long long[::1] _slept
    cdef public double _dearest
    cdef public double _cheapest
    cdef public long long _dearest_round
    cdef public long long _cheapest_round

    @cython.locals(
        own=double, batch=Batch, start=Py_ssize_t, whole=bint, k=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t,
        prices=double[::1], totals=double[::1]
    )
    cpdef _record(
        self, long long number, Row x, double y, double guess, double act, double chance, double cost, long long delay
    )
    @cython.locals(fewest=double, lost=double, best=Py_ssize_t, i=Py_ssize_t)
    cpdef Py_ssize_t _find_best(self) except -1
    @cython.locals(batch=Batch, k=Py_ssize_t, prices=double[::1], high=double, low=double, price=double)
    cpdef _watch_extremes(self, long long number, Row x)
