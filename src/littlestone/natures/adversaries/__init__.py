"""Adversaries: natures that choose examples and labels to force mistakes or regret.

Those of two classes always keep a target that agrees with all their labels; those of points need none.
"""

from __future__ import annotations

from .disjunctions import AllTrue, ConjunctionAdversary, DisjunctionAdversary
from .experts import CyclicExperts, MajorityAdversary, TwoConstants
from .flip_flop import FlipFlop, Opposite
from .labels import BanditAdversary, MulticlassAdversary
from .likeliest import Likeliest
from .minimax import MinimaxAdversary
from .secret_positives import SecretPositives
from .shattered import RandomWalk, ShatteredSet
from .strongest import Strongest
from .thresholds import BinarySearch, LineAdversary

__all__ = [
    "AllTrue",
    "BanditAdversary",
    "BinarySearch",
    "ConjunctionAdversary",
    "CyclicExperts",
    "DisjunctionAdversary",
    "FlipFlop",
    "Likeliest",
    "LineAdversary",
    "MajorityAdversary",
    "MinimaxAdversary",
    "MulticlassAdversary",
    "Opposite",
    "RandomWalk",
    "SecretPositives",
    "ShatteredSet",
    "Strongest",
    "TwoConstants",
]
