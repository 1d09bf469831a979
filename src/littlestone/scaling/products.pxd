# The C types of products.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row
from littlestone.scaling.rescaled cimport Rescaled


cdef double LARGEST


cdef class Products(Rescaled):
    cdef readonly Py_ssize_t entries
    cdef readonly Py_ssize_t bits
    cdef long long last
    cdef int[::1] places
    cdef Py_ssize_t reach

    cdef take(self, Py_ssize_t column, double value)
    @cython.locals(entries=Py_ssize_t, size=Py_ssize_t, batch=Batch, to=Py_ssize_t, k=Py_ssize_t, row=Row)
    cpdef Row row(self, Row x)
    @cython.locals(a=Py_ssize_t, b=Py_ssize_t, to=Py_ssize_t, i=cython.longlong, j=cython.longlong,
                   number=cython.longlong, value=double, product=double)
    cdef Py_ssize_t multiply(self, Py_ssize_t first, Py_ssize_t stop) except -1
    @cython.locals(column=int, k=Py_ssize_t, total=double)
    cdef Py_ssize_t put(self, Py_ssize_t number, double product, Py_ssize_t stop, Py_ssize_t to) except -1
    cpdef Py_ssize_t width(self) except -1
    cpdef widen(self, Py_ssize_t width)
