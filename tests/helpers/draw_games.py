"""Draws games, `python tests/helpers/draw_games.py --count 9000`: no certificate is wrong, and no exception another's.

Learners of all tables, matrix games and guarantees play: settings at their extremes; values from the smallest numbers
there are to 1e300, duplicates and zeros; weights from 0 to 1e300; labels late, in any order or never; games saved and
taken up; learners that were taught before. Counted are certificates that say *violated*, such that say *holds* where
`paid` is above `allowed`, such that are others after the game was saved and taken up, and exceptions that are not this
package's own. A set-up that is refused is no game. Counted apart, and no failure of a certificate, are games *lost*:
those whose learner has added up numbers so large that its own check of a saved state does not take them back.
"""

from __future__ import annotations

import argparse
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from littlestone import (
    BANDITS,
    EXPERTS,
    LEARNERS,
    POINTS,
    PORTFOLIOS,
    ActionGame,
    ConvexGame,
    Game,
    InvestGame,
    MatrixGame,
)
from littlestone.bandits import OffPolicy
from littlestone.errors import LittlestoneError, StateError
from littlestone.guarantees import Alarm, AppleTasting, Calibrated, CalibratedClasses, Intervals
from littlestone.store import from_bytes, to_bytes
from littlestone.support.effort import Effort
from littlestone.truth import CLASSES, NUMBERS

EFFORT = 2e7  # of the search of one certificate: a fiftieth of a second at most
ABOVE = 1e-9  # relative: by so much may `paid` be above `allowed`

SIZES = [1e-12, 1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.5, 0.9, 1.0, 2.0, 10.0, 100.0, 1e4, 1e6, 1e9]
WEIGHTS = [0.0, 1e-300, 1e-12, 1e-3, 0.5, 1.0, 2.0, 100.0, 1e9, 1e155, 1e300]
KEEPS = [0, 1, 2, 3, 5, 7, 10]
SIGNED = ["hinge", "log", "square"]
OF_NUMBERS = ["square", "absolute", "insensitive:0.1", "pinball:0.9", "poisson"]
MEMBERS = ["ogd", "adagrad:eta=0.8", "scale-free", "arow", "perceptron", "standardised/ftrl", "pa1", "narow", "coin"]
OF_POINTS = ["space", "ball", "ball:1e-3", "ball:1e6", "box:0,1", "box:-1,1", "simplex"]

# What settings can be, if it is nothing that their default tells; a function is asked with the random generator.
SETTINGS: dict[str, Any] = {
    "loss": [*SIGNED, *OF_NUMBERS],
    "covariance": ["diagonal", "full"],
    "zero": ["+1", "-1", "mistake"],
    "rate": ["fixed", "root"],
    "labels": ["all", "asked"],
    "kernel": ["rbf", "polynomial", "linear"],
    "degree": [1, 2, 3, 7],
    "tie": ["0", "1", "first", "last"],
    "demote": ["divide", "eliminate"],
    "tuning": ["always-valid", "theorem"],
    "centre": ["even", "zero"],
    "domain": OF_POINTS,
    "psi": ["euclidean", "entropy"],
    "mirror": ["euclidean", "entropy"],
    "bias": [None, 1.0, 1e-6, 1e6],
    "budget": [1, 2, 5, 100],
    "p": [2.0, 2.5, 4.0, 10.0, 100.0],
    "horizon": [1, 5, 100, None],
    "small_loss": [0.0, 1.0, 5.0],
    "share": [0.0, 1e-9, 0.01, 0.5, 1.0],
    "grid": [1, 2, 10],
    "samples": [1, 10, 100],
    "m_bar": [0.0, 1.0, 5.0],
    "n_experts": [1, 2, 5],
    "w1": [None],
    "weights": [None],
    "policies": [["perceptron", "ogd"], ["arow"]],
    "members": [
        ["ogd", "adagrad"],
        ["arow"],
        ["perceptron", "scale-free", "standardised/ftrl"],
        ["vaw", "ogd:loss=square"],
    ],
    "base": ["ogd", "perceptron", "arow", "adagrad", "pa1", "scale-free"],
    "learner": ["ogd", "perceptron", "arow", "adagrad", "pa1", "scale-free", "vaw", "pa2-regression"],
    "parameters": [None],
    "prior": [None],
    "concepts": ["intervals:4", "thresholds:5", "singletons:4", "constant-labels:1,k=3"],
    "n": [None, 3, 6],
}


