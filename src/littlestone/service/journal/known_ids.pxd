# The C types of known_ids.py, and nothing else.
cimport cython

cdef unsigned long long LONG
cdef unsigned long long PRIME
cdef unsigned long long GOLDEN
cdef unsigned long long MIXER


cdef class BloomFilter:
    cdef readonly unsigned long long salt
    cdef list parts
    cdef readonly long long room

    @cython.locals(
        part=bytearray, mask="unsigned long long", place="unsigned long long", step="unsigned long long",
        count=Py_ssize_t, k=Py_ssize_t
    )
    cpdef add(self, const long long[::1] hashes)
    @cython.locals(k=Py_ssize_t, place="unsigned long long")
    cpdef list among(self, ids)
    @cython.locals(mask="unsigned long long", step="unsigned long long")
    cdef bint has(self, bytearray part, unsigned long long place) except -1


@cython.locals(code="unsigned long long", byte="unsigned char", data=bytes)
cpdef long long hash_of(str id, unsigned long long salt) except -1
@cython.locals(k=Py_ssize_t, hashes="long long[::1]")
cpdef hashes_of(ids, unsigned long long salt)
@cython.locals(
    code=cython.longlong, count=Py_ssize_t, k=Py_ssize_t, hashes="long long[::1]", places="long long[::1]", seqs=tuple
)
cpdef tuple hashed_rows(dict ids, unsigned long long salt)
@cython.locals(game=cython.longlong, last=cython.longlong, ids=dict)
cpdef note_ids(dict recent, list rows)
