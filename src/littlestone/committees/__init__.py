"""Committees: learners whose members are learners, mixed by one from advice."""
