"""Plays the golden games: what 0.1.0 guessed, learned, paid and certified, to be compared with what comes after it.

    python tests/helpers/golden_play.py record FILE            play, and write down
    python tests/helpers/golden_play.py compare FILE [--bits]  play, and print what differs from the file
    python tests/helpers/golden_play.py show FILE PATTERN      print what the file says of some games, * for anything
    python tests/helpers/golden_play.py fixtures FOLDER        write the saved games, with the release they are to be of

A redesign moves no result: guesses, what learners know and what ledgers say are as they were. The package that plays is
the one that Python finds, so PYTHONPATH says which. Only names that 0.1.0 exports are used, and only what it recorded
is compared: what a later release adds is not asked about.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import golden_streams as streams
import numpy as np
from golden_cases import Case, cases
from golden_compare import CLOSE, NEAR, Difference, fits, game_differences, report
from golden_paper import read, written

import littlestone
import littlestone.bounds
from littlestone import Batch, ConvexGame, Game, InvestGame, load, save
from littlestone.features import HashedFeatures
from littlestone.support.loading import RENAMED

FEW = 2  # guesses that are kept as they are, of the first and of the last
DIGITS = 12  # of a SHA-256 that are written down
FIELDS = ("theorem", "paid", "allowed", "broken", "teaches", "violated", "verdict")


# How a game is played.


NAMES = {old: new.rpartition(".")[2] for old, new in RENAMED.items()}


def now(name: str) -> str:
    """What a class of release 0.1.0 is called now."""
    return NAMES.get(name, name)


def then(name: str) -> str:
    """What a class was called in release 0.1.0."""
    return next((old for old, new in NAMES.items() if new == name), name)


def play(case: Case) -> dict[str, Any]:
    """Play one case; what is to be remembered of it."""
    game = new_game(case)
    if case.stream == "again":  # the learner has learned before: in a game that is not recorded
        for _ in rounds(case._replace(stream="fits"), game):
            pass
        game = new_game(case, game.learner)
    moments: dict[str, Any] = {"0": account(game)} if case.setting.default else {}
    guesses: list[Any] = []
    acts: list[Any] = []
    for guess, act in rounds(case, game):
        if guess is None:  # a moment to ask
            moments[str(game.ledger.rounds)] = account(game)
        else:
            guesses.append(guess)
            acts.append(None if isinstance(act, float) else act)  # where truths are numbers it is the guess again
    if case.way == "batch":  # which hands no guesses out: what the learner would say now
        batch = batch_of(table_of(case), case.table == "EXPERTS")
        guesses = [game.learner.predict(batch.row(t)) for t in range(batch.rows)]
    return {
        "guesses": guess_digest(guesses),
        "acts": digest(json.dumps(acts).encode()),
        "state": {name: array_digest(value) for name, value in sorted(game.learner.state().items())},
        "moments": moments,
    }


def new_game(case: Case, learner: Any = None) -> Any:
    """The game of a case, at its beginning; the learner is made unless there is one."""
    settings = dict(case.setting.game)
    if "hash_bits" in settings:
        settings["features"] = HashedFeatures(settings.pop("hash_bits"))
    if "bounds" in settings:
        settings["bounds"] = [
            getattr(littlestone.bounds, now(name))(**promised) for name, promised in settings["bounds"]
        ]
    if learner is None:
        made = dict(case.setting.learner)
        if case.table in ("POINTS", "PORTFOLIOS"):
            made.setdefault("d", 3)
        learner = getattr(littlestone, case.table)[case.name](**made)
    if case.way == "days":
        return InvestGame(learner, **settings)
    if case.way == "points":
        return ConvexGame(learner, **settings)
    if learner.boolean and case.way != "batch":  # which must know how many variables there are
        width = stream_of(case, learner).table.shape[1]
        if case.way == "dicts":
            settings["features"] = [column(k) for k in range(width)]
        else:
            learner.widen(width)
    return Game(learner, **settings)


def rounds(case: Case, game: Any) -> Iterator[tuple[Any, Any]]:
    """Play on; yield the guess and the act of every round, and (None, None) at the moments to ask."""
    if case.way in ("points", "days"):
        yield from point_rounds(case, game)
    elif case.way == "batch":
        yield from batch_rounds(case, game)
    else:
        yield from row_rounds(case, game)


def row_rounds(case: Case, game: Any) -> Iterator[tuple[Any, Any]]:
    """One example after the other, by names or as vectors; the truth at once, or never."""
    table, truths = stream_of(case, game.learner)
    advice = case.table == "EXPERTS"
    voting = advice and "loss" not in case.setting.game
    names = case.setting.game.get("labels")
    moments = moments_of(case, len(table))
    for t, x in enumerate(table):
        if case.way == "vectors":
            said = [as_written(value, names) for value in x] if voting else x.tolist()
        else:
            there = np.flatnonzero(~np.isnan(x) if advice else x)
            said = {column(k): as_written(x[k], names) if voting else float(x[k]) for k in there}
        move = game.predict(said)
        y = contrary(case, game, move) if case.stream == "contrary" else truths[t]
        wanted = case.setting.learner.get("labels") != "asked" or game.learner.asks(move.guess, move.number)
        if y != y or not wanted:
            game.forget(move.number)
        else:
            game.label(move.number, label_of(case, game, y))
        yield move.guess, move.act
        if t + 1 in moments:
            yield None, None


def contrary(case: Case, game: Any, move: Any) -> float:
    """The truth that this guess has not reckoned with."""
    if case.table == "EXPERTS" and "loss" in case.setting.game:
        amounts = case.setting.game["loss"] == "percentage"
        return (1.0 if amounts else 0.0) if move.guess > (11.0 if amounts else 0.5) else (21.0 if amounts else 1.0)
    truths = truths_of(case, game.learner)
    if truths == "classes":
        return float((int(move.guess) + 1) % 4)
    if truths == "numbers":
        return 1.0 if move.guess > 2.0 else 4.0
    names = case.setting.game.get("labels", (-1, 1))
    return -1.0 if move.act == names[1] else 1.0


def label_of(case: Case, game: Any, y: float) -> Any:
    """A truth as the user of that game writes it."""
    names = case.setting.game.get("labels")
    if case.table == "EXPERTS":
        return float(y) if "loss" in case.setting.game else as_written(y, names)
    truths = truths_of(case, game.learner)
    if truths == "numbers":
        return float(y)
    if truths == "classes":
        return names[int(y)] if names else int(y)
    return as_written(y, names)


def as_written(y: float, names: Any) -> Any:
    """One of two classes under its name, -1 or +1 if it has none; nobody's vote stays nobody's."""
    if y != y:
        return None
    return (names or (-1, 1))[int(y > 0)]


def batch_rounds(case: Case, game: Any) -> Iterator[tuple[Any, Any]]:
    """The whole stream by play_batch, in the three pieces that the moments cut it into."""
    table, truths = stream_of(case, game.learner)
    labels = case.setting.game.get("labels", ())
    names = list(labels) if len(labels) > 2 else None  # of two classes a batch has the signs
    start = 0
    for stop in moments_of(case, len(table)):
        game.play_batch(batch_of(table[start:stop], case.table == "EXPERTS", truths[start:stop], names))
        start = stop
        yield None, None


def batch_of(table: Any, advice: bool, truths: Any = (), names: Any = None) -> Batch:
    """The entries of a table that are there, as a batch."""
    rows, columns = np.nonzero(~np.isnan(table) if advice else table)
    starts = np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=len(table)))))
    return Batch(starts, columns, table[rows, columns], table.shape[1], truths, names)


def point_rounds(case: Case, game: Any) -> Iterator[tuple[Any, Any]]:
    """Points or shares, one after the other."""
    d = game.learner.d
    wealth = case.way == "days" or case.setting.game.get("loss") == "wealth"
    revealed = streams.relatives(d=d, wild=case.stream != "calm") if wealth else streams.vectors(d=d)
    moments = moments_of(case, len(revealed))
    for t, z in enumerate(revealed):
        move = game.predict()
        if case.stream == "contrary":
            z = against(move.guess, wealth)
        if case.stream == "gaps" and t % 7 == 3:
            game.forget(move.number)
        else:
            game.label(move.number, z)
        yield move.guess, None
        if t + 1 in moments:
            yield None, None


def against(w: Any, wealth: bool) -> Any:
    """What hurts the point w: a loss in every direction it leans to, half a price for what it holds most of."""
    if wealth:
        return np.where(np.arange(len(w)) == np.argmax(np.round(w, 6)), 0.5, 1.1)
    return np.where(w > 1e-6, 1.0, -0.9) / math.sqrt(len(w))


def moments_of(case: Case, rows: int) -> tuple[int, ...]:
    """After how many rounds the ledger is asked: half and all; of a learner as it comes, after a quarter too."""
    return (rows // 4, rows // 2, rows) if case.setting.default else (rows // 2, rows)


def column(k: int) -> str:
    return f"c{k:02d}"


# What it is played on.


def table_of(case: Case) -> Any:
    """The examples of a case, whoever learns."""
    return stream_of(case, new_game(case._replace(way="batch")).learner).table


def truths_of(case: Case, learner: Any) -> str:
    """Which truths a learner of examples is told in this game: "signs", "numbers" or "classes"."""
    two = case.setting.game.get("labels") is not None and learner.truths == "numbers"
    return "signs" if two else learner.truths


def stream_of(case: Case, learner: Any) -> streams.Stream:
    """The stream of a case."""
    if case.stream in ("gaps", "again"):
        table, truths = stream_of(case._replace(stream="noisy"), learner)
        if case.stream == "gaps":
            truths = np.where(np.arange(len(truths)) % 7 == 3, np.nan, truths)
        return streams.Stream(table, truths)
    if case.table == "EXPERTS":
        return advice_stream(case, learner)
    if learner.boolean:
        return boolean_stream(case)
    return {"signs": sign_stream, "numbers": number_stream, "classes": class_stream}[truths_of(case, learner)](case)


def sign_stream(case: Case) -> streams.Stream:
    if case.stream == "contrary":
        return streams.Stream(streams.drawn(14, 60, 8), None)
    if case.stream == "fits":
        return streams.signs()
    return streams.signs(noise=0.15, rows=120 if case.kernel else 240, width=16)


def number_stream(case: Case) -> streams.Stream:
    if case.stream == "contrary":
        return streams.Stream(streams.drawn(24, 60, 6), None)
    counts = case.setting.learner.get("loss") == "poisson" or case.setting.game.get("loss") == "percentage"
    return streams.numbers(wild=counts or case.stream == "noisy")


def class_stream(case: Case) -> streams.Stream:
    if case.stream == "contrary":
        return streams.Stream(streams.drawn(34, 60, 6), None)
    return streams.classes(noise=0.0 if case.stream == "fits" else 0.15)


def boolean_stream(case: Case) -> streams.Stream:
    if "concepts" in case.setting.learner:
        return streams.single_points(noise=0.0 if case.stream == "fits" else 0.1)
    width = 5 if case.name in ("halving", "soa", "randomised-soa", "agnostic") else 12
    if case.stream == "contrary":
        return streams.Stream(streams.bits(47, 60, width), None)
    if case.stream == "noisy":
        return streams.disjunction(noise=0.1, width=width)
    targets = {"conjunction": streams.conjunction, "decision-list": streams.decisions}
    return targets.get(case.name, streams.disjunction)(width=width)


def advice_stream(case: Case, learner: Any) -> streams.Stream:
    """Advice: in the stream that fits some sleep, where they may."""
    sleepers = case.stream == "fits" and learner.sleepers
    loss = case.setting.game.get("loss")
    if loss is None:
        found = streams.votes(perfect=case.stream == "fits", sleepers=sleepers)
    else:
        kinds = {"log": "chances", "brier": "chances", "percentage": "amounts"}
        found = streams.forecasts(kind=kinds.get(loss, "shares"), sleepers=sleepers)
    return streams.Stream(found.table[:60], None) if case.stream == "contrary" else found


# What is remembered.


def account(game: Any) -> dict[str, Any]:
    """What the ledger says now, and what every theorem says, by the name of its class."""
    said = game.ledger.as_dict()
    certificates = {
        then(type(bound).__name__): {field: plain(certificate.get(field, "missing")) for field in FIELDS}
        for bound, certificate in zip(game.ledger.bounds, said.pop("certificates"), strict=True)
    }
    return {"ledger": plain(said), "certificates": certificates}


def digest(data: bytes) -> str:
    """The beginning of the SHA-256."""
    return hashlib.sha256(data).hexdigest()[:DIGITS]


def array_digest(value: Any) -> dict[str, Any]:
    """An array by its digest, and for machines that round otherwise by two sums of its numbers.

    One sum is of their sizes; the other weighs every number by its place, so that no two can be exchanged.
    """
    array = np.ascontiguousarray(value)
    about: dict[str, Any] = {"type": f"{array.dtype.str}{list(np.shape(value))}", "sha256": digest(array.tobytes())}
    if array.dtype.kind == "f" and array.size:
        flat = array.ravel().astype(np.float64)
        places = np.arange(1, flat.size + 1) / flat.size
        about["size"] = rounded(math.fsum(np.abs(flat).tolist()))
        about["sum"] = rounded(math.fsum((flat * places).tolist()))
    elif array.size == 1:
        about["sum"] = plain(array.item())
    return about


def guess_digest(guesses: list[Any]) -> dict[str, Any]:
    """The guesses of a game by their digest, with the first and the last few of them to the last bit."""
    array = np.array(guesses, dtype=np.float64)
    flat = array.ravel().tolist()
    return {
        **array_digest(array),
        "first": [one.hex() for one in flat[:FEW]],
        "last": [one.hex() for one in flat[-FEW:]],
    }


def rounded(number: float) -> float:
    """A number with the digits that are compared, and a few more."""
    return float(f"{number:.12g}")


def plain(value: Any) -> Any:
    """The same in the types that JSON has."""
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [plain(one) for one in value]
    if isinstance(value, np.generic):
        return value.item()
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def record(path: Path) -> None:
    """Play everything and write it down."""
    games = {case.key: play(case) for case in cases()}
    path.write_text(written({"version": littlestone.__version__, "games": games}))


def recorded(path: Path) -> dict[str, dict[str, Any]]:
    """What was written down: what `play` returned, by the key of the case."""
    return read(path.read_text())["games"]


# What differs.


def differences(known: dict[str, dict[str, Any]], *, bits: bool = False) -> Iterator[Difference]:
    """Play the games that are known, and yield what differs; to the last bit, or as far as rounding may."""
    unplayed = dict(known)
    for case in cases():
        was = unplayed.pop(case.key, None)
        if was is None:  # a learner that came later
            continue
        try:
            now = play(case)
        except Exception as error:  # one game that cannot be played any more leaves the others
            yield Difference(case.key, "guesses", "game", "played", f"{type(error).__name__}: {error}")
            continue
        yield from game_differences(case.key, was, now, 0.0 if bits else NEAR if case.solved else CLOSE)
    for key in unplayed:
        yield Difference(key, "guesses", "game", "played", "no longer among the cases")


# Games that were saved.


def save_fixtures(folder: Path) -> None:
    """Write the saved games that later releases must be able to take up, and what they say, into a folder."""
    said = {}
    for name, make in SAVED.items():
        game = make()
        save(game, folder / f"saved_{name}.npz")
        said[name] = saved_words(load(folder / f"saved_{name}.npz"))
    text = json.dumps({"version": littlestone.__version__, "games": said}, indent=1)
    (folder / "saved.json").write_text(text + "\n")


def saved_words(game: Any) -> dict[str, Any]:
    """What a game says that was taken up: account, certificates, open rounds, and what it guesses next, untaught."""
    words = {**account(game), "open": sorted(game.open)}
    if isinstance(game, ConvexGame):
        words["next"] = plain(game.predict().guess)
    else:
        advice = game.learner.kind == "experts"
        asked = streams.forecasts(rows=4).table if advice else streams.drawn(91, 4, 6)
        words["next"] = [plain(game.predict({column(k): float(x[k]) for k in range(6)}).guess) for x in asked]
    return words


def events(game: Any, stream: streams.Stream, *, late: int = 0) -> Any:
    """Play a stream by names; every third label comes `late` rounds later, and what is not yet told stays open."""
    waiting: list[tuple[int, int, float]] = []
    for t, (x, y) in enumerate(zip(*stream, strict=True)):
        there = range(len(x)) if game.learner.kind == "experts" else np.flatnonzero(x)
        move = game.predict({column(k): float(x[k]) for k in there})
        waiting.append((t + (late if t % 3 == 0 else 0), move.number, y))
        for due in [one for one in waiting if one[0] <= t]:
            waiting.remove(due)
            game.label(due[1], float(due[2]) if game.learner.kind == "experts" else int(due[2]))
    return game


def labelled(game: Any, revealed: Any) -> Any:
    """Play points or shares, each told at once."""
    for z in revealed:
        game.label(game.predict().number, z)
    return game


def made(table: str, name: str, **settings: Any) -> Any:
    return getattr(littlestone, table)[name](**settings)


NOISY = streams.signs(noise=0.15, rows=60, width=6)
SAVED = {
    "perceptron_late": lambda: events(Game(made("LEARNERS", "perceptron", bias=0.7)), NOISY, late=6),
    "perceptron": lambda: events(Game(made("LEARNERS", "perceptron", bias=0.7)), NOISY),
    "pa1": lambda: events(Game(made("LEARNERS", "pa1", C=0.5, bias=1.0)), NOISY),
    "pa1_late": lambda: events(Game(made("LEARNERS", "pa1", C=0.5, bias=1.0)), NOISY, late=6),
    "hedge_late": lambda: events(Game(made("EXPERTS", "hedge"), loss="square"), streams.forecasts(rows=15), late=6),
    "classes": lambda: events(
        Game(made("LEARNERS", "multiclass-perceptron", bias=1.0)), streams.classes(noise=0.1, rows=60, width=6)
    ),
    "ogd": lambda: labelled(ConvexGame(made("POINTS", "ogd", d=3)), streams.vectors(rows=40)),
    "ons": lambda: labelled(
        InvestGame(made("PORTFOLIOS", "ons", d=3, delta=1.0, beta=0.5), cost=0.002), streams.relatives(days=40)
    ),
    "eg": lambda: labelled(InvestGame(made("PORTFOLIOS", "eg", d=3)), streams.relatives(days=40)),
}


def main() -> int:
    """Record, compare, or write the saved games."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("do", choices=("record", "compare", "show", "fixtures"))
    options.add_argument("path", type=Path)
    options.add_argument("pattern", nargs="?", default="*", help="of the games to show")
    options.add_argument("--bits", action="store_true", help="report a difference in the last bit too")
    told = options.parse_args()
    if told.do == "record":
        record(told.path)
        return 0
    if told.do == "show":
        known = recorded(told.path)
        print(json.dumps({key: known[key] for key in known if fits(told.pattern, key)}, indent=1))
        return 0
    if told.do == "fixtures":
        save_fixtures(told.path)
        return 0
    return report(differences(recorded(told.path), bits=told.bits))


if __name__ == "__main__":
    sys.exit(main())
