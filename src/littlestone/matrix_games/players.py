"""Who may play a matrix game: learners from advice, learners of points, a best response, a strategy that never changes.

Each plays a game of its own, of those that are there already, so that its own theorems speak of what it regrets.
"""

from __future__ import annotations

from inspect import signature
from math import sqrt
from typing import Any

import numpy as np

from ..account import Account
from ..convex.convex_game import ConvexGame
from ..convex.gradient_learner import GradientLearner
from ..convex.point import PointLearner
from ..errors import BadParameter, InputError, StateError, UnknownName
from ..experts.expert import ExpertLearner
from ..experts.hedge import Hedge
from ..learner import State, a_vector
from ..learners import EXPERTS, POINTS
from ..losses.stated import Stated
from ..rows.game import Game
from ..support import elementary
from ..support.linear_algebra import dot
from .matrix_game_theorems import losses_apart
from .payoffs import mixed_strategy

BEST_RESPONSE, UNIFORM = "best-response", "uniform"
TIE = 1e-13  # by so much may two losses differ that are one but for rounding
ROUNDING = 1e-9  # by so much may the chances of a strategy sum to something else than one


class Opponent:
    """A player that learns nothing: it keeps the account of what it lost, and of what each action would have."""

    responds = False
    ledger: Account | None = None

    def __init__(self, who: str, n: int) -> None:
        self.who = who
        self.paid = 0.0
        self.totals = np.zeros(n)

    @property
    def name(self) -> str:
        """What plays, in words."""
        raise NotImplementedError(f"{type(self).__name__} must say what it is")

    @property
    def regret(self) -> float:
        """What it has lost more than its best action would have."""
        return self.paid - float(self.totals.min())

    def strategy(self, losses: Any) -> Any:
        """The chances of its actions; a best response looks at the losses of this round, and nobody else does."""
        raise NotImplementedError(f"{type(self).__name__} must say how it plays")

    def check(self, strategy: Any, losses: Any) -> None:
        """Raise if it could not be told these losses; nothing has changed then, on either side."""

    def told(self, strategy: Any, losses: Any) -> None:
        """The round is over: what it played, and what every action has lost."""
        self.paid += dot(strategy, losses)
        self.totals += losses

    def setting(self) -> Any:
        """What `MatrixGame` makes an equal player of."""
        return self.name

    def state(self) -> State:
        """Its account, as named arrays."""
        return {"paid": np.float64(self.paid), "totals": self.totals.copy()}

    def restore(self, state: State, rounds: int) -> None:
        """Restore the account from its `state` after so many rounds."""
        self.paid, self.totals = float(state["paid"]), finite("totals", state["totals"], len(self.totals))


class BestResponse(Opponent):
    """Moves second, with the first of the actions that lose least against what the other plays in this round."""

    responds = True
    name = BEST_RESPONSE

    def strategy(self, losses: Any) -> Any:
        chances = np.zeros(len(losses))
        least = float(losses.min())
        near = losses <= least + TIE * float(np.abs(losses).max())
        chances[int(near.argmax())] = 1.0
        return chances


class FixedStrategy(Opponent):
    """Plays the same chances in every round."""

    def __init__(self, who: str, chances: Any) -> None:
        super().__init__(who, len(chances))
        self.chances = chances

    @property
    def name(self) -> str:
        even = np.ptp(self.chances) <= ROUNDING
        return UNIFORM if even else f"fixed {np.array2string(self.chances, precision=3, threshold=6, separator=', ')}"

    def setting(self) -> Any:
        return self.chances.tolist()

    def strategy(self, losses: Any) -> Any:
        return self.chances


class LearningPlayer:
    """A learner, and the game of its own that it plays: what is told there are the losses of its actions."""

    responds = False

    def __init__(self, who: str, game: Any) -> None:
        self.who = who
        self.game = game

    @property
    def ledger(self) -> Any:
        """Its own account, with its own theorems."""
        return self.game.ledger

    @property
    def name(self) -> str:
        """What plays, in words."""
        learner = self.game.learner
        return learner.name or type(learner).__name__

    @property
    def paid(self) -> float:
        """What its strategies have lost, by its own account."""
        return float(self.ledger.loss)

    @property
    def regret(self) -> float:
        """What it has lost more than its best action would have, by its own account."""
        raise NotImplementedError(f"{type(self).__name__} must say what its learner regrets")

    def chances(self) -> Any:
        """What its learner plays now."""
        raise NotImplementedError(f"{type(self).__name__} must say what its learner plays")

    def strategy(self, losses: Any) -> Any:
        """The chances of its actions, before anything of the round is known."""
        chances = self.chances()
        if not (chances >= -ROUNDING).all() or abs(chances.sum() - 1.0) > ROUNDING:
            raise InputError(
                f"a strategy is a chance for every action, and they sum to one; {self.game.learner!r} plays {chances}"
            )
        return chances

    def check(self, strategy: Any, losses: Any) -> None:
        """Raise if it could not be told these losses; nothing has changed then, on either side."""

    def told(self, strategy: Any, losses: Any) -> None:
        """The round is over: what it played, and what every action has lost."""
        raise NotImplementedError(f"{type(self).__name__} must say what its learner is told")

    def setting(self) -> Any:
        """What `MatrixGame` makes an equal player of: an untrained learner."""
        return self.game.learner.clone()

    def state(self) -> State:
        """The state of its game, as named arrays."""
        return self.game.state()  # type: ignore[no-any-return]

    def restore(self, state: State, rounds: int) -> None:
        """Restore its game from its `state` after so many rounds."""
        self.game.restore(state)
        if self.ledger.labelled != rounds:
            raise StateError(f"the {self.who} player was told {self.ledger.labelled:,} rounds of {rounds:,}")


