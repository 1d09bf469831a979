# The C types of svmlight_lines.py, and nothing else.
cimport cython

from littlestone.formats.text.row_lines cimport RowLines

cdef int SPACE, TAB, RETURN, NEWLINE, HASH, COLON, NIL, TEN, Q, I, D, COLUMN_DIGITS
cdef int LABEL, CLASS, ENTRY, VALUE, BLANK, ORDER, LARGE, LITTLE


cdef class SvmlightLines(RowLines):
    cdef readonly Py_ssize_t base
    cdef readonly Py_ssize_t most
    cdef readonly Py_ssize_t top

    @cython.locals(
        text="const unsigned char*", first=Py_ssize_t, usual=Py_ssize_t, k=Py_ssize_t, last=Py_ssize_t, column=Py_ssize_t, y=double,
        sign=double, value=double, queried=bint
    )
    cdef int line(self, Py_ssize_t at) except -1 nogil
    @cython.final
    @cython.locals(byte=int)
    cdef bint ends(self, Py_ssize_t at) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*", first=Py_ssize_t)
    cdef bint query(self, Py_ssize_t at) noexcept nogil
