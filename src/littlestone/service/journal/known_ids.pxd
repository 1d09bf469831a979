# The C types of known_ids.py, and nothing else.
cimport cython

cdef unsigned long long LONG


cdef unsigned long long rotated(unsigned long long word, int places) noexcept nogil


@cython.final
cdef class IdHash:
    cdef readonly unsigned long long k0
    cdef readonly unsigned long long k1

    cpdef long long of(self, str id) except *
    @cython.locals(
        a="unsigned long long", b="unsigned long long", c="unsigned long long", d="unsigned long long",
        word="unsigned long long", byte="unsigned long long", size=Py_ssize_t, words=Py_ssize_t, k=Py_ssize_t,
        place=Py_ssize_t, _=Py_ssize_t
    )
    cpdef unsigned long long of_bytes(self, bytes data) except? 0
    @cython.locals(k=Py_ssize_t, hashes="long long[::1]")
    cpdef all_of(self, ids)
    @cython.locals(
        code=cython.longlong, count=Py_ssize_t, k=Py_ssize_t, hashes="long long[::1]", places="long long[::1]",
        seqs=tuple
    )
    cpdef tuple of_rows(self, dict ids)


cdef class BloomFilter:
    cdef readonly IdHash hash
    cdef list parts
    cdef readonly long long room

    @cython.locals(
        part=bytearray, mask="unsigned long long", place="unsigned long long", step="unsigned long long",
        count=Py_ssize_t, k=Py_ssize_t
    )
    cpdef add(self, const long long[::1] hashes)
    @cython.locals(k=Py_ssize_t, place="unsigned long long")
    cpdef list among(self, ids)
    @cython.locals(k=Py_ssize_t, place="unsigned long long")
    cpdef list hashes_among(self, hashes)
    @cython.locals(mask="unsigned long long", step="unsigned long long")
    cdef bint has(self, bytearray part, unsigned long long place) except -1


@cython.locals(game=cython.longlong, last=cython.longlong, ids=dict)
cpdef note_ids(dict recent, list rows)
