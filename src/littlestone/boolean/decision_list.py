# cython: boundscheck=False, wraparound=False
"""Decision lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..coin import Coin
from ..errors import BadParameter
from ..learner import misfit
from ..row import Row
from ..state import Vector, fields
from .decision_list_theorems import DecisionListBound
from .formulas import SHOWN, THEN, Names, literal
from .variables import VariablesLearner

TIES = ("0", "1", "first", "maj", "random")

Tie = Callable[[tuple[int, ...], int, int], int]


class DecisionList(VariablesLearner):
    """Every rule "if this literal, then that label" begins on level one; those that err fall by a level.

        guess = what the rules say that fire on x at the lowest level where one does
        on a mistake   level(r) <- level(r) + 1   for the rules r at that level that fire and err     (Balcan 2011)

    There are 4n + 2 rules: x_i = 0 or x_i = 1 or nothing at all on the left, 0 or 1 on the right. If a decision list of
    L rules fits, the default counted, its i-th rule never falls below level i and no rule below level L + 1, so there
    are at most (4n + 2)L - L(L + 1)/2 mistakes. Decision lists are from Rivest 1987.

    n      how many variables there are; None takes it from the data, if the data says
    tie    where rules of the lowest level contradict each other: "0", "1", what the "first" of them says in the order
           x1=0 -> 0, x1=0 -> 1, x1=1 -> 0, x1=1 -> 1, x2=0 -> 0, ..., what most ("maj") of them say, 0 if as many, or
           "random", a coin that is tossed anew after every mistake, "random:7" for the one with the seed 7; or a
           function of x, a tuple of 0 and 1, of how many rules say 0 and how many say 1, that answers 0 or 1. The
           bound holds whatever it answers. A learner with a function cannot be saved

    >>> from littlestone import DecisionList, Game
    >>> game = Game(DecisionList(n=2))
    >>> for x, y in [([0, 1], -1), ([0, 0], +1), ([1, 0], -1), ([0, 0], +1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> game.ledger.mistakes, game.ledger.certificates[0].allowed
    (1, 9.0)
    """

    name = "decision-list"
    conservative = True
    theorems = (DecisionListBound,)
    saved = fields(Vector("levels", "level", size=lambda _, held: 4 * max(0, held["n"]) + 2, dtype=np.int32))
    variants = ({}, {"tie": "0"}, {"tie": "1"}, {"tie": "maj"}, {"tie": "random:3"})

    def __init__(self, *, n: int | None = None, tie: str | Tie = "first") -> None:
        self.coin = Coin.apart(seed_of(tie), "ties")
        self.tie = tie
        self.level = np.ones(2, dtype=np.int32)
        self.fires = np.zeros(1, dtype=np.int32)  # a slate to reckon on, no part of the state
        super().__init__(n)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "tie": self.tie}

    def begin(self, n: int) -> None:
        level, fires = np.ones(4 * n + 2, dtype=np.int32), np.zeros(n + 1, dtype=np.int32)
        self.n, self.level, self.fires = n, level, fires

    @property
    def levels(self) -> Any:
        """A copy of the levels: of x1=0 -> 0, x1=0 -> 1, x1=1 -> 0, x1=1 -> 1, x2=0 -> 0, ..., the two defaults."""
        return np.array(self.level)

    def look(self, x: Row) -> None:
        """Note which rules fire on x, for each variable and the default the first of two; x may be in any order."""
        if x.width > self.n:
            raise self.too_wide(x.width)
        if self.level.shape[0] != 4 * self.n + 2 or self.fires.shape[0] != self.n + 1:
            raise misfit(self)
        batch = x.batch
        for i in range(self.n + 1):
            self.fires[i] = 4 * i
        for k in range(x.start, x.stop):
            if batch.values[k] != 0.0:
                self.fires[batch.columns[k]] = 4 * batch.columns[k] + 2

    def predict(self, x: Row) -> float:
        self.look(x)
        lowest = first = zeros = ones = 0
        for i in range(self.n + 1):
            for b in range(2):
                level = self.level[self.fires[i] + b]
                if lowest == 0 or level < lowest:
                    lowest = level
                    first = b
                    zeros = ones = 0
                if level == lowest:
                    zeros += 1 - b
                    ones += b
        if zeros and ones:
            if self.tie == "first":
                return 1.0 if first else -1.0
            if self.tie == "maj":
                return 1.0 if ones > zeros else -1.0
            return 1.0 if self.decide(x, zeros, ones) else -1.0
        return 1.0 if ones else -1.0

    def decide(self, x: Row, zeros: int, ones: int) -> int:
        """What a tie is decided to, 0 or 1, where neither the first rule nor the majority says."""
        if not callable(self.tie):
            return self.tossed(self.updates) if self.tie.startswith("random") else int(self.tie)
        on = {int(column) for column, value in zip(x.columns, x.values, strict=True) if value != 0.0}
        bits = tuple(int(i in on) for i in range(self.n))
        answer = self.tie(bits, zeros, ones)
        if answer not in (0, 1):
            raise BadParameter(f"the function given as tie answers 0 or 1; for {bits} it answered {answer!r:.60}")
        return int(answer)

    def tossed(self, mistakes: int) -> int:
        """The coin of ties, 0 or 1, after so many mistakes."""
        return int(self.coin.toss(mistakes) < 0.5)

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.lower(x, 1 if y < 0.0 else 0)
            self.updates += 1

    def lower(self, x: Row, b: int) -> None:
        """Let the rules fall that fire on x, on the lowest level where any fires, and say b."""
        self.look(x)
        lowest = self.level[4 * self.n]  # a default fires always
        for i in range(self.n + 1):
            lowest = min(lowest, self.level[self.fires[i]], self.level[self.fires[i] + 1])
        for i in range(self.n + 1):
            r = self.fires[i] + b
            if self.level[r] == lowest:
                self.level[r] += 1

    def hypothesis(self, names: Names = None) -> str:
        """The levels as sets of rules. Below the first default no rule is ever asked, until that default falls."""
        levels = np.asarray(self.level)
        sets = []
        for level in range(1, int(levels.max()) + 1):
            rules = [rule(int(r), self.n, names) for r in np.flatnonzero(levels == level)]
            if rules:
                sets.append(f"{{{', '.join(rules[:SHOWN])}{', ...' if len(rules) > SHOWN else ''}}}")
        return ", else ".join(sets)


def rule(r: int, n: int, names: Names) -> str:
    """Rule number r as text."""
    i, negated, b = r // 4, r % 4 < 2, r % 2
    return f"{'1' if i >= n else literal(i, names, negated=negated)} {THEN} {b}"


def seed_of(tie: Any) -> int:
    """The seed of a way to decide ties, 0 where no coin is tossed; raises if there is no such way."""
    name, colon, seed = tie.partition(":") if isinstance(tie, str) else ("", "", "")
    if callable(tie) or (name in TIES and not colon):
        return 0
    if name != "random" or not seed.isdecimal():
        raise BadParameter(
            f"tie is one of {', '.join(map(repr, TIES))}, 'random:7' for a seed, or a function of x and of how many "
            f"rules say 0 and 1; not {tie!r}"
        )
    return int(seed)
