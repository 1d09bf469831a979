# The C types of aggregating.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.experts.potential cimport PotentialLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary

cdef double FAR
cdef double LESS


cdef class AggregatingAlgorithm(PotentialLearner):
    cdef readonly double low
    cdef readonly double high
    cdef readonly double heaviest
    cdef readonly double A
    cdef readonly double B
    cdef readonly double eta
    cdef readonly bint logarithmic
    cdef public long long first_outside

    @cython.locals(chance=double)
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, top=double, share=double, chance=double, mass=double, total=double)
    cpdef double mean_chance(self, Row x, double y) except? -7.25
    @cython.locals(length=double, lean=double)
    cpdef double substitution(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, top=double, total=double)
    cpdef double log_mixture(self, Row x, double y) except? -7.25
    @cython.locals(off=double)
    cpdef double loss_in_eta(self, double said, double y) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, own=double, outside=bint)
    cpdef learn(self, Row x, double y, double guess)
    cpdef check_label(self, double y, double weight)
