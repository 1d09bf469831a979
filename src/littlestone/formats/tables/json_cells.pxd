# The C types of json_cells.py, and nothing else.
cimport cython

from littlestone.features.name_table cimport NameTable
from littlestone.formats.text.row_lines cimport RowLines

cdef int SPACE, TAB, RETURN, NEWLINE, QUOTE, COMMA, COLON, OPEN, CLOSE, SLASH
cdef int MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E, SMALL_T, SMALL_F, SMALL_N
cdef int LEFT_OUT, CELL, NUMBER, TRUTH, OUTCOME, KINDS, LITERAL, ESCAPED, HARD, NEW, ODD, NO_TRUTH, DIGITS, LONGEST_NUMBER, MOST_KEYS
cdef unsigned long long CONTROLS, QUOTES, SLASHES
cdef double LARGEST, NO_LABEL
cdef const unsigned char* YES
cdef const unsigned char* NO
cdef const unsigned char* NOTHING


cdef class JsonCells(RowLines):
    cdef readonly NameTable table
    cdef readonly NameTable keys
    cdef unsigned char[::1] roles
    cdef long long[::1] stamps
    cdef long long stamp
    cdef readonly Py_ssize_t width
    cdef readonly long long first
    cdef readonly bint labelled
    cdef readonly int[::1] truths
    cdef readonly long long[::1] numbers_of_lines
    cdef readonly long long[::1] begins

    cpdef take(self, bytearray buffer)
    cpdef glance(self, Py_ssize_t start, Py_ssize_t stop)
    cpdef renew_table(self)
    cpdef number_lines(self, long long first)
    cpdef add_key(self, int role)
    @cython.locals(text="const unsigned char*", begin=Py_ssize_t, fault=int)
    cdef int line(self, Py_ssize_t at) except -1 nogil
    @cython.final
    @cython.locals(
        text="const unsigned char*", k=Py_ssize_t, truth=int, outcome=double, came=bint, stop=Py_ssize_t, place=Py_ssize_t,
        role=int, group=Py_ssize_t, number=bint, value=double, first=Py_ssize_t
    )
    cdef int record(self, Py_ssize_t at) except -1 nogil
    @cython.final
    @cython.locals(text="const unsigned char*")
    cdef Py_ssize_t skip(self, Py_ssize_t at) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*", first=Py_ssize_t, stop=Py_ssize_t)
    cdef Py_ssize_t end_of_literal(self, Py_ssize_t at) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*")
    cdef Py_ssize_t digits(self, Py_ssize_t at) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*", k=Py_ssize_t)
    cdef Py_ssize_t after(self, Py_ssize_t at, const unsigned char* word, Py_ssize_t size) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*", k=Py_ssize_t)
    cdef bint is_short(self, Py_ssize_t first, Py_ssize_t stop) noexcept nogil
