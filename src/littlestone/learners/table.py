"""The tables of learners: one line each. Checks, theorems, twins, docs and command line find them here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import UnknownName
from ..learner import Learner, RowLearner
from .boolean.agnostic import Agnostic
from .boolean.conjunction import Conjunction
from .boolean.decision_list import DecisionList
from .boolean.elimination import Elimination
from .boolean.halving import Halving
from .boolean.standard_optimal import RandomisedOptimal, StandardOptimal
from .boolean.winnow import Winnow
from .convex.point import PointLearner
from .experts.adahedge import AdaHedge
from .experts.ewa import EWA
from .experts.expert import ExpertLearner
from .experts.fixed_share import FixedShare
from .experts.hedge import Hedge
from .experts.normal_hedge import NormalHedge
from .experts.randomised_weighted_majority import RandomisedWeightedMajority
from .experts.weighted_majority import WeightedMajority
from .linear.perceptron import Perceptron

LEARNERS: dict[str, type[RowLearner]] = {
    learner.name: learner
    for learner in (
        Elimination,
        Conjunction,
        DecisionList,
        Winnow,
        Halving,
        StandardOptimal,
        RandomisedOptimal,
        Agnostic,
        Perceptron,
    )
}

EXPERTS: dict[str, type[ExpertLearner]] = {  # learners from advice
    learner.name: learner
    for learner in (
        WeightedMajority,
        RandomisedWeightedMajority,
        Hedge,
        AdaHedge,
        FixedShare,
        EWA,
        NormalHedge,
    )
}
POINTS: dict[str, type[PointLearner]] = {}  # learners of points, for convex games and portfolios


# Every table by the kind of its learners: a name is looked up in one of them.
TABLES: dict[str, Mapping[str, type[Learner]]] = {"experts": EXPERTS, "convex": POINTS}


def table_of(kind: str) -> Mapping[str, type[Learner]]:
    """The table where learners of that kind are found."""
    return TABLES.get(kind, LEARNERS)


def find_learner(name: str, kind: str = "") -> type[Any]:
    """The learner of that name among those of a kind; a misspelt one is answered with the nearest."""
    table = table_of(kind)
    if name not in table:
        raise UnknownName.among("learner", name, table)
    return table[name]


def make_learner(name: str, parameters: dict[str, Any] | None = None, kind: str = "") -> Any:
    """A learner by name, with these parameters; an unknown parameter is an error."""
    learner = find_learner(name, kind)
    for parameter in parameters or {}:
        if parameter not in (known := learner().parameters()):
            raise UnknownName.among(f"parameter of {name}", parameter, known)
    return learner(**(parameters or {}))
