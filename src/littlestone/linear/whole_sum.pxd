# The C types of whole_sum.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.row cimport Batch, Row


@cython.final
cdef class WholeSum:
    cdef readonly double bias
    cdef public double[::1] sums
    cdef public double bias_sum
    cdef public double square

    @cython.locals(batch=Batch, square=double, value=double, k=Py_ssize_t)
    cpdef double square_of(self, Row x) except? -7.25
    @cython.locals(total=double)
    cpdef double dot(self, Row x) except? -7.25
    @cython.locals(square=double)
    cpdef add(self, Row x, double amount, Py_ssize_t updates)
    cpdef give_up(self)
    cpdef widen(self, Py_ssize_t width)
