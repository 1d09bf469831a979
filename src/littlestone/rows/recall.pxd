# The C types of recall.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row


@cython.final
cdef class Recall:
    cdef Batch batch
    cdef Py_ssize_t start
    cdef Py_ssize_t stop
    cdef Py_ssize_t width
    cdef long long times
    cdef object what

    cpdef keep(self, Row x, long long times, what)
    cpdef bint fits(self, Row x, long long times) except -1
    cpdef found(self, Row x, long long times)
    cpdef forget(self)
