# The C types of commitment.py, and nothing else.
cimport cython
from libc.string cimport memcpy

from .machine_blake2 cimport hash_each, put, utf8

cdef bytes NOBODY, ZEROS
cdef long long NONE
cdef Py_ssize_t HEADER_SIZE
cdef int TOGETHER


@cython.locals(count=Py_ssize_t, k=Py_ssize_t, messages=Messages, who=bytes)
cpdef bytes commitments(list rows, bytes salts, dict makers)


@cython.locals(k=Py_ssize_t)
cpdef dict games_among(list rows)


@cython.final
cdef class Messages:
    cdef bytes salts
    cdef bytearray found
    cdef bytearray text
    cdef unsigned char* begin
    cdef long long sizes[512]
    cdef Py_ssize_t room
    cdef Py_ssize_t first
    cdef Py_ssize_t end
    cdef int waiting

    @cython.locals(
        name="const char*", length=Py_ssize_t, size=Py_ssize_t, record=bytes, answer=bytes, guess=bytes, chance=bytes,
        seed=bytes, seq=cython.longlong, at=cython.longlong, kind=cython.longlong, id=str, place="unsigned char*"
    )
    cdef int add(self, row, bytes who) except -1
    cdef int make_room(self, Py_ssize_t size) except -1
    cdef int take_room(self, Py_ssize_t size) except -1
    @cython.locals(salt=Py_ssize_t, place=Py_ssize_t)
    cdef int hash(self) except -1


cdef unsigned char* number(unsigned char* place, long long value) noexcept
cdef unsigned char* take(unsigned char* place, bytes field) noexcept
cdef unsigned char* copy(unsigned char* place, const char* data, Py_ssize_t size) noexcept
cdef Py_ssize_t size_of(bytes field) except -1
cdef long long said_of(bytes field) except -1
