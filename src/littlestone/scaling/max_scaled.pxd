# The C types of max_scaled.py, and nothing else.
cimport cython

from littlestone.scaling.rescaled cimport Rescaled


cdef class MaxScaled(Rescaled):
    cdef public double[::1] most

    @cython.locals(most=double)
    cdef double scaled(self, Py_ssize_t column, double value) except? -7.25
    cdef take(self, Py_ssize_t column, double value)
    cpdef Py_ssize_t width(self) except -1
    cpdef widen(self, Py_ssize_t width)
