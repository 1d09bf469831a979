# The C types of diagonal_replay.py, and nothing else.
cimport cython

from littlestone.row cimport Batch


cdef class DiagonalReplay:
    cdef readonly double[::1] w
    cdef readonly double[::1] S
    cdef readonly double[::1] growth
    cdef readonly double[::1] centre
    cdef readonly double[::1] scatter
    cdef readonly double[::1] step
    cdef readonly double[::1] spread
    cdef readonly double[::1] margin

    @cython.locals(
        columns="const int[::1]", values="const double[::1]", w="double[::1]", S="double[::1]", growth="double[::1]",
        centre="double[::1]", scatter="double[::1]", t=Py_ssize_t, k=Py_ssize_t, i=Py_ssize_t, start=Py_ssize_t,
        stop=Py_ssize_t, y=double, c=double, m=double, share=double, step=double, move=double, after=double,
        weight=double, a=double, before=double,
        off=double, distrust=double
    )
    cpdef play(self, Batch batch, double[::1] guesses, double r, double b, double most)
