# The C types of features.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.row cimport Batch, Row


cdef class Features:
    cdef readonly dict columns
    cdef public bint numbered
    cdef Batch buffer
    cdef int[::1] buffer_columns
    cdef double[::1] buffer_values
    cdef Py_ssize_t room
    cdef Py_ssize_t used

    cpdef Row row(self, x)
    @cython.locals(
        columns=dict, before=Py_ssize_t, k=Py_ssize_t, number=double, row=Row
    )
    cpdef Row named(self, dict x)
