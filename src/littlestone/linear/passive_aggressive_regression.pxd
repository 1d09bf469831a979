# The C types of passive_aggressive_regression.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.row cimport Row


cdef class AggressiveRegression(LinearLearner):
    cdef readonly object price
    cdef readonly double epsilon

    cpdef double step(self, double loss, double square) except? -7.25
    @cython.locals(loss=double, square=double, amount=double)
    cpdef learn(self, Row x, double y, double guess)


cdef class PARegression(AggressiveRegression):
    cpdef double step(self, double loss, double square) except? -7.25


cdef class CautiousRegression(AggressiveRegression):
    cdef readonly double C


cdef class PARegression1(CautiousRegression):
    cpdef double step(self, double loss, double square) except? -7.25


cdef class PARegression2(CautiousRegression):
    cpdef double step(self, double loss, double square) except? -7.25
