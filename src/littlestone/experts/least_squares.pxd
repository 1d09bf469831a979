# The C types of least_squares.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExpertLearner
from littlestone.experts.triangle cimport Triangle
from littlestone.row cimport Batch, Row


cdef class LeastSquares(ExpertLearner):
    cdef readonly double ridge
    cdef readonly str centre
    cdef public double largest
    cdef public double worst
    cdef readonly Triangle triangle

    cpdef double share(self) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, total=double)
    cpdef double mean(self, Row x) except? -7.25
    cpdef attend(self, Row x)
    @cython.locals(batch=Batch, k=Py_ssize_t, row=double[::1])
    cpdef place(self, Row x)
    @cython.locals(i=Py_ssize_t, rest=double, share=double)
    cpdef rotate(self, Row x, double y)
    cpdef learn(self, Row x, double y, double guess)
    cpdef widen(self, Py_ssize_t width)
    cpdef welcome(self, Py_ssize_t n)
