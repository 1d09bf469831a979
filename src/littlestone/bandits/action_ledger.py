"""The ledger of a game of actions: what was done, with which chance, and what it brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..account import Account
from ..errors import StateError
from ..losses.series import Series
from ..state import Count, Growing, Held, Vector, fields
from ..support.linear_algebra import times
from ..support.settings import counted
from ..truth import ACTIONS

if TYPE_CHECKING:
    from ..bound import Bound
    from .rewards import Rewards


class Done(NamedTuple):
    """A finished round: what was done, its loss from 0 to 1, the chance it was drawn with, and how the learner stood.

    That is as of when the reward came: its chances, the shares of what it weighs, and what its policies advised; `due`
    is the chance that the action would have been played with then.
    """

    number: int
    action: int
    loss: float
    chance: float
    now: Any
    shares: Any
    advice: Any
    late: bool
    due: float


class ActionWatcher:
    """Base class of observers of a game of actions, such as some bounds: `see` is called once per finished round."""

    def see(self, learner: Any, done: Done) -> None:
        """Called after a round was learned and entered in the ledger."""


class ActionLedger(Account):
    """Adds up losses, from 0 to 1, and by estimation those of all that was not done.

    `loss` and `reward` are of the actions done, `counts` says how often each was. `estimates` has for every action, or
    policy, an estimate of what it would have lost, right on average: loss/chance where it agrees with what was done.
    `totals` are the true sums, as far as whoever plays tells the rewards of all actions (a nature does, and the learner
    never sees them): `regret` is known where all rounds are. `done` keeps number, action, chance and loss of every
    round, up to `keep` of them, for whoever evaluates another policy. `late` counts rewards that came after others were
    learned, and `drift` is what lateness cost by the estimates: the chances as drawn less those when the reward came.
    """

    _COUNTS = (*Account._COUNTS, "_known", "late")
    _SUMS = (*Account._SUMS, "drift", "_least_chance")
    _tallied = fields(
        Vector("counts", size=lambda own, _: len(own.counts), least=0, dtype=np.int64),
        Vector("estimates", size="_n", least=0.0, finite=True),
        Vector("totals", size="_n", least=0.0, finite=True),
        Growing("done"),
        Count("_narrowed", missing=0, when=lambda own: own._narrowed),
        Count("_followed", missing=0, when=lambda own: own._followed),
    )

    def __init__(
        self,
        learner: Any,
        price: Rewards,
        bounds: Sequence[Bound] = (),
        keep: int = 1_000_000,
        names: Any = (),
        floor: float = 0.0,
    ) -> None:
        super().__init__(learner, price, bounds)
        self._player = learner  # the same as `learner`, known to be one of actions
        self._keep = keep
        self._names = list(names)
        self._n = len(learner.names) or learner.K
        self._floor = floor  # the least chance of an action
        self._narrowed = 0  # rounds in which not all actions could be chosen
        self._followed = 0  # rounds whose action another player has drawn
        self._known = 0  # rounds of which the rewards of all actions are known
        self.late = 0
        self.drift = 0.0
        self._least_chance = 1.0
        self.counts = np.zeros(learner.K, dtype=np.int64)
        self.estimates = np.zeros(self._n)
        self.totals = np.zeros(self._n)
        self.done = Series()
        self._action_watchers = [bound for bound in bounds if isinstance(bound, ActionWatcher)]

    def _record(self, done: Done, losses: Any, delay: int) -> None:  # type: ignore[override]
        """Enter a round; `losses` are those of all actions, None if only the one that was done is known."""
        self._enter(done.number, done.loss, delay)
        self.counts[done.action] += 1
        self.late += done.late
        self._least_chance = min(self._least_chance, done.chance)
        weighted = done.loss / done.chance
        if done.late:
            self.drift += done.loss - done.due * weighted
        if done.advice is None:
            self.estimates[done.action] += weighted
        else:
            self.estimates = self.estimates + done.advice[:, done.action] * weighted
        if losses is not None:
            self._known += 1
            self.totals = self.totals + (losses if done.advice is None else times(done.advice, losses))
        if len(self.done) < self._keep:
            self.done.append(np.array([done.number, done.action, done.chance, done.loss]))

    @property
    def reward(self) -> float:
        """The sum of the rewards."""
        return float(self.labelled * self.price.high - self.loss * (self.price.high - self.price.low))

    @property
    def regret(self) -> float | None:
        """The loss less that of the best action, or policy; None if the rewards of all are not known in all rounds."""
        return self.loss - float(self.totals.min()) if self._known == self.labelled else None

    @property
    def estimated_regret(self) -> float:
        """The loss less the least of the estimates."""
        return self.loss - float(self.estimates.min())

    def _rivals(self) -> list[str]:
        """What the learner is compared with, in words: its policies or actions."""
        return [str(name) for name in (self._player.names or self._names or range(self._n))]

    def _check_tallies(self, held: Held) -> None:
        super()._check_tallies(held)
        done = held["done"]
        if held["counts"].sum() != held["labelled"]:
            raise StateError(f"'counts' say how often each of {len(self.counts)} actions was done, in all rounds")
        kept = min(held["labelled"], self._keep)
        if kept and (done.shape != (kept, 4) or not ((done[:, 2] > 0.0) & (done[:, 2] <= 1.0 + 1e-9)).all()):
            raise StateError(f"'done' has number, action, chance and loss of {kept} rounds, and chances are above 0")
        held["done"] = done if kept else np.zeros((0, 0))

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        return {
            **self._named_learner(),
            "rounds": self.rounds,
            "labelled": self.labelled,
            "open": self.open,
            "forgotten": self.forgotten,
            "reward": self.reward,
            "loss": self.loss,
            "actions": {str(name): int(times) for name, times in zip(self._names, self.counts, strict=True)},
            "estimates": dict(zip(self._rivals(), self.estimates.tolist(), strict=True)),
            "estimated_regret": self.estimated_regret,
            "regret": self.regret,
            "least_chance": self._least_chance,
            "late": self.late,
            "drift": self.drift,
            "longest_delay": self.longest_delay,
            "total_delay": self._total_delay,
            "certificates": self._certificates_as_dicts(theorems),
        }

    def __str__(self) -> str:
        of = f"{self.reward / self.labelled:,.6g} a round" if self.labelled else "none yet"
        times = ", ".join(f"{name} {count:,}" for name, count in zip(self._names, self.counts, strict=True))
        lines = [
            self.learner.in_short(),
            f"{counted(self.rounds, 'round')}, rewards {self.reward:,.6g}, {of}",
            f"done: {times}",
        ]
        if self.labelled:
            best = int(np.argmin(self.estimates))
            known = "" if self.regret is None else f", really {self.regret:,.6g}"
            lines.append(f"regret {self.estimated_regret:,.6g} by estimates, against {self._rivals()[best]}{known}")
        if self.late:
            lines.append(f"{counted(self.late, 'reward')} came late, which cost {self.drift:,.6g} by estimates")
        return "\n".join([*lines, *self._waiting(), *self._receipt()])

    def __repr__(self) -> str:
        return f"ActionLedger({self.labelled} rounds, reward {self.reward:.6g})"


ACTIONS.ledger = ActionLedger
