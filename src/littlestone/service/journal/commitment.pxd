# The C types of commitment.py, and nothing else.
cimport cython

from .machine_blake2 cimport stir

cdef unsigned long long FULL
cdef bint LITTLE
cdef bytes PERSON, NOBODY


@cython.locals(count=Py_ssize_t, k=Py_ssize_t, found=bytearray, state=Blake2b, who=bytes)
cpdef bytes commitments(list rows, bytes salts, dict makers)


@cython.final
cdef class Blake2b:
    cdef bytes salts
    cdef unsigned long long h[8]
    cdef unsigned long long m[16]
    cdef unsigned char buffer[128]
    cdef unsigned long long taken
    cdef int filled

    @cython.locals(
        name=bytes, record=bytes, answer=bytes, guess=bytes, chance=bytes, seed=bytes, seq=cython.longlong,
        at=cython.longlong, kind=cython.longlong, id=str
    )
    cdef int commit(self, row, bytes who, Py_ssize_t salt) except -1
    cdef void begin(self, Py_ssize_t salt) noexcept
    cdef void number(self, long long value) noexcept
    @cython.locals(k=Py_ssize_t, size=Py_ssize_t, text="const unsigned char*")
    cdef int take(self, bytes data) except -1
    @cython.locals(k=cython.int)
    cdef void compress(self, bint last) noexcept
    @cython.locals(k=cython.int)
    cdef int put(self, bytearray found, Py_ssize_t at) except -1


cdef long long length_of(bytes field) except -1

@cython.locals(k=cython.int)
cdef void store(unsigned char* place, Py_ssize_t at, unsigned long long word) noexcept nogil

@cython.locals(word="unsigned long long", byte="unsigned long long", k=cython.int)
cdef unsigned long long word_at(const unsigned char* data, Py_ssize_t at) noexcept nogil
