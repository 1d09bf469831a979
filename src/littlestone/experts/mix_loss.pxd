# The C types of mixing.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.expert cimport ExponentialLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary

cdef double SMALL


cdef class MixingLearner(ExponentialLearner):
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, low=double, mass=double, shrunk=double)
    cpdef double mix_loss(self, Row x, double eta) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, least=double, rise=double, old=double, new=double)
    cpdef double leap(self, Row x, double eta) except? -7.25
