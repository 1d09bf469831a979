# The C types of watcher.py, and nothing else.
from littlestone.row cimport Row
from littlestone.state cimport Saved


cdef class Watcher(Saved):
    cpdef see(self, long long number, Row x, double y, double guess, bint mistaken)
