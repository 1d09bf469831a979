"""One-sided feedback: the label is seen only after a positive act."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..coin import Coin
from ..errors import BadParameter, StateError, UnknownRound
from ..features.labels import TwoClass
from ..learner import State, under
from ..support.settings import whole
from .apple_tasting_theorems import AppleTastingBound
from .outside_model import Model
from .tasting_ledger import TastingLedger
from .wrapper import RoundInside, Wrapper


class TastedRound(RoundInside):
    """One round: `act` is what to do, `tasted` whether its label will be seen, `explored` whether by the coin alone.

    `chance` is that of exploring; `move` is the round of the game, with what the learner itself would do.
    """

    __slots__ = ("chance", "explored", "lessons", "positive", "tasted")

    def __init__(self, move: Any, act: Any, chance: float, explored: bool, positive: bool, lessons: int) -> None:
        super().__init__(move)
        self.act = act
        self.sign = 1.0 if positive or explored else -1.0
        self.chance = chance
        self.explored = explored
        self.positive = positive
        self.tasted = positive or explored
        self.lessons = lessons


class AppleTasting(Wrapper):
    """Plays any learner of two classes where the label is seen only after a positive act: to be tasted, lent, shown.

    What the learner calls negative is sometimes acted on all the same, by a coin: otherwise a learner that has learned
    to say no would never hear that it is wrong. Explored with chance q = sqrt(M-/T), mistakes are at most
    M+ + 2 sqrt(T M-) on average over the coins, if the learner errs M+ times on negatives and M- times on positives at
    most (Helmbold, Littlestone and Long 2000). Neither number has to be known. The learner sees what was tasted, and
    that is its game: its own theorems are about those rounds. `label` of a round that was not tasted is counted in the
    account, if somebody knows it, and nobody learns it; else `forget` it.

    game        a Game of two classes misses      M-, how often the learner can miss a positive at most; 0 if never, and
    nothing is explored; None: unknown horizon     T, how many rounds there will be; None: unknown seed        of the
    coins

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.guarantees import AppleTasting
    >>> game = AppleTasting(Game(Perceptron(zero="-1")), misses=2, horizon=800)
    >>> for t in range(800):
    ...     move = game.predict({"ripe" if t % 2 else "green": 1})
    ...     game.label(move.number, 1 if t % 2 else -1)
    >>> game.account.found, game.account.tasted < 480
    (1, True)
    >>> game.certificates[0].verdict
    'holds'
    """

    name = "apple-tasting"

    def __init__(self, game: Any, *, misses: int | None = None, horizon: int | None = None, seed: int = 0) -> None:
        super().__init__(game)
        inner = self.innermost
        if isinstance(inner, Model) or not isinstance(getattr(inner, "labels", None), TwoClass) or inner.randomised:
            raise BadParameter("apple tasting is for a Game of two classes, by a learner that tosses no coin itself")
        self.seed = whole("seed", seed, "a whole number")
        self.coin = Coin.apart(self.seed, "tasting")
        misses = None if misses is None else whole("misses", misses, "how often the learner misses a positive at most")
        horizon = None if horizon is None else whole("horizon", horizon, "a number of rounds", least=1)
        if misses is None and horizon is not None:
            raise BadParameter("a horizon is of use with misses; leave both out, and neither has to be known")
        self.tastes = TastingLedger(misses, horizon)
        self.bounds = [AppleTastingBound()]

    @property
    def account(self) -> TastingLedger:
        return self.tastes

    def opened(self, move: Any) -> TastedRound:
        inner, chance = self.innermost, self.tastes.chance()
        positive = inner.open[move.number].sign > 0.0
        explored = not positive and self.coin.toss(move.number) < chance
        self.tastes.opened(positive, chance, explored)
        act = inner.labels.outside(1.0 if positive or explored else -1.0)
        return TastedRound(move, act, chance, explored, positive, inner.learner.lessons)

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        """Give the label of a round: to the learner if it was tasted, else to the account alone."""
        said, inner = self.waiting.get(number), self.innermost
        if said is None:
            inner.check(y)
            raise self.innermost.complaint(number) if number not in inner.open else UnknownRound(f"round {number!r}")
        right = inner.labels.inside(y) > 0.0
        late = said.lessons != inner.learner.lessons
        if said.tasted:
            self.game.label(number, y, weight)
        else:
            self.game.forget(number)
        del self.waiting[number]
        self.tastes.judged(said.positive, said.chance, said.tasted, right, late)

    def settings(self) -> dict[str, Any]:
        return {"misses": self.tastes.misses, "horizon": self.tastes.horizon, "seed": self.seed}

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON."""
        counts = ("rounds", "tasted", "explored", "false_positives", "wasted", "found", "hidden", "mistakes")
        return {
            **self.settings(),
            **{name: getattr(self.tastes, name) for name in counts},
            "certificates": [certificate.as_dict() for certificate in self.certificates],
        }

    def own_state(self) -> State:
        waiting = list(self.waiting.values())
        return {
            **{f"account/{name}": value for name, value in self.tastes.state().items()},
            "open": np.array([said.number for said in waiting], dtype=np.int64),
            "chances": np.array([said.chance for said in waiting], dtype=np.float64),
            "explored": np.array([said.explored for said in waiting], dtype=bool),
            "lessons": np.array([said.lessons for said in waiting], dtype=np.int64),
        }

    def own_restore(self, state: State) -> None:
        numbers = [int(number) for number in state["open"]]
        self.check_open(numbers)
        chances = np.asarray(state["chances"], dtype=np.float64).tolist()
        if any(not 0.0 <= chance <= 1.0 for chance in chances):
            raise StateError("the chances of exploring lie from 0 to 1")
        self.tastes.restore(under(state, "account/"))
        self.waiting = {}
        told = zip(numbers, chances, state["explored"], state["lessons"], strict=True)
        for number, chance, explored, lessons in told:
            positive = self.innermost.open[number].sign > 0.0
            act = self.innermost.labels.outside(1.0 if positive or explored else -1.0)
            move = self.inner_round(number)
            self.waiting[number] = TastedRound(move, act, chance, bool(explored), positive, int(lessons))

    def __str__(self) -> str:
        tastes = self.tastes
        missed = tastes.mistakes - tastes.false_positives - tastes.wasted
        lines = [
            f"{tastes.rounds:,} rounds, {tastes.tasted:,} tasted, {tastes.explored:,} of them explored",
            f"{tastes.mistakes:,.6g} mistakes: {tastes.false_positives:,} false positives, "
            f"{tastes.wasted:,} explored for nothing, {missed:,.4g} missed" + (" by estimate" if tastes.hidden else ""),
        ]
        return "\n".join([*lines, *map(str, self.certificates)])
