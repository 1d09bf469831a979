# The C types of numbers.py, and nothing else.
cimport cython

from littlestone.metrics.tally cimport Tally


cdef class ErrorSums(Tally):
    cdef public double total
    cdef public double sizes
    cdef public double squares
    cdef public double mean
    cdef public double scatter
    cdef public double rounds

    @cython.locals(off=double, away=double)
    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)
