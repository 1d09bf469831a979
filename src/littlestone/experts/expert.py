# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Base of the learners from expert advice: a weight for every expert, and the methods that rules are written with."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import BadParameter, BadWidth, Setting, StateError
from ..learner import RowLearner, misfit
from ..loss import Loss
from ..losses.guess_losses import Square
from ..row import Row
from ..state import Held, Number, Numbers, Vector, fields
from ..support import elementary
from ..support.settings import flag
from .advice_table import advice_table
from .extremes import least, most
from .room import longer, played_for

FAINT = 1e-250  # if all weights together are this small, they are computed anew
MANY = 4096  # from this length on, numpy's min is faster than a loop


class ExpertLearner(RowLearner):
    """Guesses the mean of what the experts say, by their weights; sleeping experts are not in the row.

    An expert that sleeps is charged what the learner pays, so that only the rounds it was awake in count for or
    against it (Freund, Schapire, Singer and Warmuth 1997); one that comes late has slept until then.

    A rule first calls `judge(x, y, guess)`, which fills `losses` and `regrets` of the experts that are awake and
    returns the learner's own loss, the mean of theirs; then it sets the weights `w`, of which only the ratios
    matter, and `newcomer`, the weight of a new expert.

    The game tells which loss is played for by setting `price`. With `gradient` every expert is charged the slope of
    the loss at the guess, times what it said: the regret against the best mixture of experts is then bounded,
    not only against the best of them.
    """

    kind = "experts"
    sleepers = True  # may experts sleep?
    randomised = True  # where the truth is one of two classes: then the guess is a chance
    weighs = True  # a loss in a round of weight h is h times that loss
    classes_only = False  # is its rule only for loss="mistake"?
    saved = fields(Vector("w"), Numbers("sums", "newcomer", "paid", "spread", "squared_spread"))

    def __cinit__(self, *_: Any, **__: Any) -> None:
        """Allocate the arrays in the compiled core, even for a subclass that forgot to call super().__init__()."""
        self.w, self.losses, self.regrets = np.zeros(0), np.zeros(0), np.zeros(0)

    def __init__(self, *, gradient: bool = False) -> None:
        super().__init__()
        self.gradient = flag("gradient", gradient)
        self.price: Loss = Square()
        self.n = 0
        self.newcomer = 1.0
        self.paid = 0.0  # the learner's loss, as the mean of the experts' losses
        self.spread = 0.0  # the most that two experts' losses differed by in a round
        self.squared_spread = 0.0  # the sum over the rounds of the square of that
        self.least_lost = self.most_lost = 0.0  # the smallest and largest loss in the round judged last
        self.w, self.losses, self.regrets = np.zeros(0), np.zeros(0), np.zeros(0)

    @staticmethod
    def game_table() -> Any:
        """What makes loss, labels, columns and ledger of its games, in which columns are experts."""
        return advice_table

    def parameters(self) -> dict[str, Any]:
        return {"gradient": self.gradient}

    def __reduce__(self) -> tuple[Any, ...]:
        return played_for, (type(self), self.parameters(), self.state(), self.price)

    def plays_for(self, price: Loss) -> None:
        """Set the loss of the game."""
        if self.gradient and not price.convex:
            raise BadParameter(f"gradient=True needs a convex loss such as square, not {price.name}")
        if self.classes_only and not price.classes:
            raise BadParameter(
                f"{type(self).__name__} counts mistakes, loss='mistake', and has no rule for the {price.name} loss; "
                f"Hedge plays for any"
            ).naming(Setting("loss", "mistake"))
        self.price = price

    @property
    def weights(self) -> Any:
        """A copy of the weights as shares that sum to one: those that play where everybody is awake."""
        w = np.array(self.w)
        if w.sum() <= FAINT:
            w = self.faint_weights()
        return w / w.sum() if len(w) else w

    def faint_weights(self) -> Any:
        """The weights of all experts where together they have nearly none: equal, unless a rule overrides it."""
        return np.ones(self.n)

    def predict(self, x: Row) -> float:
        return self.within(x, self.mean(x))

    def act(self, guess: float) -> float:
        """A number from -1 to +1 where the truth is one of two classes; else the guess itself."""
        return min(max(guess, -1.0), 1.0) if self.price.classes else guess

    def chance_of(self, guess: float) -> float | None:
        return self.price.chance_of(guess)

    def mean(self, x: Row) -> float:
        """The mean of what the experts say, by their weights."""
        batch = x.batch
        start = x.start
        w = self.w
        if w.shape[0] != self.n:
            raise misfit(self)
        total = mass = 0.0
        if x.width <= self.n:
            whole = x.is_whole()
            for k in range(start, x.stop):
                share = w[k - start if whole else batch.columns[k]]
                mass += share
                total += share * batch.values[k]
        else:
            for k in range(start, x.stop):
                i = batch.columns[k]
                share = w[i] if i < self.n else self.newcomer
                mass += share
                total += share * batch.values[k]
        return total / mass if mass > FAINT else self.faint_mean(x)

    def within(self, x: Row, guess: float) -> float:
        """The guess clipped to the range of the advice: where the experts agree, rounding must not change it."""
        batch = x.batch
        if x.stop == x.start:
            return guess
        if x.stop - x.start > MANY:
            said = np.asarray(batch.values)[x.start : x.stop]
            low: float = said.min()
            high: float = said.max()
        else:
            low = least(batch.values, x.start, x.stop)
            high = most(batch.values, x.start, x.stop)
        return min(max(guess, low), high)

    def faint_mean(self, x: Row) -> float:
        """The mean where all awake experts have nearly no weight: unweighted, unless a rule overrides it."""
        if x.stop == x.start:
            raise BadWidth("no expert is awake: there is nothing to learn from")
        batch = x.batch
        total = 0.0
        for k in range(x.start, x.stop):
            total += batch.values[k]
        return total / (x.stop - x.start)

    def judge(self, x: Row, y: float, guess: float) -> float:
        """Fill `losses` and `regrets` of the awake experts; return the learner's loss, the mean of theirs."""
        if x.width > self.n:
            self.widen(x.width)
        if not self.fits():
            raise misfit(self)
        batch = x.batch
        start = x.start
        w = self.w
        losses = self.losses
        regrets = self.regrets
        whole = x.is_whole()
        if self.gradient:
            slope = self.price.slope(y, guess)
            for k in range(start, x.stop):
                losses[k - start if whole else batch.columns[k]] = slope * batch.values[k]
        else:
            self.price.price(x, y, losses)
        if self.importance != 1.0 and self.weighs:
            np.asarray(losses)[x.columns] *= self.importance
        total = mass = 0.0
        for k in range(start, x.stop):
            i = k - start if whole else batch.columns[k]
            mass += w[i]
            total += w[i] * losses[i]
        own = total / mass if mass > FAINT else self.faint_loss(x)
        self.find_extremes(x)
        # Rounding must not make a regret where all losses are equal.
        own = min(max(own, self.least_lost), self.most_lost)
        for k in range(start, x.stop):
            i = k - start if whole else batch.columns[k]
            regrets[i] = own - losses[i]
        spread = self.most_lost - self.least_lost
        self.spread = max(self.spread, spread)
        self.squared_spread += spread * spread
        self.paid += own
        self.updates += 1
        return own

    def find_extremes(self, x: Row) -> None:
        """Find the smallest and largest loss of the awake experts in this round."""
        batch = x.batch
        losses = self.losses
        if x.stop - x.start == self.n and self.n > MANY:
            self.least_lost = np.asarray(losses).min()
            self.most_lost = np.asarray(losses).max()
            return
        if x.stop == x.start:
            self.least_lost, self.most_lost = math.inf, -math.inf
            return
        if x.is_whole():
            self.least_lost = least(losses, 0, x.stop - x.start)
            self.most_lost = most(losses, 0, x.stop - x.start)
            return
        low = high = losses[batch.columns[x.start]]  # `math.inf` would be looked up in Python, every round
        for k in range(x.start + 1, x.stop):
            loss = losses[batch.columns[k]]
            low = min(low, loss)
            high = max(high, loss)
        self.least_lost, self.most_lost = low, high

    def faint_loss(self, x: Row) -> float:
        """The mean of the losses where all awake experts have nearly no weight: calls `revive` first."""
        self.revive(x)
        batch = x.batch
        total = mass = 0.0
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            mass += self.w[i]
            total += self.w[i] * self.losses[i]
        return total / mass

    def revive(self, x: Row) -> None:
        """Give the awake experts weights above zero: equal ones, unless a rule overrides it."""
        batch = x.batch
        for k in range(x.start, x.stop):
            self.w[batch.columns[k]] = 1.0

    def widen(self, width: int) -> None:
        """Make room for more experts, which count as asleep until now."""
        RowLearner.widen(self, width)
        if width > self.n:
            w = self.first_weights(width)
            losses, regrets = longer(self.losses, width, 0.0), longer(self.regrets, width, 0.0)
            self.welcome(width)
            self.n, self.w, self.losses, self.regrets = width, w, losses, regrets

    def fits(self) -> bool:
        """Are all arrays as long as there are experts? Compiled loops rely on it, and some of them may be set."""
        return bool(self.w.shape[0] == self.losses.shape[0] == self.regrets.shape[0] == self.n)

    def first_weights(self, width: int) -> Any:
        """The weights once there are so many experts."""
        return longer(self.w, width, self.newcomer)

    def welcome(self, n: int) -> None:
        """Make room in the rule's own arrays for n experts: make all, call that of the base, then put them in place."""

    def make_ready(self, held: Held) -> None:
        super().make_ready(held)
        self.n = len(held["w"])
        self.losses, self.regrets = np.zeros(self.n), np.zeros(self.n)


