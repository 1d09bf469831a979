# The C types of ml_poly.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExpertLearner
from littlestone.row cimport Batch, Row


cdef class MLPoly(ExpertLearner):
    cdef public double B
    cdef public double drift
    cdef public double[::1] R
    cdef public double[::1] V

    @cython.locals(
        batch=Batch, k=Py_ssize_t, i=int, j=Py_ssize_t, r=double, largest=double, rise=double, moved=double, unit=double
    )
    cpdef learn(self, Row x, double y, double guess)
    cpdef welcome(self, Py_ssize_t n)
    cpdef bint fits(self) except -1
