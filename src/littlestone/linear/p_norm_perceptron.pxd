# The C types of p_norm_perceptron.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.support cimport elementary
from littlestone.row cimport Batch, Row


cdef double SMALLEST


cdef class PNormPerceptron(LinearLearner):
    cdef readonly double p
    cdef readonly LinearLearner theta
    cdef public double scale
    cdef public double mass
    cdef public double peak

    cpdef double predict(self, Row x) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, larger=double, share=double, old=double)
    cpdef refresh(self, Row x)
    @cython.locals(size=double)
    cpdef double power(self, double share) except? -7.25
    @cython.locals(total=double, share=double, largest=double, i=Py_ssize_t)
    cpdef refresh_all(self)
    cpdef widen(self, Py_ssize_t width)
