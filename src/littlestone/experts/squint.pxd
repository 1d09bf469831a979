# The C types of squint.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.potential cimport PotentialLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary

cdef Py_ssize_t RATES


cdef class Squint(PotentialLearner):
    cdef public double[::1] V

    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, r=double)
    cpdef learn(self, Row x, double y, double guess)
    cpdef welcome(self, Py_ssize_t n)
    cpdef bint fits(self) except -1


@cython.locals(top=double, eta=double, total=double, _=Py_ssize_t)
cpdef double log_mixture(double R, double V) except? -7.25
