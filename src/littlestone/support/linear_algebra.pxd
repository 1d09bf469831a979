# The C types of linear_algebra.py, and nothing else.
cimport cython
from libc cimport math

cdef double LEAST
cdef double DEPENDENT


@cython.locals(a=double, b=double, c=double, d=double, k=Py_ssize_t)
cdef double inner(const double[::1] x, Py_ssize_t i, const double[::1] y, Py_ssize_t j, Py_ssize_t n) noexcept
@cython.locals(k=Py_ssize_t)
cdef void add(
    double[::1] y, Py_ssize_t j, double factor, const double[::1] x, Py_ssize_t i, Py_ssize_t n
) noexcept

cpdef flat(array)
@cython.locals(x="const double[::1]", y="const double[::1]", n=Py_ssize_t)
cpdef double dot(a, b) except? -7.25
@cython.locals(x="const double[::1]")
cpdef double norm(a) except? -7.25
@cython.locals(x="const double[::1]", y="const double[::1]", out="double[::1]", n=Py_ssize_t, rows=Py_ssize_t, i=Py_ssize_t)
cpdef times(A, b)
@cython.locals(x="const double[::1]", y="const double[::1]", out="double[::1]", n=Py_ssize_t, rows=Py_ssize_t, i=Py_ssize_t)
cpdef combined(b, A)
@cython.locals(
    given="const double[::1]", f="double[::1]", n=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, whole=double, left=double,
    hidden=double, most=double
)
cpdef factored(A)
@cython.locals(f="const double[::1]", z="double[::1]", n=Py_ssize_t, i=Py_ssize_t)
cpdef forward(F, b)
@cython.locals(f="const double[::1]", z="double[::1]", n=Py_ssize_t, i=Py_ssize_t, back=Py_ssize_t)
cpdef backward(F, b)
@cython.locals(
    q="double[::1]", r="double[::1]", z="double[::1]", rest="double[::1]", whole="const double[::1]", length=double,
    rows=Py_ssize_t, n=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, k=Py_ssize_t, back=Py_ssize_t
)
cpdef least_squares(A, b)
