"""A saved matrix game goes on bit for bit, and a file that was meddled with is refused in words."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import AdaHedge, ExponentiatedGradient, Hedge, MatrixGame, load, save
from littlestone.errors import StateError

ROCK_PAPER_SCISSORS = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
PLAYERS = [
    (lambda: "hedge", lambda: "best-response"),
    (lambda: "best-response", lambda: AdaHedge()),
    (lambda: "ogd", lambda: "squint"),
    (lambda: ExponentiatedGradient(3, eta=0.2), lambda: [0.2, 0.3, 0.5]),
    (lambda: "uniform", lambda: "follow-the-regularised-leader"),
]


def everything(game):
    return {name: np.asarray(value).tobytes() for name, value in game.state().items()}


@pytest.mark.parametrize(("row", "column"), PLAYERS)
def test_a_saved_game_goes_on_bit_for_bit(tmp_path, row, column):
    path = tmp_path / "game.npz"
    game = MatrixGame(ROCK_PAPER_SCISSORS, row(), column(), horizon=40)
    for rounds in (0, 1, 20):
        game.play(rounds)
        save(game, path)
        again = load(path)
        assert everything(again) == everything(game)
        for each in (game, again):
            each.play(7)
        assert everything(again) == everything(game)
        assert str(again) == str(game)
        assert [player.name for player in again.players] == [player.name for player in game.players]
    assert again.rounds == 42
    assert all(certificate.verdict in ("holds", "open") for certificate in again.certificates)


def test_a_learner_of_ones_own_cannot_be_saved(tmp_path):
    class Own(Hedge):
        pass

    with pytest.raises(StateError, match="learners of this package only"):
        save(MatrixGame(ROCK_PAPER_SCISSORS, Own(), "uniform"), tmp_path / "game.npz")


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("matrix", np.eye(3), "another matrix"),
        ("rounds", np.int64(-1), "'rounds' is a count"),
        ("rounds", np.int64(9), "sum to 10"),
        ("row/strategies", np.full(3, np.nan), "3 finite numbers"),
        ("row/strategies", np.full(2, 5.0), "3 finite numbers"),
        ("column/totals", np.zeros(2), "3 finite numbers"),
        ("row/ledger/labelled", np.int64(9), "was told 9 rounds of 10"),
    ],
)
def test_what_cannot_be_is_refused(name, wrong, words):
    game = MatrixGame(ROCK_PAPER_SCISSORS, "hedge", "best-response")
    game.play(10)
    state = {**game.state(), name: wrong}
    with pytest.raises(StateError, match=words):
        MatrixGame(ROCK_PAPER_SCISSORS, "hedge", "best-response").restore(state)


def test_a_file_without_its_players_is_refused(tmp_path):
    path = tmp_path / "game.npz"
    save(MatrixGame(ROCK_PAPER_SCISSORS), path)
    with np.load(path) as found:
        arrays = {name: found[name] for name in found.files if name != "column/strategies"}
    np.savez(path, **arrays)
    with pytest.raises(StateError, match="cannot be taken up"):
        load(path)