class Draw:
    """One random choice after the other, from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def one(self, of: Any) -> Any:
        """One of these."""
        return of[int(self.rng.integers(len(of)))]

    def chance(self, p: float) -> bool:
        """True with this chance."""
        return bool(self.rng.random() < p)

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return int(self.rng.integers(low, high + 1))

    def setting(self, name: str, default: Any) -> Any:
        """A value for this setting."""
        if name in SETTINGS:
            return self.one(SETTINGS[name])
        if isinstance(default, bool):
            return self.chance(0.5)
        if isinstance(default, int):
            return self.whole(0, 12)
        return self.one(SIZES)

    def settings(self, known: dict[str, Any], often: float = 0.35) -> dict[str, Any]:
        """Some settings other than by default."""
        return {name: self.setting(name, default) for name, default in known.items() if self.chance(often)}

    def values(self, rows: int, width: int) -> Any:
        """A table of values, of one of many kinds."""
        table = self.rng.normal(size=(rows, width))
        kind = self.whole(0, 11)
        with np.errstate(over="ignore", under="ignore"):
            if kind == 1:
                table = np.round(table)
            elif kind == 2:
                table *= 10.0 ** self.rng.integers(-6, 7, size=width)
            elif kind == 3:
                table *= 10.0 ** self.rng.uniform(-9, 9, size=(rows, width))
            elif kind == 4:
                table[:, 0] = 1e8 * np.abs(table[:, 0])
            elif kind == 5:
                table *= 10.0 ** self.rng.uniform(-320, 300, size=(rows, width))
            elif kind == 6:
                table *= 10.0 ** self.whole(-320, 300)
            elif kind == 7:
                table = table[self.rng.integers(0, min(2, rows), size=rows)]
            elif kind == 8:
                table *= 0.0
            elif kind == 9:
                table *= 10.0 ** self.rng.integers(-160, 155, size=width)
            elif kind == 10:
                table *= self.one([5e-324, 1e-160, 1e-154, 1e77, 1e154, 1e224])
        table[self.rng.random(table.shape) < self.one([0.0, 0.0, 0.3, 0.8])] = 0.0
        return np.clip(np.nan_to_num(table), -1e300, 1e300)

    def numbers(self, rows: int) -> Any:
        """Truths that are numbers."""
        return self.values(rows, 1)[:, 0] if self.chance(0.8) else np.abs(self.rng.normal(size=rows))

    def chances(self, rows: int, width: int) -> Any:
        """A table of numbers from 0 to 1, some of them the ends."""
        table = self.rng.random((rows, width))
        kind = self.whole(0, 3)
        if kind == 1:
            table = np.round(table)
        elif kind == 2:
            table *= 10.0 ** -self.rng.uniform(0, 300, size=table.shape)
        elif kind == 3:
            table = 0.5 + 1e-12 * table
        return table

    def weights(self, rows: int) -> list[float]:
        """The weights of rounds; nearly always all 1."""
        kind = self.whole(0, 9)
        if kind == 7:
            return [float(self.one(WEIGHTS)) for _ in range(rows)]
        if kind == 8:
            return [float(self.one([0.0, 0.25, 0.5, 1.0])) for _ in range(rows)]
        return [float(self.one(WEIGHTS)) if kind == 9 else 1.0] * rows


class Drawn(NamedTuple):
    """A game, and the rounds that it is to be played with: example, label and weight, without which there is none."""

    game: Any
    rounds: list[tuple[Any, Any, float | None]]
    words: str


def set_up(draw: Draw, learner: type[Any], *sizes: int) -> Any:
    """A learner with drawn settings."""
    known = learner(*sizes).parameters()
    for own in ("d", "K"):
        known.pop(own, None)
    settings = draw.settings(known) if draw.chance(0.75) else {}
    if "base" in settings or "learner" in settings:
        settings.pop("parameters", None)
    if "n" in known:
        settings["n"] = 4
    if "concepts" in known:
        settings = {name: value for name, value in settings.items() if name != "n"}
        settings["concepts"] = draw.one(
            SETTINGS["concepts"][3:] if learner().truths == CLASSES else SETTINGS["concepts"][:3]
        )
    return learner(*sizes, **settings)


def of_rows(draw: Draw) -> Drawn:
    """A game of examples."""
    learner = set_up(draw, LEARNERS[draw.one(list(LEARNERS))])
    return examples(draw, learner)


def examples(draw: Draw, learner: Any, **settings: Any) -> Drawn:
    """A game of examples for this learner."""
    rows, width = draw.whole(1, 16), draw.one([1, 1, 2, 3, 3, 4, 6])
    if hasattr(learner, "concepts"):
        width = learner.concepts.width
        table = np.eye(width)[draw.rng.integers(0, width, size=rows)]
    elif learner.boolean:
        width = 4
        table = (draw.rng.random((rows, width)) < draw.one([0.1, 0.5, 0.9])).astype(float)
    else:
        table = draw.values(rows, width)
    if learner.truths == NUMBERS:
        labels = draw.numbers(rows).tolist()
    elif learner.truths == CLASSES:
        labels = draw.rng.integers(0, draw.one([1, 2, 3, 4, 50]), size=rows).tolist()
    else:
        labels = np.where(table.sum(axis=1) + draw.one([0.0, 3.0]) * draw.rng.normal(size=rows) > 0.0, 1, -1).tolist()
    if draw.chance(0.2):
        settings["bounds"] = promises(draw, learner)
    game = Game(learner, keep=draw.one(KEEPS) if draw.chance(0.25) else 1_000_000, **settings)
    return Drawn(game, list(zip(table.tolist(), labels, draw.weights(rows), strict=True)), repr(learner))


def promises(draw: Draw, learner: Any) -> list[Any]:
    """The learner's theorems, with something promised."""
    return [
        theorem(**({theorem.promise: draw.setting(theorem.promise, 1.0)} if theorem.promise else {}))
        for theorem in learner.theorems
    ]


