"""The two moves of every game, whatever is played: a round is opened, and later closed, or forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from numbers import Integral
from typing import Any, Self

from .account import Account
from .errors import AlreadyLabelled, UnknownRound
from .nature import Label, Nature
from .words import counted


class Moves:
    """The rounds that are open, and the loop of play. A kind of game says how a round is opened and how judged."""

    def __init__(self, ledger: Account) -> None:
        self.ledger = ledger
        self.open: dict[int, Any] = {}

    def __copy__(self) -> Self:
        """A copy plays on its own, so it needs a learner of its own."""
        return deepcopy(self)

    def predict(self, x: Any) -> Any:
        """The first move: open a round."""
        raise NotImplementedError(f"{type(self).__name__} must say how a round is opened")

    def label(self, number: int, y: Any) -> None:
        """The second move: the truth about round `number`."""
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
