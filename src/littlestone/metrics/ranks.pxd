# The C types of ranks.py, and nothing else.
cimport cython

from littlestone.metrics.tally cimport Tally


cdef class Ranks(Tally):
    cdef public Py_ssize_t count
    cdef public double[::1] guesses
    cdef public double[::1] signed
    cdef public object cells

    cpdef add(self, double y, double said, double act, double surprise, double square, double weight)


@cython.locals(first="signed char[::1]", held=double, k=Py_ssize_t)
cpdef begins(double[::1] share, double most)
