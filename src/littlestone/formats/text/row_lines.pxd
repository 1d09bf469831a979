# The C types of row_lines.py, and nothing else.
cimport cython

from littlestone.formats.text.decimals cimport Decimals

cdef int NEWLINE, RETURN, NO_TEXT, ODD
cdef double NO_LABEL
cdef bint LITTLE
cdef unsigned long long ONES, HIGHS, PLACES


cdef class RowLines(Decimals):
    cdef readonly Py_ssize_t least
    cdef readonly double negative
    cdef readonly double positive
    cdef readonly bint settled
    cdef readonly bint numbers
    cdef readonly Py_ssize_t rows
    cdef readonly Py_ssize_t entries
    cdef readonly Py_ssize_t lines
    cdef readonly Py_ssize_t begin
    cdef bint plain
    cdef readonly long long[::1] starts
    cdef readonly double[::1] labels
    cdef readonly int[::1] columns
    cdef readonly double[::1] values

    cpdef take(self, bytearray buffer)
    cpdef renew(self)
    @cython.locals(size=Py_ssize_t)
    cpdef int parse(self, Py_ssize_t start, Py_ssize_t stop) except -1
    @cython.locals(text="const unsigned char*", at=Py_ssize_t, fault=int)
    cdef int run(self, Py_ssize_t start, Py_ssize_t stop) except -1 nogil
    cdef int line(self, Py_ssize_t at) except -1 nogil
    cpdef glance(self, Py_ssize_t start, Py_ssize_t stop)
    @cython.locals(
        text="const unsigned char*", word="unsigned long long", first="unsigned long long", second="unsigned long long",
        hits="unsigned long long", product="unsigned long long", byte="unsigned long long"
    )
    cdef Py_ssize_t seek(
        self, Py_ssize_t at, unsigned long long below, unsigned long long one, unsigned long long other
    ) noexcept nogil
    @cython.locals(text="const unsigned char*", high=int, odd=bint, stop=Py_ssize_t)
    cdef int look(self, Py_ssize_t at) noexcept nogil
    @cython.locals(text="const unsigned char*", byte=int, least=int, most=int, _=int)
    cdef bint is_text(self, Py_ssize_t at) noexcept nogil
    cdef double sign(self, double y) noexcept nogil
    cdef void enter(self, double y, double sign, Py_ssize_t entries) noexcept nogil
