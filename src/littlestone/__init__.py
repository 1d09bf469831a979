"""littlestone: online learning with a receipt.

A learner predicts, the truth is told, the learner learns; the ledger says at every moment how many mistakes were
made, how many the theorem allows, which premise broke, and what the mistakes prove about the data.

>>> from littlestone import Game, Perceptron
>>> game = Game(Perceptron())
>>> for x, y in [({"free": 1, "win": 1}, +1), ({"meeting": 1}, -1)]:
...     move = game.predict(x)
...     game.label(move.number, y)
>>> game.ledger.mistakes
1
"""

from __future__ import annotations

from . import interpreted as _interpreted  # first: it may decide where the other modules are loaded from
from .bound import Bound, Certificate
from .bounds.agnostic import AgnosticBound
from .bounds.decision_list import DecisionListBound
from .bounds.disjunction import DisjunctionBound
from .bounds.elimination import ConjunctionBound, EliminationBound
from .bounds.hedge import HedgeBound
from .bounds.margin import HingeBound, MarginBound
from .bounds.version_space import HalvingBound, OptimalBound, RandomisedOptimalBound
from .data.advice import as_advice
from .data.arrays import as_batch
from .data.csv_file import read
from .data.forecast_file import ForecastFile
from .data.samples import sample
from .expert_ledger import ExpertLedger
from .game import Game, Round
from .learner import Learner, RowLearner
from .learners.boolean.agnostic import Agnostic
from .learners.boolean.conjunction import Conjunction
from .learners.boolean.decision_list import DecisionList
from .learners.boolean.elimination import Elimination
from .learners.boolean.halving import Halving
from .learners.boolean.standard_optimal import RandomisedOptimal, StandardOptimal
from .learners.boolean.winnow import Winnow
from .learners.experts.expert import ExpertLearner
from .learners.experts.hedge import Hedge
from .learners.linear.linear import LinearLearner
from .learners.linear.perceptron import Perceptron
from .learners.table import EXPERTS, LEARNERS, make_learner
from .ledger import Ledger
from .nature import Label, Nature
from .row import Batch, Row
from .store import load, save
from .version import VERSION as __version__
from .watcher import Watcher

_interpreted.warn()

__all__ = [
    "EXPERTS",
    "LEARNERS",
    "Agnostic",
    "AgnosticBound",
    "Batch",
    "Bound",
    "Certificate",
    "Conjunction",
    "ConjunctionBound",
    "DecisionList",
    "DecisionListBound",
    "DisjunctionBound",
    "Elimination",
    "EliminationBound",
    "ExpertLearner",
    "ExpertLedger",
    "ForecastFile",
    "Game",
    "Halving",
    "HalvingBound",
    "Hedge",
    "HedgeBound",
    "HingeBound",
    "Label",
    "Learner",
    "Ledger",
    "LinearLearner",
    "MarginBound",
    "Nature",
    "OptimalBound",
    "Perceptron",
    "RandomisedOptimal",
    "RandomisedOptimalBound",
    "Round",
    "Row",
    "RowLearner",
    "StandardOptimal",
    "Watcher",
    "Winnow",
    "__version__",
    "as_advice",
    "as_batch",
    "load",
    "make_learner",
    "read",
    "sample",
    "save",
]
