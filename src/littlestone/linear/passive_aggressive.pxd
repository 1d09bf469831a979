# The C types of passive_aggressive.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.row cimport Row


cdef double SHORTEST


cdef class AggressiveLearner(LinearLearner):
    cpdef double step(self, double shortfall, double square) except? -7.25
    @cython.locals(shortfall=double, square=double)
    cpdef learn(self, Row x, double y, double guess)


cdef class PA(AggressiveLearner):
    cpdef double step(self, double shortfall, double square) except? -7.25


cdef class CautiousLearner(AggressiveLearner):
    cdef readonly double C


cdef class PA1(CautiousLearner):
    cpdef double step(self, double shortfall, double square) except? -7.25


cdef class PA2(CautiousLearner):
    cpdef double step(self, double shortfall, double square) except? -7.25
