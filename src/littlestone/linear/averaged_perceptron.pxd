# The C types of averaged_perceptron.py, and nothing else.
from littlestone.linear.linear cimport LinearLearner
from littlestone.row cimport Row


cdef class AveragedPerceptron(LinearLearner):
    cdef public long long rounds
    cdef public LinearLearner drift

    cpdef double predict(self, Row x) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
    cpdef widen(self, Py_ssize_t width)