class ExponentialLearner(ExpertLearner):
    """A weight e^(-eta L) for every expert, L being its loss so far; `reweigh(eta)` sets them all."""

    saved = fields(Vector("totals", like="w"), Number("eta"))

    def __cinit__(self, *_: Any, **__: Any) -> None:
        self.totals = np.zeros(0)

    def __init__(self, *, gradient: bool = False) -> None:
        super().__init__(gradient=gradient)
        self.eta = 0.0  # the rate of the last `reweigh`
        self.totals = np.zeros(0)  # L, with the learner's own losses for rounds asleep

    def charge(self, x: Row, own: float) -> None:
        """Add the round that was just judged to the totals."""
        if self.totals.shape[0] != self.n or self.losses.shape[0] != self.n:
            raise misfit(self)
        batch = x.batch
        totals = self.totals
        losses = self.losses
        if x.stop - x.start == self.n:
            for i in range(self.n):
                totals[i] += losses[i]
        else:
            for i in range(self.n):
                totals[i] += own
            for k in range(x.start, x.stop):
                totals[batch.columns[k]] -= self.regrets[batch.columns[k]]

    def reweigh(self, eta: float) -> None:
        """w_i <- e^(-eta (L_i - least L)); where eta is infinite, 1 for the experts with the least loss and else 0."""
        self.eta = eta
        best = self.least()
        w = self.w
        totals = self.totals
        if eta == math.inf:
            for i in range(self.n):
                w[i] = 1.0 if totals[i] == best else 0.0
            self.newcomer = 1.0 if self.paid == best else 0.0
            return
        for i in range(self.n):
            w[i] = eta * (best - totals[i])
        elementary.exp_each(w)
        self.newcomer = elementary.exp(eta * (best - self.paid))

    def least(self) -> float:
        """The least L of all experts, new ones included."""
        if self.n > MANY:
            return min(self.paid, float(np.asarray(self.totals).min()))
        return min(self.paid, least(self.totals, 0, self.n)) if self.n > 0 else self.paid

    def faint_weights(self) -> Any:
        """The weights relative to the best expert, not to a new one that all of them are far behind."""
        best = np.asarray(self.totals).min(initial=math.inf)
        if self.eta == math.inf:
            return (np.asarray(self.totals) == best).astype(np.float64)
        w = self.eta * (best - np.asarray(self.totals))
        elementary.exp_each(w)
        return w

    def faint_mean(self, x: Row) -> float:
        """The weighted mean over the awake experts, exactly."""
        if self.totals.shape[0] != self.n:
            raise misfit(self)
        if x.stop == x.start:
            raise BadWidth("no expert is awake: there is nothing to learn from")
        batch = x.batch
        low = math.inf
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            low = min(low, self.totals[i] if i < self.n else self.paid)
        total = mass = 0.0
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            lost = self.totals[i] if i < self.n else self.paid
            share = 1.0 if lost == low else 0.0 if self.eta == math.inf else elementary.exp(self.eta * (low - lost))
            mass += share
            total += share * batch.values[k]
        return total / mass

    def revive(self, x: Row) -> None:
        """Set weights relative to the best awake expert, valid until the next `reweigh`."""
        batch = x.batch
        low = math.inf
        for k in range(x.start, x.stop):
            low = min(low, self.totals[batch.columns[k]])
        for k in range(x.start, x.stop):
            i = batch.columns[k]
            lost = self.totals[i]
            self.w[i] = 1.0 if lost == low else 0.0 if self.eta == math.inf else elementary.exp(self.eta * (low - lost))

    def fits(self) -> bool:
        return bool(self.totals.shape[0] == self.n and ExpertLearner.fits(self))

    def welcome(self, n: int) -> None:
        self.totals = longer(self.totals, n, self.paid)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        if held["eta"] < 0.0 or (held["w"] < 0.0).any():
            raise StateError(f"the weights of a {type(self).__name__} and their rate are 0 or more")
