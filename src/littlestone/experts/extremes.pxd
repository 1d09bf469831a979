# The C types of extremes.py, and nothing else.
cimport cython


@cython.locals(a=double, b=double, c=double, d=double, k=Py_ssize_t)
cpdef double least(const double[::1] numbers, Py_ssize_t start, Py_ssize_t stop) except? -7.25
@cython.locals(a=double, b=double, c=double, d=double, k=Py_ssize_t)
cpdef double most(const double[::1] numbers, Py_ssize_t start, Py_ssize_t stop) except? -7.25
