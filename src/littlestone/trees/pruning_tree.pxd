# The C types of pruning_tree.py, and nothing else.
cimport cython

from littlestone.row cimport Row
from littlestone.rows.recall cimport Recall
from littlestone.support cimport elementary
from littlestone.trees.tree_epochs cimport Epochs
from littlestone.trees.growing_tree cimport GrowingTree, Node
from littlestone.trees.kept_examples cimport KeptExamples

cdef int TWO
cdef int MANY
cdef int NUMBER
cdef double LN2, FARTHEST


cdef class PruningTree(GrowingTree):
    cdef readonly int way
    cdef readonly double a
    cdef readonly double heaviest
    cdef readonly object low
    cdef readonly object high
    cdef readonly bint ranged
    cdef public double least
    cdef public double most
    cdef readonly object known
    cdef public Py_ssize_t classes
    cdef public double own
    cdef public long long labelled
    cdef public long long unforeseen
    cdef public long long first_outside
    cdef readonly object patience
    cdef public Epochs past
    cdef Recall asked
    cdef readonly double[::1] q
    cdef double[::1] times_log
    cdef double[::1] sums
    cdef readonly double[::1] stay
    cdef readonly double[::1] says
    cdef readonly double[::1] mixed

    cpdef room_for_path(self)
    cpdef ask(self, Row x)
    @cython.locals(d=Py_ssize_t, depth=Py_ssize_t)
    cpdef follow(self, Row x)
    @cython.locals(
        q="double[::1]", tallies="double[::1]", classes=Py_ssize_t, base=double, left=double, scale=double, d=Py_ssize_t,
        c=Py_ssize_t, at=Py_ssize_t
    )
    cpdef blend(self)
    @cython.locals(width=double, share=double, weight=double, total=double, d=Py_ssize_t, at=Py_ssize_t)
    cpdef substitute(self)
    cpdef double predict(self, Row x) except? -7.25
    cpdef double act(self, double guess) except? -7.25
    cpdef check_label(self, double y, double weight)
    @cython.locals(place=Py_ssize_t)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(d=Py_ssize_t, condemned=bint)
    cpdef take(self, double y, double weight, Py_ssize_t place)
    cpdef bint foreseen(self, double y) except -1
    @cython.locals(c=Py_ssize_t, d=Py_ssize_t, depth=Py_ssize_t, at=Py_ssize_t)
    cpdef say(self, Py_ssize_t c)
    @cython.locals(width=double, share=double, d=Py_ssize_t)
    cpdef price(self, double y)
    @cython.locals(d=Py_ssize_t, v=Py_ssize_t)
    cpdef charge(self, double share)
    @cython.locals(at=Py_ssize_t)
    cpdef teach(self, Py_ssize_t v, double y, double weight)
    @cython.locals(c=Py_ssize_t)
    cpdef Py_ssize_t place_of(self, double y) except -1
    cpdef double disorder(self, Py_ssize_t held) except? -7.25
    @cython.locals(
        found=Py_ssize_t, counts="int[::1]", at=Py_ssize_t, side=Py_ssize_t, k=Py_ssize_t, i=Py_ssize_t, total=double, size=Py_ssize_t
    )
    cdef double entropy(self, Py_ssize_t held) noexcept
    @cython.locals(
        there=Py_ssize_t, above=Py_ssize_t, second=Py_ssize_t, at=Py_ssize_t, second_there=Py_ssize_t, second_above=Py_ssize_t, i=Py_ssize_t,
        value=double, label=Py_ssize_t, known=Py_ssize_t, over=Py_ssize_t, side=Py_ssize_t, size=Py_ssize_t, part=Py_ssize_t,
        total=double
    )
    cdef double entropy_of_two(self, Py_ssize_t held) noexcept
    @cython.locals(pool=KeptExamples, sums="double[::1]", first=double, off=double, k=Py_ssize_t, i=Py_ssize_t, total=double)
    cdef double squares(self, Py_ssize_t held) noexcept
    @cython.locals(
        best="double[::1]", all_="double[::1]", v=Py_ssize_t, below=Py_ssize_t, absent=Py_ssize_t, before=double, after=double,
        r=double, going=double, odds=double
    )
    cpdef tuple accounted(self)


cdef int side_of(double value, double threshold) noexcept
@cython.locals(low=double, high=double)
cdef double either(double stay, double here, double there) noexcept
@cython.locals(best=Py_ssize_t, c=Py_ssize_t)
cpdef Py_ssize_t likeliest(double[::1] q, Py_ssize_t classes) noexcept
