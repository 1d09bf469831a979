# The C types of embedding.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row


@cython.final
cdef class Embedding:
    cdef int[::1] columns
    cdef double[::1] values
    cdef Batch batch
    cdef Row view

    cpdef make_room(self, Py_ssize_t room)
    @cython.locals(size=Py_ssize_t, columns=int[::1], values=double[::1], batch=Batch, to=Py_ssize_t, k=Py_ssize_t, view=Row)
    cpdef Row row(self, Row x, int shift, double constant, double factor)
