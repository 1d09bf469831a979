# The C types of coordinate.py, and nothing else.
cimport cython

from littlestone.learners.linear.linear cimport LinearLearner
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row


cdef double HUGE


cdef class CoordinateLearner(LinearLearner):
    cdef readonly Loss price
    cdef double[::1] total
    cdef double[::1] squares
    cdef double[::1] stiffness
    cdef double[::1] pull
    cdef readonly double inner
    cdef readonly double drag
    cdef readonly double weighted
    cdef readonly double paid

    cpdef double stiffness_of(self, Py_ssize_t i) except? -7.25
    cpdef double moved(self, Py_ssize_t i, double w, double g) except? -7.25
    @cython.locals(slope=double)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(batch=Batch, k=Py_ssize_t, i=Py_ssize_t, g=double)
    cpdef step(self, Row x, double slope)
    @cython.locals(stiffness=double, grown=double)
    cpdef double taken(self, Py_ssize_t i, double w, double g) except? -7.25
    cpdef widen(self, Py_ssize_t width)
