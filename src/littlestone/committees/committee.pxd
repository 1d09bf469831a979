# The C types of committee.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.learner cimport RowLearner
from littlestone.experts.expert cimport ExpertLearner
from littlestone.rows.recall cimport Recall
from littlestone.experts.expert_ledger cimport ExpertLedger
from littlestone.row cimport Row
from littlestone.support cimport elementary

cdef int TWO
cdef int MANY
cdef int NUMBER
cdef double LEAST_CHANCE


@cython.locals(z=double, chance=double)
cdef double sure(double margin) noexcept


cdef class Committee(RowLearner):
    cdef readonly dict own
    cdef readonly str loss
    cdef readonly bint votes
    cdef readonly object by
    cdef readonly object alpha
    cdef readonly object low
    cdef readonly object high
    cdef readonly object range
    cdef readonly list titles
    cdef readonly object renewed
    cdef object marks
    cdef object price_given
    cdef public list members
    cdef readonly int way
    cdef readonly double share
    cdef readonly double heaviest
    cdef readonly bint ranged
    cdef readonly bint gradient
    cdef public double least
    cdef public double most
    cdef readonly Py_ssize_t size
    cdef readonly Py_ssize_t columns
    cdef public long long classes
    cdef public long long unforeseen
    cdef public long long first_outside
    cdef bint tosses
    cdef Recall asked
    cdef double[::1] guesses
    cdef double[::1] values
    cdef Row advice
    cdef list chances
    cdef public long long[::1] erred
    cdef public ExpertLearner mixer
    cdef public ExpertLedger account

    @cython.locals(member=RowLearner, i=Py_ssize_t, guesses="double[::1]")
    cdef ask(self, Row x)
    @cython.locals(member=RowLearner, guess=double, heads=double)
    cdef double margin(self, Py_ssize_t i) except? -7.25
    cpdef list chances_of(self, Py_ssize_t i, Row x)
    cpdef double predict(self, Row x) except? -7.25
    @cython.locals(w="double[::1]", yes=double, no=double, margin=double, i=Py_ssize_t)
    cdef double log_odds(self) except? -7.25
    @cython.locals(member=RowLearner, i=Py_ssize_t)
    cdef vote(self)
    @cython.locals(w="double[::1]", total=double, mass=double, i=Py_ssize_t)
    cdef double advise(self, double y) except? -7.25
    cdef check_own(self, double y, double weight)
    @cython.locals(member=RowLearner, i=Py_ssize_t)
    cpdef check_label(self, double y, double weight)
    @cython.locals(member=RowLearner, i=Py_ssize_t)
    cpdef learn(self, Row x, double y, double guess)
    @cython.locals(member=RowLearner, account=ExpertLedger, i=Py_ssize_t, number=cython.longlong, mixture=double, truth=double, cost=double, said=double)
    cdef mix(self, double y, double guess)
    @cython.locals(account=ExpertLedger, i=Py_ssize_t, number=cython.longlong, stance=double, chance=double, act=double)
    cdef count_votes(self, double y, double guess)
    cpdef double act(self, double guess) except? -7.25
    cpdef widen(self, Py_ssize_t width)
