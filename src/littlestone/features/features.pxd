# The C types of features.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.row cimport Batch, Row

cdef double EXACT


cdef class Features:
    cdef readonly dict columns
    cdef public bint numbered
    cdef readonly Py_ssize_t max_names
    cdef public bint zeros
    cdef public bint variables
    cdef public Py_ssize_t shared
    cdef readonly bytearray marks
    cdef readonly object schema
    cdef dict cells
    cdef Py_ssize_t remembered
    cdef object special
    cdef bint slow
    cdef Batch buffer
    cdef int[::1] buffer_columns
    cdef double[::1] buffer_values
    cdef Py_ssize_t room
    cdef Py_ssize_t used

    cpdef Py_ssize_t size(self) except -1
    cpdef Row row(self, x)
    cpdef check(self, Row x)
    @cython.locals(before=Py_ssize_t, shared=Py_ssize_t, row=Row)
    cpdef Row named(self, x, bint raw)
    @cython.locals(
        columns=dict, k=Py_ssize_t, number=double, row=Row, last=int, found=int, sorted_so_far=bint, zeros=bint,
        ruled=bint, entry=tuple, cells=dict, texts=dict
    )
    cpdef Row filled(self, x, bint raw)
    @cython.locals(entry=tuple)
    cpdef tuple known(self, name, value)
    @cython.locals(
        columns=cython.int[::1], values=cython.double[::1], gap=Py_ssize_t, to=Py_ssize_t, k=Py_ssize_t, column=int,
        value=double
    )
    cdef Py_ssize_t sort(self, Py_ssize_t start, Py_ssize_t stop) except -1
