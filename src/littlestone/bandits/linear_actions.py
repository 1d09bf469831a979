"""Base of the learners of actions that fit rewards by linear functions of the features."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..row import Row
from ..state import Held, Table, fields
from ..support.linear_algebra import combined, dot
from ..support.settings import flag, positive, real, whole
from .action import ActionLearner

WIDEST = 4096  # features: a matrix of 128 MB

Entries = tuple[Any, Any]  # columns of an example, and its values there


class LinearActions(ActionLearner):
    """Ridge regression of the rewards on the features, one for each action or one that they share.

        theta = P b,   P = (lam I + sum x x')^-1,   b = sum r x,   r = 1 - loss

    P is kept: an example takes g g'/(1 + <x, g>) off it, g = P x (Sherman and Morrison 1950). The expected reward of x
    is <theta, x>, and how much of it is not yet known is <x, P x>. Products and sums have an order of their own, so
    that they are the same on every processor. A matrix has as many rows as there are features, so their number is
    limited: further ones share places with earlier ones.
    """

    contextual = True
    by_choice = True
    saved = fields(
        Table("inverse", shape=("models", None, None), finite=True),
        Table("theta", shape=("models", None), finite=True),
    )

    def __init__(self, K: int, *, lam: float, shared: bool, explore: float, bias: float, width: int) -> None:
        super().__init__(K)
        self.lam = positive("lam", lam, "what every weight costs, squared")
        self.shared = flag("shared", shared)
        self.explore = real("explore", explore, "the chance of any action")
        if not 0.0 <= self.explore <= 1.0:
            raise BadParameter(f"explore is a chance, from 0 to 1, not {explore!r}")
        self.bias = real("bias", bias, "the value of the constant feature")
        self.width = whole("width", width, "how many features have a place of their own", least=2)
        if self.width > WIDEST:
            raise BadParameter(f"width is {WIDEST} at most, as a matrix of as many rows is kept, not {width!r}")
        self.models = 1 if self.shared else self.K
        self.inverse = np.zeros((self.models, 0, 0))
        self.theta = np.zeros((self.models, 0))

    def predict(self, x: Any) -> Any:
        places, examples = self.examples(x)
        chances = np.zeros(self.K)
        chances[places] = (1.0 - self.explore) * self.preferred(places, examples) + self.explore / len(places)
        return chances

    def preferred(self, places: list[int], examples: list[Entries]) -> Any:
        """The chances of these actions, of which each has its example, before any is explored."""
        raise NotImplementedError(f"{type(self).__name__} must implement preferred()")

    def learn(self, x: Any, action: int, loss: float, chance: float) -> None:
        columns, values = self.entries(x[action] if isinstance(x, tuple) else x)
        self.inverse, self.theta = self.room(1 + int(columns.max(initial=-1)))
        model = self.model_of(action)
        P, theta = self.inverse[model], self.theta[model]
        g = combined(values, P[columns])
        scale = 1.0 + max(0.0, dot(g[columns], values))
        with np.errstate(over="ignore", invalid="ignore"):
            step = g / np.sqrt(scale)
            inverse = P - step[:, None] * step
            np.fill_diagonal(inverse, np.maximum(0.0, inverse.diagonal()))  # rounding may leave less
            weights = theta + g * ((1.0 - loss - dot(theta[columns], values)) / scale)
        if np.isfinite(inverse).all() and np.isfinite(weights).all():  # else features are too large to add up
            self.inverse[model], self.theta[model] = inverse, weights
        self.updates += 1

    def moments(self, places: list[int], examples: list[Entries]) -> tuple[Any, Any]:
        """The expected rewards of these actions, and the root of what is not known of each."""
        models = [self.model_of(place) for place in places]
        if all(entries is examples[0] for entries in examples):
            means, squares = self.moments_at(models, *examples[0])
        else:
            each = [self.moments_at([model], *entries) for model, entries in zip(models, examples, strict=True)]
            means, squares = (np.concatenate(part) for part in zip(*each, strict=True))
        return means, np.sqrt(np.maximum(0.0, squares))

    def moments_at(self, models: list[int], columns: Any, values: Any) -> tuple[Any, Any]:
        """<theta, x> and <x, P x> of several models for one x."""
        met = columns < self.theta.shape[1]
        new = values[~met]
        columns, values = columns[met], values[met]
        rows = np.array(models)[:, None]
        with np.errstate(over="ignore", invalid="ignore"):
            means = (self.theta[rows, columns] * values).sum(axis=1)
            block = self.inverse[rows[:, :, None], columns[:, None], columns] * (values[:, None] * values)
            return means, block.reshape(len(models), -1).sum(axis=1) + (new * new).sum() / self.lam

    def model_of(self, action: int) -> int:
        """The regression that this action is in."""
        return 0 if self.shared else action

    def examples(self, x: Any) -> tuple[list[int], list[Entries]]:
        """The actions that there are, and the example of each."""
        if isinstance(x, tuple):
            places = [place for place, row in enumerate(x) if row is not None]
            return places, [self.entries(x[place]) for place in places]
        if x is None:
            raise BadParameter(f"{self.name} looks at an example: predict(x), with x as in any Game")
        if self.shared:
            raise BadParameter(
                f"{self.name} with shared=True tells actions apart by their features, and there are none: "
                "predict(x, choices), with the features of every action"
            )
        return list(range(self.K)), [self.entries(x)] * self.K

    def entries(self, x: Row) -> Entries:
        """The places of the features of a row and their values, the constant one first."""
        columns, values = np.asarray(x.columns, dtype=np.int64), np.asarray(x.values)
        if len(columns) and int(columns.max()) >= self.width - 1:
            columns, to = np.unique(columns % (self.width - 1), return_inverse=True)
            values = np.bincount(to, values, len(columns))
        if self.bias:
            return np.concatenate(([0], columns + 1)), np.concatenate(([self.bias], values))
        return columns + 1, values

    def room(self, least: int) -> tuple[Any, Any]:
        """P and theta with room for as many features, or more; nothing is known yet of those that are new."""
        before = self.theta.shape[1]
        if least <= before:
            return self.inverse, self.theta
        size = min(self.width, max(least, 2 * before))
        inverse, theta = np.zeros((self.models, size, size)), np.zeros((self.models, size))
        inverse[:, range(size), range(size)] = 1.0 / self.lam
        inverse[:, :before, :before], theta[:, :before] = self.inverse, self.theta
        return inverse, theta

    def parameters(self) -> dict[str, Any]:
        return {
            **super().parameters(),
            "lam": self.lam,
            "shared": self.shared,
            "explore": self.explore,
            "bias": self.bias,
            "width": self.width,
        }

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        size = held["theta"].shape[1]
        if held["inverse"].shape[1:] != (size, size) or size > self.width:
            raise StateError(f"'inverse' has a matrix of {size} rows for each of the {self.models} in 'theta'")
        if (np.diagonal(held["inverse"], axis1=1, axis2=2) < 0.0).any():
            raise StateError("'inverse' has what is not known of every feature, which is 0 or more")


def best_of(scores: Any) -> Any:
    """How often each column is the largest of its row, in parts of 1; columns that are equal share."""
    scores = np.where(np.isnan(scores), -np.inf, scores)  # of features that are too large to add up
    best = scores == scores.max(axis=1, keepdims=True)
    return (best / best.sum(axis=1, keepdims=True)).sum(axis=0) / len(scores)
