# The C types of ftrl.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.learners.linear.coordinate cimport CoordinateLearner


cdef class FTRLProximal(CoordinateLearner):
    cdef readonly double alpha
    cdef readonly double beta
    cdef readonly double l1
    cdef readonly double l2

    cpdef double stiffness_of(self, Py_ssize_t i) except? -7.25
    @cython.locals(z=double)
    cpdef double moved(self, Py_ssize_t i, double w, double g) except? -7.25
