# The C types of descent.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row


cdef class Descent:
    cdef readonly Batch batch
    cdef double[::1] u
    cdef double[::1] a
    cdef double[::1] squares

    @cython.locals(
        batch=Batch, x=Row, k=Py_ssize_t, t=Py_ssize_t, square=double, y=double, old=double, new=double, largest=double
    )
    cpdef double sweep(self, long long[::1] order, double c) except? -7.25


@cython.locals(x=Row, results=double[::1], k=Py_ssize_t, t=Py_ssize_t)
cpdef inner_products(Batch batch, long long[::1] rows, double[::1] z)
@cython.locals(x=Row, k=Py_ssize_t, t=Py_ssize_t)
cpdef add_rows(Batch batch, long long[::1] rows, double[::1] amounts, double[::1] total)
@cython.locals(x=Row, results="double[::1]", t=Py_ssize_t)
cpdef squared_norms(Batch batch)
@cython.locals(x=Row, w="double[::1]", results="double[::1]", t=Py_ssize_t, square=double, y=double, factors="double[::1]")
cpdef running_squares(Batch batch, amounts)
