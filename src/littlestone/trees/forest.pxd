# The C types of forest.py, and nothing else.
cimport cython

from littlestone.learner cimport RowLearner
from littlestone.row cimport Row
from littlestone.rows.recall cimport Recall
from littlestone.support cimport elementary
from littlestone.trees.kept_examples cimport KeptExamples
from littlestone.trees.pruning_tree cimport PruningTree

cdef int TWO
cdef int MANY
cdef int NUMBER


cdef class Forest(RowLearner):
    cdef readonly Py_ssize_t size
    cdef readonly object seed
    cdef public list trees
    cdef public PruningTree first
    cdef readonly int way
    cdef public KeptExamples pool
    cdef readonly double heaviest
    cdef public object marks
    cdef public double own
    cdef Recall asked
    cdef readonly double[::1] q
    cdef readonly double[::1] logs
    cdef double[::1] said
    cdef readonly double[::1] raised
    cdef readonly double[::1] powers
    cdef public double[::1] lost

    @cython.locals(values=Py_ssize_t, c=Py_ssize_t, t=Py_ssize_t, tree=PruningTree)
    cpdef ask(self, Row x)
    @cython.locals(
        best=Py_ssize_t, least=double, mass=double, total=double, weight=double, b=Py_ssize_t, c=Py_ssize_t, at=Py_ssize_t
    )
    cpdef mix(self, Py_ssize_t classes)
    cpdef double predict(self, Row x) except? -7.25
    cpdef double act(self, double guess) except? -7.25
    cpdef check_label(self, double y, double weight)
    @cython.locals(place=Py_ssize_t, t=Py_ssize_t, tree=PruningTree)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(first=PruningTree, width=double, off=double, c=Py_ssize_t, b=Py_ssize_t)
    cpdef pay(self, double y, double share)
