# The C types of moves.py, and nothing else.
from littlestone.account cimport Account
from littlestone.former cimport FormerMoves
from littlestone.learner cimport Learner


cdef class Moves(FormerMoves):
    cdef readonly Learner learner
    cdef readonly Account ledger
    cdef readonly dict open
    cdef bint _weighing

    cpdef _check_made(self)
    cpdef label(self, number, y, weight=*)
    cpdef _close_weighed(self, move, y, weight)
    cpdef _close(self, move, y)
