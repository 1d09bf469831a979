# The C types of word_search.py, and nothing else.
cimport cython

from littlestone.concepts.tree_search cimport Search


cdef class WordSearch(Search):
    cdef unsigned long long[::1] words
    cdef Py_ssize_t variables
    cdef Py_ssize_t orbits
    cdef Py_ssize_t places
    cdef long long[::1] tallies
    cdef unsigned long long[::1] lanes
    cdef unsigned long long zeros
    cdef unsigned long long ones
    cdef unsigned long long[::1] of_zeros
    cdef unsigned long long[::1] of_ones
    cdef unsigned char[::1] forced
    cdef unsigned char[::1] failing
    cdef readonly dict large
    cdef long long[::1] swaps
    cdef unsigned long long[::1] masks
    cdef unsigned long long[::1] flips

    @cython.locals(
        size=Py_ssize_t, zeros="unsigned long long", ones="unsigned long long", known=int, found=bint
    )
    cpdef bint has_tree(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d) except -1
    @cython.locals(
        size=Py_ssize_t, need=Py_ssize_t, base=Py_ssize_t, best=Py_ssize_t, most=Py_ssize_t, x=Py_ssize_t,
        ones=Py_ssize_t, even=Py_ssize_t, middle=Py_ssize_t, found=bint
    )
    cpdef Py_ssize_t root(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d) except -2
    @cython.locals(
        lanes="unsigned long long[::1]", words="unsigned long long[::1]", base=Py_ssize_t, x=Py_ssize_t, k=Py_ssize_t,
        stop=Py_ssize_t, j=Py_ssize_t, b=Py_ssize_t, word="unsigned long long", bit="unsigned long long",
        zeros="unsigned long long", ones="unsigned long long", every="unsigned long long", a0="unsigned long long",
        a1="unsigned long long", a2="unsigned long long", a3="unsigned long long", a4="unsigned long long",
        a5="unsigned long long", a6="unsigned long long", a7="unsigned long long"
    )
    cpdef tally(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d)
    @cython.locals(words="unsigned long long[::1]", word="unsigned long long", mark="unsigned long long")
    cpdef divide(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t x)
    @cython.locals(
        words="unsigned long long[::1]", sets=set, known=set, found=Py_ssize_t, x=Py_ssize_t, k=Py_ssize_t, bit="unsigned long long",
        everything="unsigned long long", column="unsigned long long"
    )
    cpdef bint few(self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d) except -1
    cpdef Py_ssize_t place(self, unsigned long long zeros, unsigned long long ones) except -1
    @cython.locals(at=Py_ssize_t)
    cpdef int recall(self, unsigned long long zeros, unsigned long long ones, Py_ssize_t size, Py_ssize_t d) except -2
    @cython.locals(at=Py_ssize_t)
    cpdef keep(self, unsigned long long zeros, unsigned long long ones, Py_ssize_t size, Py_ssize_t d, bint found)
    @cython.locals(
        best="unsigned long long", other="unsigned long long", number=Py_ssize_t, turn=Py_ssize_t, swap=Py_ssize_t,
        place=Py_ssize_t
    )
    cpdef tuple least(self, unsigned long long zeros, unsigned long long ones)
    @cython.locals(shift=Py_ssize_t, moved="unsigned long long")
    cpdef unsigned long long swapped(self, unsigned long long word, Py_ssize_t place) except? 7
    @cython.locals(shift=Py_ssize_t, zeros="unsigned long long")
    cpdef unsigned long long negated(self, unsigned long long word, Py_ssize_t place) except? 7
    @cython.locals(middle=Py_ssize_t)
    cpdef grow(
        self, Py_ssize_t low, Py_ssize_t high, Py_ssize_t d, Py_ssize_t node, unsigned char[::1] points,
        unsigned long long[::1] leaves
    )
