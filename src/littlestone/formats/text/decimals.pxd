# The C types of decimals.py, and nothing else.
cimport cython

from littlestone.formats.text cimport machine_bits as bits

cdef int MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E, COLON, SPACE, NEWLINE, RETURN
cdef double NO_NUMBER, INFINITE
cdef long long MOST_DIGITS, EXACT, LEAST_TEN, MOST_TEN, LEAST_TWO, MOST_TWO, LONG_EXPONENT
cdef unsigned long long WHOLE, HALF, FULL, TOP
cdef unsigned long long ZEROS, OVER_NINE, LOWEST_BITS, PLACES, PAIRS, HUNDREDS, ONES
cdef bint LITTLE


@cython.locals(word="unsigned long long")
cdef unsigned long long eight(const unsigned char* text, Py_ssize_t at) noexcept nogil
@cython.locals(others="unsigned long long", product="unsigned long long")
cdef Py_ssize_t leading(unsigned long long word) noexcept nogil
cdef unsigned long long written(unsigned long long word, Py_ssize_t count) noexcept nogil


cdef class Decimals:
    cdef readonly bytearray buffer
    cdef const unsigned char* text
    cdef Py_ssize_t size
    cdef readonly Py_ssize_t at
    cdef const double[::1] tens
    cdef const unsigned long long[::1] whole_tens
    cdef const double[::1] twos
    cdef const unsigned long long[::1] high
    cdef const unsigned long long[::1] low
    cdef unsigned long long upper
    cdef unsigned long long lower
    cdef double found

    cpdef hold(self, bytearray buffer)
    @cython.locals(
        text="const unsigned char*", tens="const double[::1]", whole_tens="const unsigned long long[::1]", first=Py_ssize_t,
        safe=Py_ssize_t, begin=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t, marks="unsigned long long", count=Py_ssize_t,
        column=Py_ssize_t, whole=cython.longlong, negative=bint, value=double
    )
    cdef Py_ssize_t pairs(
        self, Py_ssize_t at, int[::1] columns, double[::1] values, Py_ssize_t k, Py_ssize_t last, Py_ssize_t base,
        Py_ssize_t most
    ) noexcept nogil
    @cython.locals(
        text="const unsigned char*", first=Py_ssize_t, negative=bint, word="unsigned long long", count=Py_ssize_t,
        value=double
    )
    cdef Py_ssize_t brief(self, Py_ssize_t at, int after) noexcept nogil
    @cython.locals(
        text="const unsigned char*", start=Py_ssize_t, first=Py_ssize_t, negative=bint, signed=bint, falling=bint,
        w="unsigned long long", word="unsigned long long", count=Py_ssize_t, digits=cython.longlong, q=cython.longlong, exponent=cython.longlong, value=double
    )
    cdef double number(self, Py_ssize_t at) noexcept nogil
    @cython.locals(text="const unsigned char*", count=cython.longlong)
    cdef long long zeros(self, Py_ssize_t at) noexcept nogil
    @cython.locals(
        shift=cython.longlong, lead=cython.longlong, two=cython.longlong, m="unsigned long long",
        upper="unsigned long long", lower="unsigned long long", value=double
    )
    cdef double product(self, unsigned long long w, long long q) noexcept nogil
    @cython.locals(
        low="unsigned long long", left="unsigned long long", right="unsigned long long", middle="unsigned long long"
    )
    cdef void multiply(self, unsigned long long a, unsigned long long b) noexcept nogil
    @cython.locals(value=double)
    cdef double slow(self, Py_ssize_t start, Py_ssize_t stop) noexcept with gil


@cython.locals(scanner=Decimals)
cpdef double decimal(bytes text) except? -7.25
