# The C types of hedge.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExponentialLearner
from littlestone.row cimport Row
from littlestone.support cimport elementary


cdef class Hedge(ExponentialLearner):
    cdef readonly object given_eta
    cdef readonly object small_loss
    cdef public double mixed
    cdef public long long grown

    @cython.locals(own=double, eta=double, spread=double)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(many=double)
    cpdef double rate(self, long long t) except? -7.25
