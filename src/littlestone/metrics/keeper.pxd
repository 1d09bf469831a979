# The C types of keeper.py, and nothing else.
cimport cython

from littlestone.metrics.tally cimport Tally
from littlestone.metrics.window cimport Window
from littlestone.support cimport elementary

cdef double SURE


cdef class Keeper:
    cdef list tallies
    cdef list windows
    cdef bint signs
    cdef object chance_of
    cdef readonly bint by_class
    cdef object answer
    cdef public object odds
    cdef double said
    cdef double surprise
    cdef double square

    @cython.locals(p=double, truth=double)
    cpdef judge(self, double y, double guess)
    @cython.locals(hit=double)
    cpdef judge_classes(self, Py_ssize_t y, odds)
    @cython.locals(tally=Tally, window=Window)
    cpdef record(self, double y, double act, double weight)
