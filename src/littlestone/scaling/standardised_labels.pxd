# The C types of standardised_labels.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.row cimport Row
from littlestone.scaling.rescaled cimport Rescaled


cdef class StandardisedLabels(Rescaled):
    cdef public long long count
    cdef public double mean
    cdef public double spread

    @cython.locals(variance=double)
    cdef double unit(self) except? -7.25
    cpdef Row row(self, Row x)
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(inside=double, count=Py_ssize_t, mean=double, spread=double)
    cpdef learn(self, Row x, double y, double guess)
