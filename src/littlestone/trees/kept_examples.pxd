# The C types of kept_examples.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row
from littlestone.state cimport Saved

cdef Py_ssize_t FEW


cdef class KeptExamples(Saved):
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t free
    cdef readonly Py_ssize_t used
    cdef readonly Py_ssize_t live
    cdef readonly long long age
    cdef long long[::1] starts
    cdef long long[::1] stops
    cdef int[::1] holders
    cdef long long[::1] ages
    cdef int[::1] vacant
    cdef readonly double[::1] label
    cdef readonly double[::1] weight
    cdef int[::1] columns
    cdef double[::1] values

    @cython.locals(size=Py_ssize_t, place=Py_ssize_t, to=Py_ssize_t, k=Py_ssize_t, batch=Batch)
    cpdef Py_ssize_t add(self, Row x, double y, double weight) except -1
    cdef hold(self, Py_ssize_t place)
    cpdef let_go(self, Py_ssize_t place)
    @cython.locals(room=Py_ssize_t, to=Py_ssize_t, place=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t)
    cpdef make_room(self, Py_ssize_t size)
    @cython.locals(low=Py_ssize_t, high=Py_ssize_t, k=Py_ssize_t, less=int)
    cpdef double value(self, Py_ssize_t place, Py_ssize_t column) noexcept
