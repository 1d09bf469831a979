# The C types of hosted.py, and nothing else.
cimport cython

from littlestone.rows.game cimport Game
from littlestone.rows.round cimport Round
from littlestone.service.sheet cimport Sheet


@cython.no_gc
@cython.freelist(64)
cdef class OpenRound:
    cdef readonly long long number
    cdef readonly long long seq
    cdef readonly long long at


cdef class Hosted:
    cdef readonly str name
    cdef readonly object number
    cdef readonly object made
    cdef public object settings
    cdef public bint frozen
    cdef public long long seq
    cdef public long long begun_at
    cdef public long long skipped
    cdef public str complaint
    cdef public dict players
    cdef public str answering
    cdef public object game
    cdef public list shadows
    cdef public dict open
    cdef public object curve
    cdef public dict counts
    cdef public dict refused
    cdef public object trial
    cdef public object successor
    cdef public Py_ssize_t named
    cdef public Py_ssize_t name_bytes
    cdef public bint expands
    cdef public long long weight
    cdef public tuple weighed
    cdef public long long classes
    cdef public bint many
    cdef public bint wide

    @cython.locals(move=Round, game=Game)
    cpdef predict(self, id, x, long long seq, long long at)
    @cython.locals(waiting=OpenRound, game=Game, move=Round)
    cpdef label(self, id, y, weight, long long seq)
    cpdef play(self, long long seq, id, kind, record, long long at)
    cpdef replay(self, list rows, about_game, failed=*)
    @cython.locals(compared=cython.longlong)
    cpdef long long audit(self, list rows, about_game, differs, dict makers) except -1
    cpdef said(self, found)
    @cython.locals(game=Game, move=Round, size=Py_ssize_t, seq=cython.longlong)
    cpdef answer_predict(self, Sheet sheet, id, raw, int status=*)
    cpdef opened_before(self, Sheet sheet, id, int status)
    @cython.locals(seq=cython.longlong)
    cpdef answer_label(self, Sheet sheet, id, y, weight, int status=*)
    @cython.locals(answers=list, said=cython.longlong)
    cpdef list answer_events(self, Sheet sheet, list events)
    cpdef answer_event(self, Sheet sheet, event)


@cython.locals(move=Round)
cpdef Round predict_frozen(Game game, x)
cpdef packed_chance(Round move)
cpdef bytes answer_of(Round move)
cpdef interval_of(Round move)
cpdef bytes json_of_act(act)
cpdef bytes json_of_label(y, weight)
cpdef label_in(record)
