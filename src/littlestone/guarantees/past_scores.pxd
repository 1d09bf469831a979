# The C types of past_scores.py, and nothing else.
cimport cython
from libc cimport math


cdef class PastScores:
    cdef readonly Py_ssize_t most
    cdef readonly Py_ssize_t size
    cdef Py_ssize_t next
    cdef public double[::1] ring
    cdef public double[::1] sizes

    @cython.locals(sizes=cython.double[::1], hole=Py_ssize_t, at=Py_ssize_t, k=Py_ssize_t, full=bint)
    cpdef add(self, double score)
    @cython.locals(low=Py_ssize_t, left=Py_ssize_t, half=Py_ssize_t)
    cdef Py_ssize_t place(self, double score) except -1
    @cython.locals(place=double, k=Py_ssize_t, found=double)
    cpdef double quantile(self, double level) except? -7.25
