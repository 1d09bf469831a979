# The C types of row.py, and nothing else.
cimport cython
from libc cimport math

cdef double LARGEST


@cython.final
cdef class Batch:
    cdef readonly const long long[::1] starts
    cdef readonly const int[::1] columns
    cdef readonly const double[::1] values
    cdef readonly const double[::1] labels
    cdef readonly const double[::1] weights
    cdef readonly list classes
    cdef public Py_ssize_t width
    cdef readonly Py_ssize_t rows
    cdef public bint checked
    cdef public bint ordered

    @cython.locals(t=Py_ssize_t, entries=Py_ssize_t, falls=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t)
    cpdef bint is_sound(self) except -1
    @cython.locals(k=Py_ssize_t, a=double, b=double, c=double, d=double)
    cpdef bint is_finite(self, Py_ssize_t start, Py_ssize_t stop) except -1
    @cython.locals(k=Py_ssize_t, count=Py_ssize_t)
    cpdef Py_ssize_t falls(self, Py_ssize_t start, Py_ssize_t stop) except -1
    @cython.locals(t=Py_ssize_t, k=Py_ssize_t, last=Py_ssize_t)
    cpdef Py_ssize_t first_fault(self) except? -7
    cpdef fault(self, Py_ssize_t entry)
    cpdef Row row(self, Py_ssize_t number)
    @cython.locals(row=Row)
    cpdef Row view(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t width)


@cython.final
@cython.no_gc  # a row refers to its batch, which refers to no row: there are no cycles to collect
@cython.freelist(16)
cdef class Row:
    cdef readonly Batch batch
    cdef readonly Py_ssize_t start
    cdef readonly Py_ssize_t stop
    cdef readonly Py_ssize_t width

    cpdef aim(self, Py_ssize_t start, Py_ssize_t stop)
    @cython.locals(batch=Batch, k=Py_ssize_t, stop=Py_ssize_t, n=Py_ssize_t, a=double, b=double, c=double, d=double)
    cpdef double dot(self, double[::1] w) except? -7.25
    @cython.locals(batch=Batch, k=Py_ssize_t)
    cpdef add_to(self, double[::1] w, double amount)
    @cython.locals(batch=Batch, k=Py_ssize_t, stop=Py_ssize_t, a=double, b=double, c=double, d=double)
    cpdef double squared_norm(self) except? -7.25
    cpdef double norm(self) except? -7.25
    cpdef bint is_whole(self) except -1
    @cython.locals(batch=Batch, k=Py_ssize_t)
    cpdef bint is_boolean(self) except -1
    cpdef bint is_finite(self) except -1
