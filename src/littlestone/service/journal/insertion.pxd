# The C types of insertion.py, and nothing else.
cimport cython

cdef int PLACE, KIND
cdef Py_ssize_t WIDTH


cdef class Blob:
    cdef list fields
    cdef long long at

    @cython.locals(length=cython.longlong)
    cdef long long add(self, bytes field) except -1


@cython.locals(
    values=list, blob=Blob, game=cython.longlong, seq=cython.longlong, room=cython.longlong, id=str, place=Py_ssize_t)
cpdef list values_of(list rows, Py_ssize_t size, bytes salts, dict heads, Py_ssize_t first)
