# The C types of rounds.py, and nothing else.
cimport cython

from littlestone.rows.round cimport Round
from littlestone.rows.game cimport Game


@cython.no_gc
@cython.freelist(64)
cdef class OpenRound:
    cdef readonly long long number
    cdef readonly long long seq
    cdef readonly long long at


cdef class Rounds:
    cdef public long long number
    cdef public long long seq
    cdef public dict open
    cdef public Game game
    cdef public list shadows
    cdef public object curve

    @cython.locals(move=Round)
    cpdef Round predict(self, id, x, long long seq, long long at)
    @cython.locals(waiting=OpenRound, game=Game, move=Round)
    cpdef label(self, id, y, weight, long long seq)


cpdef packed_chance(Round move)
cpdef bytes answer_of(Round move)
cpdef interval_of(Round move)
cpdef bytes in_json(act)
cpdef label_in(record)
@cython.locals(kind=cython.longlong)
cpdef replay_run(Rounds rounds, list rows, other, failed=*)
@cython.locals(kind=cython.longlong, move=Round, compared=cython.longlong)
cpdef long long audit_run(Rounds rounds, list rows, other, differs, dict makers) except -1
@cython.locals(game=cython.longlong, last=cython.longlong, ids=dict)
cpdef note_ids(dict recent, list rows)
