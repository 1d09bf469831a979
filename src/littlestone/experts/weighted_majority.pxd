# The C types of weighted_majority.py, and nothing else.
from littlestone.experts.majority cimport MajorityLearner
from littlestone.row cimport Row

cdef double EVEN


cdef class WeightedMajority(MajorityLearner):
    cdef readonly bint realizable

    cpdef double act(self, double guess) except? -7.25
    cpdef learn(self, Row x, double y, double guess)
