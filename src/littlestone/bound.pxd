# The C types of bound.py, and nothing else.
from littlestone.watcher cimport Watcher


cdef class Bound(Watcher):
    pass
