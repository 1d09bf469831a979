"""What the account of every game has, whatever is played: rounds, delays, what was paid, and the theorems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from .errors import BadParameter
from .learner import Learner, State, a_count, under
from .row import Row
from .support.effort import Effort
from .support.words import counted
from .watcher import Watcher

if TYPE_CHECKING:
    from .bound import Bound, Certificate

EFFORTS = ("none", "quick", "full")
NO_THEOREM = "this package has no theorem about this learner with these settings"


class Paid(NamedTuple):
    """What was paid, in each of the ways it is counted."""

    loss: float
    mistakes: int = 0
    expected: float = 0.0


class Account:
    """Counts every round once, when its truth is known: `rounds` were predicted, `labelled` of them judged.

    It speaks of the guesses that were given at the time. `in_order` is the account of the same rounds in the order in
    which their labels came, each with what the learner would have said then, which is what it learned from: that is
    what theorems are about. They are one until a label comes late; `lateness` is what was paid more for lateness.

    A kind of game has its own account; `COUNTS` and `SUMS` name what it adds up, so that it can be written down.
    """

    COUNTS: ClassVar[tuple[str, ...]] = (
        "updates_before",
        "updates_seen",
        "lessons_before",
        "lessons_seen",
        "outside",
        "rounds",
        "forgotten",
        "labelled",
        "longest_delay",
        "total_delay",
        "unordered",
    )
    SUMS: ClassVar[tuple[str, ...]] = ("loss",)

    def __init__(self, learner: Learner, price: Any, bounds: Sequence[Bound] = ()) -> None:
        self.learner = learner
        self.price = price
        self.bounds = tuple(bounds)
        self.watchers: list[Watcher] = [bound for bound in bounds if isinstance(bound, Watcher)]
        self.keeps = False  # does anybody here look at the mistaken rows?
        self.ordered: Account | None = None  # the account in the order of the labels, once it is another
        self.asked: tuple[Any, list[Certificate]] | None = None  # the certificates of that moment
        self.updates_before = learner.updates
        self.updates_seen = learner.updates  # how many there were when the last round was judged
        self.lessons_before = learner.lessons
        self.lessons_seen = learner.lessons
        self.outside = 0  # rounds before which the learner had learned something else
        self.rounds = 0
        self.forgotten = 0
        self.labelled = 0
        self.longest_delay = 0
        self.total_delay = 0
        self.unordered = 0  # late labels that an older release has learned out of order
        self.loss = 0.0

    def record(
        self, number: int, x: Row, y: float, guess: float, act: float, chance: float, cost: float, delay: int
    ) -> None:
        """Enter a judged round with all that is known of it: see `Game.judge`."""
        raise NotImplementedError(f"{type(self).__name__} must say what it enters")

    def enter(self, number: int, cost: float, delay: int) -> None:
        """Enter a judged round: `delay` predictions lay between its guess and its truth."""
        self.updates_seen = self.learner.updates
        self.lessons_seen = self.learner.lessons
        if number > self.rounds:
            self.rounds = number
        self.labelled += 1
        if delay:
            self.total_delay += delay
            self.longest_delay = max(self.longest_delay, delay)
        self.loss += cost

    def is_behind(self) -> bool:
        """Has the learner learned anything since the last round that was judged here?"""
        return self.learner.updates != self.updates_seen or self.learner.lessons != self.lessons_seen

    def part(self) -> Self:
        """From here on, what is given and what is learned in order are two accounts: a label has come late."""
        twin = self.like_this()
        twin.set_tallies(self.tallies())
        self.ordered = twin
        return twin

    def like_this(self) -> Self:
        """An empty account of this kind over the same evidence, without theorems."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is made")

    @property
    def in_order(self) -> Self:
        """The account in the order in which labels came."""
        if self.ordered is None:
            return self
        self.ordered.rounds = self.rounds
        self.ordered.forgotten = self.forgotten
        return self.ordered  # type: ignore[return-value]

    @property
    def paid(self) -> Paid:
        """What was paid, in each of the ways it is counted."""
        return Paid(self.loss)

    @property
    def lateness(self) -> Paid:
        """What was paid more with the guesses given than in order: the price of labels that came late."""
        given, then = self.paid, self.in_order.paid
        return Paid(given.loss - then.loss, given.mistakes - then.mistakes, given.expected - then.expected)

    @property
    def terms(self) -> str:
        """What to add to every theorem about this account, such as ", before costs"."""
        return ""

    @property
    def open(self) -> int:
        """Rounds still waiting for their label."""
        return self.rounds - self.labelled - self.forgotten

    @property
    def updates(self) -> int:
        """How often the learner changed its mind in this game."""
        return self.learner.updates - self.updates_before

    @property
    def certificates(self) -> list[Certificate]:
        """What every theorem of this learner says now, within a little time: see `certify` for more."""
        return self.certify()

    def certify(self, effort: str = "quick") -> list[Certificate]:
        """What every theorem of this learner says now.

        Some seek the best comparator in hindsight: "quick" gives them a tenth of the time that was played, and at least
        a fifth of a second, "full" some seconds each, "none" asks no theorem at all. Asked twice in the same moment,
        nothing is worked out twice.
        """
        if effort not in EFFORTS:
            raise BadParameter(f"effort is one of {', '.join(map(repr, EFFORTS))}, not {effort!r}")
        if effort == "none":
            return []
        learner = self.learner
        moment = (effort, self.labelled, self.rounds, learner.updates, learner.lessons, learner.restored)
        if self.asked is None or self.asked[0] != moment:
            each = Effort.full if effort == "full" else lambda: Effort.quick(self.labelled)
            self.asked = moment, [bound.certificate(self, each()) for bound in self.bounds]
        return list(self.asked[1])

    def tallies(self) -> State:
        """Everything that is counted and added up, as named arrays."""
        state: State = {name: np.int64(getattr(self, name)) for name in self.COUNTS}
        return state | {name: np.float64(getattr(self, name)) for name in self.SUMS}

    def set_tallies(self, state: State) -> None:
        """Count on from here."""
        counts = {name: a_count(name, state[name]) for name in self.COUNTS}
        for name, count in counts.items():
            setattr(self, name, count)
        for name in self.SUMS:
            setattr(self, name, float(state[name]))

    def state(self) -> State:
        """Everything in the account, as named arrays."""
        state = self.tallies()
        if self.ordered is not None:
            state |= {f"in_order/{name}": value for name, value in self.in_order.tallies().items()}
        for number, bound in enumerate(self.bounds):
            state |= {f"bound{number}/{name}": value for name, value in bound.state().items()}
        return state

    def restore(self, state: State) -> None:
        """Become the account whose `state` this was; the learner is restored already."""
        self.asked = None
        if "lessons_seen" not in state:  # written by release 0.1.0
            then = {"lessons_before": state["updates_before"], "lessons_seen": self.learner.lessons}
            state = {**state, **then, "unordered": state["latest"]}
        self.set_tallies(state)
        self.ordered = None
        if in_order := under(state, "in_order/"):
            self.ordered = self.like_this()
            self.ordered.set_tallies(in_order)
        for number, bound in enumerate(self.bounds):
            bound.restore(under(state, f"bound{number}/"))

    def waiting(self) -> list[str]:
        """What there is to say of truths that are missing or came late, in lines."""
        lines = []
        if self.open:
            lines.append(f"{counted(self.open, 'round')} still without a label")
        if self.longest_delay:
            mean = self.total_delay / self.labelled
            lines.append(f"labels came up to {counted(self.longest_delay, 'round')} late, {mean:.4g} on average")
        if self.ordered is not None:
            lines.append(self.split())
        return lines

    def split(self) -> str:
        """What was paid, as what was paid in order and for lateness, in words."""
        parts = [f"{paid.loss:,.6g}" for paid in (self.paid, self.in_order.paid, self.lateness)]
        return f"{self.price.name}" + " loss {} given = {} in order + {} for lateness".format(*parts)

    def both_orders(self) -> dict[str, Any]:
        """What was paid in order, and for lateness, as plain values."""
        return {"in_order": self.in_order.paid_as_dict(), "lateness": lateness_as_dict(self)}

    def paid_as_dict(self) -> dict[str, Any]:
        """What was paid, as plain values."""
        return {"loss": self.loss}

    def named_learner(self) -> dict[str, Any]:
        """Who plays, as plain values."""
        return {"learner": self.learner.name or type(self.learner).__name__, "parameters": self.learner.parameters()}

    def receipt(self) -> list[str]:
        """What the theorems say, in lines; or that there are none."""
        if not self.bounds:
            return [] if self.learner.bounds() else [NO_THEOREM]
        return [str(certificate) for certificate in self.certificates]

    def certificates_as_dicts(self, theorems: str) -> list[dict[str, Any]]:
        """What every theorem says, as plain values, with this much effort: see `certify`."""
        return [certificate.as_dict() for certificate in self.certify(theorems)]

    def as_dict(self, theorems: str = "quick") -> dict[str, Any]:
        """The account as plain values, for JSON; `theorems` says how hard they look: see `certify`."""
        raise NotImplementedError(f"{type(self).__name__} must say what is in it")


def lateness_as_dict(ledger: Account) -> dict[str, Any]:
    """What was paid for lateness, named as in `paid_as_dict`."""
    given, ordered = ledger.paid_as_dict(), ledger.in_order.paid_as_dict()
    return {name: given[name] - ordered[name] for name in given}
