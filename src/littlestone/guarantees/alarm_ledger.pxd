# The C types of alarm_ledger.py, and nothing else.
cimport cython

from littlestone.account cimport PlainAccount
from littlestone.guarantees.doubles cimport Doubles


cdef class AlarmLedger(PlainAccount):
    cdef readonly double run_length
    cdef readonly double level
    cdef readonly long long keep
    cdef public double[::1] rates
    cdef public double[::1] wealth
    cdef public double evidence
    cdef public double highest
    cdef public long long labelled
    cdef public long long since
    cdef public double total
    cdef public Doubles kept
    cdef public list alarms

    @cython.locals(excess=double, total=double, k=Py_ssize_t)
    cpdef bint record(self, long long number, double value) except -1