def of_advice(draw: Draw) -> Drawn:
    """A game of advice, with sleepers and newcomers."""
    learner = set_up(draw, EXPERTS[draw.one(list(EXPERTS))])
    rows, width = draw.whole(1, 16), draw.one([1, 2, 2, 3, 5, 50])
    if learner.classes_only:
        loss, table = None, np.where(draw.rng.random((rows, width)) < 0.6, 1.0, -1.0)
        truths = np.where(draw.rng.random(rows) < 0.7, 1, -1).tolist()
    else:
        loss = draw.one(["square", "absolute", "log", "brier", "pinball:0.9", "mistake", "percentage"])
        of_chances = loss in ("log", "brier") or draw.chance(0.3)
        table = draw.chances(rows, width) if of_chances else draw.values(rows, width)
        truths = (draw.rng.integers(0, 2, size=rows) if of_chances else draw.numbers(rows)).tolist()
    awake = draw.rng.random((rows, width)) < (0.8 if draw.chance(0.4) else 1.0)
    awake[:, 0] = True
    newcomers = draw.chance(0.2)
    said = [
        {f"e{i}": float(table[t, i]) for i in range(width) if awake[t, i] and not (newcomers and i > t)}
        for t in range(rows)
    ]
    game = Game(learner, loss=loss, keep=draw.one(KEEPS) if draw.chance(0.25) else 1_000_000)
    return Drawn(game, list(zip(said, truths, draw.weights(rows), strict=True)), f"{learner!r}, {loss}")


