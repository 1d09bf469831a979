# The C types of ridge.py, and nothing else.
from littlestone.experts.least_squares cimport LeastSquares
from littlestone.row cimport Row


cdef class Ridge(LeastSquares):
    cpdef double predict(self, Row x) except? -7.25
