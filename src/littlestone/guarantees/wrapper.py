"""What stands around a game, or around a model from outside, and answers with a guarantee."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from ..bound import Bound, Certificate
from ..errors import BadParameter, StateError, UnknownRound
from ..games.rows import Game
from ..learner import State
from ..nature import Label


class Said(NamedTuple):
    """What an outside model said in a round: a number, or the chances of labels."""

    number: int
    x: Any
    guess: float
    act: Any
    chance: Any = None


class Model:
    """A model from outside as a game: a function of x, or an object with `predict_one` (and `learn_one`, as in River).

    It says a number, or a dict of labels and their chances. What it learns is its own affair, unless it has
    `learn_one`, which is called with x and the truth when that comes.
    """

    def __init__(self, model: Any) -> None:
        says = getattr(model, "predict_proba_one", None) or getattr(model, "predict_one", None) or model
        if not callable(says):
            raise BadParameter(
                f"a guarantee stands around a Game, or a model: a function of x or one with predict_one, not {model!r}"
            )
        self.model = model
        self.says = says
        self.open: dict[int, Said] = {}
        self.rounds = 0

    def predict(self, x: Any) -> Said:
        """Ask the model, and open a round."""
        found = self.says(x)
        number = self.rounds + 1
        if isinstance(found, dict):
            act = max(found, key=lambda label: found[label]) if found else None
            move = Said(number, x, 0.0, act, found)
        else:
            move = Said(number, x, float(found), float(found))
        self.rounds = number
        self.open[number] = move
        return move

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        """Close a round; the model learns, if it does so one by one."""
        self.known(number)
        if hasattr(self.model, "learn_one"):
            self.model.learn_one(self.open[number].x, y)
        del self.open[number]

    def forget(self, number: int) -> None:
        """Close a round without a truth."""
        self.known(number)
        del self.open[number]

    def known(self, number: int) -> None:
        """Raise if that round is not open."""
        if number not in self.open:
            raise UnknownRound(f"round {number!r} is not open: {self.rounds:,} predicted; label what predict() gave")


class RoundInside:
    """Base of rounds with a guarantee around them: what they do not have themselves is that of the game's round."""

    __slots__ = ("move", "number")

    def __init__(self, move: Any) -> None:
        self.move = move
        self.number = move.number

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in RoundInside.__slots__ or name in self.__slots__:
            raise AttributeError(name)
        return getattr(self.move, name)

    @property
    def id(self) -> Any:
        """The name of the round, which is kept with the game."""
        return self.move.id

    @id.setter
    def id(self, value: Any) -> None:
        self.move.id = value


class Wrapper:
    """Base of the guarantees: plays as the game does that it stands around, and has an account of its own besides.

    Whatever it does not have itself is that of the game: `ledger`, `learner`, `labels`. A subclass says what is kept of
    a round when it is opened (`opened`), what is wrong with a label (`scored`, asked before the game learns it, so that
    an error leaves the round open), and what the label does here (`judged`).
    """

    name: ClassVar[str] = ""
    gives_chances: ClassVar[bool] = False

    def __init__(self, game: Any) -> None:
        self.game: Any = game if isinstance(game, (Game, Wrapper)) else Model(game)
        # the game, or the model, that is within all guarantees
        self.innermost: Any = self.game.innermost if isinstance(self.game, Wrapper) else self.game
        self.waiting: dict[int, Any] = {}
        self.bounds: list[Bound] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "game":
            raise AttributeError(name)
        return getattr(self.game, name)

    @property
    def account(self) -> Any:
        """What its own theorems are about."""
        raise NotImplementedError(f"{type(self).__name__} must implement account")

    def opened(self, move: Any) -> Any:
        """What is said of a round that was opened; it is kept until the label comes."""
        raise NotImplementedError(f"{type(self).__name__} must implement opened()")

    def judged(self, number: int, said: Any, y: Any) -> None:
        """Count the label of a round, of which that was said."""
        raise NotImplementedError(f"{type(self).__name__} must implement judged()")

    def scored(self, said: Any, y: Any) -> None:
        """Raise if y cannot be judged; nothing is changed."""

    def predict(self, x: Any) -> Any:
        """Open a round, and answer with the guarantee."""
        said = self.opened(self.game.predict(x))
        self.waiting[said.number] = said
        return said

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        """Give the label of a round: to the game, and to this guarantee, which counts every round once."""
        said = self.waiting.get(number)
        if said is not None:
            self.scored(said, y)
        self.game.label(number, y, weight)
        if said is not None:
            del self.waiting[number]
            if weight is None or weight > 0.0:
                self.judged(number, said, y)

    def forget(self, number: int) -> None:
        """Close a round without a label."""
        self.game.forget(number)
        self.waiting.pop(number, None)

    def play(self, nature: Any) -> Any:
        """Play a nature, or pairs (x, y), to the end, as `Game.play` does; return the ledger of the game."""
        if not hasattr(nature, "ask"):
            for x, y in nature:
                self.told([Label(self.predict(x).number, y)])
            return self.game.ledger
        inner: Any = self.innermost
        inner.meet(nature)
        last = None
        while (x := nature.ask(None if last is None else inner.seen(last))) is not None:
            number = self.predict(x).number
            last = inner.open[number]
            self.told(nature.answer(number, inner.stance(last)))
        self.told(nature.close())
        return self.game.ledger

    def told(self, labels: Iterable[Any]) -> None:
        """Take labels from a nature; a round whose label is None is forgotten."""
        for label in labels:
            number, y = label
            if y is None:
                self.forget(number)
            else:
                self.label(number, y, getattr(label, "weight", None))

    def play_batch(self, batch: Any) -> Any:
        """Not offered: a guarantee is given round by round."""
        raise BadParameter("a guarantee is given round by round: predict and label, or play pairs, not a batch")

    def inner_round(self, number: int) -> Any:
        """The open round of the game, or guarantee, within this one."""
        return (self.game.waiting if isinstance(self.game, Wrapper) else self.game.open)[number]

    def around(self, game: Any) -> Any:
        """The same guarantee, as far as it has come, around another game, whose rounds are all closed."""
        twin = type(self)(game, **self.settings())
        waiting, self.waiting = self.waiting, {}
        try:
            twin.own_restore(self.own_state())
        finally:
            self.waiting = waiting
        return twin

    @property
    def certificates(self) -> list[Certificate]:
        """What its own theorems say now; those of the game are in `ledger.certificates`."""
        return [bound.certificate(self.account) for bound in self.bounds]

    def settings(self) -> dict[str, Any]:
        """The settings as plain values: `type(self)(game, **settings)` makes an equal one."""
        raise NotImplementedError(f"{type(self).__name__} must implement settings()")

    def own_state(self) -> State:
        """What this guarantee has collected, without the game, as named arrays."""
        raise NotImplementedError(f"{type(self).__name__} must implement own_state()")

    def own_restore(self, state: State) -> None:
        """Restore what `own_state` gave; the game must have been restored before."""
        raise NotImplementedError(f"{type(self).__name__} must implement own_restore()")

    def check_open(self, numbers: Iterable[int]) -> None:
        """Raise if a round waits here that is not open in the game."""
        if odd := [number for number in numbers if number not in self.innermost.open]:
            raise StateError(f"round {odd[0]} waits in {self.name}, but is not open in the game")
