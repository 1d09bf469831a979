# The C types of learner.py, and nothing else.
cimport cython

from littlestone.row cimport Row
from littlestone.state cimport Saved


cdef class Learner(Saved):
    cdef public long long updates
    cdef public long long lessons
    cdef public long long restored
    cdef public double importance
    cdef public object pupils


cdef class RowLearner(Learner):
    cdef public double at_zero
    cdef public Py_ssize_t most_columns

    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(pupil=RowLearner)
    cpdef check_label(self, double y, double weight)
    cpdef learn(self, Row x, double y, double guess)
    cpdef double act(self, double guess) except? -7.25
    cpdef widen(self, Py_ssize_t width)
    cpdef Row embed(self, Row x)
    cpdef Row as_seen(self, Row x)
