# The C types of weighed.py, and nothing else.
cimport cython

from littlestone.learner cimport Learner
from littlestone.moves cimport Moves
from littlestone.row cimport Row


cdef class WeighedMoves(Moves):
    cdef Learner pupil
    cdef readonly object class_weights
    cdef double given

    cpdef weigh(self, double weight)
    @cython.locals(given=double, due=double, sign=double)
    cpdef close_weighed(self, move, y, weight)
    cpdef double weight_of(self, double sign, double weight) except? -7.25
    cpdef judge(self, long long number, Row x, double y, double guess, double act, bint late, long long delay)
    @cython.locals(due=double)
    cpdef bint judge_weighed(self, long long number, Row x, double y, double guess, double act, double weight) except -1
    cpdef double sign(self, y) except? -7.25
