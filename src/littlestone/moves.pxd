# The C types of moves.py, and nothing else.
from littlestone.account cimport Account
from littlestone.learner cimport Learner


cdef class Moves:
    cdef readonly Learner learner
    cdef readonly Account ledger
    cdef readonly dict open

    cpdef check_made(self)
    cpdef label(self, number, y)
    cpdef close(self, move, y)
