# The C types of one_vs_rest.py, and nothing else.
cimport cython

from littlestone.learner cimport RowLearner
from littlestone.row cimport Row
from littlestone.rows.recall cimport Recall


cdef class OneVsRest(RowLearner):
    cdef readonly object base
    cdef readonly Py_ssize_t classes
    cdef readonly dict settings
    cdef readonly dict own
    cdef readonly RowLearner first
    cdef public Py_ssize_t width
    cdef public list learners
    cdef bint tosses
    cdef double[::1] guesses
    cdef Recall asked

    @cython.locals(learned=cython.longlong)
    cpdef ask(self, Row x)
    @cython.locals(classes=Py_ssize_t, c=Py_ssize_t, learner=RowLearner)
    cpdef ask_from(self, Py_ssize_t first, Row x)
    @cython.locals(surest=double, sure=double, best=Py_ssize_t, c=Py_ssize_t)
    cpdef double predict(self, Row x) except? -7.25
    cpdef double act(self, double guess) except? -7.25
    cpdef check_label(self, double y, double weight)
    @cython.locals(before=cython.longlong, known=Py_ssize_t, c=Py_ssize_t, learner=RowLearner)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(times=cython.longlong, c=Py_ssize_t, learner=RowLearner)
    cpdef long long learned(self) except -1
    cpdef widen(self, Py_ssize_t width)
