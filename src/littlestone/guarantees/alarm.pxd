# The C types of alarm.py, and nothing else.
cimport cython

from littlestone.features.labels cimport Labels
from littlestone.guarantees.alarm_ledger cimport AlarmLedger
from littlestone.rows.guarantee cimport Guarantee
from littlestone.rows.round cimport Round


cdef class Alarm(Guarantee):
    cdef readonly object largest
    cdef readonly object feature
    cdef readonly double level
    cdef readonly bint sounded
    cdef double most
    cdef bint of_errors
    cdef bint by_guess
    cdef bint fresh
    cdef public AlarmLedger watched
    cdef object remedy
    cdef Labels spelling

    @cython.locals(point=double)
    cpdef judged(self, Round move, said, double y)
    cpdef enter(self, long long number, double value)
    @cython.locals(value=double, point=double)
    cpdef follow(self, long long number, double y, double guess, bint mistaken)
