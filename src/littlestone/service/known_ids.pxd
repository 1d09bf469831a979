# The C types of known_ids.py, and nothing else.
cimport cython


cdef class KnownIds:
    cdef list parts
    cdef readonly long long room

    @cython.locals(part=bytearray, mask="unsigned long long", place="unsigned long long", step="unsigned long long")
    cpdef add(self, ids)
    @cython.locals(k=Py_ssize_t)
    cpdef list among(self, ids)
    @cython.locals(mask="unsigned long long", step="unsigned long long")
    cdef bint has(self, bytearray part, unsigned long long place) except -1
