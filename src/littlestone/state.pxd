# The C types of state.py, and nothing else.


cdef class Declared:
    pass


cdef class Saved(Declared):
    pass
