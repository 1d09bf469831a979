# The C types of scaled.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.row cimport Row


cdef class ScaledLearner(LinearLearner):
    cdef public double factor
    cdef public double square

    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(i=Py_ssize_t)
    cpdef begin(self)
    @cython.locals(i=Py_ssize_t)
    cpdef fold(self)
