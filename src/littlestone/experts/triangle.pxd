# The C types of triangle.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.support cimport elementary


cdef class Triangle:
    cdef readonly Py_ssize_t n
    cdef readonly double ridge
    cdef public double best
    cdef public double[::1] factor
    cdef public double[::1] target
    cdef public double[::1] row

    @cython.locals(n=Py_ssize_t)
    cpdef check_sizes(self)
    @cython.locals(
        n=Py_ssize_t, start=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, length=double, cos=double, sin=double, old=double,
        factor=double[::1], row=double[::1], target=double[::1]
    )
    cpdef rotate(self, double rest)
    @cython.locals(n=Py_ssize_t, back=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, total=double, factor=double[::1])
    cpdef solve(self, double[::1] u)
    @cython.locals(
        n=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, z=double, total=double, factor=double[::1], row=double[::1]
    )
    cpdef double novelty(self) except? -7.25
