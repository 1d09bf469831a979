"""The base class of all ledgers: counts rounds and delays, sums the losses, and asks the bounds."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from .errors import BadParameter
from .former import FormerAccount
from .learner import Learner
from .row import Row
from .state import (
    Count,
    Declared,
    Field,
    Held,
    Named,
    Number,
    Part,
    Parts,
    State,
    Vector,
    a_count,
    fields,
    fields_of,
    under,
)
from .support.cards import account_card
from .support.effort import Effort
from .support.settings import counted
from .watcher import Watcher
from .weights import Weights

if TYPE_CHECKING:
    from .bound import Bound, Certificate

APART = (
    "_updates_before",
    "_updates_seen",
    "_lessons_before",
    "_lessons_seen",
    "longest_delay",
)  # counts that do not add
EFFORTS = ("none", "quick", "full")
MOMENTS = 512  # how many points of its history an account keeps at most
PAID = ("mistakes", "expected", "loss")
NO_THEOREM = "this package has no theorem about this learner with these settings"


class Paid(NamedTuple):
    """Total loss, number of mistakes and expected number of mistakes."""

    loss: float
    mistakes: int = 0
    expected: float = 0.0


class Course:
    """How an account stood at some moments, evenly spaced: when there are too many, every second one is left out."""

    __slots__ = ("points", "step")  # where there are many games, most are small

    def __init__(self) -> None:
        self.step = 1
        self.points: list[tuple[int, Paid]] = []

    def keep(self, labelled: int, paid: Paid) -> int:
        """Keep a moment; return after how many labels the next one is kept."""
        self.points.append((labelled, paid))
        if len(self.points) > MOMENTS:
            self.points = self.points[::2]
            self.step *= 2
        return labelled + self.step

    def arrays(self, labelled: int, paid: Paid) -> dict[str, Any]:
        """All moments and the present one, as arrays by name."""
        points = [(moment, each) for moment, each in self.points if moment < labelled] + [(labelled, paid)]
        found: dict[str, Any] = {"labelled": np.array([moment for moment, _ in points])}
        return found | {name: np.array([getattr(each, name) for _, each in points]) for name in PAID}


class Tallies(Field):
    """The tallies of an account; release 0.1.0 counted no lessons."""

    def save(self, thing: Any, state: State) -> None:
        state |= thing._tallies()

    def check(self, thing: Any, state: State, held: Held) -> None:
        held["older"] = "lessons_seen" not in state and {"updates_before", "latest"} <= state.keys()
        if held["older"]:
            before = state["updates_before"]
            state = {**state, "lessons_before": before, "lessons_seen": before, "unordered": state["latest"]}
        held[self.name] = thing._checked_tallies(state)

    def put(self, thing: Any, held: Held) -> None:
        thing._put_tallies(held[self.name])
        if held["older"]:
            thing._lessons_seen = thing.learner.lessons


class InOrder(Field):
    """The tallies of the account in the order of the labels, if it is another one."""

    def save(self, thing: Any, state: State) -> None:
        if thing._ordered is not None:
            state |= {self.name + name: value for name, value in thing.in_order._tallies().items()}

    def check(self, thing: Any, state: State, held: Held) -> None:
        own = under(state, self.name)
        twin = thing._like_this() if own else None
        held[self.name] = twin and (twin, twin._checked_tallies(own))

    def put(self, thing: Any, held: Held) -> None:
        thing._ordered, tallies = held[self.name] or (None, None)
        if tallies is not None:
            thing._ordered._put_tallies(tallies)


class PlainAccount(Declared):
    """An account of what is counted when it comes: in one order, each round once, and about no learner.

    Theorems ask it what they ask an `Account`: this is what they hear where no label is late and no round has a weight.
    """

    learner = None
    weights = None
    _unordered = 0
    _terms = ""

    @property
    def in_order(self) -> Self:
        """The account in the order of the labels, which is this one."""
        return self


class Account(FormerAccount):
    """Counts every round once, when its label is known: `rounds` were predicted, `labelled` of them have a label.

    It counts the predictions as they were made. `in_order` is the account of the same rounds in the order in which
    their labels came, each with the prediction the learner would have made at that moment, from which it learned:
    theorems are about this one. The two are the same until a label comes late; `lateness` is the difference.

    Every kind of game has its own subclass; `_COUNTS` and `_SUMS` name the counts and sums that are saved, `_tallied`
    has the tables. These are the `_tallies`, which both accounts have; `_saved` is what there is once.
    """

    _COUNTS = tuple[str, ...](  # as many as a subclass has
        [
            "_updates_before",
            "_updates_seen",
            "_lessons_before",
            "_lessons_seen",
            "_outside",
            "rounds",
            "forgotten",
            "labelled",
            "longest_delay",
            "_total_delay",
            "_unordered",
        ]
    )
    _SUMS = tuple[str, ...](["loss"])
    _tallied = fields(
        Named("_COUNTS", Count),
        Vector("weights", "weights.state()", size=6, missing=None, when=lambda own: own.weights is not None),
        Named("_SUMS", Number),
    )
    _saved = fields(Tallies("tallies"), InOrder("in_order/"), Part("metrics/", "metrics"), Parts("bound", "bounds"))

    def __init__(self, learner: Learner, price: Any, bounds: Sequence[Bound] = ()) -> None:
        self.learner = learner
        self.price = price
        self.bounds = tuple(bounds)
        self._watchers: list[Watcher] = [bound for bound in bounds if isinstance(bound, Watcher)]
        self._keeps = False  # does any bound need the mistaken rows?
        self._guarantees: tuple[Any, ...] = ()  # those of the game, whose theorems are on the same receipt
        self.metrics: Any = {}  # of the guesses given, by name: see `littlestone.metrics`
        self._ordered: Account | None = None  # the account in the order of the labels, once it differs
        self.weights: Weights | None = None  # what was paid by weight, once a round had another weight than 1
        self._asked: tuple[Any, list[Certificate]] | None = None  # the last certificates, and when they were made
        self._updates_before = learner.updates
        self._updates_seen = learner.updates  # as of the last round that was entered
        self._lessons_before = learner.lessons
        self._lessons_seen = learner.lessons
        self._outside = 0  # rounds before which the learner had learned outside the game
        self.rounds = 0
        self.forgotten = 0
        self.labelled = 0
        self.longest_delay = 0
        self._total_delay = 0
        self._unordered = 0  # late labels that an older release has learned out of order
        self._course = Course()
        self._next = 0  # how many labels there are when the next point of the course is kept
        self.loss = 0.0

    def _record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, delay: int
    ) -> None:
        """Enter a round whose label is known: see `Game._judge`."""
        raise NotImplementedError(f"{type(self).__name__} must implement record()")

    def _enter(self, number: int, cost: float, delay: int) -> None:
        """Count a round whose label is known; `delay` is the number of predictions between its guess and its label."""
        if self.labelled >= self._next:
            self._next = self._course.keep(self.labelled, self._paid)  # how it stood before this round
        self._updates_seen = self.learner.updates
        self._lessons_seen = self.learner.lessons
        if number > self.rounds:
            self.rounds = number
        self.labelled += 1
        if delay:
            self._total_delay += delay
            self.longest_delay = max(self.longest_delay, delay)
        self.loss += cost

    def _weigh(self, weight: float) -> None:
        """Let the rounds that are entered from now on have this weight."""
        if self.weights is None:
            if weight == 1.0:
                return
            self.weights = Weights(self.labelled, *self._paid)
        if weight == 1.0 and self.weights.lightest >= 1.0 >= self.weights.heaviest:  # none was entered after all
            self.weights = None
        else:
            self.weights.now = weight
        if self._ordered is not None:
            self._ordered._weigh(weight)

    def _is_behind(self) -> bool:
        """Has the learner learned anything since the last round that was entered here?"""
        return self.learner.updates != self._updates_seen or self.learner.lessons != self._lessons_seen

    def _part(self) -> Self:
        """Begin a separate `in_order` account, because a label has come late; return it."""
        twin = self._like_this()
        twin._set_tallies(self._tallies())
        if self.weights is not None:
            twin._weigh(self.weights.now)
        self._ordered = twin
        return twin

    def _like_this(self) -> Self:
        """An empty account of this class with the same evidence, without bounds."""
        raise NotImplementedError(f"{type(self).__name__} must implement like_this()")

    @property
    def in_order(self) -> Self:
        """The account in the order in which labels came."""
        if self._ordered is None:
            return self
        self._ordered.rounds = self.rounds
        self._ordered.forgotten = self.forgotten
        return self._ordered  # type: ignore[return-value]

    @property
    def _paid(self) -> Paid:
        """The total loss and mistakes so far."""
        return Paid(self.loss)

    @property
    def lateness(self) -> Paid:
        """The cost of late labels: `_paid` minus `in_order._paid`."""
        given, then = self._paid, self.in_order._paid
        return Paid(given.loss - then.loss, given.mistakes - then.mistakes, given.expected - then.expected)

    @property
    def history(self) -> dict[str, Any]:
        """How the account came about: `labelled`, `mistakes`, `expected` and `loss` at some hundred moments, as arrays.

        It begins when the game is made, or with what it had come to when it was loaded: it is not saved.
        """
        return self._course.arrays(self.labelled, self._paid)

    def plot(self, path: Any = None) -> Any:
        """Draw the history with matplotlib: see `littlestone.plots.plot_history`."""
        return import_module("littlestone.rows.history_picture").plot_history(self, path)

    def _repr_html_(self) -> str:
        """The account as notebooks show it."""
        return account_card(self)

    @property
    def _terms(self) -> str:
        """A qualification to append to every theorem's statement, such as ", before costs"."""
        return ""

    @property
    def open(self) -> int:
        """Rounds still waiting for their label."""
        return self.rounds - self.labelled - self.forgotten

    @property
    def updates(self) -> int:
        """How many updates the learner made in this game."""
        return self.learner.updates - self._updates_before

    @property
    def certificates(self) -> list[Certificate]:
        """The certificates of all bounds now, with a quick search: see `certify`."""
        return self.certify()

    def certify(self, effort: str = "quick") -> list[Certificate]:
        """The certificates of all bounds now: of the learner's theorems, and then of the game's guarantees.

        Some bounds search for the best comparator in hindsight: "quick" gives each a tenth of the time that was played,
        and at least a fifth of a second, "full" some seconds, and "none" returns no certificates. The result is cached
        until the next round.
        """
        if effort not in EFFORTS:
            raise BadParameter(f"effort is one of {', '.join(map(repr, EFFORTS))}, not {effort!r}")
        if effort == "none":
            return []
        learner = self.learner
        moment = (
            effort,
            self.labelled,
            self.rounds,
            self.forgotten,
            learner.updates,
            learner.lessons,
            learner.restored,
        )
        if self._asked is None or self._asked[0] != moment:
            each = Effort.full if effort == "full" else lambda: Effort.quick(self.labelled)
            found = [bound.certificate(self, each()) for bound in self.bounds]
            self._asked = moment, found + [one for guarantee in self._guarantees for one in guarantee.certificates]
        return list(self._asked[1])

    def _tallies(self) -> State:
        """The counts, sums and tables of this account alone, as named arrays."""
        state: State = {}
        for field in fields_of(self, "_tallied"):
            field.save(self, state)
        return state

    def _set_tallies(self, state: State) -> None:
        """Set all of `_tallies`."""
        self._put_tallies(self._checked_tallies(state))

    def _checked_tallies(self, state: State) -> Held:
        """The tallies of a state by name, checked; nothing is changed."""
        held: Held = {}
        for field in fields_of(self, "_tallied"):
            field.check(self, state, held)
        held["weights"] = None if held["weights"] is None else Weights.of(held["weights"])
        self._check_tallies(held)
        return held

    def _check_tallies(self, held: Held) -> None:
        """Raise if tallies that are right by themselves cannot be those of one account."""

    def _put_tallies(self, held: Held) -> None:
        """Put checked tallies into the account."""
        for field in fields_of(self, "_tallied"):
            field.put(self, held)
        self.weights = held["weights"]

    def _add_tallies(self, state: State) -> None:
        """Add the tallies of another account, of rounds that were played elsewhere at the same time.

        What the learner had learned before and has learned since is for the caller to say, by `_settle`.
        """
        if "weights" in state or self.weights is not None:
            self.weights = self.weights or Weights(self.labelled, *self._paid)
            self.weights.add(state)
        for name in self._COUNTS:
            if name not in APART:
                setattr(self, name, getattr(self, name) + a_count(name, state[name.removeprefix("_")]))
        self.loss += float(state["loss"])

    def _settle(self) -> None:
        """Take the learner as it is now for the one that these rounds made."""
        self._updates_seen, self._lessons_seen, self._asked = self.learner.updates, self.learner.lessons, None

    def _take_up(self, held: Held) -> None:
        self._asked = None

    def _waiting(self) -> list[str]:
        """Lines about metrics, and about labels that are missing or came late."""
        lines = [f"{name} {words}" for name, words in self.metrics.in_words().items()] if self.metrics else []
        if self.weights is not None:
            lines.append(self.weights.in_words(self.learner))
        if self.open:
            lines.append(f"{counted(self.open, 'round')} still without a label")
        if self.longest_delay:
            mean = self._total_delay / self.labelled
            lines.append(f"labels came up to {counted(self.longest_delay, 'round')} late, {mean:.4g} on average")
        if self._ordered is not None:
            lines.append(self._split())
        return lines

    def _split(self) -> str:
        """The total loss as the sum of the loss in order and the cost of lateness, in a line."""
        parts = [f"{paid.loss:,.6g}" for paid in (self._paid, self.in_order._paid, self.lateness)]
        return f"{self.price.name}" + " loss {} given = {} in order + {} for lateness".format(*parts)

    def _metrics_as_dict(self) -> dict[str, Any]:
        """The metrics, and the errors of those that are read from a sketch, as a dict for JSON; empty without any."""
        if not self.metrics:
            return {}
        return {"metrics": self.metrics.as_dict(), "metric_errors": self.metrics.errors}

    def _guarantees_as_dict(self) -> dict[str, Any]:
        """The accounts of the game's guarantees by their names, as a dict for JSON; a second alarm is "alarm 2"."""
        found: dict[str, Any] = {}
        for each in self._guarantees:
            alike = sum(other.name == each.name for other in self._guarantees[: self._guarantees.index(each)])
            found[f"{each.name} {alike + 1}" if alike else each.name] = each.as_dict()
        return found

    def _both_orders(self) -> dict[str, Any]:
        """The losses in order, and the cost of lateness, as a dict for JSON."""
        both = {"in_order": self.in_order._paid_as_dict(), "lateness": lateness_as_dict(self)}
        return both if self.weights is None else {**both, "weights": self.weights.as_dict()}

    def _paid_as_dict(self) -> dict[str, Any]:
        """`_paid` as a dict for JSON."""
        return {"loss": self.loss}

    def _named_learner(self) -> dict[str, Any]:
        """The learner's name and parameters, and what it adds to the account, as a dict for JSON."""
        learner = self.learner
        named = {"learner": learner.name or type(learner).__name__, "parameters": learner.parameters()}
        return {**named, **learner.rule.accounts()}

    def _receipt(self) -> list[str]:
        """What the learner adds to the account, and the certificates as texts, or a line that there are none."""
        lines = self.learner.rule.account_lines()
        if not self.bounds and not self.learner.bounds():
            lines = [*lines, NO_THEOREM]
        lines += [line for guarantee in self._guarantees for line in guarantee.lines()]
        return lines + [str(certificate) for certificate in self.certificates]

    def _certificates_as_dicts(self, theorems: str) -> list[dict[str, Any]]:
        """The certificates as dicts for JSON; `theorems` is the effort of `certify`."""
        return [certificate.as_dict() for certificate in self.certify(theorems)]

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        """The account as a dict for JSON; `theorems` is the effort of `certify`."""
        raise NotImplementedError(f"{type(self).__name__} must implement as_dict()")


def lateness_as_dict(ledger: Account) -> dict[str, Any]:
    """The cost of late labels, with the keys of `_paid_as_dict`."""
    given, ordered = ledger._paid_as_dict(), ledger.in_order._paid_as_dict()
    return {name: given[name] - ordered[name] for name in given}
