"""Saved games and other files that commands read and write."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

from ..errors import BadFile, BadParameter, LittlestoneError
from ..formats.folders import every_file
from ..portfolios.invest_game import InvestGame
from ..rows.game import Game
from ..store import load, save, to_bytes
from .exits import complain
from .own_learner import is_own, own_class

STREAM = "-"  # standard input or output


def keep_apart(read: Iterable[str | None], written: dict[str, str | None], *, folders: bool = True) -> None:
    """Raise if a file to be written is one of those that are read, by another name too, or if two are one file.

    `written` has the paths under what their options are called. `folders`: the files of a folder are read, and a
    folder that is written into has to be there already. To be asked before anything is read or played.
    """
    given = {option: path for option, path in written.items() if path not in (None, STREAM)}
    named = list(filter(None, read))
    taken = {place(path): path for path in [*named, *(every_file(named) if folders else [])]}
    own = dict[Any, str]()
    for option, path in given.items():
        where = place(str(path))
        if where is not None and where in taken:
            what = "standard input" if taken[where] == STREAM else taken[where]
            raise BadParameter(f"{option} {path} would overwrite {what}, which is read; give another name")
        if where is not None and where in own:
            raise BadParameter(f"{option} {path} would overwrite {own[where]}; give another name")
        own[where] = f"{option} {path}"
        with writing(str(path)):
            if folders:
                os.stat(os.path.join(os.path.dirname(str(path)), "."))


def place(path: str) -> tuple[Any, ...] | None:
    """What two names of one file share: its place on the disk, or where it would be; None if it is no file."""
    try:
        found = os.fstat(sys.stdin.fileno()) if path == STREAM else os.stat(path)
    except (OSError, ValueError, AttributeError):  # not there yet; or a standard input that is no file
        return None if path == STREAM else ("to be", os.path.realpath(path))
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) else None


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Write a file: what goes wrong with it is said with its name."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"cannot write {'standard output' if path == STREAM else path}: {error.strerror}") from None


def save_game(game: Any, path: str) -> None:
    """Save the game in this file; "-" is standard output."""
    with writing(path):
        if path == STREAM:
            sys.stdout.flush()
            sys.stdout.buffer.write(to_bytes(game))
            sys.stdout.buffer.flush()
        else:
            save(game, path)


def check_streamed(path: str | None, quiet: bool) -> None:
    """Raise if a game and a receipt would both go to standard output."""
    if path == STREAM and not quiet:
        raise BadParameter("--save - writes the game to standard output, where the receipt goes: give --quiet as well")


def hear_of_a_closed_pipe(predictions: str | None, save: str | None) -> None:
    """Let a reader who has seen enough of standard output end the game like an error, so that it is saved.

    Without a game to be saved the program ends without a word, as Unix tools do.
    """
    if predictions == STREAM and save is not None and hasattr(signal, "SIGPIPE") and current_thread() is main_thread():
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def saved(game: Any, path: str | None) -> bool:
    """Save the game, if there is a path; did that go well? If not it is said, and the receipt comes all the same."""
    try:
        if path is not None:
            save_game(game, path)
    except LittlestoneError as error:
        complain(f"the game is not saved: {error}")
        return False
    return True


def load_forecasts(path: str) -> Game:
    """The saved game of forecasts in this file."""
    game: Game = load(path)
    if not isinstance(game, Game) or not game._advised:
        raise BadParameter(
            f"the game in {path} is not of forecasts: only games that `littlestone mix` saves can go on here"
        )
    return game


def load_invest(path: str) -> InvestGame:
    """The saved game of shares in this file."""
    game = load(path)
    if not isinstance(game, InvestGame):
        raise BadParameter(
            f"the game in {path} is not of shares: only games that `littlestone invest` saves can go on here"
        )
    return game


def load_with(path: str, own: str | None) -> Any:
    """The saved game in this file, whose learner is MODULE:CLASS if that is given."""
    if own is None:
        return load(path)
    if not is_own(own):
        raise BadParameter(f"the game in {path} knows its learner: leave out --learner, which names one of your own")
    return load(path, learner=own_class(own))


def load_examples(path: str, own: str | None = None) -> Game:
    """The saved game of examples in this file; a game of forecasts or shares is refused."""
    game: Game = load_with(path, own)
    inner: Any = game
    if not isinstance(inner, Game) or inner._advised:
        who = " and ".join(player.name for player in inner.players) if inner._kind == "matrix" else inner.learner.name
        raise BadParameter(
            f"the game in {path} is not of examples: it was played by {who}, and only games that "
            f"`littlestone play` saves can go on here"
        )
    return game
