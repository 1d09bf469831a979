# The C types of window.py, and nothing else.
cimport cython

from littlestone.metrics.tally cimport Tally
from littlestone.state cimport Saved


cdef class Window(Saved):
    cdef readonly long long size
    cdef public long long seen
    cdef double[::1] ring

    @cython.locals(at="Py_ssize_t", ring=double[::1])
    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
    @cython.locals(ring=double[::1], k=Py_ssize_t)
    cpdef Tally fill(self, Tally tally)
