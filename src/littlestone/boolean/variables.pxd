# The C types of variables.py, and nothing else.
from littlestone.learner cimport RowLearner


cdef class VariablesLearner(RowLearner):
    cdef readonly object given_n
    cdef readonly Py_ssize_t n

    cpdef widen(self, Py_ssize_t width)
