# The C types of vaw.py, and nothing else.
cimport cython

from littlestone.learners.experts.least_squares cimport LeastSquares
from littlestone.row cimport Row


cdef class VovkAzouryWarmuth(LeastSquares):
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(n=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, z=double, total=double)
    cpdef double novelty(self, Row x) except? -7.25
