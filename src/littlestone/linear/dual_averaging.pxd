# The C types of rda.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.linear cimport LinearLearner
from littlestone.linear.tangents cimport Tangents
from littlestone.row cimport Batch, Row


cdef class DualAveraging(LinearLearner):
    cdef readonly double gamma
    cdef readonly double l1
    cdef readonly Tangents tangents

    cpdef double beyond(self, double g, double cut) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, n=Py_ssize_t, cut=double, total=double)
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(slope=double, size=double)
    cpdef learn(self, Row x, double y, double guess)
