# The C types of expert.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.learner cimport RowLearner
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row
from littlestone.experts.extremes cimport least, most
from littlestone.support cimport elementary

cdef double FAINT


cdef class ExpertLearner(RowLearner):
    cdef readonly bint gradient
    cdef public Loss price
    cdef readonly Py_ssize_t n
    cdef public double newcomer
    cdef public double paid
    cdef public double spread
    cdef public double squared_spread
    cdef readonly double least_lost
    cdef readonly double most_lost
    cdef public double[::1] w
    cdef readonly double[::1] losses
    cdef readonly double[::1] regrets

    cpdef double predict(self, Row x) except? -7.25
    cpdef double act(self, double guess) except? -7.25
    @cython.locals(
        batch=Batch, start=Py_ssize_t, whole=bint, k=Py_ssize_t, i=Py_ssize_t, total=double, mass=double,
        share=double, w=double[::1]
    )
    cpdef double mean(self, Row x) except? -7.25
    @cython.locals(batch=Batch, low=double, high=double)
    cpdef double within(self, Row x, double guess) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, total=double)
    cpdef double faint_mean(self, Row x) except? -7.25
    @cython.locals(
        batch=Batch, start=Py_ssize_t, whole=bint, k=Py_ssize_t, i=Py_ssize_t, total=double, mass=double,
        own=double, slope=double, spread=double, w=double[::1], losses=double[::1],
        regrets=double[::1]
    )
    cpdef double judge(self, Row x, double y, double guess) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, losses=double[::1], low=double, high=double, loss=double)
    cpdef find_extremes(self, Row x)
    @cython.locals(batch=Batch, k=Py_ssize_t, i=Py_ssize_t, mass=double, total=double)
    cpdef double faint_loss(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t)
    cpdef revive(self, Row x)
    cpdef widen(self, Py_ssize_t width)
    cpdef welcome(self, Py_ssize_t n)
    cpdef bint fits(self) except -1


cdef class ExponentialLearner(ExpertLearner):
    cdef public double eta
    cdef public double[::1] totals

    @cython.locals(batch=Batch, k=Py_ssize_t, i=Py_ssize_t, totals=double[::1], losses=double[::1])
    cpdef charge(self, Row x, double own)
    @cython.locals(best=double, i=Py_ssize_t, w=double[::1], totals=double[::1])
    cpdef reweigh(self, double eta)
    cpdef double least(self) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, low=double, total=double, mass=double, share=double, lost=double)
    cpdef double faint_mean(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, low=double, lost=double)
    cpdef revive(self, Row x)
    cpdef welcome(self, Py_ssize_t n)
    cpdef bint fits(self) except -1
