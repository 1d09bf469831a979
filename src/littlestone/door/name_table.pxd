# The C types of name_table.py, and nothing else.
cimport cython

cdef unsigned int FULL, FIRST, SECOND, ADDED, THIRD, FOURTH


@cython.locals(h="unsigned int", k="unsigned int", at=Py_ssize_t, size=Py_ssize_t)
cdef unsigned int mixed(const unsigned char* text, Py_ssize_t start, Py_ssize_t stop, unsigned int seed) noexcept nogil

cdef unsigned int spread(unsigned int k) noexcept nogil

cpdef unsigned int murmur3(bytes data, unsigned int seed=*)


@cython.final
cdef class NameTable:
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t used
    cdef readonly Py_ssize_t room
    cdef Py_ssize_t mask
    cdef unsigned long long code
    cdef bytearray arena
    cdef unsigned char* text
    cdef unsigned long long[::1] slots
    cdef long long[::1] starts

    cdef hold(self, bytearray arena)
    cpdef Py_ssize_t column(self, bytes name) except -1
    cpdef Py_ssize_t find(self, bytes name) except -2
    cdef draft(self, bytes name)
    cpdef int forget(self, Py_ssize_t before) except -1 nogil
    @cython.locals(stop=Py_ssize_t, slot=Py_ssize_t, column=Py_ssize_t)
    cdef Py_ssize_t settle(self, Py_ssize_t size) except -1 nogil
    cdef unsigned int hashed(self, Py_ssize_t stop, unsigned int seed) noexcept nogil
    @cython.locals(code="unsigned int", slot=Py_ssize_t, held="unsigned long long")
    cdef Py_ssize_t probe(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    @cython.locals(text="unsigned char*", at=Py_ssize_t)
    cdef bint same(self, Py_ssize_t column, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef int reserve(self, Py_ssize_t more) except -1 with gil
    @cython.locals(size=Py_ssize_t, column=Py_ssize_t, slot=Py_ssize_t)
    cdef int grow(self) except -1 with gil
