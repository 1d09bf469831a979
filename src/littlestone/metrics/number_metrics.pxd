# The C types of numbers.py, and nothing else.
cimport cython

from littlestone.metrics.tally cimport Tally


cdef class ErrorSums(Tally):
    cdef double total
    cdef double sizes
    cdef double squares
    cdef double mean
    cdef double scatter
    cdef double rounds

    @cython.locals(off=double, away=double)
    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
