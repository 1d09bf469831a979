# The C types of confidence.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.row cimport Batch, Row


cdef double TOO_WIDE


cdef class ConfidenceLearner(LinearLearner):
    cdef readonly str covariance
    cdef readonly bint full
    cdef public double[::1] S
    cdef double[::1] direction

    @cython.locals(total=double)
    cpdef double spread(self, Row x) except? -7.25
    @cython.locals(n=Py_ssize_t)
    cdef check_sizes(self)
    @cython.locals(batch=Batch, k=Py_ssize_t, total=double)
    cpdef double spread_diagonal(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, j=Py_ssize_t, n=Py_ssize_t, start=Py_ssize_t, total=double)
    cpdef double spread_full(self, Row x) except? -7.25
    @cython.locals(factor=double)
    cpdef move(self, Row x, double amount, double shrinkage)
    @cython.locals(batch=Batch, k=Py_ssize_t, i=Py_ssize_t, step=double)
    cpdef move_diagonal(self, Row x, double amount, double shrinkage)
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, n=Py_ssize_t, start=Py_ssize_t, step=double)
    cpdef move_full(self, double amount, double shrinkage)
    cpdef widen(self, Py_ssize_t width)
