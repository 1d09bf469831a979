# The C types of search.py, and nothing else.
cimport cython


cdef class Search:
    cdef const unsigned char[::1] table
    cdef Py_ssize_t points
    cdef object canonical
    cdef object pulse
    cdef readonly long long seen
    cdef readonly Py_ssize_t middle
    cdef long long[::1] order
    cdef long long[::1] counts
    cdef unsigned char[::1] patterns
    cdef long long[::1] first
    cdef long long[::1] last
    cdef unsigned long long[::1] columns
    cdef readonly dict proven
    cdef readonly dict refuted
    cdef list failed

    cpdef Py_ssize_t concept(self, Py_ssize_t k) except? -1
    @cython.locals(base=Py_ssize_t, x=Py_ssize_t)
    cpdef begin(self, Py_ssize_t d)
    @cython.locals(size=Py_ssize_t)
    cpdef bint deep(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d) except -1
    @cython.locals(
        size=Py_ssize_t, need=Py_ssize_t, base=Py_ssize_t, best=Py_ssize_t, most=Py_ssize_t, x=Py_ssize_t,
        ones=Py_ssize_t, even=Py_ssize_t, middle=Py_ssize_t, found=bint
    )
    cpdef Py_ssize_t question(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d) except -2
    @cython.locals(
        points=Py_ssize_t, base=Py_ssize_t, size=Py_ssize_t, first=Py_ssize_t, last=Py_ssize_t, x=Py_ssize_t,
        k=Py_ssize_t, start=Py_ssize_t, ones=Py_ssize_t
    )
    cpdef count(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d)
    cpdef bytes key(self, Py_ssize_t size, Py_ssize_t d)
    @cython.locals(points=Py_ssize_t, concept=Py_ssize_t)
    cpdef sort(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t x)
    @cython.locals(
        sets=set, known=set, points=Py_ssize_t, found=Py_ssize_t, x=Py_ssize_t, k=Py_ssize_t,
        bit="unsigned long long", everything="unsigned long long", column="unsigned long long"
    )
    cpdef bint small(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d) except -1
    @cython.locals(
        size=Py_ssize_t, need=Py_ssize_t, x=Py_ssize_t, ones=Py_ssize_t, one="unsigned long long",
        zero="unsigned long long"
    )
    cpdef bint deep_bits(self, unsigned long long space, Py_ssize_t found, Py_ssize_t d) except -1
    cpdef look(self)


cpdef Py_ssize_t bit_count(unsigned long long bits) except? -1
