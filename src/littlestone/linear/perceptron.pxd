# The C types of perceptron.py, and nothing else.
cimport cython

from littlestone.linear.linear cimport LinearLearner
from littlestone.linear.whole_sum cimport WholeSum
from littlestone.row cimport Row


cdef class Perceptron(LinearLearner):
    cdef readonly str zero
    cdef readonly WholeSum whole

    @cython.locals(whole=WholeSum)
    cpdef double predict(self, Row x) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
    cpdef add(self, Row x, double amount)
