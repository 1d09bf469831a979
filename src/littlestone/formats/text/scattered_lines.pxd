# The C types of scattered_lines.py, and nothing else.
cimport cython

from littlestone.formats.text.row_lines cimport RowLines

cdef int FEW, DIGIT, DIGITS
cdef unsigned long long LOW
cdef double LARGEST


cdef class ScatteredLines(RowLines):
    cdef unsigned long long[::1] keys
    cdef unsigned long long[::1] spare
    cdef double[::1] amounts
    cdef long long[::1] places
    cdef long long[::1] digits
    cdef Py_ssize_t count
    cdef Py_ssize_t last
    cdef Py_ssize_t seen
    cdef Py_ssize_t end
    cdef bint rising

    cpdef take(self, bytearray buffer)
    cdef void clear(self) noexcept nogil
    @cython.locals(k=Py_ssize_t)
    cdef void put(self, Py_ssize_t column, double amount, Py_ssize_t place) noexcept nogil
    @cython.locals(finite=bint, k=Py_ssize_t, i=Py_ssize_t, column=Py_ssize_t, which=Py_ssize_t, total=double)
    cdef bint add_up(self) noexcept nogil
    @cython.final
    @cython.locals(i=Py_ssize_t, k=Py_ssize_t, key="unsigned long long", shift=int)
    cdef void sort(self) noexcept nogil
    @cython.final
    @cython.locals(places="long long[::1]", i=Py_ssize_t, total="long long", count="long long", digit=int)
    cdef void sort_digit(self, unsigned long long[::1] keys, unsigned long long[::1] spare, int shift) noexcept nogil
