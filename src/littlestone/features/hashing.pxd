# The C types of hashing.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.features.features cimport Features
from littlestone.features.name_table cimport murmur3
from littlestone.row cimport Row


cdef class HashedFeatures(Features):
    cdef readonly int hash_bits
    cdef readonly unsigned int seed

    cpdef Py_ssize_t size(self) except -1
    cpdef Row row(self, x)
    @cython.locals(mask="unsigned int", places=dict, k=Py_ssize_t, at=Py_ssize_t, number=double, code="unsigned int", row=Row)
    cpdef Row filled(self, x, bint raw)
