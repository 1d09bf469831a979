# The C types of fixed_share.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExpertLearner
from littlestone.support cimport elementary
from littlestone.row cimport Batch, Row

cdef double LEAST


cdef class FixedShare(ExpertLearner):
    cdef readonly double eta
    cdef readonly double share
    cdef double[::1] factors

    @cython.locals(own=double, low=double, batch=Batch, k=Py_ssize_t, i=int)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(total=double, even=double, i=Py_ssize_t)
    cpdef deal(self)
    cpdef welcome(self, Py_ssize_t n)
