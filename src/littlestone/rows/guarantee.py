"""`Guarantee`: what a game says of its rounds beyond the guess, with an account and theorems of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from ..bound import Bound, Certificate
from ..errors import BadParameter, StateError
from ..state import State, under
from ..support.signatures import Shown, check_call
from .round import Round


class Guarantee:
    """Base of the guarantees, which stand in a game: `Game(learner, guarantees=[Intervals(0.9), Alarm(0.1)])`.

    A game asks them in this order, and each sees what those before it said. A subclass says what it needs of the game
    (`join`), what it says of a round that was opened (`opened`; `Round.said` keeps it until the label comes), and what
    a label does here (`judged`, after the game has learned it). Labels are counted when they come, by what was said,
    and every round counts once, whatever it weighs.
    """

    __signature__ = Shown()
    name = ""
    gives_chances = False
    hides = False  # are there labels that it keeps from the learner?

    def __cinit__(self, *args: Any, **given: Any) -> None:
        """Refuse arguments that the class does not take, in words; interpreted, Python does so in its own."""
        if args or given:
            check_call(type(self), args, given)

    def __init__(self) -> None:
        self.game: Any = None
        self.bounds: list[Bound] = []

    @property
    def account(self) -> Any:
        """What its theorems are about."""
        raise NotImplementedError(f"{type(self).__name__} must implement account")

    def join(self, game: Any, before: Sequence[Guarantee]) -> None:
        """Take what is needed of a game; raise if it is not one for this guarantee. `before` are asked before it."""

    def opened(self, move: Round) -> Any:
        """What is said of a round that was opened; None if nothing. It must not raise."""
        return None

    def check(self, move: Round, y: float) -> None:
        """Raise if a label, as the learner is told it, cannot be judged here; nothing has been changed yet."""

    def judged(self, move: Round, said: Any, y: float) -> None:
        """Count the label of a round, of which that was said: y is the label as the learner is told it."""
        raise NotImplementedError(f"{type(self).__name__} must implement judged()")

    def withholds(self, said: Any) -> bool:
        """Is the label of a round, of which that was said, kept from the learner? Only asked if it `hides` some."""
        return False

    def forgotten(self, move: Round) -> None:
        """Called when a round was closed without a label."""

    def can_follow(self) -> bool:
        """Does `follow` do all that `opened` and `judged` would?"""
        return False

    def follow(self, number: int, y: float, guess: float, mistaken: bool) -> None:
        """Count a round of a batch, opened and labelled in one go: y and the guess as the learner knows them."""
        raise NotImplementedError(f"{type(self).__name__} must implement follow(), as it says that it can")

    @property
    def certificates(self) -> list[Certificate]:
        """What its own theorems say now; `game.ledger.certificates` has them too, after those of the learner."""
        return [bound.certificate(self.account) for bound in self.bounds]

    def settings(self) -> dict[str, Any]:
        """The settings as plain values: `type(self)(**settings)` makes an equal one."""
        raise NotImplementedError(f"{type(self).__name__} must implement settings()")

    def anew(self) -> Self:
        """A new guarantee of the same settings, which is in no game yet."""
        return type(self)(**self.settings())

    def state(self, moves: Sequence[Round] = (), said: Sequence[Any] = ()) -> State:
        """What it has collected, and what was `said` of these open rounds, as named arrays: the account, if no more."""
        return {f"account/{name}": value for name, value in self.account.state().items()}

    def restore(self, state: State, moves: Sequence[Round] = ()) -> list[Any]:
        """Restore what `state` gave; returns what was said of these rounds, which the game has opened again."""
        self.account.restore(under(state, "account/"))
        return [None] * len(moves)

    def check_open(self, numbers: Any, moves: Sequence[Round]) -> None:
        """Raise if it has not spoken of just these rounds."""
        if [int(number) for number in numbers] != [move.number for move in moves]:
            raise StateError(f"{self.name} has spoken of rounds {list(numbers)}, and other ones are open in the game")

    def lines(self) -> list[str]:
        """The account in lines, without the certificates."""
        return []

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON; its certificates are among those of the game."""
        raise NotImplementedError(f"{type(self).__name__} must implement as_dict()")

    def __str__(self) -> str:
        return "\n".join([*self.lines(), *map(str, self.certificates)])

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.settings().items())
        return f"{type(self).__name__}({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return renewed, (type(self), self.settings())


def renewed(kind: type[Guarantee], settings: dict[str, Any]) -> Guarantee:
    """A new guarantee of these settings: used by copy and pickle, where the game restores it."""
    return kind(**settings)


def joined(game: Any, guarantees: Any) -> tuple[Guarantee, ...]:
    """These guarantees as parts of a game; raises if one is none, is in a game already, or does not go with it."""
    found = list(guarantees) if isinstance(guarantees, Sequence) else [guarantees]
    for place, each in enumerate(found):
        if not isinstance(each, Guarantee):
            raise BadParameter(f"guarantees is a list such as [Intervals(0.9), Alarm(0.1)], and {each!r} is none")
        if each.game is not None or each in found[:place]:
            raise BadParameter(f"this {type(each).__name__} is in a game already: make a new one for every game")
        if each.hides and len(found) > 1:
            raise BadParameter(
                f"{type(each).__name__} hides labels, by which other guarantees would be judged: leave one out"
            )
        each.join(game, found[:place])
    for each in found:
        each.game = game
    return tuple(found)
