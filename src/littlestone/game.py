# cython: boundscheck=False, wraparound=False
"""The game of examples: the two moves, predict and label, and the loop over examples by the million."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .bound import Bound
from .coin import Coin
from .data.advice import Advice
from .data.features import Features
from .data.hashing import columns_as_written
from .data.labels import Outcome
from .errors import BadBatch, BadParameter, NotBoolean
from .learner import RowLearner, State, under
from .learners.experts.expert import ExpertLearner
from .ledger import Ledger
from .loss import Loss
from .moves import Moves
from .nature import Nature
from .row import Batch, Row, saved_rows
from .set_up import set_up
from .settings import whole
from .signals import pause


class Round:
    """One round from its prediction on: its number, the example, the guess, and the label acted on."""

    def __init__(self, number: int, x: Row, guess: float, act: Any) -> None:
        self.number = number
        self.x = x
        self.guess = guess
        self.act = act
        self.sign = 0.0  # the act as the loop knows it, -1, 0 or +1
        self.updates = 0  # how many the learner had made when it guessed

    def __repr__(self) -> str:
        return f"Round(number={self.number}, x={self.x!r}, guess={self.guess:g}, act={self.act!r})"


class Game(Moves):
    """A learner plays; the ledger keeps the account.

    `predict` opens a round, `label` closes it: at once, later, in any order, or never. Judging comes first
    and learning second, and the learner learns from the guess it made then. A game is for one thread at a time. An open
    round keeps its example, up to 16 kB with what lies beside it: `forget` the rounds whose label will not come.

    learner     who plays
    loss        what is added up besides mistakes: "mistake", "hinge", "square", "absolute", "log"; of numbers
                "square", "absolute", "pinball:0.9", "poisson", "percentage"; of advice "mistake", "absolute",
                "square", "log", "brier", "pinball:0.9", "percentage"; None is the learner's own, or "mistake"
    labels      the two classes as you write them, negative first, such as ("ham", "spam"); "numbers" where the truth
                is any number; None is what the learner is made for: -1 and +1, numbers, or classes as they come
    bounds      the theorems to watch; None takes all that the learner has
    seed        of the coin that a randomised learner's act is tossed with
    features    the names of the columns, if they are known before the first example
    keep        how many entries of mistaken examples to keep for the bounds in hindsight; 0 for none
    """

    if TYPE_CHECKING:
        ledger: Ledger

    def __init__(
        self,
        learner: RowLearner,
        *,
        loss: str | Loss | None = None,
        labels: Sequence[Any] | str | None = None,
        bounds: Sequence[Bound] | None = None,
        seed: int = 0,
        features: Features | Iterable[str] = (),
        keep: int = 1_000_000,
    ) -> None:
        if not isinstance(learner, RowLearner):
            raise BadParameter(f"a game is played by a learner such as Perceptron(), not by {learner!r}")
        if whole("keep", keep, "a number of entries") >= 2**62:
            raise BadParameter(f"keep is a number of entries that a machine can hold, not {keep}")
        self.learner = learner
        self.boolean = learner.boolean
        self.coin = Coin(whole("seed", seed, "a whole number"))
        watched = [theorem() for theorem in learner.theorems] if bounds is None else checked(bounds)
        self.keep = keep
        self.price, self.labels, self.features, ledger = set_up(learner, loss, labels, watched, features, keep)
        self.advised = isinstance(learner, ExpertLearner)
        self.numbers = not self.advised and isinstance(self.labels, Outcome)
        self.randomised = learner.randomised and (self.price.classes or not self.advised)
        super().__init__(ledger)
        if len(self.features):
            learner.widen(len(self.features))

    def predict(self, x: Any) -> Round:
        """The first move: open a round for x. Its number is what the label has to name later."""
        features = self.features
        before = len(features.columns)
        numbered = features.numbered
        number = self.ledger.rounds + 1
        try:
            row = features.row(x)
            if self.boolean and not row.is_boolean():
                raise self.not_boolean(row)
            guess = self.learner.predict(row)
            sign = guess if self.numbers else self.learner.act(guess)
            if self.randomised:
                sign = self.toss(number, sign)
        except BaseException:
            features.forget(before)
            features.numbered = numbered
            raise
        move = self.opened(number, row, guess, sign, self.learner.updates)
        self.ledger.rounds = number
        return move

    def opened(self, number: int, x: Row, guess: float, sign: float, updates: int) -> Round:
        """Enter a round as open: acting as `sign`, guessed when the learner had made so many updates."""
        move = Round.__new__(Round)
        move.number = number
        move.x = x
        move.guess = guess
        move.act = self.labels.outside(sign)
        move.sign = sign
        move.updates = updates
        self.open[number] = move
        return move

    def label(self, number: int, y: Any) -> None:
        """The second move: the truth about round `number`. It is judged, then learned."""
        move = self.open.get(number)
        if move is None:
            self.labels.check(y)
            raise self.complaint(number)
        sign = self.labels.inside(y)
        late = self.learner.updates - move.updates
        self.judge(number, move.x, sign, move.guess, move.sign, late, self.ledger.rounds - number)
        del self.open[number]
        self.show(number, move.x, sign, move.guess, move.sign != sign, late)

    def judge(self, number: int, x: Row, y: float, guess: float, act: float, late: int, delay: int) -> None:
        """Learn a round and enter it: the one place where every round of every kind of play ends.

        Whatever of the user's can raise, the loss and the learner, comes before anything is entered.
        """
        ledger = self.ledger
        learner = self.learner
        cost = self.price.value(y, guess, act)
        chance = 0.0 if act == y else 1.0
        if self.randomised:
            chance = abs(learner.act(guess) - y) / 2.0
        elsewhere = learner.updates != ledger.updates_seen
        learner.learn(x, y, guess)
        if elsewhere:
            ledger.outside += 1
        ledger.record(number, x, y, guess, act, chance, cost, late, delay)

    def show(self, number: int, x: Row, y: float, guess: float, mistaken: bool, late: int) -> None:
        """Let the watchers see a round that is over."""
        for watcher in self.ledger.watchers:
            watcher.see(number, x, y, guess, mistaken, late)

    def not_boolean(self, x: Row) -> NotBoolean:
        """The error for a row with another number than 0 and 1."""
        k = int(np.flatnonzero((x.values != 0) & (x.values != 1))[0])
        column = int(x.columns[k])
        name = repr(self.features.names[column]) if self.features.columns else f"column {column}"
        return NotBoolean(
            f"{type(self.learner).__name__} plays with Boolean features, 0 or 1; {name} is {x.values[k]:g}"
        )

    def toss(self, number: int, stance: float) -> float:
        """The act of a randomised learner: +1 with chance (1 + stance)/2, by the coin of that round."""
        return 1.0 if self.coin.toss(number) < (1.0 + stance) / 2.0 else -1.0

    def meet(self, nature: Nature) -> None:
        """Take over the names of the columns if the nature knows them before the first example."""
        known = self.features.met(nature)
        if known and self.ledger.rounds == 0 and not len(self.features):
            self.learner.widen(len(known))
            self.name_columns(known.written())

    def name_columns(self, names: Any, width: int = 0) -> None:
        """Begin with these names, or how they are hashed; vectors of advice have had this width."""
        if self.advised:
            self.features = Advice(self.price, self.labels, names, width)
            self.ledger.features = self.features  # type: ignore[attr-defined]
        else:
            self.features = columns_as_written(names)

    def seen(self, move: Round) -> Round:
        """A round as a nature may see it: with the guess, and while it is open without what the coin made of it."""
        if not self.randomised or move.number not in self.open:
            return move
        return Round(move.number, move.x, move.guess, None)

    def stance(self, move: Round) -> float:
        """Where on the line of the labels the learner stands, before any coin is tossed."""
        return move.guess if self.numbers else self.learner.act(move.guess)

    def play_batch(self, batch: Batch) -> Ledger:
        """Play every row of a labelled batch, in order: the same moves, for examples that come by the million.

        A row whose label is NaN has none: it is a round, and forgotten.
        """
        truths = self.check_batch(batch)
        learner = self.learner
        ledger = self.ledger
        learner.widen(batch.width)
        # The row is one view turned from example to example, unless somebody outside the package might keep it.
        fresh = not all(map(is_ours, (learner, *ledger.watchers)))
        watched = len(ledger.watchers) > 0
        self.features.numbered = not self.features.columns
        x = batch.view(0, 0, batch.width)
        for t in range(batch.rows):
            if t % 8192 == 8191:
                pause()
            if fresh:
                x = batch.row(t)
            else:
                x.aim(batch.starts[t], batch.starts[t + 1])
            number = ledger.rounds + 1
            y = float(truths[t])
            if y != y:
                ledger.rounds = number
                ledger.forgotten += 1
                continue
            guess = learner.predict(x)
            act = guess if self.numbers else learner.act(guess)
            if self.randomised:
                act = self.toss(number, act)
            self.judge(number, x, y, guess, act, 0, 0)
            if watched:
                self.show(number, x, y, guess, act != y, 0)
        return ledger

    def check_batch(self, batch: Batch) -> Any:
        """The truths of a batch as the learner is told them; or what is wrong with it, before a row is played."""
        if not isinstance(batch, Batch):
            raise BadBatch(f"play_batch plays a Batch; make one with as_batch(X, y), not {type(batch).__name__}")
        batch.check()
        if batch.rows and not len(batch.labels):
            raise BadBatch(f"{batch!r} has no labels to learn from; give Batch(..., labels=y)")
        if isinstance(self.features, Advice):
            self.features.check_batch(batch)
        if 0 < len(self.features) < batch.width:
            raise BadBatch(f"this game has {len(self.features)} named columns, but the batch is {batch.width} wide")
        if self.boolean:
            values = np.asarray(batch.values)
            wrong = np.flatnonzero((values != 0) & (values != 1))
            if len(wrong):
                row = int(np.searchsorted(np.asarray(batch.starts), wrong[0], side="right")) - 1
                raise NotBoolean(
                    f"{type(self.learner).__name__} plays with Boolean features, 0 or 1; "
                    f"row {row} has {values[wrong[0]]:g} in column {batch.columns[wrong[0]]}"
                )
        truths = np.require(batch.labels, requirements="W")  # those of a packed file are not
        if batch.classes is not None:
            return self.labels.named_column(truths, batch.classes)
        return self.labels.column(truths)

    def weights(self, top: int | None = None) -> dict[Any, float]:
        """What the learner weighs every column with, by name, the largest first: see `weights_by_name`."""
        from .weights_by_name import weights_by_name  # which knows the learners, as some of them know games

        return weights_by_name(self, top)

    def settings(self) -> dict[str, Any]:
        """How this game was set up, as plain values."""
        return {
            "learner": self.learner.name if is_ours(self.learner) else type(self.learner).__qualname__,
            "kind": self.learner.kind,
            "parameters": self.learner.parameters(),
            "loss": self.price.full_name,
            "labels": self.labels.setting(),
            "bounds": [[type(bound).__name__, bound.parameters()] for bound in self.ledger.bounds],
            "seed": self.coin.seed,
            "keep": self.keep,
        }

    def state(self) -> State:
        """Where the game stands: learner, ledger, names and open rounds, as named arrays."""
        moves = list(self.open.values())
        names = json.dumps(self.features.written()).encode()
        sizes = [len(move.x) for move in moves]
        return {
            **{f"learner/{name}": value for name, value in self.learner.state().items()},
            **{f"ledger/{name}": value for name, value in self.ledger.state().items()},
            "features/names": np.frombuffer(names, dtype=np.uint8),
            "labels/known": np.frombuffer(json.dumps(self.labels.state()).encode(), dtype=np.uint8),
            "features/numbered": np.bool_(self.features.numbered),
            "features/width": np.int64(self.features.numbered and getattr(self.features, "width", 0)),
            "open/numbers": np.array([move.number for move in moves], dtype=np.int64),
            "open/updates": np.array([move.updates for move in moves], dtype=np.int64),
            "open/guesses": np.array([move.guess for move in moves], dtype=np.float64),
            "open/signs": np.array([move.sign for move in moves], dtype=np.float64),
            "open/widths": np.array([move.x.width for move in moves], dtype=np.int64),
            "open/starts": np.cumsum([0, *sizes], dtype=np.int64),
            "open/columns": np.concatenate([np.zeros(0, dtype=np.int32), *(move.x.columns for move in moves)]),
            "open/values": np.concatenate([np.zeros(0), *(move.x.values for move in moves)]),
        }

    def restore(self, state: State) -> None:
        """Take up the game whose `state` this was."""
        self.learner.restore(under(state, "learner/"))
        self.ledger.restore(under(state, "ledger/"))
        self.name_columns(json.loads(np.asarray(state["features/names"]).tobytes()), int(state["features/width"]))
        self.features.numbered = bool(state["features/numbered"])
        if "labels/known" in state:
            self.labels.restore(json.loads(np.asarray(state["labels/known"]).tobytes()))
        rows = saved_rows(state["open/starts"], state["open/columns"], state["open/values"], state["open/widths"])
        kept = (state[f"open/{name}"].tolist() for name in ("numbers", "guesses", "signs", "updates"))
        self.open = {}
        for x, number, guess, sign, updates in zip(rows, *kept, strict=True):
            self.opened(number, x, guess, sign, updates)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = {
            "loss": self.price,
            "labels": self.labels.setting(),
            "bounds": self.ledger.bounds,
            "seed": self.coin.seed,
            "keep": self.keep,
        }
        return revive, (self.learner, settings, self.state())

    def __repr__(self) -> str:
        return f"Game({self.learner!r}, {self.ledger!r})"


def checked(bounds: Sequence[Bound]) -> list[Bound]:
    """Bounds, and nothing else, such as a class of them."""
    if not isinstance(bounds, Sequence) or not all(isinstance(bound, Bound) for bound in bounds):
        raise BadParameter(f"bounds is a list of theorems such as [MarginBound(0.1)], not {bounds!r}")
    return list(bounds)


def revive(learner: RowLearner, settings: dict[str, Any], state: State) -> Game:
    """The game of these settings in that state: how copy and pickle put one together."""
    game = Game(learner, **settings)
    game.restore(state)
    return game


def is_ours(one: object) -> bool:
    """Is it of a class of this package? Ours keep no rows beyond the call."""
    return type(one).__module__.split(".")[0] == __name__.split(".")[0]
