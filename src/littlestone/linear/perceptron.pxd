# The C types of perceptron.py, and nothing else.
from littlestone.linear.linear cimport LinearLearner
from littlestone.row cimport Row


cdef class Perceptron(LinearLearner):
    cdef readonly str zero

    cpdef learn(self, Row x, double y, double guess)
