# The C types of romma.py, and nothing else.
cimport cython

from littlestone.linear.scaled_weights cimport ScaledLearner
from littlestone.row cimport Row


cdef double PARALLEL
cdef double SHORTEST
cdef double LONGEST


cdef class RelaxedLearner(ScaledLearner):
    @cython.locals(size=double, product=double, both=double, apart=double, scale=double, step=double)
    cpdef relax(self, Row x, double y)


cdef class ROMMA(RelaxedLearner):
    cpdef learn(self, Row x, double y, double guess)


cdef class AggressiveROMMA(RelaxedLearner):
    cpdef learn(self, Row x, double y, double guess)
