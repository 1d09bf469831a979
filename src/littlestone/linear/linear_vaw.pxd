# The C types of vaw.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.linear cimport LinearLearner
from littlestone.experts.triangle cimport Triangle
from littlestone.row cimport Batch, Row


cdef class LinearVAW(LinearLearner):
    cdef readonly double ridge
    cdef public double largest
    cdef public Triangle triangle
    cdef double[::1] u

    @cython.locals(
        row=double[::1], batch=Batch, factor=double, n=Py_ssize_t, i=Py_ssize_t, k=Py_ssize_t, value=double,
        outside=double
    )
    cpdef double place(self, Row x) except? -7.25
    @cython.locals(outside=double)
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(i=Py_ssize_t)
    cpdef learn(self, Row x, double y, double guess)
    cpdef widen(self, Py_ssize_t width)
