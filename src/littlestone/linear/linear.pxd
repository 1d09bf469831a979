# The C types of linear.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.rows.embedding cimport Embedding
from littlestone.learner cimport RowLearner
from littlestone.row cimport Row


cdef class LinearLearner(RowLearner):
    cdef public double[::1] w
    cdef readonly double bias
    cdef public double bias_weight
    cdef readonly bint normalise
    cdef Embedding embedding

    @cython.locals(total=double)
    cpdef double dot(self, Row x) except? -7.25
    cpdef add(self, Row x, double amount)
    @cython.locals(square=double)
    cpdef double squared_norm(self, Row x) except? -7.25
    @cython.locals(square=double)
    cpdef double shrink(self, Row x) except? -7.25
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(room=Py_ssize_t)
    cpdef widen(self, Py_ssize_t width)
    cpdef Row embed(self, Row x)
    @cython.locals(factor=double)
    cpdef Row as_seen(self, Row x)
