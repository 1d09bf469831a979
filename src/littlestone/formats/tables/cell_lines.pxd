# The C types of cell_lines.py, and nothing else.
cimport cython

from littlestone.features.name_table cimport NameTable
from littlestone.formats.text.row_lines cimport RowLines

cdef int NEWLINE, RETURN, POINT, SMALL_E, LARGE_E
cdef int LEFT_OUT, CELL, NUMBER, TRUTH, OUTCOME, WEIGHT, HARD, ODD, NO_TRUTH, LONGEST_CELL, DIGITS
cdef unsigned long long CONTROLS


cdef class CellLines(RowLines):
    cdef readonly NameTable table
    cdef readonly int delimiter
    cdef unsigned long long delimiters
    cdef readonly int quote
    cdef bytes held
    cdef const unsigned char* roles
    cdef readonly Py_ssize_t width
    cdef readonly long long first
    cdef readonly int[::1] truths
    cdef readonly long long[::1] numbers_of_lines
    cdef readonly double[::1] weights

    cpdef take(self, bytearray buffer)
    cpdef glance(self, Py_ssize_t start, Py_ssize_t stop)
    cpdef renew_table(self)
    cpdef number_lines(self, long long first)
    cpdef Py_ssize_t odd_row(self) except -1
    @cython.locals(
        text="const unsigned char*", delimiter=int, quote=int, k=Py_ssize_t, truth=int, outcome=double, weight=double, place=Py_ssize_t,
        role=int, number=bint, value=double, first=Py_ssize_t, stop=Py_ssize_t,
        code=int
    )
    cdef int line(self, Py_ssize_t at) except -1 nogil
    @cython.final
    cdef int code(self, Py_ssize_t first, Py_ssize_t stop, Py_ssize_t place) except -1 nogil
    @cython.final
    @cython.locals(text="const unsigned char*", code=Py_ssize_t, stop=Py_ssize_t, plain=bint)
    cdef int known_cell(self, Py_ssize_t at, Py_ssize_t place) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*")
    cdef Py_ssize_t end_of_cell(self, Py_ssize_t at) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*", k=Py_ssize_t)
    cdef bint is_short(self, Py_ssize_t first, Py_ssize_t stop) noexcept nogil
