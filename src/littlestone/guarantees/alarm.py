"""An alarm when a game goes worse than a level that the user names."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import BadLabel, BadParameter
from ..features.labels import Outcome
from ..learner import State, under
from ..rows.round import Round
from ..support.settings import positive, real
from .alarm_ledger import AlarmLedger
from .alarm_theorems import AlarmBound
from .outside_model import Model
from .watched_feature import Feature
from .wrapper import RoundInside, Wrapper

LONGEST = 1e100  # rounds between false alarms: evidence of as much is still a number after the largest bet


class Alarm(Wrapper):
    """Watches the mistakes of a game, or the errors of its numbers, and says when they are more than they should be.

    You name the level: the share of mistakes that is still fine. It is never taken from the stream that it judges.
    While mistakes come at most so often (each, given what came before), there are `run_length` rounds or more to a
    false alarm, on average; when they come more often, the evidence grows exponentially. It is a sum of bets, one begun
    in every round, and means what it says: 10,000 is what they have made, of one coin each, by betting that the level
    is exceeded (e-detector, Shin, Ramdas and Rinaldo 2023). After an alarm all begins anew. Labels are counted when
    they come, by the guess given.

    game          a Game, or a model from outside, whose answer is a number or chances
    run_length    rounds between two false alarms, on average, at least
    level         the mean that is still fine: a share of mistakes; of numbers, of |y - guess|
    largest       of numbers: what |y - guess| is at most; larger ones are counted as this
    feature       the name of a column whose mean is watched in place of mistakes, "delay" or "carrier=UA", or its
                  number; every round counts when its label comes, or when it is forgotten
    within        the ends of the range of that feature, beyond which values are cut: (0, 120); (120, 0) is for a mean
                  that falls below the level
    fresh         let every alarm begin the fresh member of a committee anew, `Committee(..., fresh=True)`
    keep          how many values since the last alarm are kept for the theorem

    >>> from littlestone.guarantees import Alarm
    >>> game = Alarm(lambda x: {"up": 1.0}, run_length=1000, level=0.1)
    >>> for t in range(600):
    ...     wrong = t % 12 == 0 if t < 400 else t % 3 == 0
    ...     game.label(game.predict(t).number, "down" if wrong else "up")
    >>> [round for round, _, _ in game.account.alarms][0]
    427
    >>> game.certificates[0].verdict
    'holds'
    """

    name = "alarm"

    def __init__(
        self,
        game: Any,
        run_length: float,
        level: float,
        *,
        largest: float | None = None,
        feature: Any = None,
        within: Any = None,
        fresh: bool = False,
        keep: int = 100_000,
    ) -> None:
        super().__init__(game)
        inner = self.innermost
        numbers = not isinstance(inner, Model) and isinstance(inner.labels, Outcome)
        if feature is None and within is not None:
            raise BadParameter("within is the range of a feature: name the feature too")
        self.feature = None if feature is None else Feature(feature, within, inner)
        if self.feature is not None and largest is not None:
            raise BadParameter("largest is of errors, and a feature is watched: leave it out")
        if numbers and largest is None and feature is None:
            raise BadParameter("an alarm about numbers needs `largest`, the largest error |y - guess| that is counted")
        if not numbers and not isinstance(inner, Model) and largest is not None:
            raise BadParameter("largest is the largest error of numbers; a mistake counts 1")
        self.largest = None if largest is None else positive("largest", largest, "the largest error that is counted")
        if not 1.0 <= real("run_length", run_length, "a number of rounds") <= LONGEST:
            raise BadParameter(f"run_length is a number of rounds, from 1 to {LONGEST:g}, not {run_length!r}")
        mean = real("level", level, "the mean that is still fine")
        share = mean / (self.largest or 1.0) if self.feature is None else self.feature.share(mean)
        if not 1e-9 <= share < 1.0:
            ends = f"above 0 and below {self.largest or 1.0:g}"
            if self.feature is not None:
                ends = f"between {self.feature.low:g} and {self.feature.high:g}"
            raise BadParameter(f"level is a mean {ends}, not {level!r}")
        self.most = self.largest or 1.0
        self.by_guess = self.modelled or not inner.numbers
        self.level = float(level)
        self.watched = AlarmLedger(float(run_length), share, keep)
        self.remedy: Any = None if not fresh else remedy_of(inner)
        self.bounds = [AlarmBound()]

    @property
    def account(self) -> AlarmLedger:
        return self.watched

    @property
    def gives_chances(self) -> bool:  # type: ignore[override]
        """Does what it stands around give chances?"""
        return isinstance(self.game, Wrapper) and self.game.gives_chances

    def opened(self, move: Any) -> Any:
        return move

    def value(self, said: Any, y: Any) -> float:
        """What the label adds, from 0 to 1."""
        if self.feature is not None:
            return self.feature.of(said)
        if self.largest is None:
            if self.spelling is None:
                return float(said.act != y)
            return float(self.sign_of(said) != self.spelling.inside(y))
        error = abs(float(y) - self.point_of(said)) / self.most
        if not math.isfinite(error):
            raise BadLabel(f"the truth is a finite number, not {y!r}")
        return min(1.0, error)

    def point_of(self, said: Any) -> float:
        """The number that was said: the guess, or what a learner of numbers answers by its loss."""
        if isinstance(said, RoundInside):
            around = said
            return around.guess if self.by_guess else float(around.act)
        if isinstance(said, Round):
            bare = said
            return bare.guess if self.by_guess else float(bare.act)
        return float(said.guess)

    def sign_of(self, said: Any) -> float:
        """The act as the learner knows it."""
        if isinstance(said, RoundInside):
            around = said
            return around.sign
        bare: Round = said
        return bare.sign

    def scored(self, said: Any, y: Any) -> None:
        if self.modelled:  # a game looks at the label itself, before anything is changed
            self.value(said, y)

    def judged(self, number: int, said: Any, y: Any) -> None:
        self.enter(number, self.value(said, y))

    def enter(self, number: int, value: float) -> None:
        """Count a value; an alarm may have its remedy."""
        if self.watched.record(number, value) and self.remedy is not None:
            self.remedy.begin_anew()

    def forget(self, number: int) -> None:
        said = self.waiting.get(number)
        super().forget(number)
        if said is not None and self.feature is not None:
            self.enter(number, self.feature.of(said))

    def can_follow(self) -> bool:
        return self.feature is None

    def follow(self, number: int, y: float, guess: float, mistaken: bool) -> None:
        value = 1.0 if mistaken else 0.0
        if self.largest is not None:
            point = guess
            if not self.by_guess and self.spelling is not None:
                point = float(self.spelling.outside(guess))
            value = min(1.0, abs(y - point) / self.most)
        self.enter(number, value)

    @property
    def tested(self) -> str:
        """What the alarm tests, in words."""
        if self.feature is not None:
            side = "at most" if self.feature.low < self.feature.high else "at least"
            return f"{self.feature.name} on average {side} {self.level:.4g}"
        what = "mistakes a round" if self.largest is None else "|y - guess| on average"
        return f"{what} at most {self.level:.4g}"

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON."""
        watched = self.watched
        return {
            **self.settings(),
            "tested": self.tested,
            "labelled": watched.labelled,
            "evidence": watched.now,
            "alarms": [{"round": number, "label": at, "evidence": found} for number, at, found in watched.alarms],
            "certificates": [certificate.as_dict() for certificate in self.certificates],
        }

    def settings(self) -> dict[str, Any]:
        watched = self.watched
        return {
            "run_length": watched.run_length,
            "level": self.level,
            "largest": self.largest,
            **({} if self.feature is None else {"feature": self.feature.name, "within": self.feature.ends}),
            **({} if self.remedy is None else {"fresh": True}),
            "keep": watched.keep,
        }

    def own_state(self) -> State:
        return {
            **{f"account/{name}": value for name, value in self.watched.state().items()},
            "open": np.array(list(self.waiting), dtype=np.int64),
        }

    def own_restore(self, state: State) -> None:
        numbers = [int(number) for number in state["open"]]
        self.check_open(numbers)
        self.watched.restore(under(state, "account/"))
        self.waiting = {number: self.inner_round(number) for number in numbers}

    def __str__(self) -> str:
        watched = self.watched
        lines = [
            f"round {number:,}: evidence {found:,.6g} against {self.tested}" for number, _, found in watched.alarms
        ]
        lines += [f"evidence now {watched.now:.4g} of {watched.run_length:,.6g}"]
        return "\n".join([*lines, *map(str, self.certificates)])


def remedy_of(inner: Any) -> Any:
    """The committee of a game whose fresh member an alarm can begin anew."""
    rule = None if isinstance(inner, Model) else inner.learner.rule
    if getattr(rule, "renewed", None) is None:
        raise BadParameter("an alarm begins the fresh member of a committee anew: play Committee(..., fresh=True)")
    return rule
