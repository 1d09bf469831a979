# The C types of ewa.py, and nothing else.
cimport cython

from littlestone.experts.mix_loss cimport MixingLearner
from littlestone.row cimport Batch, Row

cdef double CURVED


cdef class EWA(MixingLearner):
    cdef readonly object given_eta
    cdef readonly double rate
    cdef public long long flat

    @cython.locals(mean=double, own=double, mix=double, batch=Batch, k=Py_ssize_t)
    cpdef learn(self, Row x, double y, double guess)
