# The C types of decimals.py, and nothing else.
cimport cython

cdef int MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E
cdef double NO_NUMBER, INFINITE
cdef long long MOST_DIGITS, EXACT, LEAST_TEN, MOST_TEN, LEAST_TWO, MOST_TWO, LONG_EXPONENT
cdef unsigned long long WHOLE, HALF, FULL, TOP


cdef class Decimals:
    cdef bytearray buffer
    cdef const unsigned char* text
    cdef readonly Py_ssize_t at
    cdef const double[::1] tens
    cdef const double[::1] twos
    cdef const unsigned long long[::1] high
    cdef const unsigned long long[::1] low
    cdef unsigned long long upper
    cdef unsigned long long lower

    cpdef hold(self, bytearray buffer)
    @cython.locals(
        text="const unsigned char*", start=Py_ssize_t, first=Py_ssize_t, negative=bint, signed=bint, falling=bint,
        w="unsigned long long", digits=cython.longlong, q=cython.longlong, exponent=cython.longlong, value=double
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
