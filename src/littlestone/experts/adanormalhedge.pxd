# The C types of adanormalhedge.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.potential cimport PotentialLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary


cdef class AdaNormalHedge(PotentialLearner):
    cdef public double[::1] C

    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, r=double)
    cpdef learn(self, Row x, double y, double guess)
    cpdef welcome(self, Py_ssize_t n)
    cpdef bint fits(self) except -1


@cython.locals(high=double, low=double)
cpdef double log_gain(double R, double C) except? -7.25
