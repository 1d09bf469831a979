# The C types of mixing.py, and nothing else.
from littlestone.learners.experts.aggregating cimport AggregatingAlgorithm


cdef class WeighedAggregating(AggregatingAlgorithm):
    cdef readonly double heaviest
