"""Mutates saved games, `python tests/helpers/fuzz_saved.py --count 9000`: each plays on, or is refused by our errors.

Some mutants are files with changed bytes; most are valid containers in which a number, an array or a setting is another
one.
"""

from __future__ import annotations

import io
import json
import sys
import warnings
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from fuzzing import Kind, main

from littlestone import BANDITS, EXPERTS, LEARNERS, POINTS, PORTFOLIOS, InvestGame, load, save
from littlestone.checks import drawn, game_of, play_late, ready, rounds_of
from littlestone.convex.point import PointLearner
from littlestone.errors import LittlestoneError
from littlestone.learner import Learner

NUMBERS = [0, 1, -1, 2, 255, 2**31 - 1, 2**31, -(2**31), 2**53, 2**62, 2**63 - 1, -(2**63)]
REALS = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-320, 1e-200, 1e200, 1e308, -1e308, np.inf, -np.inf, np.nan, 2.0**31, 3e9]
SETTINGS = [0, 1, -1, 1e9, 1e308, 2**31, 2**62, "", "x", None, True, [], {}, [1, 2], "numbers", "classes", "wealth"]


TABLES = {"linear": LEARNERS, "experts": EXPERTS, "points": POINTS, "portfolios": PORTFOLIOS, "bandits": BANDITS}
GAMES_OF = [(table, name) for table, learners in TABLES.items() for name in learners]


def games(folder: Path) -> list[Path]:
    """A saved game of every learner, with late and open rounds in it."""
    return [saved(TABLES[table], name, folder) for table, name in GAMES_OF]


def game_of_table(table: str, name: str) -> Any:
    """A game of that learner, with late and open rounds in it."""
    return played(TABLES[table], name)


def played(table: Mapping[str, type[Learner]], name: str) -> Any:
    """The same, of a table itself."""
    kind = table[name]
    learner = ready(
        lambda: kind(3) if issubclass(kind, PointLearner) else kind(2) if kind.kind == "actions" else kind()
    )
    game = InvestGame(learner, cost=0.01) if table is PORTFOLIOS else game_of(learner)
    play_late(game, rounds_of(learner, drawn(learner, rows=30, seed=1)), 3)
    return game


def saved(table: Mapping[str, type[Learner]], name: str, folder: Path) -> Path:
    """A game of that learner, in a file."""
    path = folder / f"{table[name].kind}-{name}.npz"
    save(played(table, name), path)
    return path


def arrays_of(path: Path) -> dict[str, np.ndarray]:
    with np.load(path, allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


@cache
def source_of(path: Path) -> dict[str, np.ndarray]:
    """The same of a file that stays as it is; a mutant is made of copies."""
    return arrays_of(path)


def mutated(path: Path, rng: np.random.Generator) -> bytes:
    """The file with something changed in it."""
    if rng.random() < 0.15:
        data = bytearray(path.read_bytes())
        for _ in range(int(rng.integers(1, 9))):
            data[int(rng.integers(len(data)))] = int(rng.integers(256))
        return bytes(data if rng.random() < 0.8 else data[: int(rng.integers(len(data)))])
    arrays = dict(source_of(path))
    for _ in range(int(rng.integers(1, 3))):
        mutate(arrays, rng)
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def mutate(arrays: dict[str, np.ndarray], rng: np.random.Generator) -> None:
    """Change one thing: a number, a shape, a kind, an array that is missing or another's, or a setting."""
    name = str(rng.choice(list(arrays)))
    if name == "about" or rng.random() < 0.1:
        about = json.loads(arrays["about"].tobytes())
        change(about, rng)
        arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
        return
    value = np.array(arrays[name])
    how = rng.random()
    if how < 0.7 and value.size and value.dtype.kind in "iufb":
        flat = value.reshape(-1)
        where = int(rng.integers(flat.size))
        new = rng.choice(REALS) if value.dtype.kind == "f" else NUMBERS[int(rng.integers(len(NUMBERS)))]
        if value.dtype.kind in "iu":
            limits = np.iinfo(value.dtype)
            new = min(max(new, limits.min), limits.max)
        flat[where] = new
    elif how < 0.78:
        value = value[: int(rng.integers(len(value) + 1))] if value.ndim else value.reshape(1)
    elif how < 0.84:
        value = np.concatenate((value, value)) if value.ndim else np.array([value, value])
    elif how < 0.9:
        kind = rng.choice(["float64", "int64", "int8", "bool", "U3", "complex128"])
        with warnings.catch_warnings(), suppress(ValueError):  # of texts that are no numbers, which stay as they are
            warnings.simplefilter("ignore")
            value = value.astype(str(kind))
    elif how < 0.95:
        del arrays[name]
        return
    else:
        value = np.array(arrays[str(rng.choice(list(arrays)))])
    arrays[name] = value


def change(about: dict, rng: np.random.Generator) -> None:
    """Change a setting, however deep it lies."""
    name = str(rng.choice(list(about)))
    if isinstance(about[name], dict) and about[name] and rng.random() < 0.9:
        change(about[name], rng)
    elif isinstance(about[name], list) and about[name] and rng.random() < 0.5:
        about[name][int(rng.integers(len(about[name])))] = SETTINGS[int(rng.integers(len(SETTINGS)))]
    else:
        about[name] = SETTINGS[int(rng.integers(len(SETTINGS)))]


def tried(path: Path) -> str:
    """Take the game up, play on, ask its theorems, write it down: "played" or "refused"; anything else is raised."""
    try:
        game = load(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # overflows are no failure
            stream = rounds_of(game.learner, drawn(game.learner, rows=4, seed=5))
            for x, y in stream:
                game.label(game.predict(x).number, y)
            for number, (_, y) in zip(list(game.open)[:2], stream, strict=False):
                game.label(number, y)
            for number in list(game.open)[:2]:
                game.forget(number)
            json.dumps(game.ledger.as_dict())
            str(game.ledger)
            save(game, path)
    except LittlestoneError:
        return "refused"
    return "played"


SAVED = Kind(games, mutated, tried)

if __name__ == "__main__":
    sys.exit(main(SAVED, __doc__))
