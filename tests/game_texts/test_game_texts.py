"""Whole small games as text: commands after ">", and what the package answers (`littlestone.arena.game_text`).

A change of behaviour shows as a diff of these files. To write them anew after a change that is meant:
LITTLESTONE_WRITE_GAMES=1 python -m pytest tests/game_texts, then read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from littlestone.arena.game_text import replay

GAMES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_game_is_played_as_it_is_written(path):
    played, _ = replay(path.read_text())
    if os.environ.get("LITTLESTONE_WRITE_GAMES"):
        path.write_text(played)
    assert played == path.read_text()


def test_there_are_games():
    assert len(GAMES) >= 6
