"""Whole small games as text: commands after ">", and what the package answers.

A change of behaviour shows as a diff of these files. To write them anew after a change that is meant:
LITTLESTONE_WRITE_GAMES=1 python -m pytest tests/game_texts, then read the diff.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from littlestone import Game, make_learner
from littlestone.errors import LittlestoneError

GAMES = sorted(Path(__file__).parent.glob("*.txt"))


def value(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def answer(game: Game | None, words: list[str]) -> tuple[Game | None, str]:
    """Carry out one command."""
    command, *rest = words
    if command == "learner":
        settings = dict(word.split("=", 1) for word in rest[1:])
        learner = make_learner(rest[0], {name: value(text) for name, text in settings.items()})
        return Game(learner), repr(learner)
    assert game is not None
    if command == "predict":
        pairs = (word.partition("=") for word in rest)
        move = game.predict({name: value(number or "1") for name, _, number in pairs})
        return game, f"round {move.number}: guess {move.guess:g}, act {move.act:+d}"
    if command == "label":
        before = game.ledger.mistakes, game.ledger.updates
        game.label(int(rest[0]), value(rest[1]))
        wrong, learned = game.ledger.mistakes - before[0], game.ledger.updates - before[1]
        return game, ("wrong" if wrong else "right") + (f", learned: {knowledge(game)}" if learned else "")
    if command == "forget":
        game.forget(int(rest[0]))
        return game, "forgotten"
    assert command == "ledger", f"no command {command!r}"
    return game, str(game.ledger)


def knowledge(game: Game) -> str:
    """What the learner has come to: its weights, or else its hypothesis."""
    names = game.features.names
    if hasattr(game.learner, "weights"):
        return " ".join(f"{name}={w:g}" for name, w in zip(names, game.learner.weights, strict=False))
    return game.learner.hypothesis(names)


def replay(text: str) -> str:
    """The same commands with today's answers."""
    game: Game | None = None
    lines = []
    for line in text.splitlines():
        if line.startswith("#"):
            lines.append(line)
        elif line.startswith("> "):
            lines.append(line)
            try:
                game, said = answer(game, line[2:].split())
            except LittlestoneError as error:
                said = f"{type(error).__name__}: {error}"
            lines.append(said)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_game_is_played_as_it_is_written(path):
    played = replay(path.read_text())
    if os.environ.get("LITTLESTONE_WRITE_GAMES"):
        path.write_text(played)
    assert played == path.read_text()


def test_there_are_games():
    assert len(GAMES) >= 6
