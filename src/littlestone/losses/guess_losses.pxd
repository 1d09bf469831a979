# The C types of rows.py, and nothing else.
cimport cython

from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row
from littlestone.support cimport elementary

cdef double SURE
cdef double STEEP


cdef double absolute_loss(double y, double guess) noexcept
cdef double square_loss(double y, double guess) noexcept
cdef double brier_loss(double y, double guess) noexcept


cdef class Mistake(Loss):
    @cython.locals(batch=Batch, k=Py_ssize_t, start=Py_ssize_t, whole=bint)
    cpdef price(self, Row x, double y, double[::1] prices)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Absolute(Loss):
    @cython.locals(batch=Batch, k=Py_ssize_t, start=Py_ssize_t, whole=bint)
    cpdef price(self, Row x, double y, double[::1] prices)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Hinge(Loss):
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Square(Loss):
    @cython.locals(batch=Batch, k=Py_ssize_t, start=Py_ssize_t, whole=bint)
    cpdef price(self, Row x, double y, double[::1] prices)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Logistic(Loss):
    @cython.locals(z=double)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    @cython.locals(z=double)
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class LogScore(Loss):
    @cython.locals(p=double)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    @cython.locals(p=double)
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Brier(Loss):
    @cython.locals(batch=Batch, k=Py_ssize_t, start=Py_ssize_t, whole=bint)
    cpdef price(self, Row x, double y, double[::1] prices)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Pinball(Loss):
    cdef readonly double quantile

    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Percentage(Loss):
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25
    cpdef check(self, double y)


cdef class Poisson(Loss):
    @cython.locals(least=double)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25
    cpdef double answer(self, double guess) except? -7.25
    cpdef check(self, double y)


cdef class Insensitive(Loss):
    cdef readonly double epsilon

    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25
