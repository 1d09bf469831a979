# The C types of watcher.py, and nothing else.
from littlestone.row cimport Row


cdef class Watcher:
    cpdef see(self, long long number, Row x, double y, double guess, bint mistaken)
