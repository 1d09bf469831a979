# The C types of boa.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.potential cimport PotentialLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary

cdef double LEAST


cdef class BOA(PotentialLearner):
    cdef public double B
    cdef readonly double[::1] Q
    cdef readonly double[::1] V
    cdef readonly double[::1] eta
    cdef readonly double[::1] price_paid
    cdef readonly double[::1] slack

    @cython.locals(batch=Batch, k=Py_ssize_t, i=Py_ssize_t, largest=double, shrink=double, r=double)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(eta=double, rarity=double)
    cpdef slow_down(self, Py_ssize_t i)
    cpdef welcome(self, Py_ssize_t n)
