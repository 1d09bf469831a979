# The C types of arow.py, and nothing else.
cimport cython

from littlestone.multiclass.weight_matrix cimport MatrixLearner
from littlestone.row cimport Batch, Row


cdef double TOO_WIDE


cdef class MulticlassAROW(MatrixLearner):
    cdef readonly double r
    cdef public double[::1] S

    @cython.locals(
        truth=Py_ssize_t, rival=Py_ssize_t, shortfall=double, factor=double, spread=double, beta=double
    )
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(batch=Batch, S=double[::1], room=Py_ssize_t, k=Py_ssize_t, total=double)
    cpdef double spread(self, Row x, Py_ssize_t c) except? -7.25
    @cython.locals(
        batch=Batch, w=double[::1], S=double[::1], room=Py_ssize_t, k=Py_ssize_t, i=Py_ssize_t, step=double
    )
    cpdef move(self, Row x, Py_ssize_t c, double amount, double shrinkage)
    cpdef make_room(self, Py_ssize_t classes)
    cpdef widen(self, Py_ssize_t width)
