# The C types of confusion.py, and nothing else.
cimport cython

from littlestone.metrics.tally cimport Tally


cdef class Confusion(Tally):
    cdef bint signs
    cdef double[::1] came
    cdef double[::1] predicted
    cdef double[::1] right
    cdef dict taken

    @cython.locals(k=Py_ssize_t, a=Py_ssize_t)
    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
