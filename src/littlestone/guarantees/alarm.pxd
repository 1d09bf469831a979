# The C types of alarm.py, and nothing else.
cimport cython
from libc cimport math

from littlestone.rows.round cimport Round
from littlestone.guarantees.wrapper cimport RoundInside, Wrapper
from littlestone.guarantees.alarm_ledger cimport AlarmLedger


cdef class Alarm(Wrapper):
    cdef readonly object largest
    cdef readonly object feature
    cdef readonly double level
    cdef double most
    cdef bint by_guess
    cdef public AlarmLedger watched
    cdef object remedy

    cpdef opened(self, move)
    @cython.locals(error=double)
    cpdef double value(self, said, y) except? -7.25
    @cython.locals(around=RoundInside, bare=Round)
    cpdef double point_of(self, said) except? -7.25
    @cython.locals(around=RoundInside, bare=Round)
    cpdef double sign_of(self, said) except? -7.25
    cpdef scored(self, said, y)
    cpdef judged(self, number, said, y)
    cpdef enter(self, long long number, double value)
    @cython.locals(value=double, point=double)
    cpdef follow(self, long long number, double y, double guess, bint mistaken)
