"""Committees: learners whose members are learners."""
