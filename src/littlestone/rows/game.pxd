# The C types of game.py, and nothing else.
cimport cython

from littlestone.account cimport Account
from littlestone.features.features cimport Features
from littlestone.features.labels cimport Labels
from littlestone.rows.guarantee cimport Guarantee
from littlestone.rows.round cimport Round
from littlestone.learner cimport Learner, RowLearner
from littlestone.loss cimport Loss
from littlestone.metrics.keeper cimport Keeper
from littlestone.moves cimport Moves
from littlestone.row cimport Batch, Row
from littlestone.watcher cimport Watcher


cdef class WeighedMoves(Moves):
    cdef Learner _pupil
    cdef readonly object _class_weights
    cdef double _given

    cpdef _weigh(self, double weight)
    @cython.locals(given=double, due=double, sign=double)
    cpdef _close_weighed(self, move, y, weight)
    cpdef double _weight_of(self, double sign, double weight) except? -7.25
    cpdef _judge(self, long long number, Row x, double y, double guess, double act, bint late, long long delay)
    @cython.locals(due=double)
    cpdef bint _judge_weighed(self, long long number, Row x, double y, double guess, double act, double weight) except -1
    cpdef double _sign(self, y) except? -7.25


cdef class Game(WeighedMoves):
    cdef RowLearner _player
    cdef readonly Loss price
    cdef readonly Features features
    cdef readonly Labels labels
    cdef readonly bint _advised
    cdef readonly bint _numbers
    cdef readonly object coin
    cdef readonly long long _keep
    cdef readonly bint _boolean
    cdef readonly bint _randomised
    cdef public bint _schema_given
    cdef Keeper _keeper
    cdef object _teller
    cdef readonly bint _by_class
    cdef bint _asks_again
    cdef bint _refuses
    cdef bint _fragile
    cdef bint _strange
    cdef Py_ssize_t _watching
    cdef bint _strangers
    cdef readonly tuple guarantees
    cdef bint _guarded
    cdef bint _hides

    @cython.locals(features=Features, before=Py_ssize_t, shared=Py_ssize_t, numbered=bint, row=Row, guess=double, number=cython.longlong, sign=double, move=Round)
    cpdef Round predict(self, x)
    @cython.locals(move=Round)
    cpdef Round _opened(self, long long number, Row x, double guess, double sign, long long lessons, odds)
    @cython.locals(labels=Labels, met=Py_ssize_t)
    cpdef label(self, number, y, weight=*)
    @cython.locals(sign=double, then=Round, late=bint, each=Guarantee)
    cpdef _close(self, move, y)
    @cython.locals(said=list, each=Guarantee)
    cdef _promise(self, Round move)
    @cython.locals(said=list, k=Py_ssize_t, each=Guarantee)
    cdef _judged(self, Round move, double y)
    @cython.locals(
        chance=double, cost=double, now=double, then=double, chance_now=double, cost_now=double, elsewhere=bint,
        watched=bint, seen=Row, ledger=Account, learner=RowLearner, watcher=Watcher, ordered=Account
    )
    cpdef _judge(self, long long number, Row x, double y, double guess, double act, bint late, long long delay)
    @cython.locals(learner=RowLearner, t=Py_ssize_t)
    cdef _check_lessons(self, double[::1] truths, double[::1] weights)
    cdef bint _has_strangers(self) except -1
    cpdef double _toss(self, long long number, double stance) except? -7.25
    @cython.locals(
        learner=RowLearner, ledger=Account, fresh=bint, x=Row, t=Py_ssize_t, guess=double, act=double, y=double,
        number=cython.longlong, truths=cython.double[::1], telling=bint, weights=cython.double[::1],
        weighed=bint, counts=bint, each=Guarantee
    )
    cpdef _play_rows(self, Batch batch)
