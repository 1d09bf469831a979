# The C types of majority.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExponentialLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary


cdef class MajorityLearner(ExponentialLearner):
    cdef readonly object given_alpha
    cdef readonly object given_eta
    cdef readonly bint lazy
    cdef readonly double alpha
    cdef readonly double rate
    cdef public double log_mass
    cdef public double wrong
    cdef public long long slept

    @cython.locals(wrong=double, left=double, asleep=double, batch=Batch, k=Py_ssize_t)
    cpdef punish(self, Row x, double y, double guess)
    cpdef welcome(self, Py_ssize_t n)