def of_points(draw: Draw) -> Drawn:
    """A convex game."""
    d, rows = draw.one([1, 2, 3, 5]), draw.whole(1, 14)
    learner = set_up(draw, POINTS[draw.one(list(POINTS))], d)
    loss = draw.one(["linear", "linear", "gain", "square", None])
    table = draw.values(rows, d)
    if draw.chance(0.6):
        table = table / np.maximum(1e-300, np.abs(table).max()) / np.sqrt(d)
    game = ConvexGame(learner, loss=loss, keep=draw.one(KEEPS) if draw.chance(0.2) else 1_000_000)
    return Drawn(game, [((), z, None) for z in table], f"{learner!r}, {loss}")


def of_shares(draw: Draw) -> Drawn:
    """An investment."""
    d, rows = draw.one([1, 2, 3, 5]), draw.whole(1, 14)
    learner = set_up(draw, PORTFOLIOS[draw.one(list(PORTFOLIOS))], d)
    wild = draw.one([0.01, 0.1, 1.0, 10.0, 100.0])
    prices = np.exp(np.clip(wild * draw.rng.normal(size=(rows, d)), -700.0, 690.0))
    game = InvestGame(learner, cost=draw.one([0.0, 0.0, 0.01, 0.9]), keep=draw.one(KEEPS) if draw.chance(0.2) else 1000)
    return Drawn(game, [((), z, None) for z in prices], repr(learner))


def of_actions(draw: Draw) -> Drawn:
    """A bandit."""
    K, rows = draw.one([1, 2, 3, 50]), draw.whole(1, 20)
    learner = set_up(draw, BANDITS[draw.one(list(BANDITS))], K)
    low, high = draw.one([(0.0, 1.0), (0.0, 1.0), (-1e6, 1e6), (0.0, 1e-9), (5.0, 5.5)])
    rewards = low + (high - low) * draw.chances(rows, K)
    table = draw.values(rows, 3)
    whole = draw.chance(0.5)
    game = ActionGame(learner, low=low, high=high, seed=draw.whole(0, 99))
    rounds = [(list(x), r if whole else float(r[0]), None) for x, r in zip(table, rewards, strict=True)]
    return Drawn(game, rounds, repr(learner))


def of_guarantees(draw: Draw) -> Drawn:
    """A game with a guarantee."""
    kind = draw.one([Alarm, AppleTasting, Calibrated, CalibratedClasses, Intervals, Intervals])
    names = {
        AppleTasting: ["perceptron", "ogd", "arow", "winnow"],
        CalibratedClasses: ["one-vs-rest"],
        Intervals: ["vaw", "pa-regression", "ogd", "perceptron", "one-vs-rest", "committee"],
        Alarm: ["perceptron", "vaw", "multiclass-perceptron", "committee"],
        Calibrated: ["perceptron", "ogd", "committee", "scale-free"],
    }
    name = draw.one(names[kind])
    learner = LEARNERS[name]("ogd", loss="log") if name == "one-vs-rest" else set_up(draw, LEARNERS[name])
    inside = examples(draw, learner)
    settings = drawn_guarantee(draw, kind, learner)
    game = type(inside.game)(learner, **{**inside.game._arguments(), "guarantees": [kind(**settings)]})
    return Drawn(game, inside.rounds, f"{inside.words}, {kind.__name__}({settings})")


def drawn_guarantee(draw: Draw, kind: type[Any], learner: Any) -> dict[str, Any]:
    """The settings of a guarantee."""
    if kind is Intervals:
        tracks = draw.chance(0.5)
        return {
            "coverage": draw.one([1e-9, 0.1, 0.5, 0.9, 0.999999]),
            "eta": draw.one([1e-9, 1e-7, 1e-3, 0.1, 1.0, 1e6, 1e200]) if tracks else None,
            "gamma": draw.one([1e-12, 1e-8, 1e-4, 0.01, 0.5, 0.999]),
            "b": draw.one([1.0, 10.0, 1e300]) if tracks and draw.chance(0.3) else None,
            "window": draw.one([1, 2, 5, 1000]),
            "keep": draw.one([0, 1, 3, 100_000, 100_000]),
        }
    if kind is Alarm:
        largest = draw.one([1e-6, 1.0, 1e6]) if learner.truths == NUMBERS else None
        return {
            "run_length": draw.one([1.0, 5.0, 1000.0, 1e308]),
            "level": draw.one([1e-9, 0.01, 0.3, 0.9]) * (largest or 1.0),
            "largest": largest,
            "keep": draw.one([0, 1, 5, 100_000]),
        }
    if kind is AppleTasting:
        misses = draw.one([None, 0, 1, 100])
        return {"misses": misses, "horizon": draw.one([1, 10, 1000]) if misses is not None else None}
    return {"bins": draw.one([1, 2, 10, 1000])}


