# The C types of expert.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.learner cimport RowLearner
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row

cdef double FAINT
cdef Py_ssize_t FEW


cdef class ExpertLearner(RowLearner):
    cdef readonly bint gradient
    cdef public Loss price
    cdef readonly Py_ssize_t n
    cdef readonly double newcomer
    cdef readonly double paid
    cdef readonly double spread
    cdef readonly double squared_spread
    cdef double[::1] w
    cdef readonly double[::1] losses
    cdef readonly double[::1] regrets

    cpdef double predict(self, Row x) except? -7.25
    cpdef double act(self, double guess) except? -7.25
    @cython.locals(batch=Batch, n=Py_ssize_t, k=Py_ssize_t, i=int, total=double, mass=double, share=double)
    cpdef double mean(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, low=double, high=double)
    cpdef double within(self, Row x, double guess) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, total=double)
    cpdef double faint_mean(self, Row x) except? -7.25
    @cython.locals(
        batch=Batch, k=Py_ssize_t, i=int, total=double, mass=double, loss=double, low=double, high=double, own=double,
        slope=double, spread=double
    )
    cpdef double judge(self, Row x, double y, double guess) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, mass=double)
    cpdef double mass(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t)
    cpdef revive(self, Row x)
    cpdef widen(self, Py_ssize_t width)
    cpdef welcome(self, Py_ssize_t before)


cdef class ExponentialLearner(ExpertLearner):
    cdef readonly double eta
    cdef readonly double[::1] totals

    @cython.locals(batch=Batch, k=Py_ssize_t, i=int)
    cpdef charge(self, Row x, double own)
    @cython.locals(least=double, i=Py_ssize_t)
    cpdef reweigh(self, double eta)
    @cython.locals(least=double, i=Py_ssize_t)
    cpdef double least(self) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, least=double, total=double, mass=double, share=double, lost=double)
    cpdef double faint_mean(self, Row x) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t, i=int, least=double, lost=double)
    cpdef revive(self, Row x)
    cpdef welcome(self, Py_ssize_t before)


@cython.locals(i=Py_ssize_t)
cpdef exponentials(double[::1] values)
