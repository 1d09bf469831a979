# The C types of elimination.py, and nothing else.
from littlestone.boolean.literals cimport LiteralsLearner
from littlestone.row cimport Row


cdef class Elimination(LiteralsLearner):
    cpdef double predict(self, Row x) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
