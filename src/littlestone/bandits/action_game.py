"""`ActionGame`: the learner does one of K things, and is told the reward of that one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..bound import Bound
from ..coin import Coin
from ..errors import BadFeature, BadParameter, InputError, StateError, UnknownName
from ..features.features import Features
from ..features.hashing import columns_as_written
from ..features.saved_rows import end_to_end, saved_rows
from ..features.schema import Schema, made
from ..learner import State, under
from ..moves import Moves, theorems_for
from ..nature import Nature
from ..row import Batch
from ..rows.whole_lessons import may_end_half_taught, teach_whole
from ..support.settings import counted, real, whole
from .action import ActionLearner
from .action_ledger import ActionLedger, Done
from .rewards import Rewards

NEAR_ONE = 1e-9

Choices = Mapping[Any, Any] | Sequence[Any] | None  # features of actions, by name or in their order


class ActionRound(NamedTuple):
    """One round: its number, what to do, the chance that it was drawn with, and the chances of all actions."""

    number: int
    action: Any
    chance: float
    guess: Any
    x: Any  # a row, or one for every action
    place: int  # of the action, from 0
    lessons: int
    among: Any = None  # which actions there were to choose from, if not all
    followed: bool = False  # was it drawn by another player?

    @property
    def act(self) -> Any:
        """What to do, as rounds of other games say it."""
        return self.action


class ActionGame(Moves):
    """A learner of actions plays; the ledger keeps what was done, with which chance, and what it brought.

    `predict` draws an action, `reward` tells what it brought: at once, later, in any order, or never. A late reward is
    weighed by the chance that its action was drawn with. The coin of round t is a function of the seed and t, so that a
    replay is exact. `label` takes a reward too, or the rewards of all actions, of which the learner is told its own:
    then the ledger knows the true regret.

    `predict(x, choices)` has the features of every action too, by its name, or in the order of the actions; an action
    that is left out, or None, cannot be chosen in this round. Each is looked at with its own features and those of x
    together, and the schema's interactions multiply them; a learner that looks at nothing heeds which actions there
    are. `predict(x, allowed=["a", "b"])` draws among these alone:
    the chances of the learner there, made to sum to one. With a `floor` every action that there is to choose from has
    that chance at least: p = (1 - n floor) p of the learner + floor, of n actions. What was told is the chance that
    the action was drawn with, and by that chance its reward is weighed.

    learner     who plays
    actions     what the actions are called; None numbers them from 0
    low, high   between which rewards lie
    bounds      the theorems to watch; None takes all that the learner has
    floor       the least chance of an action that may be chosen, so that what others would have brought can be told
    seed        of the coins
    features    the names of the columns of examples, if they are known before the first
    schema      how a raw record becomes features; None is `Schema()`
    keep        how many rounds to keep in `ledger.done`

    >>> from littlestone import EXP3IX, ActionGame
    >>> game = ActionGame(EXP3IX(2), actions=("old page", "new page"), seed=7)
    >>> first, second = game.predict(), game.predict()
    >>> first.action, first.chance
    ('new page', 0.5)
    >>> game.reward(second.number, 1.0)
    >>> game.reward(first.number, 0.0)
    >>> game.ledger.reward, game.ledger.late
    (1.0, 1)
    """

    if TYPE_CHECKING:
        ledger: ActionLedger
        learner: ActionLearner

    _kind = "actions"

    def __init__(
        self,
        learner: ActionLearner,
        *,
        actions: Sequence[Any] | None = None,
        low: float = 0.0,
        high: float = 1.0,
        bounds: Sequence[Bound] | None = None,
        floor: float = 0.0,
        seed: int = 0,
        features: Features | Iterable[str] = (),
        schema: Schema | Mapping[str, Any] | None = None,
        keep: int = 1_000_000,
    ) -> None:
        if not isinstance(learner, ActionLearner):
            raise BadParameter(
                f"a game of actions is played by a learner of actions such as EXP3(2), not by {learner!r}"
            )
        self.actions = list(range(learner.K)) if actions is None else names_of(actions, learner.K)
        self._given_actions = actions is not None
        self._places = {told: place for place, name in enumerate(self.actions) for told in (name, str(name))}
        self.price = Rewards(learner.K, low, high)
        self.floor = real("floor", floor, "the least chance of an action")
        if not 0.0 <= self.floor * learner.K <= 1.0:
            raise BadParameter(f"floor is a chance that {learner.K} actions can have, from 0 to 1/K, not {floor!r}")
        self.coin = Coin(whole("seed", seed, "a whole number"))
        self._keep = whole("keep", keep, "a number of rounds")
        watched = theorems_for(learner, bounds, self._keep)
        super().__init__(learner, ActionLedger(learner, self.price, watched, self._keep, self.actions, self.floor))
        self.features = features if isinstance(features, Features) else Features(features)
        self._schema_given = schema is not None
        if schema is not None:
            self.features.take_schema(made(schema))
        self.features.zeros |= learner.wants_zeros
        learner.see_marks(self.features.marks)

    @property
    def schema(self) -> Schema:
        """How a raw record becomes features."""
        return self.features.schema

    def predict(self, x: Any = None, choices: Choices = None, allowed: Sequence[Any] | None = None) -> ActionRound:
        """The first move: draw an action. Learners without contexts ignore x, and what choices say but who is there."""
        return self._open(x, choices, allowed)

    def _open(self, x: Any, choices: Choices, allowed: Any, drawn_by: ActionRound | None = None) -> ActionRound:
        """Open a round, in which the action is drawn, or the one that another player has drawn."""
        before, shared, numbered = len(self.features.columns), self.features.shared, self.features.numbered
        number = self.ledger.rounds + 1
        try:
            among = self._among(allowed, choices)
            row = self._row(x, choices)
            chances = self._played(self._chances(row), among)
        except BaseException:
            self.features.forget(before)
            self.features.numbered, self.features.shared = numbered, shared
            raise
        if drawn_by is None:
            place = drawn(chances, self.coin.toss(number))
            chance = float(chances[place])
        else:
            place, chance = drawn_by.place, drawn_by.chance
        lessons, followed = self.learner.lessons, drawn_by is not None
        move = ActionRound(number, self.actions[place], chance, chances, row, place, lessons, among, followed)
        self.open[number] = move
        self.ledger.rounds = number
        return move

    def _among(self, allowed: Any, choices: Choices) -> Any:
        """Which actions there are to choose from: those allowed, if there are choices among these; None if all."""
        found = None if allowed is None else self._allowed(allowed)
        if choices is not None:
            there = np.array([own is not None for own in self._by_action(choices)])
            if not there.any():
                raise BadParameter("there are no choices in this round: give the features of one action, or of more")
            if not there.all():
                found = there if found is None else there & found
        if found is not None and not found.any():
            raise BadParameter("none of the choices is allowed: there is nothing to choose from")
        return found

    def _allowed(self, allowed: Any) -> Any:
        """Which actions are among those allowed."""
        if not isinstance(allowed, Sequence) or isinstance(allowed, str | bytes) or not len(allowed):
            raise BadParameter(f"allowed is a list of actions, of one or more, not {allowed!r:.60}")
        found = np.zeros(self.learner.K, dtype=bool)
        for name in allowed:
            found[self._place(name)] = True
        return found

    def _place(self, name: Any) -> int:
        """The place of an action by its name; of one that is a number by its text too, as keys of JSON are texts."""
        try:
            found = self._places.get(name)
        except TypeError:  # a list, which is no name
            found = None
        if found is None:
            raise UnknownName.among("action", str(name), map(str, self.actions))
        return found

    def _played(self, chances: Any, among: Any) -> Any:
        """The chances of the learner as they are played: of those actions alone, and none below the floor."""
        if among is None and not self.floor:
            return chances
        count = self.learner.K
        if among is not None:
            count = int(among.sum())
            chances = np.where(among, chances, 0.0)
            total = float(chances.sum())
            chances = chances / total if total > 0.0 else among / count
        if self.floor:
            least = self.floor if among is None else self.floor * among
            chances = (1.0 - count * self.floor) * chances + least
        chances.flags.writeable = False
        return chances

    def _row(self, x: Any, choices: Choices) -> Any:
        """What the learner looks at: a row, or with choices one for every action, None if that is not there."""
        if not self.learner.contextual:
            return None
        if choices is None:
            return None if x is None else self.features.row(x)
        if not self.learner.by_choice:
            raise BadParameter(
                f"{self.learner.name} does not look at features of actions; LinUCB({self.learner.K}, shared=True) does"
            )
        given = self._by_action(choices)
        return tuple(None if own is None else self.features.row(together(x, own)) for own in given)

    def _by_action(self, choices: Any) -> list[Any]:
        """The features of every action, None where there are none."""
        K = self.learner.K
        if isinstance(choices, Mapping):
            found: list[Any] = [None] * K
            for name, own in choices.items():
                found[self._place(name)] = own
            return found
        if not isinstance(choices, Sequence) or isinstance(choices, str | bytes):
            raise BadParameter(f"choices are the features of actions, by name or in their order, not {choices!r:.60}")
        if len(choices) > K:
            raise BadParameter(f"this game has {counted(K, 'action')}, and there are {len(choices)} choices")
        return [*choices, *(K - len(choices)) * [None]]

    def _chances(self, row: Any) -> Any:
        """The chances that the learner gives to the actions now, a read-only array."""
        with np.errstate(over="ignore", invalid="ignore"):  # what is no chance is found below
            chances = np.array(self.learner.predict(row), dtype=np.float64)
        if chances.shape != (self.learner.K,) or not (chances >= 0.0).all() or abs(chances.sum() - 1.0) > NEAR_ONE:
            raise InputError(
                f"chances are {self.learner.K} numbers from 0 that sum to 1; {self.learner!r} has {chances}"
            )
        chances.flags.writeable = False
        return chances

    def reward(self, number: int, value: float) -> None:
        """The second move: what the action of round `number` brought, a value from `low` to `high`."""
        if np.ndim(value):
            raise BadParameter("a reward is one number; label() takes those of all actions, if they are known")
        self.label(number, value)

    def teach(self, x: Any, action: Any, reward: float, chance: float, choices: Choices = None) -> None:
        """Let the learner learn from a round played elsewhere: what was done, what it brought, and its chance then.

        The ledger does not count it, and theorems about a learner that knew nothing at first no longer apply.
        """
        if not 0.0 < real("chance", chance, "the chance that the action was drawn with") <= 1.0:
            raise BadParameter(f"a chance is above 0 and 1 at most, not {chance!r}")
        place, loss = self._place(action), self.price.inside(reward)
        before, shared, numbered = len(self.features.columns), self.features.shared, self.features.numbered
        try:
            self._learn_from(self._row(x, choices), place, loss, float(chance))
        except BaseException:
            self.features.forget(before)
            self.features.numbered, self.features.shared = numbered, shared
            raise

    def _learn_from(self, row: Any, place: int, loss: float, chance: float) -> None:
        """Let the learner learn the loss of an action."""
        if isinstance(row, tuple) and row[place] is None:
            raise BadParameter(f"{self.actions[place]!r} was done, and is not among the choices")
        lesson = row, place, loss, chance
        if may_end_half_taught(self.learner):
            teach_whole(self, *lesson)
        else:
            self.learner.learn(*lesson)
        self.learner.lessons += 1

    def _check(self, y: Any) -> None:
        self._told_losses(y)

    def _told_losses(self, y: Any) -> Any:
        """The losses of all actions if y has all, else that of one."""
        return self.price.all_inside(y) if np.ndim(y) else self.price.inside(y)

    def _close(self, move: ActionRound, y: Any) -> None:
        told = self._told_losses(y)
        losses = told if np.ndim(told) else None
        loss = float(told if losses is None else told[move.place])
        learner, ledger = self.learner, self.ledger
        late = move.lessons != learner.lessons
        plain = move.among is None and not self.floor
        now = move.guess if plain and not late else self._chances(move.x)
        due = move.chance if move.followed else float(self._played(now, move.among)[move.place])
        shares, advice = learner.shares(), learner.advice(move.x)
        done = Done(move.number, move.place, loss, move.chance, now, shares, advice, late, due)
        ledger._narrowed += move.among is not None
        ledger._followed += move.followed
        elsewhere = ledger._is_behind()
        self._learn_from(move.x, move.place, loss, move.chance)
        ledger._outside += elsewhere
        ledger._record(done, losses, ledger.rounds - move.number)
        del self.open[move.number]
        for watcher in ledger._action_watchers:
            watcher.see(learner, done)

    def _meet(self, nature: Nature) -> None:
        """Take over the names of the columns if the nature knows them before the first example."""
        known = self.features.met(nature)
        if known and self.ledger.rounds == 0 and not len(self.features):
            self._name_columns(known.written())

    def _name_columns(self, names: Any) -> None:
        """Set the names of the columns, or how they are hashed."""
        self.features = columns_as_written(names).following(self.features)
        self.learner.see_marks(self.features.marks)

    def _seen(self, move: ActionRound) -> ActionRound:
        """A round as a nature may see it: while it is open, without what was drawn."""
        return move if move.number not in self.open else move._replace(action=None, chance=0.0, place=-1)

    def _arguments(self) -> dict[str, Any]:
        return {
            "actions": self.actions if self._given_actions else None,
            "low": self.price.low,
            "high": self.price.high,
            "bounds": self.ledger.bounds,
            **({"floor": self.floor} if self.floor else {}),
            "seed": self.coin.seed,
            "schema": self.features.schema if self._schema_given else None,
            "keep": self._keep,
        }

    def state(self) -> State:
        return {
            **super().state(),
            **{f"features/{name}": value for name, value in self.features.state().items()},
        }

    def restore(self, state: State) -> None:
        columns = under(state, "features/")
        self._name_columns(json.loads(np.asarray(columns["names"]).tobytes()))
        self.features.restore(columns)
        super().restore(state)
        self.learner.see_marks(self.features.marks)

    def _open_state(self) -> State:
        moves = list(self.open.values())
        nothing = Batch([0, 0], [], [], 0).row(0)
        of_choices = [isinstance(move.x, tuple) for move in moves]
        each = [row for move in moves for row in (move.x if isinstance(move.x, tuple) else (move.x,))]
        starts, columns, values, widths = end_to_end([row or nothing for row in each])
        choices = {"choices": np.array(of_choices), "there": np.array([row is not None for row in each])}
        return {
            "numbers": np.array([move.number for move in moves], dtype=np.int64),
            "lessons": np.array([move.lessons for move in moves], dtype=np.int64),
            "places": np.array([move.place for move in moves], dtype=np.int64),
            "chances": np.array([move.guess for move in moves]).reshape(len(moves), self.learner.K),
            "seen": np.array([move.x is not None for move in moves], dtype=bool),
            "widths": widths,
            "starts": starts,
            "columns": columns,
            "values": values,
            **(choices if any(of_choices) else {}),
            **self._narrow_state(moves),
        }

    def _narrow_state(self, moves: list[ActionRound]) -> State:
        """What is saved of rounds that had not all actions to choose from, or were drawn by another player."""
        if all(move.among is None and not move.followed for move in moves):
            return {}
        every = np.ones(self.learner.K, dtype=bool)
        among = np.array([every if move.among is None else move.among for move in moves])
        return {
            "among": among,
            "narrow": np.array([move.among is not None for move in moves]),
            "followed": np.array([move.followed for move in moves]),
            "drawn": np.array([move.chance for move in moves]),
        }

    def _reopen(self, state: State) -> None:
        chances, places = np.array(state["chances"], dtype=np.float64), np.asarray(state["places"], dtype=np.int64)
        numbers, count, K = np.asarray(state["numbers"], dtype=np.int64), len(chances), self.learner.K
        rows = saved_rows(state["starts"], state["columns"], state["values"], state["widths"])
        if "choices" in state:
            rows = grouped(rows, np.asarray(state["choices"], dtype=bool), np.asarray(state["there"], dtype=bool), K)
        if chances.shape != (count, K) or not len(numbers) == len(places) == len(rows) == count:
            raise StateError(f"every open round needs a number, an action, an example and {K} chances")
        if count and (not ((chances >= 0.0).all() and (np.abs(chances.sum(axis=1) - 1.0) <= 1e-6).all())):
            raise StateError("the chances of an open round are 0 or more, and sum to 1")
        narrow = self._narrow_of(state, count)
        if ((places < 0) | (places >= K)).any() or (
            "followed" not in state and (chances[np.arange(count), places] <= 0.0).any()
        ):
            raise StateError("an open round did an action that had no chance")
        told = zip(numbers.tolist(), places.tolist(), self._lessons_of(state), state["seen"], strict=True)
        for k, (number, place, lessons, seen) in enumerate(told):
            guess = chances[k].copy()
            guess.flags.writeable = False
            x = rows[k] if seen else None
            among, followed, chance = narrow[k] if narrow else (None, False, float(guess[place]))
            self.open[number] = ActionRound(
                number, self.actions[place], chance, guess, x, place, lessons, among, followed
            )

    def _narrow_of(self, state: State, count: int) -> list[Any]:
        """What `_narrow_state` saved, for every open round; empty if all were plain."""
        if "among" not in state:
            return []
        among, narrow = np.asarray(state["among"], dtype=bool), np.asarray(state["narrow"], dtype=bool)
        followed, chances = np.asarray(state["followed"], dtype=bool), np.asarray(state["drawn"], dtype=np.float64)
        if among.shape != (count, self.learner.K) or not narrow.shape == followed.shape == chances.shape == (count,):
            raise StateError(
                "of every open round it is known which actions there were to choose from, and who drew one"
            )
        if not ((chances > 0.0) & (chances <= 1.0 + NEAR_ONE)).all():
            raise StateError("an open round did an action that had no chance")
        return [(among[k].copy() if narrow[k] else None, bool(followed[k]), float(chances[k])) for k in range(count)]


def drawn(chances: Any, toss: float) -> int:
    """The action that a toss from 0 to 1 falls on; never one without a chance."""
    place = int(np.searchsorted(np.cumsum(chances), toss, side="right"))
    return place if place < len(chances) and chances[place] > 0.0 else int(np.flatnonzero(chances)[-1])


def together(x: Any, own: Any) -> Any:
    """The features of a request and of an action, as one record."""
    if x is None:
        return own
    if not isinstance(x, Mapping) or not isinstance(own, Mapping):
        raise BadFeature("with choices, the request and every action are records: mappings of names to values")
    if both := [name for name in own if name in x]:
        raise BadFeature.of(both[0], f"the request has {both[0]!r} and an action too; rename one of the two")
    return {**x, **own}


def records_of(x: Any, choices: Any) -> list[Any]:
    """The records that features are made of: that of the request, and with choices that of every action with it."""
    if choices is None:
        return [] if x is None else [x]
    given = choices.values() if isinstance(choices, Mapping) else choices
    return [together(x, own) for own in given if own is not None]


def grouped(rows: list[Any], of_choices: Any, there: Any, K: int) -> list[Any]:
    """Rows as rounds have them: one, or with choices one for every action."""
    if there.shape != (len(rows),) or int(np.where(of_choices, K, 1).sum()) != len(rows):
        raise StateError(f"an open round has one example, or with choices one for each of {K} actions")
    left = iter(zip(rows, there, strict=True))
    each = [[row if seen else None for row, seen in islice(left, K if many else 1)] for many in of_choices]
    return [tuple(part) if many else part[0] for part, many in zip(each, of_choices, strict=True)]


def names_of(actions: Sequence[Any], K: int) -> list[Any]:
    """What the actions are called: K different texts or whole numbers."""
    known = list(actions) if isinstance(actions, Sequence) and not isinstance(actions, str) else []
    plain = all(isinstance(name, str | int) and not isinstance(name, bool) for name in known)
    if len(known) != K or len(set(map(str, known))) != K or not plain:
        raise BadParameter(f"actions are {K} different texts or whole numbers, not {actions!r:.80}")
    return known
