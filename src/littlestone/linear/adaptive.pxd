# The C types of adaptive.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.linear.first_order cimport GradientLearner
from littlestone.row cimport Batch, Row

cdef double HUGE
cdef Py_ssize_t TOTAL
cdef Py_ssize_t SQUARES
cdef Py_ssize_t STIFFNESS
cdef Py_ssize_t PULL


cdef class AdaptiveLearner(GradientLearner):
    cdef readonly double alpha
    cdef readonly double beta
    cdef bint prices
    cdef double[::1] cells

    @cython.locals(
        batch=Batch, columns="const int*", values="const double*", w="double*", cells="double*", inverse=double,
        beta=double, prices=bint, drag=double, weighted=double, k=Py_ssize_t, i=Py_ssize_t, c=Py_ssize_t, g=double, squares=double,
        stiffness=double, move=double, total=double, pull=double, weight=double, pulled=double
    )
    cpdef step(self, Row x, double slope, double guess)
    @cython.locals(w=double, total=double, squares=double, stiffness=double, pulled=double, pull=double)
    cpdef step_bias(self, double g)
    cpdef double priced(self, double z, double stiffness) except? -7.25
    cpdef widen(self, Py_ssize_t width)
