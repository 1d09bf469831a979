"""Drawn games of the arena, played by the package and by the JavaScript of the page."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from littlestone import Game
from littlestone.arena.arena_page import rules, tables
from littlestone.arena.presets import PRESETS, Preset

SCRIPT = Path(__file__).parents[1] / "arena" / "play_rounds.js"
Moves = list[tuple[int, int]]


@cache
def embedded() -> dict[str, Any]:
    """The tables of the page."""
    return tables()


def number_of(preset: Preset) -> int:
    """The place of a preset among those of its learner."""
    return [each for each in PRESETS if each.learner == preset.learner].index(preset)


def draw(preset: Preset, rounds: int, seed: int, *, noise: float = 0.1, length: int = 14) -> list[Moves]:
    """Games of so many rounds in all: most labels against the learner where something explains them, some noise."""
    chance, world, games = random.Random(seed), preset.place, []
    while rounds > 0:
        learner, space, moves = preset.make(), world.full, []
        batch = world.rows()
        learner.widen(batch.width)
        for _ in range(min(rounds, chance.randint(1, length))):
            point = chance.randrange(len(world.points))
            if noise == 0.0 and world.parts(space, point) == (None, None):
                continue
            x = batch.row(point)
            guess = learner.predict(x)
            y = -1 if learner.act(guess) > 0 else 1
            if chance.random() < 0.3:
                y = -y
            part = world.parts(space, point)[y > 0]
            if part is None and chance.random() >= noise:
                y, part = -y, world.parts(space, point)[y < 0]
            if part is not None:
                space = part
            learner.learn(x, float(y), guess)
            moves.append((point, y))
        rounds -= max(1, len(moves))
        games.append(moves)
    return games


def play(preset: Preset, moves: Moves) -> Game:
    """A game as the package plays it."""
    game = Game(preset.make())
    for point, y in moves:
        game.label(game.predict(preset.place.points[point]).number, y)
    return game


def in_javascript(jobs: list[dict[str, Any]]) -> list[Any]:
    """What the rules of the page make of these games."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node to run the rules of the page with: install Debian's nodejs")
    told = json.dumps([rules(), embedded(), jobs])
    done = subprocess.run([node, str(SCRIPT)], input=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def job(preset: Preset, games: list[Moves], **wanted: bool) -> dict[str, Any]:
    """What node is asked to play."""
    return {"name": preset.learner, "preset": number_of(preset), "games": games, **wanted}
