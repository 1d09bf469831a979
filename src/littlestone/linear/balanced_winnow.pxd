# The C types of balanced_winnow.py, and nothing else.
from littlestone.linear.signed_weights cimport SignedWeights
from littlestone.row cimport Row


cdef class BalancedWinnow(SignedWeights):
    cpdef double prior(self, Py_ssize_t j) except? -7.25
    cpdef double predict(self, Row x) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
