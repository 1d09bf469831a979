"""`Metrics`, a mapping from the names of metrics to their values now: the `metrics` of a ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import RowLearner
from ..loss import FARTHEST, Loss
from ..state import Held, Parts, Saved, fields
from ..support.settings import amount
from ..truth import CLASSES, NUMBERS, SIGNS, Truth
from .keeper import Keeper
from .metric_names import Wanted, read_names
from .tally import Tally
from .window import Window

ABOUT = {SIGNS: "two classes", CLASSES: "many classes", NUMBERS: "numbers"}


class Metrics(Saved, Mapping[str, Any]):
    """Metrics of the guesses that were given, by name; a value is computed when it is read, and None without rounds.

    All that are read from the same counts share them. `name@1000` is about the last 1,000 labels, in the order in which
    they came.

    names      the metrics to keep, of those in `littlestone.metrics.metric_names.METRICS`
    learner    who gives the guesses, and perhaps chances
    truth      the kind of label of the game
    labels     the converter of its labels
    price      its loss

    >>> from littlestone import Game, LinearDescent
    >>> game = Game(LinearDescent(loss="log"), metrics=("accuracy", "log_loss", "accuracy@2"))
    >>> for x, y in [([1, 0], +1), ([0, 1], -1), ([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> {name: round(value, 3) for name, value in game.ledger.metrics.items()}
    {'accuracy': 0.75, 'log_loss': 0.681, 'accuracy@2': 1.0}
    """

    saved = fields(Parts("", "counted()"))

    def __init__(self, names: str | Iterable[str], learner: RowLearner, truth: Truth, labels: Any, price: Loss) -> None:
        self.wanted = {one.written: one for one in read_names(names)}
        self.truth = truth
        self.labels = labels
        for one in self.wanted.values():
            check(one, learner, truth)
        self.tallies = {one.tally: self.new(one.tally) for one in self.wanted.values() if not one.window}
        self.windows = {one.window: Window(one.window) for one in self.wanted.values() if one.window}
        chanced = any(one.tally.needs_chance for one in self.wanted.values())
        self.keeper = Keeper(
            list(self.tallies.values()),
            list(self.windows.values()),
            truth == SIGNS,
            shortest_way(learner) if chanced and truth != CLASSES else None,
            chanced and truth == CLASSES,
            price.answer if truth == NUMBERS and type(price).answer is not Loss.answer else None,
        )

    def new(self, kind: type[Tally]) -> Tally:
        """An empty tally for this game."""
        return kind(self.labels, self.truth)

    def tally(self, one: Wanted) -> Tally:
        """What a metric is read from; that of a window is counted anew."""
        return self.windows[one.window].fill(self.new(one.tally)) if one.window else self.tallies[one.tally]

    def __getitem__(self, name: str) -> Any:
        one = self.wanted[name]
        return getattr(self.tally(one), one.name)()

    def __iter__(self) -> Iterator[str]:
        return iter(self.wanted)

    def __len__(self) -> int:
        return len(self.wanted)

    @property
    def errors(self) -> dict[str, float]:
        """The most by which a value can be off, for those that are read from a sketch; the others are exact."""
        found = {name: self.tally(one).error(one.name) for name, one in self.wanted.items()}
        return {name: error for name, error in found.items() if error}

    def as_dict(self) -> dict[str, Any]:
        """Names and values for JSON: a confusion is a list of label, prediction and count."""
        account: dict[str, Any] = {}
        for name, value in self.items():
            if self.wanted[name].name == "confusion":
                account[name] = [[y, act, count] for (y, act), count in value.items()]
            else:
                account[name] = {str(label): one for label, one in value.items()} if isinstance(value, dict) else value
        return account

    def in_words(self) -> dict[str, str]:
        """The value of every metric in a few words."""
        errors = self.errors
        words = {}
        for name, value in self.items():
            if isinstance(value, dict):
                words[name] = (
                    ", ".join(f"{pair_or_label(key)} {amount(one)}" for key, one in value.items()) or "none yet"
                )
            else:
                words[name] = "none yet" if value is None else f"{value:.6g}"
            if name in errors:
                words[name] += f", off by {errors[name]:.2g} at most"
        return words

    def counted(self) -> dict[str, Any]:
        """All that is counted, by name."""
        tallies: dict[str, Any] = {kind.__name__: tally for kind, tally in self.tallies.items()}
        return tallies | {f"last {size}": window for size, window in self.windows.items()}

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        most = FARTHEST if self.truth == NUMBERS else 1.0 if self.truth == SIGNS else 65_536.0
        for size in self.windows:
            rounds = held[f"last {size}/"]["rounds"]
            if not (np.abs(rounds[:, [0, 2]] if self.truth != NUMBERS else rounds[:, :1]) <= most).all():
                raise StateError(f"the last {size} rounds of the metrics have labels that are none of this game")


def check(one: Wanted, learner: RowLearner, truth: Truth) -> None:
    """Raise if a metric is not about such labels, or needs chances that the learner does not give."""
    if truth not in one.tally.truths:
        about = " and ".join(ABOUT[each] for each in one.tally.truths)
        raise BadParameter(f"{one.name} is a metric of {about}, and this is a game of {ABOUT[truth]}; leave it out")
    if one.tally.needs_chance and not learner.has_chances:
        raise BadParameter(
            f"{one.name} judges chances, and the guesses of this learner are none; take one that follows the log loss, "
            f"such as ogd with loss=log, or leave out {one.name}"
        )


def shortest_way(learner: RowLearner) -> Callable[[float], float | None]:
    """The chance that a guess stands for: by the learner's loss itself where the learner leaves it to its loss."""
    loss = learner.follows
    return learner.chance_of if loss is None or type(learner).chance_of is not RowLearner.chance_of else loss.chance_of


def pair_or_label(key: Any) -> str:
    """A label, or a pair of label and prediction, in words."""
    if not isinstance(key, tuple):
        return str(key)
    return f"{key[0]} for {'nothing' if key[1] is None else key[1]}"