class Finding(NamedTuple):
    """What is wrong with a game: one of "violated", "above", "changed", "foreign" and "lost"."""

    what: str
    words: str


def certified(game: Any) -> list[Any]:
    """All certificates of a game, and of the accounts inside, each by a short search."""
    if isinstance(game, MatrixGame):
        own = [each for player in game.players if player.ledger is not None for each in asked(player.ledger)]
        return [*asked(game.ledger), *own]
    promised = getattr(game, "guarantees", ())
    own = [bound.certificate(each.account, Effort(EFFORT)) for each in promised for bound in each.bounds]
    return [*own, *asked(game.ledger)]


def asked(ledger: Any) -> list[Any]:
    """The certificates of an account."""
    return [bound.certificate(ledger, Effort(EFFORT)) for bound in ledger.bounds]


def faults(certificates: list[Any]) -> Iterator[Finding]:
    """What is wrong with certificates."""
    for each in certificates:
        if each.verdict == "violated":
            yield Finding("violated", f"{each.theorem}: {each.violated}")
        elif each.verdict == "holds" and is_above(each.paid, each.allowed):
            yield Finding("above", f"{each.theorem}: paid {each.paid!r} of {each.allowed!r}")


def is_above(paid: float | None, allowed: float | None) -> bool:
    """Was more paid than allowed, by more than rounding?"""
    return paid is not None and allowed is not None and not paid <= allowed + ABOVE * max(abs(paid), abs(allowed))


def taken_up(game: Any) -> Any:
    """The game, saved and taken up."""
    return from_bytes(to_bytes(game))


def compared(game: Any) -> tuple[Any, list[Finding]]:
    """The game taken up, and whether it says the same."""
    try:
        again = taken_up(game)
    except StateError:
        return game, [Finding("lost", "the saved game is not taken up")]
    for one, other in zip(certified(game), certified(again), strict=True):
        if repr(one) != repr(other):
            return again, [Finding("changed", f"{one}\n  became {other}")]
    return again, []


def tell(game: Any, number: int, y: Any, weight: float | None) -> None:
    """Tell a label."""
    with suppress(LittlestoneError):  # refused: the round stays open
        game.label(number, y) if weight is None else game.label(number, y, weight)


def play(draw: Draw, drawn: Drawn) -> list[Finding]:
    """Play a game, with labels at once or late, and look at its certificates on the way."""
    game, found = drawn.game, []
    if draw.chance(0.05):
        with suppress(LittlestoneError):
            teach(game, drawn)
    late = draw.one([0.0, 0.0, 0.5, 0.9])
    resumed = draw.whole(0, len(drawn.rounds) - 1) if draw.chance(0.12) else None
    waiting: list[tuple[int, Any, float | None]] = []
    for t, (x, y, weight) in enumerate(drawn.rounds):
        try:
            number = (game.predict() if x == () else game.predict(x)).number
        except LittlestoneError:
            continue
        waiting.append((number, y, weight))
        while waiting and not draw.chance(late):
            tell(game, *waiting.pop(draw.whole(0, len(waiting) - 1)))
        if waiting and draw.chance(0.1):
            game.forget(waiting.pop(0)[0])
        if t == resumed:
            game, wrong = compared(game)
            found += wrong
        if draw.chance(0.05):
            found += faults(certified(game))
    return [*found, *faults(certified(game))]


def teach(game: Any, drawn: Drawn) -> None:
    """Have the learner learn elsewhere, before the game."""
    other = deepcopy(game)
    x, y, _ = drawn.rounds[0]
    tell(other, (other.predict() if x == () else other.predict(x)).number, y, None)
    game.learner.restore(other.learner.state())


