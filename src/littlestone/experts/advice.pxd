# The C types of advice.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.features.features cimport Features
from littlestone.features.labels cimport Labels
from littlestone.loss cimport Loss
from littlestone.row cimport Batch, Row


cdef class Advice(Features):
    cdef readonly Loss price
    cdef readonly Labels labels
    cdef readonly bint classes
    cdef readonly bint chances
    cdef public Py_ssize_t width

    cpdef Row row(self, x)
    cpdef Row named(self, x, bint raw)
    @cython.locals(n=Py_ssize_t, k=Py_ssize_t, i=Py_ssize_t, number=double, row=Row)
    cpdef Row spoken(self, x)
    @cython.locals(batch=Batch, k=Py_ssize_t, value=double, most=double)
    cpdef check(self, Row x)
