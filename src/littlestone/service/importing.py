"""Saved games that a service takes up: what they were made of, as the settings of a game, and how they go on."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any

from .. import store
from ..bandits.action_game import ActionGame
from ..errors import BadParameter, StateError
from ..rows.game import Game

SPARE = 1_000_000  # bytes that the files within a saved game may have beyond twice those of all of it
PLAIN = ("class_weight", "metrics", "keep", "labels", "loss", "seed")


def saved_game(saved: bytes) -> Any:
    """The game of a file, without its open rounds: nobody here knows their ids. Raises if it is none."""
    game = store.from_bytes(checked(saved))
    if not isinstance(game, Game | ActionGame):
        raise StateError(
            f"a service plays games of examples and of actions, and this file holds a game of {type(game)._kind}"
        )
    for number in list(game.open):
        game.forget(number)
    return game


def checked(saved: bytes) -> bytes:
    """The file itself; raises if what is in it would be far larger than it is."""
    file = BytesIO(saved)
    if not zipfile.is_zipfile(file):
        raise StateError("this is no saved game, as littlestone.save and GET .../model write it, or it was cut short")
    try:
        with zipfile.ZipFile(file) as found:
            size = sum(each.file_size for each in found.infolist())
    except Exception as error:  # of zipfile: a damaged file fails in more ways than can be listed
        raise StateError(f"this is no saved game, or it was damaged ({type(error).__name__})") from error
    if size > 2 * len(saved) + SPARE:
        raise StateError(f"a saved game is not compressed, and {len(saved):,} bytes here would become {size:,}")
    return saved


def imported(saved: bytes) -> tuple[dict[str, Any], int]:
    """The settings of the game that begins as this file, and how many rounds that has played."""
    game = saved_game(saved)
    about = store.described(game)
    given = game.settings()
    if isinstance(game, ActionGame):
        return of_actions(game, about, given) | {"model": sha256(saved).hexdigest()}, int(game.ledger.rounds)
    settings = {key: given[key] for key in PLAIN if given.get(key) not in (None, [])}
    if given.get("schema") is not None:
        settings["schema"] = given["schema"]
    if given.get("guarantees"):
        settings["guarantees"] = [{"guarantee": name, "settings": each} for name, each in given["guarantees"]]
    settings |= {"learner": about["learner"], "settings": about["parameters"], "model": sha256(saved).hexdigest()}
    return settings, int(game.ledger.rounds)


def of_actions(game: ActionGame, about: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The settings of a saved game of actions."""
    parameters = {name: value for name, value in about["parameters"].items() if name != "K"}
    found = {"actions": game.actions, "learner": about["learner"], "settings": parameters}
    found |= {"low": game.price.low, "high": game.price.high, "seed": given["seed"], "keep": given["keep"]}
    if game.floor:
        found["floor"] = game.floor
    if given.get("schema") is not None:
        found["schema"] = given["schema"]
    return found


def named_files(given: Sequence[str]) -> dict[str, str]:
    """The files to import by the names of their games: NAME=FILE, or FILE alone, which is named as it is."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, path = each.partition("=")
        if not equals:
            name, path = each.replace("\\", "/").rpartition("/")[2].removesuffix(".npz"), each
        if name in found:
            raise BadParameter(f"two files would be the game {name!r}: say which is which, --import NAME=FILE")
        found[name] = path
    return found
