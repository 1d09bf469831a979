# The C types of label_search.py, and nothing else.
cimport cython

cdef unsigned long long PRIME
cdef unsigned long long MIX


cdef class LabelSearch:
    cdef readonly bint bandit
    cdef object pulse
    cdef readonly long long seen
    cdef Py_ssize_t points
    cdef Py_ssize_t rows
    cdef unsigned long long[::1] cells
    cdef long long[::1] ends
    cdef long long[::1] least
    cdef long long[::1] found
    cdef long long[::1] largest
    cdef unsigned long long[::1] hashes
    cdef readonly dict low
    cdef readonly dict high

    @cython.locals(size=Py_ssize_t)
    cpdef bint at_least(self, unsigned long long space, Py_ssize_t d) except -1
    @cython.locals(base=Py_ssize_t, number=Py_ssize_t, k=Py_ssize_t)
    cpdef bint decide(self, unsigned long long space, Py_ssize_t d) except -1
    @cython.locals(
        first=Py_ssize_t, last=Py_ssize_t, k=Py_ssize_t, count=Py_ssize_t, part="unsigned long long"
    )
    cpdef bint forced(self, unsigned long long space, Py_ssize_t point, Py_ssize_t d) except -1
    @cython.locals(
        base=Py_ssize_t, number=Py_ssize_t, possible=Py_ssize_t, point=Py_ssize_t, labels=Py_ssize_t, most=Py_ssize_t,
        size=Py_ssize_t, k=Py_ssize_t, place=Py_ssize_t, mixed="unsigned long long", part="unsigned long long"
    )
    cpdef Py_ssize_t splits(self, unsigned long long space, Py_ssize_t d) except -2
    cpdef Py_ssize_t count(self, unsigned long long bits) except? -1
    @cython.locals(
        place=Py_ssize_t, other=Py_ssize_t, k=Py_ssize_t, j=Py_ssize_t, same=bint, equal=bint,
        part="unsigned long long"
    )
    cpdef bint known(
        self, unsigned long long space, Py_ssize_t point, unsigned long long mixed, Py_ssize_t base, Py_ssize_t number
    ) except -1
