"""Many classes by learners of two."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import BadLabel, BadParameter, StateError
from ...learner import RowLearner, State, under
from ...row import Row


class OneVsRest(RowLearner):
    """One learner of two classes for every class, which tells it from all others; the one that is surest wins.

        guess = the class c with the largest guess_c(x);
        learner_c <- learned that x is +1 if c is the class of x, else -1         (see Rifkin and Klautau 2004)

    The learner of a class is made when the class first comes; the lowest number wins a tie. A mistake among known
    classes is a mistake of one of these learners at least: either the true class said no, or another said yes. So
    there are at most as many mistakes as the learners make together, and one for every class that was new. Their
    theorems are about games of their own, which this learner does not keep; it has none to certify.

    base          the name of a learner of two classes, such as "arow" or "perceptron"
    parameters    its settings; they may be given one by one too: OneVsRest("pa1", C=0.1)

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

    def __init__(self, base: str = "arow", *, parameters: dict[str, Any] | None = None, **settings: Any) -> None:
        from ..table import make_learner  # the table has this learner in it

        super().__init__()
        self.base = base
        first = make_learner(base, {**(parameters or {}), **settings})
        if first.truths != "signs" or first.randomised:
            raise BadParameter(f"base is a learner of two classes that tosses no coin, such as 'arow', not {base!r}")
        self.settings: dict[str, Any] = first.parameters()
        self.first: RowLearner = first  # knows nothing, ever: the others are made like it
        self.learners: list[RowLearner] = []
        self.width = 0
        vars(self).update(boolean=first.boolean)

    def parameters(self) -> dict[str, Any]:
        return {"base": self.base, "parameters": dict(self.settings)}

    @property
    def truths(self) -> str:
        return "classes"

    def predict(self, x: Row) -> float:
        best, largest = -1.0, 0.0
        for c, learner in enumerate(self.learners):
            guess = learner.predict(x)
            if best < 0.0 or guess > largest:
                best, largest = float(c), guess
        return best

    def act(self, guess: float) -> float:
        return guess

    def learn(self, x: Row, y: float, guess: float) -> None:
        if int(y) != y or y < 0:
            raise BadLabel(f"a class is a number 0, 1, 2 and so on here, not {y}; a Game numbers any labels")
        before = self.learned()
        while len(self.learners) <= y:
            self.learners.append(self.made())
        for c, learner in enumerate(self.learners):
            learner.learn(x, 1.0 if c == y else -1.0, learner.predict(x))
        self.updates += self.learned() != before

    def made(self) -> RowLearner:
        """A learner for one more class."""
        learner = self.first.clone()
        learner.widen(self.width)
        return learner

    def learned(self) -> int:
        """How many classes there are, and how often their learners have changed their minds, added up."""
        return len(self.learners) + sum(learner.updates for learner in self.learners)

    def widen(self, width: int) -> None:
        super().widen(width)
        self.width = max(self.width, width)
        for learner in self.learners:
            learner.widen(width)

    def state(self) -> State:
        state = {**super().state(), "classes": np.int64(len(self.learners)), "width": np.int64(self.width)}
        for c, learner in enumerate(self.learners):
            state |= {f"class{c}/{name}": value for name, value in learner.state().items()}
        return state

    def restore(self, state: State) -> None:
        if "classes" not in state or "width" not in state:
            raise StateError(f"this is not the state of a {type(self).__name__}: it lacks 'classes' or 'width'")
        learners = [self.first.clone() for _ in range(int(state["classes"]))]
        for c, learner in enumerate(learners):
            learner.restore(under(state, f"class{c}/"))
        super().restore(state)
        self.learners = learners
        self.width = int(state["width"])
