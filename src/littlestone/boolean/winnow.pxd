# The C types of winnow.py, and nothing else.
cimport cython

from littlestone.boolean.variables cimport VariablesLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary


cdef int ELIMINATED


cdef class Winnow(VariablesLearner):
    cdef readonly object given_theta
    cdef readonly double beta
    cdef double base
    cdef int most
    cdef readonly bint strict
    cdef readonly str demote
    cdef readonly bint negations
    cdef readonly double theta
    cdef public int[::1] exponents
    cdef double[::1] w

    cpdef double predict(self, Row x) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
    cpdef Row embed(self, Row x)
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, exponent=int)
    cpdef multiply(self, Row x, int sign)
