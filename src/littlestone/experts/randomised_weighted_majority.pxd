# The C types of randomised_weighted_majority.py, and nothing else.
from libc cimport math

from littlestone.experts.majority cimport MajorityLearner
from littlestone.row cimport Row
from littlestone.support cimport elementary

cdef double STEEPEST


cdef class RandomisedWeightedMajority(MajorityLearner):
    cdef readonly object m_bar
    cdef readonly object n_experts
    cdef readonly object tuning

    cpdef learn(self, Row x, double y, double guess)
