# The C types of moves.py, and nothing else.
from littlestone.account cimport Account


cdef class Moves:
    cdef readonly Account ledger
    cdef readonly dict open
