# The C types of lead.py, and nothing else.
from littlestone.guarantees.confidence_sequence cimport ConfidenceSequence
from littlestone.state cimport Declared


cdef class Lead(Declared):
    cdef readonly ConfidenceSequence gains
    cdef readonly ConfidenceSequence losses
