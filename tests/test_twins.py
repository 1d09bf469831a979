"""Compiled and interpreted are one file; here is the proof that they play the same game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from littlestone import EXPERTS, LEARNERS

PLAY = Path(__file__).with_name("twin_play.py")


def run(core: str) -> dict:
    environment = {**os.environ, "LITTLESTONE_CORE": core}
    done = subprocess.run([sys.executable, str(PLAY)], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def twins() -> tuple[dict, dict]:
    return run("compiled"), run("interpreted")


def test_the_two_cores_are_two(twins):
    assert [twin["core"] for twin in twins] == ["compiled", "interpreted"]


def test_both_cores_play_every_game_alike_to_the_last_bit(twins):
    compiled, interpreted = (twin["played"] for twin in twins)
    assert compiled.keys() == interpreted.keys()
    for name in compiled:
        assert compiled[name] == interpreted[name], name


def test_both_cores_teach_every_learner_of_the_table_alike(twins):
    compiled, interpreted = (twin["table"] for twin in twins)
    assert set(compiled) == {f"{kind.kind} {kind.name}" for kind in (*LEARNERS.values(), *EXPERTS.values())}
    for name in compiled:
        assert compiled[name] == interpreted[name], name


def test_the_games_were_worth_playing(twins):
    for name, played in twins[0]["played"].items():
        assert played["events"]["mistakes"] > 5, name
        assert played["bulk"]["mistakes"] > 5, name
