"""Natures that want mistakes: each answers against the guess.

Those of two classes end with a target that fits all they said; those of points have nothing to fit.
"""

from __future__ import annotations

from .disjunctions import AllTrue, ConjunctionAdversary, DisjunctionAdversary
from .experts import CyclicExperts, MajorityAdversary, TwoConstants
from .flip_flop import FlipFlop, Opposite
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
    "FlipFlop",
    "LineAdversary",
    "MajorityAdversary",
    "MinimaxAdversary",
    "Opposite",
    "RandomWalk",
    "ShatteredSet",
    "Strongest",
    "TwoConstants",
]
