# The C types of narow.py, and nothing else.
cimport cython

from littlestone.linear.confidence cimport ConfidenceLearner
from littlestone.row cimport Row


cdef class NAROW(ConfidenceLearner):
    cdef readonly double b

    @cython.locals(spread=double, r=double)
    cpdef learn(self, Row x, double y, double guess)
