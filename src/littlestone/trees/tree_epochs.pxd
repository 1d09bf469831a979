# The C types of tree_epochs.py, and nothing else.
cimport cython

from littlestone.state cimport Saved


cdef class Epochs(Saved):
    cdef readonly double run_length
    cdef public long long over
    cdef public long long leaves
    cdef public long long splits
    cdef public double best
    cdef public double mixed
    cdef public double weight
    cdef public double total
    cdef readonly double[::1] bets
    cdef public double[::1] wealth
    cdef public double[::1] taught

    @cython.locals(excess=double, evidence=double, k=Py_ssize_t)
    cpdef bint condemns(self, double price, double share) except -1
