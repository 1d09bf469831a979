# The C types of normal_hedge.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExpertLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary

cdef int STEPS


cdef class NormalHedge(ExpertLearner):
    cdef public double c
    cdef public double[::1] R
    cdef double[::1] z
    cdef public long long joined

    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, most=double)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(share=double, v=double, i=Py_ssize_t)
    cpdef weigh(self, double most)
    @cython.locals(v=double, total=double, slope=double, step=double, i=Py_ssize_t, _=int)
    cpdef double balance(self) except? -7.25
    @cython.locals(i=Py_ssize_t)
    cpdef fill(self, double v)
    cpdef welcome(self, Py_ssize_t n)
    cpdef bint fits(self) except -1
