"""The conservative version of a learner: it learns from its mistakes and from nothing else."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from ..bound import Bound
from ..errors import BadParameter, BrokenPremise
from ..features.arrays import as_batch
from ..geometry.linear_guess import LinearGuess
from ..learner import RowLearner
from ..learners import make_learner
from ..moves import is_ours
from ..row import Batch, Row
from ..rows.game import Game
from ..state import Count, Part, fields
from ..truth import Truth, find_truth
from ..watcher import Watcher
from .hypothesis import copied


class Conservative(RowLearner):
    """A wrapper that predicts as the learner inside and lets it learn only from mistakes.

        s <- s after learning (x, y) if act(guess) != y, else s                        (Littlestone 1988)

    A mistake bound that holds on every sequence a target fits holds for the conservative version too: it makes
    the mistakes that the learner inside would make on the mistaken examples alone. That needs a learner without a
    coin, and a bound on mistakes that is about the mistaken examples only: regret over all rounds does not survive,
    since most of them were not learned from.

    The learner inside is a learner, or the name and parameters of one in the table. The theorems of the wrapper are
    those that `survives` says. Of a learner of numbers it makes one of two classes, told as -1 and +1.

    >>> from littlestone import Game, Winnow
    >>> game = Game(Conservative(Winnow(n=4)))
    >>> for _ in range(8):
    ...     move = game.predict([1, 0, 0, 0])
    ...     game.label(move.number, +1)
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (3, 10.0)
    """

    name = "conservative"
    kind = "reduction"
    conservative = True
    saved = fields(
        Part("", "learner"), Count("lessons", missing=lambda held: held["updates"])
    )  # the lessons are its own

    def __init__(self, learner: RowLearner | str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__()
        if isinstance(learner, str):
            learner = make_learner(learner, parameters)
        elif parameters is not None:
            raise BadParameter(f"{learner!r} has its parameters already; they go with the name of a learner only")
        if not isinstance(learner, RowLearner):
            raise BadParameter(f"Conservative(...) is made of a learner such as Perceptron(), not of {learner!r}")
        if learner.randomised:
            raise BadParameter(f"{learner!r} tosses a coin, and its mistakes would not be those of a replay")
        self.learner: RowLearner = learner.learner if isinstance(learner, Conservative) else learner  # unwrapped
        self.pupils = (self.learner,)
        self.most_columns = self.learner.most_columns
        self.at_zero = learner.at_zero
        self.updates = learner.updates
        self.lessons = learner.lessons
        self.ours = is_ours(learner)
        # Attributes that other learners have as a class are here those of the learner inside.
        vars(self).update(boolean=learner.boolean, theorems=surviving(learner))

    @property
    def truths(self) -> Truth:
        """Signs, or classes if the learner inside has those; not numbers, where every guess would be a mistake."""
        return find_truth("classes" if self.learner.truths == "classes" else "signs")

    def bounds(self) -> list[Any]:
        """The bounds of the learner inside that survive."""
        return [bound for bound in self.learner.bounds() if isinstance(bound, self.theorems)]

    def parameters(self) -> dict[str, Any]:
        """Name and parameters of the learner inside: enough to make it anew if it is one of the table."""
        return {"learner": self.learner.name or type(self.learner).__name__, "parameters": self.learner.parameters()}

    def clone(self) -> Self:
        return type(self)(self.learner.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        inside = self.learner.clone()
        inside.restore(self.state())  # with the count of lessons that games keep on the wrapper
        return type(self), (inside,)

    def __getattr__(self, name: str) -> Any:
        """Attributes that theorems read, such as threshold or weights, are those of the learner inside."""
        if name.startswith("__") or name == "learner":
            raise AttributeError(name)
        return getattr(self.learner, name)

    def predict(self, x: Row) -> float:
        return self.learner.predict(self.given(x))

    def check_label(self, y: float, weight: float) -> None:
        self.learner.check_label(y, 1.0)  # the learner inside treats every mistake alike

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.learner.act(guess) != y:
            self.learner.learn(self.given(x), y, guess)
            self.updates = self.learner.updates

    def act(self, guess: float) -> float:
        return self.learner.act(guess)

    def widen(self, width: int) -> None:
        self.learner.widen(width)

    def embed(self, x: Row) -> Row:
        return self.learner.embed(x)

    def linear_guess(self) -> LinearGuess:
        return self.learner.linear_guess()

    def given(self, x: Row) -> Row:
        """The row; a copy of the view for a learner from outside the package, which may keep it."""
        return x if self.ours else x.batch.view(x.start, x.stop, x.width)

    def __repr__(self) -> str:
        return f"Conservative({self.learner!r})"


def surviving(learner: RowLearner) -> tuple[Any, ...]:
    """The theorems of a learner that hold for its conservative version: all, if it is conservative itself."""
    if learner.conservative:
        return learner.theorems
    return tuple(theorem for theorem in learner.theorems if survives(theorem))


def survives(theorem: type[Bound]) -> bool:
    """Does the bound hold for the conservative version: is it on mistakes and computed from mistaken rounds only?

    The conservative run is a run of the learner inside on the mistaken rounds, in which it errs every time. A theorem
    about every run, computed from the mistakes that the ledger keeps, therefore holds. Sums over all rounds, such as a
    regret, a loss or what a watcher has seen, include rounds that the learner inside was not told. A bound class can
    override this with a class attribute `survives_conservative`.
    """
    read_off_mistakes = theorem.keeps_mistakes and not issubclass(theorem, Watcher)
    return bool(getattr(theorem, "survives_conservative", read_off_mistakes))


def conservative_copy(learner: RowLearner) -> RowLearner:
    """A copy of the learner that learns from mistakes only."""
    return copied(learner) if learner.conservative else Conservative(copied(learner))


def replay(learner: RowLearner, examples: Any, labels: Any) -> tuple[int, ...]:
    """The rows on which the conservative version errs; the learner itself must err on each of them, played alone.

    This is the whole proof that the wrapper keeps a mistake bound; it needs a learner without a coin whose
    predictions change nothing. Raises `BrokenPremise` if the learner is right on one of the rows.

    learner     any learner; it is copied, not changed
    examples    the rows of a game, in order: a `Batch` or anything two-dimensional
    labels      the label of every row, -1 or +1

    >>> from littlestone import Perceptron
    >>> replay(Perceptron(bias=1), [[0], [1], [0], [1]], [-1, +1, -1, +1])
    (0, 1, 2)
    """
    batch = as_batch(examples, labels)
    rows = tuple(range(batch.rows))
    mistaken = mistakes_on(Conservative(copied(learner)), batch, rows)
    for row in sorted(set(mistaken) - set(mistakes_on(copied(learner), batch, mistaken))):
        raise BrokenPremise(
            f"{learner!r} errs on row {row} in the game, but not when its mistakes are played alone: "
            f"its predictions must change nothing, and depend on nothing but what it learned"
        )
    return mistaken


def mistakes_on(learner: RowLearner, batch: Batch, rows: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of the rows on which the learner errs, played in this order."""
    game = Game(learner, bounds=())
    game._check_batch(batch)
    learner.widen(batch.width)
    labels = np.asarray(batch.labels)
    mistaken = []
    for row in rows:
        move = game.predict(batch.row(row))
        game.label(move.number, labels[row])
        if move.sign != labels[row]:
            mistaken.append(row)
    return tuple(mistaken)
