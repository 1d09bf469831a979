# cython: boundscheck=False, wraparound=False
"""What the learners share that weigh an expert by a function of its regret: regrets, logarithms of weights, a prior."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import BadAdvice, BadParameter, BadWidth, StateError
from ..learner import misfit
from ..row import Row
from ..state import Held, Number, Vector, fields
from ..support import elementary
from ..support.settings import real
from .expert import ExpertLearner
from .room import longer


class PotentialLearner(ExpertLearner):
    """Keeps for every expert its regret R and the logarithm of its weight, which no length of game can overflow.

    A rule adds to `R` of those who are awake, sets their `logs`, and `fresh`, the logarithm for an expert without any
    regret; `weigh` then makes weights of them, relative to the largest. A prior is part of the logarithms.

    The regrets are in units of `scale`, which is 1 unless the rule has a setting for it.
    """

    saved = fields(Vector("R", like="w"), Vector("logs", like="w"), Number("fresh"))

    def __init__(self, *, prior: Sequence[float] | None = None, scale: float = 1.0, gradient: bool = False) -> None:
        super().__init__(gradient=gradient)
        self.prior = None if prior is None else checked_prior(prior)
        self.scale = real("scale", scale, "how far apart the losses of a round can lie")
        if self.scale <= 0:
            raise BadParameter(f"scale is how far apart the losses of a round can lie, more than 0, not {scale}")
        self.fresh = 0.0
        self.R = np.zeros(0)
        self.logs = np.zeros(0)
        self.log_prior = np.zeros(0)

    def settle(self) -> None:
        """Begin with the prior; a rule calls this when it has made its own arrays."""
        if self.prior is not None:
            self.widen(len(self.prior))
            self.log_prior = elementary.logs(self.prior)
            self.logs = self.fresh + np.asarray(self.log_prior)
            self.weigh()

    def predict(self, x: Row) -> float:
        self.admit(x)
        return self.within(x, self.mean(x))

    def admit(self, x: Row) -> None:
        """Say so if nobody is awake, or there are more experts than the prior knows."""
        if x.stop == x.start:
            raise BadWidth("no expert is awake: there is nothing to learn from")
        if not self.fits():
            raise misfit(self)
        if self.prior is not None and x.width > self.n:
            raise self.unknown(x.width)

    def unknown(self, width: int) -> BadAdvice:
        """The error for more experts than the prior knows."""
        return BadAdvice(f"the prior is for {self.n} experts, but there are {width}; give one for all of them")

    def weigh(self) -> None:
        """w_i <- e^(log weight of i - the largest of them)."""
        top = self.fresh
        for i in range(self.n):
            top = max(top, self.logs[i])
        for i in range(self.n):
            self.w[i] = self.logs[i] - top
        elementary.exp_each(self.w)
        self.newcomer = elementary.exp(self.fresh - top)

    def log_weight(self, i: int) -> float:
        """The logarithm of the weight of expert i, who may be new."""
        return self.logs[i] if i < self.n else self.fresh

    def top(self, x: Row) -> float:
        """The largest logarithm among those who are awake."""
        batch = x.batch
        top = -math.inf
        for k in range(x.start, x.stop):
            top = max(top, self.log_weight(batch.columns[k]))
        return top

    def faint_weights(self) -> Any:
        """The weights relative to the largest of them, not to a new one that all of them are far behind."""
        logs = np.array(self.logs)
        if logs.max(initial=-math.inf) == -math.inf:
            return np.ones(self.n)
        logs -= logs.max()
        elementary.exp_each(logs)
        return logs

    def faint_mean(self, x: Row) -> float:
        """The mean by the weights among those who are awake, exactly; even, if none of them has any."""
        top = self.top(x)
        if top == -math.inf:
            return ExpertLearner.faint_mean(self, x)
        batch = x.batch
        total = 0.0
        mass = 0.0
        for k in range(x.start, x.stop):
            share = elementary.exp(self.log_weight(batch.columns[k]) - top)
            mass += share
            total += share * batch.values[k]
        return total / mass

    def revive(self, x: Row) -> None:
        """Weights relative to the largest of those who are awake; they last until `weigh`."""
        top = self.top(x)
        batch = x.batch
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            self.w[i] = 1.0 if top == -math.inf else elementary.exp(self.logs[i] - top)

    def widen(self, width: int) -> None:
        if self.prior is not None and width > len(self.prior):
            raise self.unknown(width)
        ExpertLearner.widen(self, width)

    def fits(self) -> bool:
        return bool(
            self.R.shape[0] == self.logs.shape[0] == self.log_prior.shape[0] == self.n and ExpertLearner.fits(self)
        )

    def welcome(self, n: int) -> None:
        R, logs, log_prior = longer(self.R, n, 0.0), longer(self.logs, n, self.fresh), longer(self.log_prior, n, 0.0)
        self.R, self.logs, self.log_prior = R, logs, log_prior

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if self.prior is not None and len(held["w"]) != len(self.prior):
            raise StateError(f"the prior is for {len(self.prior)} experts, but the state knows {len(held['w'])}")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.log_prior = np.zeros(self.n) if self.prior is None else elementary.logs(self.prior)


def checked_prior(prior: Any) -> list[float]:
    """A prior as a list of numbers above zero that sum to one."""
    if isinstance(prior, str | bytes) or not np.iterable(prior):
        raise BadParameter(f"prior is a list of weights, one an expert, not {prior!r}")
    weights = [real("prior", weight, "a list of weights") for weight in prior]
    if not weights or min(weights) <= 0:
        raise BadParameter(f"prior is a list of weights above 0, one an expert, not {prior!r}")
    total = math.fsum(weights)
    return weights if abs(total - 1.0) < 1e-12 else [weight / total for weight in weights]
