# The C types of signed_weights.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary


cdef double REACH


cdef class SignedWeights(LinearLearner):
    cdef readonly double eta
    cdef public double[::1] powers
    cdef public double bias_power
    cdef public double shift
    cdef public double mass
    cdef public double peak

    cpdef double prior(self, Py_ssize_t j) except? -7.25
    @cython.locals(total=double)
    cpdef double mixture(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, size=double)
    cpdef double widest(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=Py_ssize_t, first=Py_ssize_t, largest=double)
    cpdef tilt(self, Row x, double amount)
    cpdef double cosh(self, double theta) except? -7.25
    cpdef double sinh(self, double theta) except? -7.25
    @cython.locals(i=Py_ssize_t, first=Py_ssize_t, largest=double, rest=double, total=double)
    cpdef refresh(self)
    cpdef widen(self, Py_ssize_t width)
