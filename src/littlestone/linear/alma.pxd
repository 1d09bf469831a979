# The C types of alma.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.scaled_weights cimport ScaledLearner
from littlestone.row cimport Row


cdef double LONGEST


cdef class ALMA(ScaledLearner):
    cdef readonly double alpha
    cdef readonly double B
    cdef readonly double C

    cpdef double asked(self) except? -7.25
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(size=double, step=double, square=double)
    cpdef learn(self, Row x, double y, double guess)
