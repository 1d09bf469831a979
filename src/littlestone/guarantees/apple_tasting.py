"""One-sided feedback: the label is seen only after a positive act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..coin import Coin
from ..errors import BadParameter, StateError
from ..features.labels import TwoClass
from ..learner import State
from ..rows.guarantee import Guarantee
from ..rows.round import Round
from ..support.settings import whole
from .apple_tasting_theorems import AppleTastingBound
from .tasting_ledger import TastingLedger


class Taste(NamedTuple):
    """What is said of a round: `tasted` is whether its label will be seen, `explored` whether by the coin alone.

    `chance` is that of exploring; `positive` is whether the learner itself would act.
    """

    chance: float
    explored: bool
    positive: bool
    kind: str = "taste"

    @property
    def tasted(self) -> bool:
        """Will the label be seen?"""
        return self.positive or self.explored


class AppleTasting(Guarantee):
    """Lets a learner of two classes play where the label is seen only after a positive act: to be tasted, lent, shown.

    What the learner calls negative is sometimes acted on all the same, by a coin: otherwise a learner that has learned
    to say no would never hear that it is wrong. Explored with chance q = sqrt(M-/T), mistakes are at most
    M+ + 2 sqrt(T M-) on average over the coins, if the learner errs M+ times on negatives and M- times on positives at
    most (Helmbold, Littlestone and Long 2000). Neither number has to be known.

    `act` of a round is what to do, and its `taste` whether the label will be seen. The learner sees what was tasted,
    and that is its game: ledger and theorems are about those rounds, by what the learner itself would have done.
    `label` of a round that was not tasted is counted in the account here, if somebody knows it, and nobody learns it;
    else `forget` it. No other guarantee goes with it: they would be judged by the labels that were seen.

    misses      M-, how often the learner can miss a positive at most; 0 if never: nothing is explored; None: unknown
    horizon     T, how many rounds there will be; None: unknown
    seed        of the coins

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.guarantees import AppleTasting
    >>> tasting = AppleTasting(misses=2, horizon=800)
    >>> game = Game(Perceptron(zero="-1"), guarantees=[tasting])
    >>> for t in range(800):
    ...     move = game.predict({"ripe" if t % 2 else "green": 1})
    ...     game.label(move.number, 1 if t % 2 else -1)
    >>> tasting.account.found, tasting.account.tasted < 480
    (1, True)
    >>> tasting.certificates[0].verdict
    'holds'
    """

    name = "apple-tasting"

    hides = True

    def __init__(self, *, misses: int | None = None, horizon: int | None = None, seed: int = 0) -> None:
        super().__init__()
        self.seed = whole("seed", seed, "a whole number")
        self.coin = Coin.apart(self.seed, "tasting")
        misses = None if misses is None else whole("misses", misses, "how often the learner misses a positive at most")
        horizon = None if horizon is None else whole("horizon", horizon, "a number of rounds", least=1)
        if misses is None and horizon is not None:
            raise BadParameter("a horizon is of use with misses; leave both out, and neither has to be known")
        self.tastes = TastingLedger(misses, horizon)
        self.bounds = [AppleTastingBound()]

    def join(self, game: Any, before: Sequence[Guarantee]) -> None:
        if not isinstance(game.labels, TwoClass) or game._randomised:
            raise BadParameter("apple tasting is for a game of two classes, by a learner that tosses no coin itself")

    @property
    def account(self) -> TastingLedger:
        return self.tastes

    def opened(self, move: Round) -> Taste:
        chance, positive = self.tastes.chance(), move.sign > 0.0
        explored = not positive and self.coin.toss(move.number) < chance
        self.tastes.opened(positive, chance, explored)
        return self.tell(move, Taste(chance, explored, positive))

    def tell(self, move: Round, said: Taste) -> Taste:
        """Let the act of a round be what is to be done."""
        move.act = self.game.labels.outside(1.0 if said.tasted else -1.0)
        return said

    def withholds(self, said: Any) -> bool:
        return not said.tasted

    def judged(self, move: Round, said: Any, y: float) -> None:
        lessons = self.game.learner.lessons - said.tasted  # when the label came: it was learned if it was seen
        self.tastes.judged(said.positive, said.chance, said.tasted, y > 0.0, move.lessons != lessons)

    def settings(self) -> dict[str, Any]:
        return {"misses": self.tastes.misses, "horizon": self.tastes.horizon, "seed": self.seed}

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON."""
        counts = ("rounds", "tasted", "explored", "false_positives", "wasted", "found", "hidden", "mistakes")
        return {
            **self.settings(),
            **{name: getattr(self.tastes, name) for name in counts},
        }

    def state(self, moves: Sequence[Round] = (), said: Sequence[Any] = ()) -> State:
        return {
            **super().state(),
            "open": np.array([move.number for move in moves], dtype=np.int64),
            "chances": np.array([each.chance for each in said], dtype=np.float64),
            "explored": np.array([each.explored for each in said], dtype=bool),
        }

    def restore(self, state: State, moves: Sequence[Round] = ()) -> list[Any]:
        self.check_open(state["open"], moves)
        chances = np.asarray(state["chances"], dtype=np.float64).tolist()
        if any(not 0.0 <= chance <= 1.0 for chance in chances):
            raise StateError("the chances of exploring lie from 0 to 1")
        super().restore(state)
        return [
            self.tell(move, Taste(chance, bool(explored), move.sign > 0.0))
            for move, chance, explored in zip(moves, chances, state["explored"], strict=True)
        ]

    def lines(self) -> list[str]:
        tastes = self.tastes
        missed = tastes.mistakes - tastes.false_positives - tastes.wasted
        return [
            f"{tastes.rounds:,} rounds, {tastes.tasted:,} tasted, {tastes.explored:,} of them explored",
            f"{tastes.mistakes:,.6g} mistakes: {tastes.false_positives:,} false positives, "
            f"{tastes.wasted:,} explored for nothing, {missed:,.4g} missed" + (" by estimate" if tastes.hidden else ""),
        ]
