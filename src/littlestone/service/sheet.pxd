# The C types of sheet.py, and nothing else.
cimport cython


cdef class Sheet:
    cdef readonly object journal
    cdef readonly object limits
    cdef public bint tight
    cdef readonly Py_ssize_t most_name_bytes
    cdef readonly Py_ssize_t most_depth
    cdef readonly long long most_memory
    cdef readonly Py_ssize_t most_label
    cdef readonly long long most_chances
    cdef readonly Py_ssize_t most_cells
    cdef readonly Py_ssize_t most_names
    cdef readonly Py_ssize_t most_open
    cdef readonly list rows
    cdef readonly list new
    cdef readonly list gone
    cdef readonly dict changed
    cdef readonly dict closed
    cdef readonly dict read
    cdef dict by_id
    cdef long long sorted_in
    cdef public Sheet before
    cdef public object ahead
    cdef readonly object maker
    cdef public object now

    @cython.locals(closed=set)
    cpdef enter(self, number, str name, row)
    cpdef bint has(self, number, id) except -1
