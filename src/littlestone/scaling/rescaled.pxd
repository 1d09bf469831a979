# The C types of rescaled.py, and nothing else.
cimport cython

from littlestone.learner cimport RowLearner
from littlestone.rows.recall cimport Recall
from littlestone.row cimport Batch, Row


cdef class Rescaled(RowLearner):
    cdef readonly dict own
    cdef readonly RowLearner inside
    cdef Recall rescaled
    cdef Rescaled leader
    cdef Recall taught
    cdef int[::1] columns
    cdef double[::1] values
    cdef Batch batch
    cdef Py_ssize_t used

    cdef make_room(self, Py_ssize_t size)
    cdef double scaled(self, Py_ssize_t column, double value) except? -7.25
    cdef take(self, Py_ssize_t column, double value)
    @cython.locals(size=Py_ssize_t, batch=Batch, to=Py_ssize_t, k=Py_ssize_t, row=Row)
    cpdef Row row(self, Row x)
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, seen=Row)
    cpdef learn(self, Row x, double y, double guess)
    cpdef double act(self, double guess) except? -7.25
    cpdef bint fits(self) except -1
    cpdef Py_ssize_t width(self) except -1
    cpdef widen(self, Py_ssize_t width)
    cpdef Row embed(self, Row x)
    cpdef Row as_seen(self, Row x)
