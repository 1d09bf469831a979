"""Adversaries: natures that choose examples and labels to force mistakes or regret.

Those of two classes always keep a target that agrees with all their labels; those of points need none.
"""

from __future__ import annotations

from ...bandits.likeliest import Likeliest
from .disjunction_adversaries import AllTrue, ConjunctionAdversary, DisjunctionAdversary
from .expert_adversaries import CyclicExperts, MajorityAdversary, TwoConstants
from .flip_flop import FlipFlop, Opposite
from .label_adversaries import BanditAdversary, MulticlassAdversary
from .minimax_adversary import MinimaxAdversary
from .secret_positives import SecretPositives
from .shattered import RandomWalk, ShatteredSet
from .strongest import Strongest
from .threshold_adversaries import BinarySearch, LineAdversary

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
