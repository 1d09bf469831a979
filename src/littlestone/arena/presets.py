"""The games of the arena: eight learners, each with the settings of the notes, and the worlds it plays in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..concepts.concept_class import ConceptClass
from ..errors import BadParameter, UnknownName
from ..learner import RowLearner
from ..learners import make_learner
from .positions import Positions, Spaces, written
from .worlds import AdviceWorld, ClassWorld, World, plane

Point = tuple[int, int]
COMPASS: list[Point] = [(x, y) for y in (1, 0, -1) for x in (-1, 0, 1) if x or y]
SIXTEEN: list[Point] = [(x, y) for y in range(2, -3, -1) for x in range(-2, 3) if max(abs(x), abs(y)) == 2]
GRID: list[Point] = [(x, y) for y in (1, 0, -1) for x in (-1, 0, 1)]
PLANES: dict[str, tuple[list[Point], bool]] = {  # points of the plane, and do lines need not go through the origin?
    "compass": (COMPASS, False),
    "sixteen": (SIXTEEN, False),
    "grid": (GRID, True),
}


@dataclass(frozen=True)
class Preset:
    """A learner and the world it plays in, with a title.

    world       a class as `littlestone dimension` takes it, "plane:" and a set of points, or "experts:4,m=1,most=5"
    settings    those of the learner, without its class or its number of variables
    """

    learner: str
    world: str
    title: str
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """By what links and transcripts call it: the learner, and the world."""
        return f"{self.learner} {self.world}"

    @cached_property
    def place(self) -> World:
        """The world, made of its text."""
        return find_world(self.world)

    def parameters(self) -> dict[str, Any]:
        """The settings of the learner in this world."""
        if self.learner in ("halving", "soa"):
            return {"concepts": self.world, **self.settings}
        if self.learner in ("perceptron", "wma"):
            return dict(self.settings)
        return {"n": len(self.place.columns), **self.settings}

    def make(self) -> RowLearner:
        """The learner as it begins."""
        learner: RowLearner = make_learner(self.learner, self.parameters(), kind_of(self.learner))
        return learner

    @cached_property
    def positions(self) -> Positions:
        """All positions of this game, with the mistakes that can be forced from each."""
        return Positions(self.make(), self.place)

    @cached_property
    def spaces(self) -> Spaces:
        """All spaces of this world, with the mistakes that can be forced of any learner."""
        return Spaces(self.place)

    def as_dict(self) -> dict[str, Any]:
        """The game as the page needs it, with the tables."""
        place = self.place
        own: dict[str, Any] = {}
        if isinstance(place, ClassWorld):
            own = {"concepts": [place.concepts.concept_name(number) for number in range(place.concepts.size)]}
        elif isinstance(place, AdviceWorld):
            own = {"m": place.m, "most": place.most}
        settings = [f"{name}={value}" for name, value in self.parameters().items()]
        return {
            "world": self.world,
            "title": self.title,
            "settings": self.settings,
            "text": " ".join([self.learner, *settings]),
            "repr": repr(self.make()),
            "columns": list(place.columns),
            "points": [list(point) for point in place.points],
            **own,
            "spaces": written(self.spaces.values),
            "values": written(self.positions.values),
        }


def kind_of(learner: str) -> str:
    """The table of learners in which it is found."""
    return "experts" if learner == "wma" else ""


def find_world(text: str) -> World:
    """The world of a text."""
    name, _, rest = text.partition(":")
    if name == "plane":
        if rest not in PLANES:
            raise UnknownName.among("set of points in the plane", rest, PLANES)
        points, bias = PLANES[rest]
        return ClassWorld(plane(points, bias=bias), points)
    if name == "experts":
        written_out = re.fullmatch(r"([1-6]),m=(\d),most=(\d)", rest)
        if written_out is None:
            raise BadParameter(f"experts are written as in experts:4,m=1,most=5, with 6 of them at most, not {text!r}")
        return AdviceWorld(*map(int, written_out.groups()))
    return ClassWorld(ConceptClass.parse(text))


TEXTBOOK = "table:00011,00101,00110,01001,01010,10001"
PRESETS = [
    Preset("elimination", "monotone-disjunctions:3", "or of some of 3 variables"),
    Preset("elimination", "monotone-disjunctions:4", "or of some of 4 variables"),
    Preset("conjunction", "conjunctions:2", "and of literals of 2 variables"),
    Preset("conjunction", "conjunctions:3", "and of literals of 3 variables"),
    Preset("decision-list", "decision-lists:2", "lists over 2 variables", {"tie": "first"}),
    Preset("decision-list", "decision-lists:3", "lists over 3 variables", {"tie": "first"}),
    Preset("halving", "thresholds:8", "thresholds on 8 points: binary search"),
    Preset("halving", "intervals:5", "intervals of 5 points: Halving is not optimal"),
    Preset("halving", TEXTBOOK, "six concepts on five points"),
    Preset("halving", "dictators:4", "projections: c(x) is one of 4 variables"),
    Preset("halving", "monotone-disjunctions:3", "or of some of 3 variables"),
    Preset("soa", "thresholds:8", "thresholds on 8 points: binary search"),
    Preset("soa", "intervals:5", "intervals of 5 points"),
    Preset("soa", TEXTBOOK, "six concepts on five points"),
    Preset("soa", "singletons:6", "one of 6 points: a single mistake"),
    Preset("perceptron", "plane:compass", "8 directions, lines through the origin"),
    Preset("perceptron", "plane:sixteen", "16 points on a square, lines through the origin"),
    Preset("perceptron", "halfspaces:2", "the corners of a square, with bias 1", {"bias": 1.0}),
    Preset("perceptron", "plane:grid", "a grid of 9 points, with bias 1", {"bias": 1.0}),
    Preset("winnow", "monotone-disjunctions:3", "or of some of 3 variables"),
    Preset("winnow", "monotone-disjunctions:4,k=1", "one variable of 4 matters"),
    Preset("winnow", "monotone-disjunctions:4,atmost=2", "two variables of 4 matter at most"),
    Preset("wma", "experts:3,m=1,most=5", "3 experts, the best errs at most once", {"alpha": 0.5}),
    Preset("wma", "experts:4,m=1,most=5", "4 experts, the best errs at most once", {"alpha": 0.5}),
    Preset("wma", "experts:4,m=2,most=6", "4 experts, the best errs at most twice", {"alpha": 0.5}),
]


def find_preset(name: str) -> Preset:
    """The preset of that name: the learner, and the world."""
    known = {preset.name: preset for preset in PRESETS}
    if name not in known:
        raise UnknownName.among("game of the arena", name, known)
    return known[name]
