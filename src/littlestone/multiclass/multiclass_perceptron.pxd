# The C types of perceptron.py, and nothing else.
cimport cython

from littlestone.multiclass.weight_matrix cimport MatrixLearner
from littlestone.row cimport Row


cdef class MulticlassPerceptron(MatrixLearner):
    @cython.locals(truth=Py_ssize_t)
    cpdef learn(self, Row x, double y, double guess)
