# The C types of least_squares.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.learners.experts.expert cimport ExpertLearner
from littlestone.row cimport Batch, Row


cdef class LeastSquares(ExpertLearner):
    cdef readonly double ridge
    cdef readonly str centre
    cdef readonly double best
    cdef readonly double largest
    cdef readonly double worst
    cdef readonly double[::1] factor
    cdef readonly double[::1] target
    cdef double[::1] row

    cpdef double share(self) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, total=double)
    cpdef double mean(self, Row x) except? -7.25
    cpdef attend(self, Row x)
    @cython.locals(batch=Batch, k=Py_ssize_t)
    cpdef place(self, Row x)
    @cython.locals(
        n=Py_ssize_t, start=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, back=Py_ssize_t, rest=double, length=double,
        cos=double, sin=double, old=double, share=double, total=double
    )
    cpdef rotate(self, Row x, double y)
    cpdef learn(self, Row x, double y, double guess)
    cpdef widen(self, Py_ssize_t width)
    cpdef welcome(self, Py_ssize_t before)
