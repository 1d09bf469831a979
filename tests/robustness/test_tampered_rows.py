"""Saved games of learners from rows that somebody has meddled with: refused in words, or they play on."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from meddled_games import arrays_in, load_with

from littlestone import Game, save
from littlestone.errors import LittlestoneError
from littlestone.learners import make_learner

SETTINGS = {
    "balanced-winnow": {},
    "eg": {},
    "alma": {},
    "narow": {"covariance": "full"},
    "coin": {},
    "ons": {},
    "selective-perceptron": {},
    "pa1-regression": {},
    "vaw": {},
    "kernel-perceptron": {},
    "forgetron": {"budget": 3},
    "projectron": {"budget": 5},
    "multiclass-perceptron": {},
    "multiclass-pa": {},
    "winnow": {"n": 3},
    "elimination": {"n": 3, "negations": True},
    "conjunction": {"n": 3},
    "decision-list": {"n": 3},
    "halving": {"n": 3},
    "soa": {"n": 3},
    "randomised-soa": {"n": 3},
    "agnostic": {"n": 3, "rounds": 30},
}


def played(game, rounds, seed):
    chance = np.random.default_rng(seed)
    for t in range(rounds):
        x = chance.normal(size=3)
        move = game.predict((x > 0).astype(int) if game._boolean else x)
        y = chance.normal(), int(chance.integers(3)), int(chance.choice([-1, 1]))
        if t != 3:
            game.label(move.number, y[0] if game._numbers else y[1 if game.learner.truths == "classes" else 2])
    return game


def meddled(value):
    """The array with one thing wrong at a time."""
    if value.ndim:
        yield from (value[:0], value[:-1], np.concatenate((value, value)), value[None])
    yield from (np.array(["x"]), np.array([1 + 2j]), np.full(value.shape, "x"))
    if value.dtype.kind == "i":
        yield from (-value - 1, value + 100, value * 0 + 2**40 if value.itemsize == 8 else -value, value + 0.5)
    if value.dtype.kind == "f":
        yield from (value * np.nan, value * 0 + np.inf, value * 0 - 1e308, value * 0)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore:Casting complex")
def test_a_game_of_rows_whose_arrays_do_not_fit_is_refused_or_plays_on(name, tmp_path):
    path = tmp_path / "game.npz"
    save(played(Game(make_learner(name, SETTINGS[name])), 15, 0), path)
    arrays = arrays_in(path)
    for key, value in arrays.items():
        if not key.startswith(("learner/", "ledger/bound", "ledger/kept", "open/widths")) or key.endswith("/updates"):
            continue
        for wrong in meddled(value):
            with suppress(LittlestoneError):
                str(played(load_with(path, {**arrays, key: wrong}), 5, 1).ledger)


def test_what_is_meddled_with_is_what_a_file_would_hold(tmp_path):
    path = tmp_path / "game.npz"
    save(played(Game(make_learner("narow", SETTINGS["narow"])), 15, 0), path)
    for value in arrays_in(path).values():
        for wrong in meddled(value):
            np.savez(tmp_path / "wrong.npz", wrong=wrong)
            read = arrays_in(tmp_path / "wrong.npz")["wrong"]
            assert (read.dtype, read.shape, read.tobytes()) == (wrong.dtype, wrong.shape, wrong.tobytes())
