# The C types of moves.py, and nothing else.
from littlestone.account cimport Account
from littlestone.learner cimport Learner


cdef class Moves:
    cdef readonly Learner learner
    cdef readonly Account ledger
    cdef readonly dict open
    cdef bint weighing

    cpdef check_made(self)
    cpdef label(self, number, y, weight=*)
    cpdef close_weighed(self, move, y, weight)
    cpdef close(self, move, y)
