# The C types of confusion.py, and nothing else.
cimport cython

from littlestone.metrics.tally cimport Tally


cdef class Confusion(Tally):
    cdef bint signs
    cdef public double[::1] came
    cdef public double[::1] predicted
    cdef public double[::1] right
    cdef public dict taken

    @cython.locals(k=Py_ssize_t, a=Py_ssize_t)
    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
