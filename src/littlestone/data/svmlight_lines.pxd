# The C types of svmlight_lines.py, and nothing else.
cimport cython

from littlestone.data.decimals cimport Decimals

cdef int SPACE, TAB, RETURN, NEWLINE, HASH, COLON, NIL, TEN, Q, I, D, COLUMN_DIGITS
cdef int LABEL, CLASS, ENTRY, VALUE, BLANK, ORDER, LARGE, LITTLE


@cython.final
cdef class SvmlightLines(Decimals):
    cdef readonly Py_ssize_t base
    cdef readonly Py_ssize_t most
    cdef readonly double negative
    cdef readonly double positive
    cdef readonly bint settled
    cdef readonly bint numbers
    cdef readonly Py_ssize_t top
    cdef readonly Py_ssize_t rows
    cdef readonly Py_ssize_t entries
    cdef readonly Py_ssize_t lines
    cdef readonly Py_ssize_t begin
    cdef readonly long long[::1] starts
    cdef readonly double[::1] labels
    cdef readonly int[::1] columns
    cdef readonly double[::1] values

    cpdef take(self, bytearray buffer)
    cpdef renew(self)
    @cython.locals(size=Py_ssize_t)
    cpdef int parse(self, Py_ssize_t start, Py_ssize_t stop) except? -1
    @cython.locals(text="const unsigned char*", at=Py_ssize_t, fault=int)
    cdef int run(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    @cython.locals(
        text="const unsigned char*", first=Py_ssize_t, k=Py_ssize_t, last=Py_ssize_t, column=Py_ssize_t, y=double,
        value=double, fresh=bint, queried=bint
    )
    cdef int line(self, Py_ssize_t at) noexcept nogil
    @cython.locals(byte=int)
    cdef bint ends(self, Py_ssize_t at) noexcept nogil
    @cython.locals(text="const unsigned char*", first=Py_ssize_t)
    cdef bint query(self, Py_ssize_t at) noexcept nogil