def of_matrices(draw: Draw) -> list[Finding]:
    """A matrix game, played."""
    players = [*EXPERTS, *POINTS, "best-response", "uniform"]
    n, m = draw.whole(1, 4), draw.whole(1, 4)
    row, column = draw.one(players), draw.one(players)
    if draw.chance(0.3):
        row, column = draw.one(["squint", "boa", "adahedge", "normalhedge", "ml-poly", "hedge"]), draw.one(players)
    matrix = draw.values(n, m) if draw.chance(0.5) else draw.rng.uniform(-1, 1, (n, m)) * 10.0 ** draw.whole(-3, 7)
    game = MatrixGame(matrix, row, column, keep=draw.one([0, 5, 1000, 1000]))
    found = []
    for _ in range(draw.whole(1, 3)):
        with suppress(LittlestoneError):
            game.play(draw.whole(1, 8))
        if draw.chance(0.2):
            game, wrong = compared(game)
            found += wrong
        found += faults(certified(game))
    return [Finding(each.what, f"{matrix.tolist()}, {row}, {column}: {each.words}") for each in found]


def of_logs(draw: Draw) -> list[Finding]:
    """What a policy would have cost: an interval that the estimate lies in."""
    value = OffPolicy(draw.one([1e-12, 0.05, 0.999]), draw.one([None, 0.01, 1.0]))
    for _ in range(draw.whole(1, 20)):
        with suppress(LittlestoneError):
            value.add(draw.one([*WEIGHTS, 0.5, 1.0, 1.0]), float(draw.rng.random()))
    wrong = not (value.ips.low <= value.ips.high and value.snips.low <= value.snips.high)
    value.as_dict()
    return [Finding("violated", f"off-policy: {value.ips} {value.snips}")] if wrong else []


TABLES: list[Callable[[Draw], Drawn]] = [of_rows, of_advice, of_points, of_shares, of_actions, of_guarantees]
SHARES = [0.37, 0.58, 0.7, 0.74, 0.79, 0.92, 0.99]  # of the games, added up; then matrices, then logs


def drawn_game(seed: int) -> tuple[str, list[Finding]]:
    """The game of a seed: "played" or "refused", and what was wrong."""
    draw = Draw(seed)
    what, words = float(draw.rng.random()), ""
    which = next((i for i, share in enumerate(SHARES) if what < share), len(SHARES))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # overflows are no failure
        try:
            if which >= len(TABLES):
                return "played", (of_matrices if which == len(TABLES) else of_logs)(draw)
            drawn = TABLES[which](draw)
            words = drawn.words
        except LittlestoneError:
            return "refused", []
        except Exception as error:
            return "played", [foreign(error, words)]
        try:
            found = play(draw, drawn)
        except Exception as error:  # the point of it all
            found = [foreign(error, words)]
    return "played", [Finding(each.what, f"{words}: {each.words}") for each in found]


def foreign(error: Exception, words: str) -> Finding:
    """An exception that is not ours, or one of ours where none may be."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return Finding(
        "foreign", f"{type(error).__name__}: {str(error)[:100]} ({Path(where.filename).name}:{where.lineno})"
    )


def search(count: int, seed: int = 0, told: bool = False) -> tuple[Counter[str], list[str]]:
    """So many games from that seed on: how they ended, and the first of each fault of a game."""
    ends: Counter[str] = Counter()
    failures = []
    while ends["played"] < count:
        end, found = drawn_game(seed)
        ends[end] += 1
        for what in dict.fromkeys(each.what for each in found):
            ends[what] += 1
        if any(each.what != "lost" for each in found):
            failures.append(f"seed {seed}, {found[0].what}: {found[0].words}")
            if told:
                print(failures[-1], flush=True)
        if told and end == "played" and ends["played"] % 5000 == 0:
            print(dict(ends), flush=True)
        seed += 1
    return ends, failures


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    ends, failures = search(options.count, options.seed, told=True)
    print(dict(ends), f"{len(failures)} games with failures", sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
