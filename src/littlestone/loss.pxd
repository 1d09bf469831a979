# The C types of loss.py, and nothing else.
cimport cython


cdef class Loss:
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Mistake(Loss):
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Absolute(Loss):
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Hinge(Loss):
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Square(Loss):
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25


cdef class Log(Loss):
    @cython.locals(z=double)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    @cython.locals(z=double)
    cpdef double slope(self, double y, double guess) except? -7.25
