# The C types of passive_aggressive.py, and nothing else.
cimport cython

from littlestone.multiclass.weight_matrix cimport MatrixLearner
from littlestone.row cimport Row


cdef class AggressiveMatrix(MatrixLearner):
    cpdef double step(self, double shortfall, double square) except? -7.25
    @cython.locals(truth=Py_ssize_t, rival=Py_ssize_t, shortfall=double, square=double, amount=double)
    cpdef learn(self, Row x, double y, double guess)


cdef class MulticlassPA(AggressiveMatrix):
    cpdef double step(self, double shortfall, double square) except? -7.25


cdef class CautiousMatrix(AggressiveMatrix):
    cdef readonly double C


cdef class MulticlassPA1(CautiousMatrix):
    cpdef double step(self, double shortfall, double square) except? -7.25


cdef class MulticlassPA2(CautiousMatrix):
    cpdef double step(self, double shortfall, double square) except? -7.25
