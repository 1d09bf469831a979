# The C types of growing_tree.py, and nothing else.
cimport cython

from littlestone.learner cimport RowLearner
from littlestone.row cimport Batch, Row
from littlestone.trees.kept_examples cimport KeptExamples

cdef Py_ssize_t A_CELL, COLUMNS, FEW
cdef unsigned long long MASK, STEP, FACTOR, FACTOR_TOO

cdef struct Node:
    int column
    int below
    int absent
    int first
    int last
    int held
    int due
    int differs
    double threshold
    double r
    double before
    double after


cdef class GrowingTree(RowLearner):
    cdef readonly Py_ssize_t leaf
    cdef readonly Py_ssize_t tries
    cdef readonly double gain
    cdef readonly Py_ssize_t max_nodes
    cdef public bint alone
    cdef readonly Py_ssize_t max_kept
    cdef readonly object seed
    cdef unsigned long long key
    cdef public unsigned long long draws
    cdef public object marks
    cdef public Py_ssize_t values
    cdef public KeptExamples pool
    cdef readonly Node[::1] nodes
    cdef readonly double[::1] tallies
    cdef readonly Py_ssize_t stride
    cdef public Py_ssize_t count
    cdef public bint full
    cdef public Py_ssize_t deepest
    cdef readonly int[::1] path
    cdef readonly Py_ssize_t depth
    cdef readonly int[::1] following
    cdef int[::1] members
    cdef long long[::1] begins
    cdef long long[::1] ends
    cdef int[::1] kinds
    cdef Py_ssize_t found
    cdef double[::1] cells
    cdef Py_ssize_t at
    cdef int[::1] asked_of
    cdef Py_ssize_t columns_asked
    cdef double[::1] least_of
    cdef double[::1] most_of
    cdef int[::1] there_of
    cdef int[::1] counts
    cdef double threshold
    cdef bint missing

    cpdef room_for_path(self)
    @cython.locals(v=Py_ssize_t)
    cdef Py_ssize_t new_node(self, Py_ssize_t depth) except -1
    @cython.locals(batch=Batch, path="int[::1]", v=Py_ssize_t, depth=Py_ssize_t, column=Py_ssize_t, k=Py_ssize_t, value=double)
    cpdef walk(self, Row x)
    @cython.locals(z="unsigned long long")
    cdef double toss(self) noexcept
    cpdef teach(self, Py_ssize_t v, double y, double weight)
    cpdef double disorder(self, Py_ssize_t held) except? -7.25
    @cython.locals(v=Py_ssize_t)
    cpdef grow(self, Py_ssize_t place)
    @cython.locals(child=Py_ssize_t)
    cdef Py_ssize_t child_for_absent(self, Py_ssize_t v, Py_ssize_t place) except? -2
    @cython.locals(pool=KeptExamples, last=Py_ssize_t, oldest=Py_ssize_t)
    cdef hold(self, Py_ssize_t v, Py_ssize_t place)
    @cython.locals(
        held=Py_ssize_t, column=Py_ssize_t, drawn=Py_ssize_t, threshold=double, least=double, disorder=double, missing=bint, tries=Py_ssize_t,
        cells=Py_ssize_t
    )
    cdef split(self, Py_ssize_t v, Py_ssize_t depth)
    @cython.locals(used=double)
    cdef double dearest(self, Py_ssize_t held) except? -7.25
    @cython.locals(place=Py_ssize_t, held=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t gather(self, Py_ssize_t v) except -1
    @cython.locals(pool=KeptExamples, found=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, label=double)
    cdef sort_kinds(self, Py_ssize_t held)
    @cython.locals(
        pool=KeptExamples, one=Py_ssize_t, size=Py_ssize_t, chosen=Py_ssize_t, share=double, column=Py_ssize_t, slot=Py_ssize_t,
        least=double, most=double
    )
    cdef Py_ssize_t draw(self, Py_ssize_t held) except? -2
    @cython.locals(slot=Py_ssize_t)
    cdef Py_ssize_t slot_of(self, Py_ssize_t column, Py_ssize_t held) except -1
    @cython.locals(
        pool=KeptExamples, at=Py_ssize_t, least=double, most=double, there=Py_ssize_t, value=double, i=Py_ssize_t, k=Py_ssize_t
    )
    cdef write_cells(self, Py_ssize_t column, Py_ssize_t held, Py_ssize_t slot)
    @cython.locals(pool=KeptExamples, below=Py_ssize_t, child=Py_ssize_t, place=Py_ssize_t, value=double, i=Py_ssize_t)
    cpdef divide(self, Py_ssize_t v, Py_ssize_t held, Py_ssize_t column, double threshold, bint missing, Py_ssize_t depth)
    @cython.locals(v=Py_ssize_t, place=Py_ssize_t, following=Py_ssize_t)
    cdef stop_growing(self)


@cython.locals(batch=Batch, low=Py_ssize_t, high=Py_ssize_t, k=Py_ssize_t, less=int)
cdef Py_ssize_t find(Row x, Py_ssize_t column) noexcept
