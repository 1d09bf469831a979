"""Compiled and interpreted are one file; here is the proof that they play the same game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from once import folder_of_the_run, once
from variants import VARIANTS

PLAY = Path(__file__).parents[1] / "helpers" / "twin_play.py"
SOURCE = Path(__file__).parents[2] / "src" / "littlestone"


def run(core: str) -> dict:
    environment = {**os.environ, "LITTLESTONE_CORE": core}
    done = subprocess.run([sys.executable, str(PLAY)], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def twins(tmp_path_factory) -> tuple[dict, dict]:
    folder = folder_of_the_run(tmp_path_factory)
    return tuple(once(folder, core, partial(run, core)) for core in ("compiled", "interpreted"))


def test_the_two_cores_are_two(twins):
    assert [twin["core"] for twin in twins] == ["compiled", "interpreted"]


def test_both_cores_play_every_game_alike_to_the_last_bit(twins):
    compiled, interpreted = (twin["played"] for twin in twins)
    assert compiled.keys() == interpreted.keys()
    for name in compiled:
        assert compiled[name] == interpreted[name], name


def test_both_cores_teach_every_learner_of_the_table_alike(twins):
    compiled, interpreted = (twin["table"] for twin in twins)
    assert compiled.keys() == interpreted.keys() == VARIANTS.keys()
    for name in compiled:
        assert compiled[name] == interpreted[name], name


@pytest.mark.parametrize("core", [0, 1], ids=["compiled", "interpreted"])
def test_playing_leaves_the_settings_of_every_learner_as_they_were_made(twins, core):
    for name, learned in twins[core]["table"].items():
        assert learned["settings"]["after"] == learned["settings"]["made"], name


@pytest.mark.parametrize("core", [0, 1], ids=["compiled", "interpreted"])
def test_a_learner_made_of_its_settings_and_restored_goes_on_alike(twins, core):
    for name, learned in twins[core]["table"].items():
        assert learned["made anew went on"] == learned["went on"], name


def test_no_class_declares_a_field_that_a_class_above_it_has():
    """Compiled they would be two fields, interpreted one: a rule could overwrite a setting in one core only."""
    fields, above = {}, {}
    for types in SOURCE.rglob("*.pxd"):
        name = ""
        for line in types.read_text().splitlines():
            if found := re.match(r"cdef class (\w+)(?:\((\w+)\))?:", line):
                name, above[found[1]] = found[1], found[2]
                fields[name] = set()
            elif name and (found := re.match(r"    cdef [^()]*?((?:\w+, )*\w+)$", line)):
                fields[name].update(found[1].split(", "))
    assert {"low", "high"} <= fields["AggregatingAlgorithm"]  # they were the losses of a round as well once
    for name in fields:
        base = above[name]
        while base in fields:
            assert not fields[name] & fields[base], (name, base)
            base = above[base]


def test_the_games_were_worth_playing(twins):
    for name, played in twins[0]["played"].items():
        assert played["events"]["mistakes"] > 5, name
        assert played["bulk"]["mistakes"] > 5, name
