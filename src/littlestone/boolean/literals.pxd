# The C types of literals.py, and nothing else.
from littlestone.boolean.variables cimport VariablesLearner
from littlestone.row cimport Row


cdef class LiteralsLearner(VariablesLearner):
    cdef readonly bint negations
    cdef readonly double[::1] plain
    cdef readonly double[::1] negated
    cdef double plain_left
    cdef double negated_left

    cpdef double true_in(self, Row x) except? -7.25
    cpdef double false_in(self, Row x) except? -7.25
