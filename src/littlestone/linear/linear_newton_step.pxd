# The C types of ons.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.confidence cimport ConfidenceLearner
from littlestone.linear.linear cimport LinearLearner
from littlestone.linear.tangents cimport Tangents
from littlestone.row cimport Row
from littlestone.support cimport elementary


cdef class LinearNewtonStep(ConfidenceLearner):
    cdef readonly double C
    cdef readonly double Y
    cdef readonly double eps
    cdef readonly double gamma
    cdef public double slopes
    cdef public double leverage
    cdef public double radius
    cdef public double largest
    cdef readonly Tangents tangents
    cdef readonly LinearLearner gradients
    cdef readonly LinearLearner pulls

    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(
        slope=double, spread=double, length=double, product=double, over=double, weight=double, grown=double
    )
    cpdef learn(self, Row x, double y, double guess)
    cpdef widen(self, Py_ssize_t width)
