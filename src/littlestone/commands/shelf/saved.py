"""Saved games and other files that commands read and write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import BadFile, BadParameter
from ...games.rows import Game
from ...store import load, save


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Write a file: what goes wrong with it is said with its name."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror}") from None


def save_game(game: Any, path: str) -> None:
    """Save the game in this file."""
    with writing(path):
        save(game, path)


def load_examples(path: str) -> Game:
    """The saved game of examples in this file; a game of forecasts or shares is refused."""
    game = load(path)
    if not isinstance(game, Game) or game.advised:
        who = " and ".join(player.name for player in game.players) if game.kind == "matrix" else game.learner.name
        raise BadParameter(
            f"the game in {path} is not of examples: it was played by {who}, and only games that "
            f"`littlestone play` saves can go on here"
        )
    return game
