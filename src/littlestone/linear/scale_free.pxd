# The C types of scale_free.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.linear cimport LinearLearner
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row


@cython.locals(inverse=double, share=double)
cdef double stake(double total, double squares, double wealth) noexcept


cdef class ScaleFree(LinearLearner):
    cdef readonly double eps
    cdef readonly double heaviest
    cdef readonly double richest
    cdef readonly Loss price
    cdef public double inner
    cdef public double gross
    cdef public double paid
    cdef public double heard
    cdef double[::1] cells
    cdef double[::1] firsts

    @cython.final
    @cython.locals(c=Py_ssize_t, size=double, largest=double, shrunk=double, wealth=double)
    cdef inline double part(self, Py_ssize_t i, double value, double bet) noexcept
    @cython.final
    @cython.locals(c=Py_ssize_t, size=double, shrunk=double, gain=double, won=double, total=double, squares=double, wealth=double)
    cdef inline double move(self, Py_ssize_t i, double value, double bet, double g) noexcept
    @cython.locals(
        batch=Batch, columns="const int*", values="const double*", w="double*", room=Py_ssize_t, total=double,
        k=Py_ssize_t, i=Py_ssize_t
    )
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(
        h=double, g=double, batch=Batch, columns="const int*", values="const double*", w="double*", k=Py_ssize_t,
        i=Py_ssize_t
    )
    cpdef learn(self, Row x, double y, double guess)
    cpdef check_label(self, double y, double weight)
    cpdef widen(self, Py_ssize_t width)
