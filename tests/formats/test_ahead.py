"""Reading ahead changes when things are read, and nothing else."""

from __future__ import annotations

import io
import threading

import pytest

from littlestone import Game, Perceptron
from littlestone.errors import BadFile, BadParameter
from littlestone.formats.ahead import ahead
from littlestone.formats.text.svmlight import SvmlightReader


def threads() -> int:
    return sum(thread.name == "littlestone-ahead" for thread in threading.enumerate())


def text(rows: int) -> bytes:
    return b"".join(b"%d %d:0.5 %d:%d\n" % ((-1) ** k, k % 7, 7 + k % 5, k) for k in range(rows))


def test_a_game_read_ahead_is_the_game():
    games = Game(Perceptron()), Game(Perceptron())
    for game, wrap in zip(games, (iter, ahead), strict=True):
        for batch in wrap(SvmlightReader(io.BytesIO(text(3000)), chunk=500, copy=True)):
            game.play_batch(batch)
    assert games[0].ledger.rounds == games[1].ledger.rounds == 3000
    assert games[0].ledger.mistakes == games[1].ledger.mistakes
    assert threads() == 0


@pytest.mark.parametrize("room", [1, 2, 50])
def test_an_error_comes_after_what_was_read_before_it(room):
    rows = 0
    with pytest.raises(BadFile, match="line 101"):  # noqa: PT012
        for batch in ahead(SvmlightReader(io.BytesIO(text(100) + b"x\n"), chunk=64, copy=True), room):
            rows += len(batch)
    assert rows == 100
    assert threads() == 0


def test_no_more_is_read_ahead_than_there_is_room_for():
    taken = []

    def count():
        for k in range(100):
            taken.append(k)
            yield k

    pieces = ahead(count(), room=2)
    assert next(pieces) == 0
    assert len(taken) <= 4
    assert list(pieces) == list(range(1, 100))


def test_left_early_the_thread_ends_and_the_source_is_closed():
    closed = []

    def endless():
        try:
            while True:
                yield 1
        finally:
            closed.append(True)

    pieces = ahead(endless())
    assert next(pieces) == 1
    pieces.close()
    assert closed == [True]
    assert threads() == 0


def test_batches_that_do_not_last_are_refused():
    with pytest.raises(BadParameter, match="copy=True"):
        ahead(SvmlightReader(io.BytesIO(b"")))
    with pytest.raises(BadParameter, match="room"):
        ahead([], room=0)
