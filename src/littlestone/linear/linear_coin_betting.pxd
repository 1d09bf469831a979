# The C types of coin.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.linear cimport LinearLearner
from littlestone.linear.tangents cimport Tangents
from littlestone.row cimport Row
from littlestone.support cimport elementary


cdef class LinearCoinBetting(LinearLearner):
    cdef readonly double eps
    cdef readonly double G
    cdef readonly double richest
    cdef public long long first_cut
    cdef readonly Tangents tangents

    @cython.locals(wealth=double)
    cpdef double share(self) except? -7.25
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(slope=double, size=double, cut=double)
    cpdef learn(self, Row x, double y, double guess)
