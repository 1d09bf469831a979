# The C types of evidence.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row
from littlestone.watcher cimport Watcher


cdef class Evidence(Watcher):
    cdef public long long limit
    cdef readonly bint every
    cdef public bint complete
    cdef public long long total
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t entries
    cdef readonly double largest
    cdef public double importance
    cdef readonly double weight
    cdef readonly double heaviest
    cdef readonly double[::1] weights
    cdef readonly long long[::1] sizes
    cdef readonly long long[::1] numbers
    cdef readonly double[::1] labels
    cdef readonly int[::1] columns
    cdef readonly double[::1] values
    cdef list full
    cdef Py_ssize_t used

    cpdef see(self, long long number, Row x, double y, double guess, bint mistaken)
    @cython.locals(size=Py_ssize_t, to=Py_ssize_t, k=Py_ssize_t, last=Py_ssize_t, batch=Batch, square=double)
    cpdef double keep(self, long long number, Row x, double y) except? -7.25
