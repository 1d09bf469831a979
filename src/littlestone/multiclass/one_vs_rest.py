# cython: boundscheck=False, wraparound=False
"""Many classes by learners of two."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..geometry.linear_guess import WholeWeights
from ..learner import RowLearner, widened
from ..learners import LEARNERS, make_learner
from ..linear.linear import LinearLearner
from ..row import Row
from ..rows.own import own_or
from ..rows.recall import Recall
from ..state import Count, Held, Parts, State, fields, under
from ..support.settings import whole
from ..truth import CLASSES, SIGNS, Truth, check_class


class OfClasses(Parts):
    """The learners of the classes, as many as were saved."""

    def check(self, thing: Any, state: State, held: Held) -> None:
        classes, width = held["classes"], held["width"]
        found = {name.partition("/")[0] for name in state if "/" in name}
        if len(found) != classes:
            raise StateError(f"'classes' says {classes} learners, one a class, but here are {len(found)}")
        parts = [under(state, f"{self.name}{c}/") for c in range(classes)]
        if isinstance(thing.first, LinearLearner) and any(np.size(part.get("w", ())) < width for part in parts):
            raise StateError(f"'width' says {width} columns, but not all learners of the classes have as many weights")
        learners = [thing.first.clone() for _ in parts]
        for learner, part in zip(learners, parts, strict=True):
            learner.restore(part)
        held[self.name] = learners

    def put(self, thing: Any, held: Held) -> None:
        thing.learners = held[self.name]


class OneVsRest(RowLearner):
    """One learner of two classes for every class, which tells it from all others; the one that is surest wins.

        guess = the class c with the largest guess_c(x);
        learner_c <- learned that x is +1 if c is the class of x, else -1         (see Rifkin and Klautau 2004)

    The learner of a class is made when the class first comes; the lowest number wins a tie. A mistake among known
    classes is a mistake of one of these learners at least: either the true class said no, or another said yes. So
    there are at most as many mistakes as the learners make together, and one for every class that was new. Their
    theorems are about games of their own, which this learner does not keep; it has none to certify.

    base          a learner of two classes, by its name, such as "arow", or as it is, and copied without what it learned
    classes       how many there are from the beginning; others are added as they come
    parameters    the settings of the learner of that name; they may be given one by one too: OneVsRest("pa1", C=0.1)

    >>> from littlestone import Game, OneVsRest
    >>> game = Game(OneVsRest("perceptron", bias=1.0))
    >>> for x, y in 5 * [([1, 0, 0], "red"), ([0, 1, 0], "green"), ([0, 0, 1], "blue")]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates
    (6, [])
    """

    name = "one-vs-rest"
    kind = "multiclass"
    boolean = own_or("boolean", False)
    weighs = own_or("weighs", False)
    wants_zeros = own_or("wants_zeros", False)
    saved = fields(Count("classes", lambda own: len(own.learners)), Count("width"), OfClasses("class", "learners"))
    variants = ({}, {"base": "elimination", "negations": True}, {"base": "scale-free"}, {"base": "committee"})

    def __init__(
        self,
        base: str | RowLearner = "arow",
        *,
        classes: int = 0,
        parameters: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        first = make_learner(base, {**(parameters or {}), **settings}) if isinstance(base, str) else base
        if not isinstance(first, RowLearner) or first.truths != SIGNS:
            raise BadParameter(f"base is a learner of two classes, such as 'arow', not {base!r}")
        if first is base and (parameters or settings):
            raise BadParameter(f"{base!r} has its settings already; they are given to a learner that is named")
        named = LEARNERS.get(first.name) is type(first)
        self.base: str | RowLearner = first.name if named else first
        self.classes = whole("classes", classes, "a number of classes")
        self.settings: dict[str, Any] = first.parameters() if named else {}
        self.first: RowLearner = first.clone()  # knows nothing, ever: the others are made like it
        self.pupils = (self.first,)
        self.most_columns = self.first.most_columns
        self.width = 0
        self.tosses = first.randomised
        self.learners: list[RowLearner] = [self.made() for _ in range(self.classes)]
        self.guesses = np.zeros(self.classes)  # what each learner said to the row that was asked last
        self.asked = Recall()  # which row that is
        self.own = {"boolean": first.boolean, "weighs": first.weighs, "wants_zeros": first.wants_zeros}

    def parameters(self) -> dict[str, Any]:
        return {"base": self.base, "classes": self.classes, "parameters": dict(self.settings)}

    @property
    def parts(self) -> list[RowLearner]:
        return list(self.learners)

    def weight_vectors(self) -> list[Any]:
        return [vector for one in self.learners for vector in one.weight_vectors()]

    def whole_weights(self) -> list[WholeWeights]:
        return [whole for one in self.learners for whole in one.whole_weights()]

    @property
    def truths(self) -> Truth:
        return CLASSES

    def ask(self, x: Row) -> None:
        """Let every learner say what it says to x, unless that was just done."""
        learned = self.learned()
        if not self.asked.fits(x, learned):
            self.ask_from(0, x)
            self.asked.keep(x, learned, True)

    def ask_from(self, first: int, x: Row) -> None:
        """Let the learners of this class and of all after it say what they say to x."""
        classes = len(self.learners)
        if self.guesses.shape[0] < classes:
            self.guesses = np.concatenate([self.guesses, np.zeros(classes)])
        for c in range(first, classes):
            learner = self.learners[c]
            self.guesses[c] = learner.predict(x)

    @property
    def has_chances(self) -> bool:
        return self.first.has_chances

    def class_chances(self, x: Row) -> list[float] | None:
        """p_c / sum of all p, p_c being the chance that the learner of class c gives to it; None if they give none.

        The learners are asked one by one, and their chances need not sum to one: so they are normalised, to equal
        ones if all are 0.
        """
        if not self.has_chances:
            return None
        self.ask(x)
        chances = [self.first.chance_of(self.guesses[c]) or 0.0 for c in range(len(self.learners))]
        total = sum(chances)
        return [p / total for p in chances] if total > 0.0 else [1.0 / len(chances) for _ in chances]

    def class_scores(self, x: Row) -> list[float] | None:
        """What the learner of every class says: its guess, or the stance of one that tosses a coin."""
        self.ask(x)
        said = [float(self.guesses[c]) for c in range(len(self.learners))]
        return [self.first.act(guess) for guess in said] if self.tosses else said

    def predict(self, x: Row) -> float:
        """The class whose learner is surest: the largest guess, or the largest stance of those that toss a coin."""
        self.ask(x)
        surest, best = 0.0, -1
        for c in range(len(self.learners)):
            sure = self.first.act(self.guesses[c]) if self.tosses else self.guesses[c]
            if best < 0 or sure > surest:
                surest, best = sure, c
        return float(best)

    def act(self, guess: float) -> float:
        return guess

    def check_label(self, y: float, weight: float) -> None:
        check_class(y)
        self.first.check_label(1.0, weight)

    def learn(self, x: Row, y: float, guess: float) -> None:
        check_class(y)
        self.ask(x)
        before = self.learned()
        known = len(self.learners)
        if y >= known:
            self.learners += [self.made() for _ in range(known, int(y) + 1)]
            self.ask_from(known, x)
        self.asked.forget()  # some learners change without changing their minds: those that average do
        for c in range(len(self.learners)):
            learner = self.learners[c]
            learner.importance = self.importance
            learner.learn(x, 1.0 if c == y else -1.0, self.guesses[c])
        self.updates += self.learned() != before

    def made(self) -> RowLearner:
        """A learner for one more class."""
        learner = self.first.clone()
        if self.width:
            learner.widen(self.width)
        return learner

    def learned(self) -> int:
        """How many classes there are, and how often their learners have changed their minds, added up."""
        times = len(self.learners)
        for c in range(len(self.learners)):
            learner = self.learners[c]
            times += learner.updates
        return times

    def widen(self, width: int) -> None:
        RowLearner.widen(self, width)
        self.asked.forget()
        widened(self.learners, width, new=width > self.width)
        self.width = max(self.width, width)

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.asked.forget()


def of_classes(learner: RowLearner, classes: int) -> RowLearner:
    """A new learner of so many classes by a learner of two: in the form that its rule has for them, or one for each."""
    return learner.for_classes(classes) or OneVsRest(learner, classes=classes)
