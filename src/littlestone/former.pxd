# The C types of former.py, and nothing else.
from littlestone.state cimport Declared


cdef class FormerMoves:
    pass


cdef class FormerAccount(Declared):
    pass
