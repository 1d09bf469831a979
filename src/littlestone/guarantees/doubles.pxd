# The C types of doubles.py, and nothing else.


cdef class Doubles:
    cdef double[::1] room
    cdef readonly Py_ssize_t count

    cpdef append(self, double value)
    cpdef grow(self)
