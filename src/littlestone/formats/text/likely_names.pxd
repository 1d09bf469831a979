# The C types of likely_names.py, and nothing else.
cimport cython

cdef bint LITTLE
cdef Py_ssize_t PLACES, SIZE, WORDS, HEAD, NUMBER
cdef unsigned long long BYTE, LOW, NOWHERE


@cython.final
cdef class LikelyNames:
    cdef readonly Py_ssize_t stop
    cdef unsigned long long[::1] names
    cdef long long[::1] before

    @cython.locals(place=Py_ssize_t)
    cdef void clear(self) noexcept nogil
    @cython.locals(k=Py_ssize_t, word="unsigned long long", other="unsigned long long")
    cdef Py_ssize_t again(
        self, const unsigned char* text, Py_ssize_t first, Py_ssize_t size, Py_ssize_t place, unsigned long long group
    ) noexcept nogil
    @cython.locals(
        size=Py_ssize_t, k=Py_ssize_t, half=Py_ssize_t, i=Py_ssize_t,
        word="unsigned long long", mask="unsigned long long", byte="unsigned long long"
    )
    cdef void expect(
        self, const unsigned char* text, Py_ssize_t first, Py_ssize_t stop, Py_ssize_t place, unsigned long long group,
        Py_ssize_t number
    ) noexcept nogil