class AdvicePlayer(LearningPlayer):
    """A learner from advice: every action is an expert, who says what it loses; the weights are the strategy."""

    def __init__(self, who: str, learner: ExpertLearner, n: int, keep: int) -> None:
        super().__init__(who, Game(learner, loss=Stated(), keep=keep))
        learner.widen(n)

    @property
    def regret(self) -> float:
        return float(self.ledger.best_regret)

    def chances(self) -> Any:
        return self.game.learner.weights

    def told(self, strategy: Any, losses: Any) -> None:
        self.game.label(self.game.predict(losses).number, 0.0)


class PointPlayer(LearningPlayer):
    """A learner of points on the simplex: the point is the strategy, and its loss is linear, <point, losses>."""

    def __init__(self, who: str, learner: PointLearner, n: int, keep: int) -> None:
        if learner.domain.name != "simplex":
            raise BadParameter(
                f"strategies lie on the simplex; {learner!r} plays on the {learner.domain.name}: "
                f"make it with domain='simplex', if it can"
            )
        if learner.d != n:
            raise BadParameter(f"the {who} player has {n} actions; {learner!r} plays points of {learner.d} coordinates")
        super().__init__(who, ConvexGame(learner, loss="linear", keep=keep))

    @property
    def regret(self) -> float:
        return float(self.ledger.regret or 0.0)

    def chances(self) -> Any:
        return self.game._point()

    def check(self, strategy: Any, losses: Any) -> None:
        learner = self.game.learner
        if isinstance(learner, GradientLearner):
            learner.gradient(losses, strategy)

    def told(self, strategy: Any, losses: Any) -> None:
        self.game.label(self.game.predict().number, losses)


def finite(name: str, value: Any, n: int) -> Any:
    """Check and return a vector of n finite numbers from a saved state."""
    numbers = a_vector(name, value)
    if len(numbers) != n or not np.isfinite(numbers).all():
        raise StateError(f"{name!r} is a vector of {n} finite numbers in this game, not {numbers!r:.60}")
    return numbers


def seat(who: str, player: Any, matrix: Any, horizon: int | None, keep: int) -> Any:
    """The player that a name, a learner or a vector of chances stands for; `who` is "row" or "column"."""
    side = int(who == "column")
    n = matrix.shape[side]
    if isinstance(player, str):
        if player == BEST_RESPONSE:
            return BestResponse(who, n)
        if player == UNIFORM:
            return FixedStrategy(who, np.full(n, 1.0 / n))
        tuned = player == Hedge.name and horizon
        player = tuned_hedge(n, horizon or 0, losses_apart(matrix, side)) if tuned else make_player(player, n)
    if isinstance(player, ExpertLearner):
        if player.n not in (0, n):
            raise BadParameter(f"the {who} player has {n} actions; {player!r} has weights for {player.n} experts")
        return AdvicePlayer(who, player, n, keep)
    if isinstance(player, PointLearner):
        return PointPlayer(who, player, n, keep)
    if hasattr(player, "learn") or callable(player):
        raise BadParameter(
            f"the {who} player is a learner from advice such as Hedge(), a learner of points on the simplex such as "
            f"ExponentiatedGradient({n}), 'best-response', 'uniform' or a list of chances, not {player!r:.80}"
        )
    return FixedStrategy(who, mixed_strategy(player, n, f"the {who} player"))


def make_player(name: str, n: int, **parameters: Any) -> Any:
    """The learner of that name for n actions: one from advice, or one of points, made to play on the simplex."""
    if name in EXPERTS:
        return EXPERTS[name](**parameters)
    if name not in POINTS:
        raise UnknownName.among("player", name, [*EXPERTS, *POINTS, BEST_RESPONSE, UNIFORM])
    kind: Any = POINTS[name]
    domain = {"domain": "simplex"} if "domain" in signature(kind).parameters else {}
    return kind(n, **{**domain, **parameters})


def tuned_hedge(n: int, horizon: int, apart: float) -> Hedge:
    """Hedge at the best rate for so many rounds, sqrt(8 ln(n)/T)/s, where losses lie s apart at most."""
    eta = sqrt(8.0 * elementary.log(max(2, n)) / horizon) / apart if apart > 0.0 else None
    return Hedge(eta=eta)
