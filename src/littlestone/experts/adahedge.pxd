# The C types of adahedge.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.mix_loss cimport MixingLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary

cdef double ROUNDING


cdef class AdaHedge(MixingLearner):
    cdef public double delta
    cdef public double variance
    cdef public double last_eta
    cdef public long long joined

    @cython.locals(own=double, rate=double, cost=double, scatter=double)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, mass=double, total=double)
    cpdef double scatter(self, Row x) except? -7.25
    cpdef welcome(self, Py_ssize_t n)
