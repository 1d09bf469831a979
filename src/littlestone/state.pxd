# The C types of state.py, and nothing else.


cdef class Saved:
    pass
