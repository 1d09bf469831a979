# The C types of loss.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row

cdef check_lengths(double[::1] y, double[::1] guesses, double[::1] found)


cdef class Loss:
    cdef check_room(self, Row x, double[::1] prices)
    @cython.locals(batch=Batch, k=Py_ssize_t, start=Py_ssize_t, whole=bint)
    cpdef price(self, Row x, double y, double[::1] prices)
    @cython.locals(k=Py_ssize_t)
    cpdef fill(self, double[::1] y, double[::1] guesses, double[::1] prices)
    @cython.locals(k=Py_ssize_t)
    cpdef fill_slopes(self, double[::1] y, double[::1] guesses, double[::1] slopes)
    cpdef check(self, double y)
    cpdef double value(self, double y, double guess, double act) except? -7.25
    cpdef double slope(self, double y, double guess) except? -7.25
    cpdef double answer(self, double guess) except? -7.25
