"""Drift detection: an alarm when a game goes worse than a level that the user names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import BadParameter
from ..features.labels import Labels, Outcome
from ..rows.guarantee import Guarantee
from ..rows.round import Round
from ..support.settings import positive, real
from .alarm_ledger import AlarmLedger
from .alarm_theorems import AlarmBound
from .watched_feature import Feature

LONGEST = 1e100  # rounds between false alarms: evidence of as much is still a number after the largest bet


class Alarm(Guarantee):
    """Drift detection: watches the mistakes of a game, or errors of numbers, and says when they exceed a level.

    You name the level: the share of mistakes that is still fine. It is never taken from the stream that it judges.
    While mistakes come at most so often (each, given what came before), there are `run_length` rounds or more to a
    false alarm, on average; when they come more often, the evidence grows exponentially. It is a sum of bets, one begun
    in every round, and means what it says: 10,000 is what they have made, of one coin each, by betting that the level
    is exceeded (e-detector, Shin, Ramdas and Rinaldo 2023). After an alarm all begins anew. Labels are counted when
    they come, by the guess given. `game.alarms` has the alarms so far, and `sounded` says whether there was one with
    the last label.

    level         the mean that is still fine: a share of mistakes; of numbers, of |y - guess|
    run_length    rounds between two false alarms, on average, at least
    largest       of numbers: what |y - guess| is at most; larger ones are counted as this
    feature       the name of a column whose mean is watched in place of mistakes, "delay" or "carrier=UA", or its
                  number; every round counts when its label comes, or when it is forgotten
    within        the ends of the range of that feature, beyond which values are cut: (0, 120); (120, 0) is for a mean
                  that falls below the level
    fresh         let every alarm begin the fresh member of a committee anew, `Committee(..., fresh=True)`
    keep          how many values since the last alarm are kept for the theorem

    >>> from littlestone.guarantees import Alarm, Model
    >>> alarm = Alarm(0.1, run_length=1000)
    >>> game = Model(lambda x: {"up": 1.0}, truths="classes", guarantees=[alarm])
    >>> for t in range(600):
    ...     wrong = t % 12 == 0 if t < 400 else t % 3 == 0
    ...     game.label(game.predict(t).number, "down" if wrong else "up")
    >>> game.alarms[0].round, alarm.sounded
    (427, False)
    >>> alarm.certificates[0].verdict
    'holds'
    """

    name = "alarm"

    def __init__(
        self,
        level: float,
        run_length: float = 10_000.0,
        *,
        largest: float | None = None,
        feature: Any = None,
        within: Any = None,
        fresh: bool = False,
        keep: int = 100_000,
    ) -> None:
        super().__init__()
        if feature is None and within is not None:
            raise BadParameter("within is the range of a feature: name the feature too")
        self.feature = None if feature is None else Feature(feature, within)
        if self.feature is not None and largest is not None:
            raise BadParameter("largest is of errors, and a feature is watched: leave it out")
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
        self.of_errors = largest is not None
        self.level = float(level)
        self.watched = AlarmLedger(float(run_length), share, keep)
        self.sounded = False
        self.fresh = bool(fresh)
        self.remedy: Any = None
        self.by_guess = False
        self.spelling: Labels | None = None
        self.bounds = [AlarmBound()]

    def join(self, game: Any, before: Sequence[Guarantee]) -> None:
        numbers = isinstance(game.labels, Outcome)
        if self.feature is not None:
            self.feature.join(game)
        elif numbers and self.largest is None:
            raise BadParameter("an alarm about numbers needs `largest`, the largest error |y - guess| that is counted")
        if not numbers and self.largest is not None:
            raise BadParameter("largest is the largest error of numbers; a mistake counts 1")
        self.remedy = remedy_of(game.learner.rule) if self.fresh else None
        self.by_guess, self.spelling = not game._numbers, game.labels

    @property
    def account(self) -> AlarmLedger:
        return self.watched

    def judged(self, move: Round, said: Any, y: float) -> None:
        if self.feature is not None:
            self.enter(move.number, self.feature.of(move))
        elif self.of_errors:
            point = move.guess if self.by_guess else float(move.act)
            self.enter(move.number, min(1.0, abs(y - point) / self.most))
        else:
            self.enter(move.number, 1.0 if move.sign != y else 0.0)

    def enter(self, number: int, value: float) -> None:
        """Count a value; an alarm may have its remedy."""
        self.sounded = self.watched.record(number, value)
        if self.sounded and self.remedy is not None:
            self.remedy.begin_anew()

    def forgotten(self, move: Round) -> None:
        if self.feature is not None:
            self.enter(move.number, self.feature.of(move))

    def can_follow(self) -> bool:
        return self.feature is None

    def follow(self, number: int, y: float, guess: float, mistaken: bool) -> None:
        value = 1.0 if mistaken else 0.0
        if self.of_errors:
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
            "alarms": [alarm._asdict() for alarm in watched.alarms],
        }

    def settings(self) -> dict[str, Any]:
        watched = self.watched
        return {
            "run_length": watched.run_length,
            "level": self.level,
            "largest": self.largest,
            **({} if self.feature is None else {"feature": self.feature.name, "within": self.feature.ends}),
            **({"fresh": True} if self.fresh else {}),
            "keep": watched.keep,
        }

    def lines(self) -> list[str]:
        watched = self.watched
        lines = [
            f"round {each.round:,}: evidence {each.evidence:,.6g} against {self.tested}" for each in watched.alarms
        ]
        return [*lines, f"evidence now {watched.now:.4g} of {watched.run_length:,.6g}"]


def remedy_of(rule: Any) -> Any:
    """The committee whose fresh member an alarm can begin anew."""
    if getattr(rule, "renewed", None) is None:
        raise BadParameter("an alarm begins the fresh member of a committee anew: play Committee(..., fresh=True)")
    return rule
