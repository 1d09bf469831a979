# The C types of name_table.py, and nothing else.
cimport cython

cdef unsigned int FULL, FIRST, SECOND, ADDED, THIRD, FOURTH
cdef unsigned long long GOLDEN, ONES, HIGHS, PLACES
cdef bint LITTLE


@cython.locals(h="unsigned int", k="unsigned int", at=Py_ssize_t, size=Py_ssize_t)
cdef unsigned int mixed(const unsigned char* text, Py_ssize_t start, Py_ssize_t stop, unsigned int seed) noexcept nogil

cdef unsigned int spread(unsigned int k) noexcept nogil

cpdef unsigned int murmur3(bytes data, unsigned int seed=*)

@cython.locals(word="unsigned long long", count=Py_ssize_t, k=Py_ssize_t)
cdef unsigned long long eight(const unsigned char* text, Py_ssize_t at, Py_ssize_t stop, Py_ssize_t size) noexcept nogil

cdef unsigned long long stirred(unsigned long long code, unsigned long long word) noexcept nogil


@cython.final
cdef class NameTable:
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t used
    cdef readonly Py_ssize_t stop
    cdef Py_ssize_t room
    cdef Py_ssize_t mask
    cdef unsigned long long hash
    cdef unsigned long long[::1] slots
    cdef long long[::1] starts
    cdef unsigned long long[::1] words

    cpdef Py_ssize_t column(self, bytes name, unsigned long long group=*) except -1
    @cython.locals(
        count=Py_ssize_t, size=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t, k=Py_ssize_t, numbers="int[::1]"
    )
    cpdef columns(
        self, bytes text, const long long[::1] ends, const unsigned char[::1] there, int none, unsigned long long group
    )
    @cython.locals(where=Py_ssize_t)
    cpdef Py_ssize_t find(self, bytes name, unsigned long long group=*) except -2
    @cython.locals(start=Py_ssize_t, stop=Py_ssize_t, size=Py_ssize_t, k=Py_ssize_t)
    cpdef bytes name(self, Py_ssize_t column)
    cpdef Py_ssize_t group(self, Py_ssize_t column) except -1
    @cython.locals(slot=Py_ssize_t)
    cpdef int forget(self, Py_ssize_t before) except -1 nogil
    @cython.locals(slot=Py_ssize_t, where=Py_ssize_t, words=Py_ssize_t, k=Py_ssize_t)
    cdef Py_ssize_t settle(
        self, const unsigned char* text, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t size, unsigned long long group
    ) except -1 nogil
    @cython.locals(
        head="unsigned long long", code="unsigned long long", at=Py_ssize_t, slot=Py_ssize_t, held="unsigned long long",
        k=Py_ssize_t
    )
    cdef Py_ssize_t probe(
        self, const unsigned char* text, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t size, unsigned long long group
    ) noexcept nogil
    @cython.locals(
        start=Py_ssize_t, code="unsigned long long", word="unsigned long long", first="unsigned long long",
        second="unsigned long long", hits="unsigned long long", low="unsigned long long", product="unsigned long long"
    )
    cdef Py_ssize_t known(
        self, const unsigned char* text, Py_ssize_t at, Py_ssize_t size, unsigned long long below,
        unsigned long long one, unsigned long long other, unsigned long long group
    ) noexcept nogil
    @cython.locals(
        head="unsigned long long", slot=Py_ssize_t, held="unsigned long long", k=Py_ssize_t, which=Py_ssize_t
    )
    cdef Py_ssize_t number(
        self, const unsigned char* text, Py_ssize_t start, Py_ssize_t at, unsigned long long last,
        unsigned long long code, unsigned long long group
    ) noexcept nogil
    cdef unsigned int hashed(self, const unsigned char* text, Py_ssize_t stop, unsigned int seed) noexcept nogil
    @cython.locals(code="unsigned long long", k=Py_ssize_t)
    cdef unsigned long long code(self, Py_ssize_t column) noexcept nogil
    cdef int reserve(self, Py_ssize_t more) except -1 with gil
    @cython.locals(size=Py_ssize_t, column=Py_ssize_t, slot=Py_ssize_t, code="unsigned long long")
    cdef int grow(self) except -1 with gil
