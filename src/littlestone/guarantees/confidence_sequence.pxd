# The C types of confidence_sequence.py, and nothing else.
cimport cython

from littlestone.state cimport Declared


cdef class ConfidenceSequence(Declared):
    cdef readonly double low
    cdef readonly double scale
    cdef readonly double first
    cdef double[::1] lambdas
    cdef double[::1] psis
    cdef double[::1] logs
    cdef public long long count
    cdef public double total
    cdef public double squares

    @cython.locals(found=double, most=double)
    cpdef double guess(self)
    @cython.locals(x=double)
    cpdef record(self, double value)
    cpdef double evidence(self, double mean)
    @cython.locals(k=Py_ssize_t, largest=double, each=double, total=double)
    cpdef double log_mixture(self, double excess)
    @cython.locals(k=Py_ssize_t, excess=double, each=double, mixture=double, slope=double, better=double)
    cpdef double widest(self, double target)
