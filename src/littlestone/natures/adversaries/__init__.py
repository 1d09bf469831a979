"""Natures that want mistakes: each answers against the guess, and ends with a target that fits all it said."""

from __future__ import annotations

from .disjunctions import AllTrue, ConjunctionAdversary, DisjunctionAdversary
from .experts import CyclicExperts, MajorityAdversary, TwoConstants
from .minimax import MinimaxAdversary
from .shattered import RandomWalk, ShatteredSet
from .strongest import Strongest
from .thresholds import BinarySearch, LineAdversary

__all__ = [
    "AllTrue",
    "BinarySearch",
    "ConjunctionAdversary",
    "CyclicExperts",
    "DisjunctionAdversary",
    "LineAdversary",
    "MajorityAdversary",
    "MinimaxAdversary",
    "RandomWalk",
    "ShatteredSet",
    "Strongest",
    "TwoConstants",
]
