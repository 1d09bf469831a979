# The C types of eg.py, and nothing else.
cimport cython

from littlestone.linear.signed_weights cimport SignedWeights
from littlestone.linear.tangents cimport Tangents
from littlestone.row cimport Row


cdef class LinearEG(SignedWeights):
    cdef readonly double U
    cdef readonly Tangents tangents

    cpdef double prior(self, Py_ssize_t j) except? -7.25
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(slope=double)
    cpdef learn(self, Row x, double y, double guess)
