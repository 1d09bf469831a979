# The C types of turn.py, and nothing else.
cimport cython

from littlestone.rows.round cimport Round
from littlestone.rows.game cimport Game
from littlestone.service.rounds cimport Rounds, answer_of, interval_of, packed_chance


cdef class Turn:
    cdef readonly Rounds rounds
    cdef readonly str name
    cdef readonly object limits
    cdef list rows
    cdef dict changed
    cdef set closed
    cdef object closed_before
    cdef object known
    cdef Py_ssize_t cells
    cdef Py_ssize_t names
    cdef Py_ssize_t most
    cdef long long maker
    cdef long long now

    @cython.locals(rounds=Rounds, game=Game, move=Round, size=Py_ssize_t, seq=cython.longlong)
    cpdef predict(self, id, raw, int status=*)
    @cython.locals(rounds=Rounds, seq=cython.longlong)
    cpdef label(self, id, y, weight, int status=*)
    @cython.locals(answers=list)
    cpdef list events(self, list events)
    cpdef event(self, event)


cpdef bytes label_record(y, weight)
