# The C types of support.py, and nothing else.
cimport cython

from littlestone.learner cimport RowLearner
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary


cdef class KernelLearner(RowLearner):
    cdef readonly str kernel
    cdef readonly int which
    cdef readonly int degree
    cdef readonly double gamma
    cdef readonly double offset
    cdef readonly Py_ssize_t count
    cdef readonly long long[::1] starts
    cdef readonly int[::1] columns
    cdef readonly double[::1] values
    cdef readonly double[::1] squares
    cdef readonly double[::1] a
    cdef readonly double[::1] k
    cdef readonly double[::1] dense

    @cython.locals(distance=double, base=double, power=double)
    cpdef double of(self, double product, double here, double there) except? -7.25
    @cython.locals(square=double)
    cpdef double itself(self, Row x) except? -7.25
    @cython.locals(
        dense=double[::1], columns=int[::1], values=double[::1], batch=Batch, n=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t,
        square=double, total=double
    )
    cpdef products(self, Row x)
    @cython.locals(i=Py_ssize_t, total=double)
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(start=Py_ssize_t, end=Py_ssize_t, j=Py_ssize_t, batch=Batch)
    cpdef store(self, Row x, double a)
    cpdef drop(self, Py_ssize_t i)
    cpdef widen(self, Py_ssize_t width)
