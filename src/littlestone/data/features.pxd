# The C types of features.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row


cdef class Features:
    cdef readonly dict columns
    cdef public bint numbered
    cdef Batch buffer
    cdef Py_ssize_t used

    cpdef Row row(self, x)
    @cython.locals(
        buffer=Batch, columns=dict, before=Py_ssize_t, k=Py_ssize_t, number=double, row=Row, size=Py_ssize_t
    )
    cpdef Row named(self, dict x)
