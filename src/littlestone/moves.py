"""The base class of all games: a round is opened by a prediction, and closed by its label or forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from numbers import Integral
from os import PathLike
from typing import Any, Self

from .account import Account
from .bound import Bound
from .errors import AlreadyLabelled, BadParameter, StateError, UnknownRound
from .former import FormerMoves
from .learner import Learner, State, under
from .nature import Label, Nature
from .receipts.receipt import receipt_of
from .support.cards import game_card
from .support.settings import counted


class Moves(FormerMoves):
    """Base class of all games: holds the open rounds, plays against a nature, saves and restores its state.

    A subclass implements how a round is opened (`predict`), which labels are valid (`_check`) and how a round is closed
    (`_close`). A late label is learned as if its example were predicted again when the label comes: see
    `Account.in_order`.
    """

    _kind = ""

    def __init__(self, learner: Learner, ledger: Account) -> None:
        self.learner = learner
        self.ledger = ledger
        self.open: dict[int, Any] = {}
        self._weighing = False  # are labels weighed by their class?

    def __copy__(self) -> Self:
        """A deep copy: a copy that shared its learner would not be independent."""
        return deepcopy(self)

    def predict(self, x: Any) -> Any:
        """Open a round and return it, with the prediction."""
        raise NotImplementedError(f"{type(self).__name__} must implement predict()")

    def label(self, number: int, y: Any, weight: Any = None) -> None:
        """Give the label of round `number`: it is counted in the ledger, and the learner learns from it.

        `weight` says how much the round counts, 1 if it is not given; one of weight 0 is forgotten.
        """
        move = self.open.get(number)
        if move is None:
            self._check(y)
            raise self._complaint(number)
        if weight is None and not self._weighing:
            self._close(move, y)
        else:
            self._close_weighed(move, y, weight)

    def _check_made(self) -> None:
        """Raise if `__init__` has not run: the compiled loops do not check for None."""
        if self.learner is None or self.ledger is None:
            raise AttributeError(f"this game was never made: {type(self).__name__}(learner) makes one")

    def _check(self, y: Any) -> None:
        """Raise if y is not a valid label; nothing is changed."""
        raise NotImplementedError(f"{type(self).__name__} must implement check()")

    def _close(self, move: Any, y: Any) -> None:
        """Close an open round with its label y."""
        raise NotImplementedError(f"{type(self).__name__} must implement close()")

    def _close_weighed(self, move: Any, y: Any, weight: Any) -> None:
        """Close an open round with its label y, whose weight may be other than 1."""
        if weight is not None and weight != 1.0:
            raise BadParameter(f"a {type(self).__name__} has no sample weights; multiply the loss by {weight!r:.20}")
        self._close(move, y)

    def forget(self, number: int) -> None:
        """Close round `number` without a label: it is not counted, and nothing is learned from it."""
        if number not in self.open:
            raise self._complaint(number)
        del self.open[number]
        self.ledger.forgotten += 1

    def _complaint(self, number: int) -> UnknownRound | AlreadyLabelled:
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

    def play(self, nature: Nature | Iterable[tuple[Any, Any]]) -> Any:
        """Play until the nature has no more examples and has revealed its last labels; return the ledger.

        Pairs (x, y) of examples and labels are played one after the other; a label may be None.
        """
        if not hasattr(nature, "ask"):
            return self._play_pairs(nature)
        asked: Any = nature
        self._meet(asked)
        last = None
        while True:
            x = asked.ask(None if last is None else self._seen(last))
            if x is None:
                break
            last = self.predict(x)
            self._told(asked.answer(last.number, self._stance(last)))
        self._told(asked.close())
        return self.ledger

    def _play_pairs(self, pairs: Any) -> Any:
        """Play pairs of an example and its label; return the ledger."""
        wanted = "play takes a nature, or pairs (x, y) of examples and labels"
        if isinstance(pairs, str | PathLike):
            raise BadParameter(f"{wanted}; a file is one by read({str(pairs)!r}, label=...), from littlestone")
        if not isinstance(pairs, Iterable):
            raise BadParameter(f"{wanted}, not {pairs!r}")
        for pair in pairs:
            if not isinstance(pair, Sequence) or len(pair) != 2:
                raise BadParameter(f"{wanted}; {pair!r} is no pair")
            self._told([Label(self.predict(pair[0]).number, pair[1])])
        return self.ledger

    def _meet(self, nature: Nature) -> None:
        """Take what the nature knows before the first round, such as names of columns."""

    def _seen(self, move: Any) -> Any:
        """What a nature may see of a past round when it chooses the next example."""
        return move

    def _stance(self, move: Any) -> Any:
        """What a nature may see of this round before it reveals the label."""
        return move.guess

    def _told(self, labels: Iterable[Label]) -> None:
        """Process labels from a nature; a round whose label is None is forgotten."""
        for label in labels:
            number, y = label
            if y is None:
                self.forget(number)
            else:
                self.label(number, y, getattr(label, "weight", None))

    def receipt(self, *, source: Any = None, effort: str = "quick") -> dict[str, Any]:
        """The receipt of the game as a dict for JSON, which `littlestone verify` proves or refuses.

        It has the evidence that theorems kept. The rows are named in it if a `Transcript` wrote them down.

        source    what was read, such as the name and hash of a file, if anything
        effort    how hard theorems look for the best comparator, as in `ledger.certify`
        """
        return receipt_of(self, source=source, effort=effort)

    def _arguments(self) -> dict[str, Any]:
        """The constructor's arguments: `type(self)(learner, **self._arguments())` makes an equal new game."""
        raise NotImplementedError(f"{type(self).__name__} must implement arguments()")

    def settings(self) -> dict[str, Any]:
        """`_arguments` as values for JSON, with losses and bounds by their names."""
        plain = self._arguments()
        if "loss" in plain:
            plain["loss"] = plain["loss"].full_name
        if plain.get("schema") is not None:
            plain["schema"] = plain["schema"].settings()
        return {**plain, "bounds": [[type(bound).__name__, bound.parameters()] for bound in plain["bounds"]]}

    def state(self) -> State:
        """The state of learner, ledger and open rounds, as named arrays."""
        return {
            **{f"learner/{name}": value for name, value in self.learner.state().items()},
            **{f"ledger/{name}": value for name, value in self.ledger.state().items()},
            **{f"open/{name}": value for name, value in self._open_state().items()},
        }

    def _open_state(self) -> State:
        """The open rounds, as named arrays."""
        raise NotImplementedError(f"{type(self).__name__} must implement open_state()")

    def restore(self, state: State) -> None:
        """Restore the game from its `state`; learner, ledger and open rounds are as they were if that is refused."""
        learner, ledger, open_rounds = self.learner.state(), self.ledger.state(), dict(self.open)
        try:
            self.learner.restore(under(state, "learner/"))
            self.ledger.restore(under(state, "ledger/"))
            self.open.clear()
            self._reopen(under(state, "open/"))
            if odd := [number for number in self.open if not 1 <= number <= self.ledger.rounds]:
                raise StateError(f"round {odd[0]} is open, but only rounds 1 to {self.ledger.rounds} were predicted")
        except Exception:
            self.learner.restore(learner)
            self.ledger.restore(ledger)
            self.open.clear()
            self.open.update(open_rounds)
            raise

    def _reopen(self, state: State) -> None:
        """Restore the open rounds from `_open_state`."""
        raise NotImplementedError(f"{type(self).__name__} must implement reopen()")

    def _lessons_of(self, state: State) -> list[int]:
        """The learner's `lessons` when it predicted each open round; -1 in files of 0.1.0, which did not save it."""
        if "lessons" in state:
            return [max(-1, int(count)) for count in state["lessons"]]
        return [-1] * len(state["numbers"])

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (type(self), self.learner, self._arguments(), self.state())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.learner!r}, {self.ledger!r})"

    def _repr_html_(self) -> str:
        """The game as notebooks show it."""
        return game_card(self)


def revive(kind: type[Moves], learner: Learner, arguments: dict[str, Any], state: State) -> Moves:
    """Make a game of this class with these arguments and restore its state: used by copy and pickle."""
    game = kind(learner, **arguments)
    game.restore(state)
    return game


def theorems_for(learner: Learner, bounds: Sequence[Bound] | None, keep: int) -> list[Bound]:
    """The bounds of a game: `bounds`, after a check that they apply to this learner, or by default all it has."""
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
        bound.begin(learner.rule, keep)
    return watched


def is_ours(one: object) -> bool:
    """Is its class defined in this package? Those keep no reference to a row after the call."""
    return type(one).__module__.split(".")[0] == __name__.split(".")[0]
