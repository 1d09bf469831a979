# The C types of decision_list.py, and nothing else.
cimport cython

from littlestone.boolean.variables cimport VariablesLearner
from littlestone.row cimport Batch, Row


cdef class DecisionList(VariablesLearner):
    cdef readonly object tie
    cdef object coin
    cdef public int[::1] level
    cdef int[::1] fires

    @cython.locals(batch=Batch, i=int, k=Py_ssize_t)
    cpdef look(self, Row x)
    @cython.locals(i=Py_ssize_t, b=int, level=int, lowest=int, first=int, zeros=Py_ssize_t, ones=Py_ssize_t)
    cpdef double predict(self, Row x) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(i=Py_ssize_t, r=Py_ssize_t, lowest=int)
    cpdef lower(self, Row x, int b)
