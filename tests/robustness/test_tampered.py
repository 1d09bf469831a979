"""Saved games that somebody has meddled with: they are refused in words, or play on; nothing else happens."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from meddled_games import arrays_in, load_with

from littlestone import (
    BuyAndHold,
    CoinBetting,
    ConvexGame,
    FollowTheLeader,
    Game,
    Hedge,
    InvestGame,
    MLPoly,
    OnlineGradientDescent,
    OnlineNewtonStep,
    load,
    save,
)
from littlestone.errors import LittlestoneError, StateError

ADVICE = [[0.1, None, 0.4], [0.1, 0.2, 0.3], [0.5, 0.2, 0.3]]
MARKET = [[1.1, 1.2, 0.9], [1.0, 0.8, 1.1], [1.0, 1.0, 1.0]]


def played(game, rounds):
    for number, round_ in enumerate(rounds, start=1):
        if isinstance(game, Game):
            game.label(game.predict(round_).number, 0.3)
        else:
            game.label(game.predict().number, round_)
        if number == 2:
            game.predict(*([round_] if isinstance(game, Game) else []))  # a round that stays open
    return game


GAMES = {
    "hedge": lambda: played(Game(Hedge(), loss="square"), ADVICE),
    "ml-poly": lambda: played(Game(MLPoly(), loss="square"), ADVICE),
    "ogd": lambda: played(ConvexGame(OnlineGradientDescent(3), loss="square"), MARKET),
    "ons": lambda: played(ConvexGame(OnlineNewtonStep(3, G=5.0), loss="square"), MARKET),
    "ftl": lambda: played(ConvexGame(FollowTheLeader(3), loss="square"), MARKET),
    "coin": lambda: played(ConvexGame(CoinBetting(3, G=5.0), loss="square"), MARKET),
    "buy-and-hold": lambda: played(InvestGame(BuyAndHold(3)), MARKET),
}


def meddled(value):
    """The array with one thing wrong at a time."""
    if value.ndim:
        yield from (value[:0], value[:-1], np.concatenate((value, value)), value[None])
    yield np.array(["x"])
    if value.dtype.kind == "i":
        yield -value - 1


@pytest.mark.parametrize("name", GAMES)
def test_a_game_whose_arrays_do_not_fit_each_other_is_refused_or_plays_on(name, tmp_path):
    path = tmp_path / "game.npz"
    save(GAMES[name](), path)
    arrays = arrays_in(path)
    for key, value in arrays.items():
        if key == "about":
            continue
        for wrong in meddled(value):
            with suppress(LittlestoneError):
                play_on(load_with(path, {**arrays, key: wrong}))


def play_on(game):
    for number in sorted(game.open):
        game.label(number, 0.3 if isinstance(game, Game) else MARKET[0])
    played(game, ADVICE if isinstance(game, Game) else MARKET)
    str(game.ledger)


@pytest.mark.parametrize("name", ["totals", "missed", "slept"])
@pytest.mark.parametrize("wrong", [np.zeros(2), np.zeros(6), np.zeros((1, 3)), np.zeros(0)])
def test_an_account_of_other_experts_than_the_rounds_are_of_is_refused(name, wrong, tmp_path):
    path = tmp_path / "game.npz"
    save(GAMES["hedge"](), path)
    np.savez(path, **{**arrays_in(path), f"ledger/{name}": wrong})
    with pytest.raises(StateError):
        load(path)
