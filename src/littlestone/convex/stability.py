"""Stability of a learning rule: how much its loss on a round depends on having learned that round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import BadParameter
from ..learner import RowLearner
from ..rows.game import Game
from ..support.settings import amount, counted
from .convex_game import ConvexGame
from .point import PointLearner, frozen


@dataclass(frozen=True)
class Stability:
    """The result of `stability`, as read-only arrays of T numbers.

    leave_last_out    for m = 1, ..., T, by how much learning z_m changes the loss on z_m
    replacement       for i = 1, ..., T, by how much learning z'_i in place of z_i changes the loss on z_i, after all T
    """

    leave_last_out: Any
    replacement: Any

    @property
    def most_regret(self) -> float:
        """The sum of `leave_last_out`: a rule that follows the leader regrets no more (Kalai and Vempala 2005)."""
        return float(self.leave_last_out.sum())

    def __str__(self) -> str:
        last, other = self.leave_last_out, self.replacement
        return (
            f"leave-last-out: {amount(last[-1])} in the last of {counted(len(last), 'round')}, "
            f"{amount(last.max())} at most, in round {last.argmax() + 1}, {amount(last.sum())} in all\n"
            f"replacement: {amount(other.max())} at most, of round {other.argmax() + 1}, "
            f"{amount(other.mean())} on average"
        )


def stability(
    rule: PointLearner | RowLearner, rounds: Iterable[Any], *, instead: Iterable[Any] | None = None, loss: Any = None
) -> Stability:
    """How stable a rule is on these rounds, z_1, ..., z_T: both stabilities that regret and generalisation rest on.

        leave-last-out   |l(A(z_1, ..., z_m), z_m) - l(A(z_1, ..., z_{m-1}), z_m)|                  for every m
        replacement      |l(A(z_1, ..., z'_i, ..., z_T), z_i) - l(A(z_1, ..., z_i, ..., z_T), z_i)|  for every i

    A rule is beta(m)-stable if no m rounds whatever give more than beta(m); what is measured is a lower bound on that.
    A leader that is beta(m)-stable leave-last-out has regret beta(1) + ... + beta(T) at most. A rule that is
    beta(T)-stable by replacement loses at most beta(T) more on a new round than on those it has learned, on average
    over rounds drawn independently (Bousquet and Elisseeff 2002). Follow the Regularised Leader is stable by
    2 G^2/(lambda alpha m), both ways; Follow the Leader is stable by 8/m of squared distances from points of the unit
    ball, and not at all of linear losses.

    rule        who learns: a learner of points, or of rows; it is cloned, not changed. T^2 rounds are played
    rounds      what nature reveals, round by round; pairs of example and label for learners of rows
    instead     z'_1, ..., z'_T, as many; None puts each round's next one in its place, and the first in the last's
    loss        what is lost, as games take it; None is what the learner usually plays for

    >>> from littlestone import FollowTheLeader, FollowTheRegularisedLeader
    >>> from littlestone.convex.stability import stability
    >>> flips = [0.5, -1, 1, -1, 1, -1, 1, -1]
    >>> stability(FollowTheLeader(1, domain="box"), flips).leave_last_out.tolist()
    [0.5, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]
    >>> print(stability(FollowTheRegularisedLeader(1, lam=1.0), flips))
    leave-last-out: 0.1339 in the last of 8 rounds, 0.75 at most, in round 2, 2.405 in all
    replacement: 0.25 at most, of round 2, 0.2227 on average
    """
    data = list(rounds)
    others = data[1:] + data[:1] if instead is None else list(instead)
    if not data:
        raise BadParameter("stability is measured on rounds; give at least one")
    if len(others) != len(data):
        raise BadParameter(f"instead has a round in place of each of {len(data)}, not {len(others)} of them")
    game = game_of(rule, loss)
    last = []
    for z in data:
        before = cost(game, z)
        learn(game, z)
        last.append(abs(cost(game, z) - before))
    changed = []
    for i, z in enumerate(data):
        other = game_of(rule, loss)
        for each in [*data[:i], others[i], *data[i + 1 :]]:
            learn(other, each)
        changed.append(abs(cost(other, z) - cost(game, z)))
    return Stability(frozen(last), frozen(changed))


def game_of(rule: Any, loss: Any) -> ConvexGame | Game:
    """A new game of the rule, with nothing learned yet."""
    if isinstance(rule, PointLearner):
        return ConvexGame(rule.clone(), loss=loss, bounds=(), keep=0)
    if not isinstance(rule, RowLearner):
        raise BadParameter(f"stability is that of a learner of points or of rows, not of {rule!r}")
    game = Game(rule.clone(), loss=loss, bounds=(), keep=0)
    if game._randomised:
        raise BadParameter(f"what {rule!r} loses depends on a coin; give a learner without, or another loss")
    return game


def cost(game: ConvexGame | Game, z: Any) -> float:
    """What the learner would pay for this round now; nothing is learned."""
    if isinstance(game, ConvexGame):
        return game._cost_of(game._point(), game.price.turned(z, game.learner.d))
    x, y = pair(z)
    truth = game.labels.inside(y)
    move = game.predict(x)
    game.forget(move.number)
    return float(game.price.value(truth, move.guess, move.sign))


def learn(game: ConvexGame | Game, z: Any) -> None:
    """Play the round."""
    x, y = (None, z) if isinstance(game, ConvexGame) else pair(z)
    game.label(game.predict(x).number, y)


def pair(z: Any) -> tuple[Any, Any]:
    """A round of rows: an example and its label."""
    try:
        x, y = z
    except (TypeError, ValueError):
        raise BadParameter(f"a round of a learner of rows is a pair of example and label, not {z!r:.60}") from None
    return x, y
