# The C types of ftrl.py, and nothing else.
from libc cimport math

from littlestone.linear.adaptive cimport AdaptiveLearner


cdef class FTRLProximal(AdaptiveLearner):
    cdef readonly double l1
    cdef readonly double l2

    cpdef double priced(self, double z, double stiffness) except? -7.25
