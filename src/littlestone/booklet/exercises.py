"""Exercises that are drawn: classes, trees and streams, each with a question, its answer, and a line that checks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..boolean.conjunction import Conjunction
from ..boolean.decision_list import DecisionList
from ..boolean.elimination import Elimination
from ..boolean.halving import Halving
from ..boolean.winnow import Winnow
from ..concepts.class_search import worst_game
from ..concepts.concept_class import ConceptClass
from ..concepts.exact_littlestone import littlestone_dimension
from ..concepts.exact_vc import vc_dimension
from ..experts.weighted_majority import WeightedMajority
from ..linear.perceptron import Perceptron
from ..rows.game import Game
from .chapter import Table
from .runs import seeds

POINTS = (4, 6)  # of drawn classes: from, and up to but not including
CONCEPTS = (6, 13)
ROUNDS = 4  # that a stream shows before it asks


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question, its answer, and the line that computes the answer.

    asks        the kind of question, such as "VC dimension"
    question    in the notation of `markup.py`
    table       what it is about
    answer      hidden on the page
    line        a command, or Python of six lines at most, whose output has the answer
    spec        the class or the settings that it was drawn as, for checks
    value       the answer as a plain value, for checks
    shown       a drawing that goes with the answer, as text
    """

    asks: str
    question: str
    table: Table
    answer: str
    line: str
    spec: str
    value: Any
    shown: str = ""


def draw_exercises(seed: int, each: int = 3) -> list[Exercise]:
    """So many exercises of each kind, drawn by this seed."""
    kinds: list[Callable[[np.random.Generator], Exercise]] = [
        vc_exercise,
        dimension_exercise,
        tree_exercise,
        forcing_exercise,
        act_exercise,
    ]
    return [kind(seeds(seed, "exercise", kind.__name__, str(k))) for kind in kinds for k in range(each)]


def drawn_class(random: np.random.Generator) -> tuple[ConceptClass, str, Table]:
    """A class of different concepts, its text for the command line, and its table."""
    points, size = int(random.integers(*POINTS)), int(random.integers(*CONCEPTS))
    chosen = random.choice(2**points, size=min(size, 2**points), replace=False)
    lines = sorted(format(int(concept), f"0{points}b") for concept in chosen)
    table = Table(
        f"{len(lines)} concepts on {points} points.",
        ("concept", *(f"$x_{k}$" for k in range(points))),
        tuple((number, *map(int, line)) for number, line in enumerate(lines)),
    )
    spec = f"table:{','.join(lines)}"
    return ConceptClass.find(spec), spec, table


def vc_exercise(random: np.random.Generator) -> Exercise:
    """What is the VC dimension?"""
    cls, spec, table = drawn_class(random)
    found = vc_dimension(cls)
    points = ", ".join(f"$x_{k}$" for k in found.shattered)
    return Exercise(
        "VC dimension",
        "What is the VC dimension of this class? Name a set that it shatters.",
        table,
        f"{found.dimension}: {points or 'the empty set'} is shattered, and no larger set is.",
        f"littlestone dimension {spec} --no-tree",
        spec,
        found.dimension,
    )


def dimension_exercise(random: np.random.Generator) -> Exercise:
    """What is the Littlestone dimension?"""
    cls, spec, table = drawn_class(random)
    found = littlestone_dimension(cls, tree=False).dimension
    return Exercise(
        "Littlestone dimension",
        "How many mistakes can be forced on every deterministic learner of this class?",
        table,
        f"{found}: the Standard Optimal Algorithm makes no more, and an adversary forces as many.",
        f"littlestone dimension {spec} --no-tree",
        spec,
        found,
    )


def tree_exercise(random: np.random.Generator) -> Exercise:
    """Draw a mistake tree."""
    cls, spec, table = drawn_class(random)
    tree = littlestone_dimension(cls).tree
    assert tree is not None
    return Exercise(
        "a mistake tree",
        f"Draw a complete mistake tree of depth {tree.depth}: points inside, a concept at every leaf that agrees with "
        "its path.",
        table,
        "One of them, checked:",
        f"littlestone dimension {spec}",
        spec,
        tree.depth,
        tree.show(),
    )


def forcing_exercise(random: np.random.Generator) -> Exercise:
    """Force as many mistakes on Halving as can be forced."""
    cls, spec, table = drawn_class(random)
    worst = worst_game(Halving(cls), cls)
    path = ", ".join(f"$x_{point}$ is {int(label > 0)}" for point, label in zip(worst.path, worst.labels, strict=True))
    return Exercise(
        "a forcing sequence",
        f"Halving, which says 0 where the vote is even, can be made to err {worst.mistakes} times here. Find a "
        "sequence of points and labels that does it and that some concept fits.",
        table,
        f"{path or 'Nothing'}: concept {worst.target} fits all of it.",
        f"littlestone worst-case halving --class {spec}",
        spec,
        worst.mistakes,
    )


LEARNERS: dict[str, Callable[[], Any]] = {  # as they are written in Python, too
    "Elimination(n=4)": lambda: Elimination(n=4),
    "Conjunction(n=4)": lambda: Conjunction(n=4),
    "DecisionList(n=4)": lambda: DecisionList(n=4),
    "Winnow(n=4)": lambda: Winnow(n=4),
    'Perceptron(zero="-1")': lambda: Perceptron(zero="-1"),
    "WeightedMajority()": WeightedMajority,
}


def act_exercise(random: np.random.Generator) -> Exercise:
    """What does the learner say next?"""
    name = str(random.choice(list(LEARNERS)))
    signs = name.startswith(("Perceptron", "Weighted"))
    rows = [
        [int(value) for value in (random.choice((-1, 1), 4) if signs else random.integers(0, 2, 4))]
        for _ in range(ROUNDS + 1)
    ]
    labels = [int(label) for label in random.choice((-1, 1), ROUNDS)]
    game = Game(LEARNERS[name](), bounds=[])
    said = []
    for x, y in zip(rows, labels, strict=False):
        move = game.predict(x)
        said.append(int(move.sign))
        game.label(move.number, y)
    act = int(game.predict(rows[-1]).sign)
    table = Table(
        f"{name.split('(')[0]}, {ROUNDS} rounds.",
        ("round", "example", "label"),
        tuple((t, " ".join(map(str, x)), y) for t, (x, y) in enumerate(zip(rows, labels, strict=False), start=1)),
    )
    pairs = list(zip(rows, labels, strict=False))
    return Exercise(
        "the next act",
        f"`{name}` has played these rounds. What does it say of {' '.join(map(str, rows[-1]))}, and what had it said "
        "before?",
        table,
        f"${act:+d}$; before that {', '.join(f'${one:+d}$' for one in said)}, "
        f"{game.ledger.mistakes} of them mistaken. {state_words(game.learner)}",
        f"""\
from littlestone import Game, {name.split("(")[0]}
game = Game({name})
for x, y in {pairs}:
    game.label(game.predict(x).number, y)
print(f"{{game.predict({rows[-1]}).sign:+g}}")""",
        name,
        act,
    )


def state_words(learner: Any) -> str:
    """What the learner holds at the end."""
    if hasattr(learner, "hypothesis"):
        return f"Its hypothesis is `{learner.hypothesis()}`."
    return f"Its weights are `{np.round(learner.weights, 3).tolist()}`."
