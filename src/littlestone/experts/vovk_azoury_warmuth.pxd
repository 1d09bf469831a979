# The C types of vaw.py, and nothing else.
from littlestone.experts.least_squares cimport LeastSquares
from littlestone.row cimport Row


cdef class VovkAzouryWarmuth(LeastSquares):
    cpdef double predict(self, Row x) except? -7.25
    cpdef double novelty(self, Row x) except? -7.25
