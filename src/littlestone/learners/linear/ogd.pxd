# The C types of ogd.py, and nothing else.
from littlestone.learners.linear.coordinate cimport CoordinateLearner


cdef class LinearDescent(CoordinateLearner):
    cdef readonly double eta
    cdef readonly str rate
    cdef bint root

    cpdef double stiffness_of(self, Py_ssize_t i) except? -7.25
