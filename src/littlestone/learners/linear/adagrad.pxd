# The C types of adagrad.py, and nothing else.
from libc cimport math

from littlestone.learners.linear.coordinate cimport CoordinateLearner


cdef class LinearAdaGrad(CoordinateLearner):
    cdef readonly double eta

    cpdef double stiffness_of(self, Py_ssize_t i) except? -7.25
