# The C types of matrix.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.rows.embedding cimport Embedding
from littlestone.learner cimport RowLearner
from littlestone.rows.recall cimport Recall
from littlestone.row cimport Batch, Row


cdef class MatrixLearner(RowLearner):
    cdef readonly double bias
    cdef readonly bint normalise
    cdef public Py_ssize_t classes
    cdef readonly Py_ssize_t room
    cdef double[::1] w
    cdef double[::1] scores
    cdef Recall scored
    cdef Embedding embedding

    @cython.locals(
        batch=Batch, scores=double[::1], w=double[::1], n=Py_ssize_t, room=Py_ssize_t, k=Py_ssize_t, c=Py_ssize_t,
        first=Py_ssize_t, value=double
    )
    cpdef score(self, Row x)
    @cython.locals(scores=double[::1], best=Py_ssize_t, c=Py_ssize_t)
    cpdef Py_ssize_t best_but(self, Py_ssize_t y) except? -7
    cpdef Py_ssize_t rival(self, Row x, Py_ssize_t y) except? -7
    cpdef double lead(self, Py_ssize_t y, Py_ssize_t rival) except? -7.25
    cpdef double predict(self, Row x) except? -7.25
    cpdef double act(self, double guess) except? -7.25
    @cython.locals(batch=Batch, w=double[::1], room=Py_ssize_t, k=Py_ssize_t)
    cpdef add(self, Row x, Py_ssize_t c, double amount)
    @cython.locals(square=double)
    cpdef double squared_norm(self, Row x) except? -7.25
    @cython.locals(square=double)
    cpdef double shrink(self, Row x) except? -7.25
    cpdef check_label(self, double y, double weight)
    @cython.locals(c=Py_ssize_t)
    cpdef Py_ssize_t meet(self, Row x, double y) except? -7
    cpdef make_room(self, Py_ssize_t classes)
    cpdef widen(self, Py_ssize_t width)
    cpdef Row embed(self, Row x)
    cpdef Row as_seen(self, Row x)
