"""The two moves of every game, whatever is played: a round is opened, and later closed, or forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from numbers import Integral
from typing import Any, ClassVar, Self

from .account import Account
from .bound import Bound
from .errors import AlreadyLabelled, BadParameter, StateError, UnknownRound
from .learner import Learner, State, under
from .nature import Label, Nature
from .support.words import counted


class Moves:
    """What all games are: the rounds that are open, the loop of play, and how a game is written down.

    A kind of game says how a round is opened (`predict`), what a truth is (`check`) and how a round is judged
    (`judge`), which is where every round ends. A label that comes late is learned as if its example were asked again
    when it comes: see `Account.in_order`.
    """

    kind: ClassVar[str] = ""

    def __init__(self, learner: Learner, ledger: Account) -> None:
        self.learner = learner
        self.ledger = ledger
        self.open: dict[int, Any] = {}

    def __copy__(self) -> Self:
        """A copy plays on its own, so it needs a learner of its own."""
        return deepcopy(self)

    def predict(self, x: Any) -> Any:
        """The first move: open a round."""
        raise NotImplementedError(f"{type(self).__name__} must say how a round is opened")

    def label(self, number: int, y: Any) -> None:
        """The second move: the truth about round `number`. It is judged, then learned."""
        move = self.open.get(number)
        if move is None:
            self.check(y)
            raise self.complaint(number)
        self.close(move, y)

    def check_made(self) -> None:
        """Say so if this game was never made, by `__new__` alone: loops do not look for None."""
        if self.learner is None or self.ledger is None:
            raise AttributeError(f"this game was never made: {type(self).__name__}(learner) makes one")

    def check(self, y: Any) -> None:
        """Say so if that cannot be a truth; nothing is changed."""
        raise NotImplementedError(f"{type(self).__name__} must say what a truth is")

    def close(self, move: Any, y: Any) -> None:
        """Judge an open round, now that its truth is known."""
        raise NotImplementedError(f"{type(self).__name__} must say how a round is judged")

    def forget(self, number: int) -> None:
        """Give up on the label of round `number`: it is not judged, and nothing is learned from it."""
        if number not in self.open:
            raise self.complaint(number)
        del self.open[number]
        self.ledger.forgotten += 1

    def complaint(self, number: int) -> UnknownRound | AlreadyLabelled:
        """The error for a round that is not open."""
        rounds = self.ledger.rounds
        if isinstance(number, Integral) and 1 <= number <= rounds:
            return AlreadyLabelled(
                f"round {number} is not open: it has its label, or was forgotten; a round is labelled once"
            )
        return UnknownRound(
            f"round {number!r} is not open: {counted(rounds, 'round')} predicted so far; "
            f"label the number that predict() gave"
        )

    def play(self, nature: Nature) -> Any:
        """Play until the nature has no more questions and has told what it still had to tell."""
        self.meet(nature)
        last = None
        while True:
            x = nature.ask(None if last is None else self.seen(last))
            if x is None:
                break
            last = self.predict(x)
            self.told(nature.answer(last.number, self.stance(last)))
        self.told(nature.close())
        return self.ledger

    def meet(self, nature: Nature) -> None:
        """Learn what the nature says about itself before the first round."""

    def seen(self, move: Any) -> Any:
        """A round as a nature may see it when it asks the next question."""
        return move

    def stance(self, move: Any) -> Any:
        """What the learner has committed itself to in this round: all that a nature may see before it answers."""
        return move.guess

    def told(self, labels: Iterable[Label]) -> None:
        """Take labels as they are told; a round whose label is None will never have one."""
        for number, y in labels:
            if y is None:
                self.forget(number)
            else:
                self.label(number, y)

    def arguments(self) -> dict[str, Any]:
        """What the game was made with: `type(self)(learner, **self.arguments())` sets it up anew."""
        raise NotImplementedError(f"{type(self).__name__} must say what it was made with")

    def settings(self) -> dict[str, Any]:
        """How this game was set up, as plain values: what `arguments` says, with losses and theorems by their names."""
        plain = self.arguments()
        if "loss" in plain:
            plain["loss"] = plain["loss"].full_name
        return {**plain, "bounds": [[type(bound).__name__, bound.parameters()] for bound in plain["bounds"]]}

    def state(self) -> State:
        """Where the game stands: learner, ledger and open rounds, as named arrays."""
        return {
            **{f"learner/{name}": value for name, value in self.learner.state().items()},
            **{f"ledger/{name}": value for name, value in self.ledger.state().items()},
            **{f"open/{name}": value for name, value in self.open_state().items()},
        }

    def open_state(self) -> State:
        """The rounds that wait for their label, as named arrays."""
        raise NotImplementedError(f"{type(self).__name__} must say which rounds are open")

    def restore(self, state: State) -> None:
        """Take up the game whose `state` this was."""
        self.learner.restore(under(state, "learner/"))
        self.ledger.restore(under(state, "ledger/"))
        self.open.clear()
        self.reopen(under(state, "open/"))
        if odd := [number for number in self.open if not 1 <= number <= self.ledger.rounds]:
            raise StateError(f"round {odd[0]} is open, but only rounds 1 to {self.ledger.rounds} were predicted")

    def reopen(self, state: State) -> None:
        """Open the rounds of an `open_state`."""
        raise NotImplementedError(f"{type(self).__name__} must say how rounds are opened again")

    def lessons_of(self, state: State) -> list[int]:
        """How many lessons the learner had had when it guessed each open round; -1 where 0.1.0 did not say."""
        if "lessons" in state:
            return [max(-1, int(count)) for count in state["lessons"]]
        return [-1] * len(state["numbers"])

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (type(self), self.learner, self.arguments(), self.state())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.learner!r}, {self.ledger!r})"


def revive(kind: type[Moves], learner: Learner, arguments: dict[str, Any], state: State) -> Moves:
    """The game of this kind, made with these arguments, in that state: how copy and pickle put one together."""
    game = kind(learner, **arguments)
    game.restore(state)
    return game


def theorems_for(learner: Learner, bounds: Sequence[Bound] | None, keep: int) -> list[Bound]:
    """The theorems that a game watches: those asked for, if they are about this learner, or all that it has."""
    if bounds is None:
        watched = learner.bounds()
    elif isinstance(bounds, Sequence) and all(isinstance(bound, Bound) for bound in bounds):
        watched = list(bounds)
    else:
        raise BadParameter(f"bounds is a list of theorems such as [MarginBound(0.1)], not {bounds!r}")
    for bound in watched:
        if not bound.suits(learner):
            known = ", ".join(theorem.__name__ for theorem in learner.theorems) or "none"
            raise BadParameter(
                f"{type(bound).__name__} is no theorem about {learner!r}; those that are known of it: {known}. "
                f"A theorem of your own says in suits() which learners it is about"
            )
        bound.begin(learner, keep)
    return watched


def is_ours(one: object) -> bool:
    """Is it of a class of this package? Ours keep no rows beyond the call."""
    return type(one).__module__.split(".")[0] == __name__.split(".")[0]
