# The C types of potential.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExpertLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary


cdef class PotentialLearner(ExpertLearner):
    cdef readonly object prior
    cdef readonly double scale
    cdef public double fresh
    cdef public double[::1] R
    cdef public double[::1] logs
    cdef readonly double[::1] log_prior

    cpdef double predict(self, Row x) except? -7.25
    cpdef admit(self, Row x)
    @cython.locals(top=double, i=Py_ssize_t)
    cpdef weigh(self)
    cpdef double log_weight(self, Py_ssize_t i) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, top=double)
    cpdef double top(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, top=double, total=double, mass=double, share=double)
    cpdef double faint_mean(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, top=double)
    cpdef revive(self, Row x)
    cpdef widen(self, Py_ssize_t width)
    cpdef welcome(self, Py_ssize_t n)
    cpdef bint fits(self) except -1
