# The C types of standardised.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.scaling.rescaled cimport Rescaled


cdef class Standardised(Rescaled):
    cdef public double[::1] count
    cdef public double[::1] mean
    cdef public double[::1] spread
    cdef bytearray marks

    cdef bint is_mark(self, Py_ssize_t column) except -1
    @cython.locals(n=double, mean=double, spread=double, variance=double, z=double)
    cdef double scaled(self, Py_ssize_t column, double value) except? -7.25
    @cython.locals(before=double)
    cdef take(self, Py_ssize_t column, double value)
    cpdef bint fits(self) except -1
    cpdef Py_ssize_t width(self) except -1
    cpdef widen(self, Py_ssize_t width)
