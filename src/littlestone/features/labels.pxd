# The C types of labels.py, and nothing else.
cimport cython

from littlestone.loss cimport Loss

cdef double LARGEST


cdef class Labels:
    cpdef double inside(self, label) except? -7.25
    cpdef object outside(self, double sign)
    cpdef Py_ssize_t met(self) except -1
    cpdef forget(self, Py_ssize_t met)


cdef class Outcome(Labels):
    cdef readonly Loss price

    @cython.locals(y=double)
    cpdef double inside(self, label) except? -7.25
    cpdef object outside(self, double sign)


cdef class TwoClass(Labels):
    cdef readonly object negative
    cdef readonly object positive
    cdef dict signs
    cdef bint plain

    cpdef double inside(self, label) except? -7.25
    cpdef object outside(self, double sign)


cdef class Classes(Labels):
    cdef readonly list known
    cdef readonly list told
    cdef dict numbers

    @cython.locals(found=Py_ssize_t)
    cpdef double inside(self, label) except? -7.25
    cpdef Py_ssize_t find(self, label) except? -7
    cpdef object outside(self, double sign)
    cpdef Py_ssize_t met(self) except -1
    cpdef forget(self, Py_ssize_t met)
