"""What stands around a game, or around a model from outside, and answers with a guarantee."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

import numpy as np

from ..bound import Bound, Certificate
from ..errors import BadParameter, StateError
from ..features.batches import one_by_one, row_weights
from ..features.labels import Labels, Outcome
from ..learner import State
from ..nature import Label
from ..row import Row
from ..rows.game import Game
from ..rows.round import Round
from ..watcher import Watcher
from ..weights import a_weight
from .outside_model import Model


class RoundInside:
    """Base of rounds with a guarantee around them: what they do not have themselves is that of the game's round.

    Number, guess and act are copied from that, as they are asked for in every round; `sign` is the act as the learner
    knows it, -1, 0 or +1, or the number of a class.
    """

    __slots__ = ("act", "guess", "move", "number", "sign")

    def __init__(self, move: Any) -> None:
        self.take(move)

    def take(self, move: Any) -> None:
        """Stand around this round."""
        self.move = move
        if isinstance(move, Round):
            bare = move
            self.number, self.guess, self.act, self.sign = bare.number, bare.guess, bare.act, bare.sign
        else:
            self.number, self.guess, self.act = move.number, move.guess, move.act
            self.sign = getattr(move, "sign", 0.0)

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


def of_innermost(name: str) -> Any:
    """A property that is the innermost game's, or model's, of this name."""
    return property(attrgetter(f"innermost.{name}"))


class Wrapper:
    """Base of the guarantees: plays as the game does that it stands around, and has an account of its own besides.

    It has what the game has: `ledger`, `learner`, `labels`, `open` and the rest. A subclass says what is kept of
    a round when it is opened (`opened`), what is wrong with a label (`scored`, asked before the game learns it, so that
    an error leaves the round open), and what the label does here (`judged`).
    """

    name = ""
    gives_chances = False

    def __init__(self, game: Any) -> None:
        self.game: Any = game if isinstance(game, (Game, Wrapper, Model)) else Model(game)
        # the same, if it is a game of examples, and if it is a guarantee
        self.table: Game | None = game if isinstance(game, Game) else None
        self.within: Wrapper | None = game if isinstance(game, Wrapper) else None
        # the game, or the model, that is within all guarantees
        self.innermost: Any = self.game if self.within is None else self.within.innermost
        self.modelled = isinstance(self.innermost, Model)
        self.spelling: Labels | None = getattr(self.innermost, "labels", None)
        # what was said of open rounds: of the newest apart, as its label often comes next, and of the others by number
        self.newest: Any = None
        self.newest_number: int | None = None
        self.older: dict[int, Any] = {}
        self.bounds: list[Bound] = []

    # what is the game's: named one by one, as a __getattr__ would make every call of a method slower
    ledger = of_innermost("ledger")
    learner = of_innermost("learner")
    labels = of_innermost("labels")
    open = of_innermost("open")
    price = of_innermost("price")
    features = of_innermost("features")
    door = of_innermost("door")
    advised = of_innermost("advised")
    numbers = of_innermost("numbers")
    boolean = of_innermost("boolean")
    randomised = of_innermost("randomised")
    by_class = of_innermost("by_class")
    keep = of_innermost("keep")
    kind = of_innermost("kind")
    door_given = of_innermost("door_given")
    class_weights = of_innermost("class_weights")
    take_door = of_innermost("take_door")
    name_columns = of_innermost("name_columns")
    weights = of_innermost("weights")
    arguments = of_innermost("arguments")
    meet = of_innermost("meet")
    seen = of_innermost("seen")
    stance = of_innermost("stance")
    check = of_innermost("check")
    check_batch = of_innermost("check_batch")
    complaint = of_innermost("complaint")
    state = of_innermost("state")

    @property
    def waiting(self) -> dict[int, Any]:
        """What was said of the open rounds, by their number."""
        if self.newest is not None:
            self.older[self.newest_number], self.newest = self.newest, None  # type: ignore[index]
        return self.older

    @waiting.setter
    def waiting(self, said: dict[int, Any]) -> None:
        self.older, self.newest = said, None

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
        if self.table is not None:
            move = self.table.predict(x)
            number = move.number
            said = self.opened(move)
        else:
            said = self.opened(self.game.predict(x) if self.within is None else self.within.predict(x))
            number = number_of(said)
        if self.newest is not None:
            self.older[self.newest_number] = self.newest  # type: ignore[index]  # it has a number
        self.newest, self.newest_number = said, number
        return said

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        """Give the label of a round: to the game, and to this guarantee, which counts every round once."""
        counts = weight is None or a_weight(weight) > 0.0
        newest = self.newest is not None and self.newest_number == number
        said = self.newest if newest else self.older.get(number)
        if said is not None:
            self.scored(said, y)
        if self.table is not None:
            self.table.label(number, y, weight)
        elif self.within is not None:
            self.within.label(number, y, weight)
        else:
            self.game.label(number, y, weight)
        if newest:
            self.newest = None
        elif said is not None:
            del self.older[number]
        if said is not None and counts:
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
        """Play every row of a labelled batch, in order, as `Game.play_batch` does; return the ledger of the game.

        The game plays in its own loop where everything around it can follow, else round by round: the same answers,
        and the same accounts.
        """
        if self.modelled:
            raise BadParameter("a model from outside is asked round by round: predict and label, or play pairs")
        game = self.innermost
        if not self.follows_batches:
            truths = np.asarray(game.check_batch(batch)).tolist()
            spelt = truths if isinstance(self.spelling, Outcome) else [self.innermost.labels.outside(y) for y in truths]
            weights = row_weights(batch) if len(batch.weights) else [None] * len(batch)
            for (x, _), sign, y, weight in zip(one_by_one(batch), truths, spelt, weights, strict=True):
                number = self.predict(x).number
                if sign == sign:
                    self.label(number, y, weight)
                else:
                    self.forget(number)
            return game.ledger
        follower = Follower(self)
        game.ledger.watchers.append(follower)
        try:
            return game.play_batch(batch)
        finally:
            game.ledger.watchers.remove(follower)

    @property
    def follows_batches(self) -> bool:
        """Can a batch be played in one go, here and in all that it stands around?"""
        if self.modelled or self.innermost.class_weights is not None or not self.can_follow():
            return False
        return self.within is None or self.within.follows_batches

    def can_follow(self) -> bool:
        """Does `follow` do all that `opened` and `judged` would?"""
        return False

    def follow(self, number: int, y: float, guess: float, mistaken: bool) -> None:
        """Count a round of a batch, opened and labelled in one go: y and the guess as the learner knows them."""
        raise NotImplementedError(f"{type(self).__name__} must implement follow(), as it says that it can")

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

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (type(self), self.game, self.settings(), self.own_state())

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


class Follower(Watcher):
    """Shows the rounds of a batch to the guarantees around a game, the innermost first."""

    def __init__(self, around: Wrapper) -> None:
        self.around: list[Wrapper] = []
        each: Wrapper | None = around
        while each is not None:
            self.around.insert(0, each)
            each = each.within

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        for k in range(len(self.around)):
            each = self.around[k]
            each.follow(number, y, guess, mistaken)


def number_of(said: Any) -> int:
    """The number of a round of any kind."""
    if isinstance(said, RoundInside):
        inside = said
        return inside.number
    if isinstance(said, Round):
        bare = said
        return bare.number
    return int(said.number)


def revive(kind: type[Wrapper], game: Any, settings: dict[str, Any], state: State) -> Wrapper:
    """Make a guarantee of this class around a game and restore its state: used by copy and pickle."""
    twin = kind(game, **settings)
    twin.own_restore(state)
    return twin
