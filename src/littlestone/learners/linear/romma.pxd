# The C types of romma.py, and nothing else.
cimport cython

from littlestone.learners.linear.linear cimport LinearLearner
from littlestone.row cimport Row


cdef double PARALLEL
cdef double SHORTEST
cdef double LONGEST


cdef class RelaxedLearner(LinearLearner):
    cdef readonly double factor
    cdef readonly double square

    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(size=double, product=double, both=double, apart=double, scale=double, step=double)
    cpdef relax(self, Row x, double y)
    @cython.locals(i=Py_ssize_t)
    cpdef begin(self)
    @cython.locals(i=Py_ssize_t)
    cpdef fold(self)


cdef class ROMMA(RelaxedLearner):
    cpdef learn(self, Row x, double y, double guess)


cdef class AggressiveROMMA(RelaxedLearner):
    cpdef learn(self, Row x, double y, double guess)
