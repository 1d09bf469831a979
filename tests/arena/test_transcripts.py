"""A game that was played on the page is played again by the package: the same lines, the same grade."""

from __future__ import annotations

import json

import pytest
from arena_games import draw, in_javascript, job

from littlestone.arena.game_text import replay
from littlestone.arena.grading import grade
from littlestone.arena.presets import PRESETS, find_preset
from littlestone.cli import run
from littlestone.natures.adversaries import MinimaxAdversary

GAME = """\
# Played in the arena: halving, intervals of 5 points. You were the adversary.
> world intervals:5
5 points
> learner halving concepts=intervals:5
Halving(concepts='intervals:5', n=None, conservative=True, tie='0', prior=None)
> predict p1=0 p2=0 p3=1 p4=0 p5=0
round 1: guess 0.125, act +1
> label 1 -1
wrong, learned: one of 7 concepts left of 16
> predict p1=0 p2=0 p3=0 p4=1 p5=0
round 2: guess -0.428571, act -1
> label 2 +1
wrong, learned: one of 2 concepts left of 16
"""
GUESSES = """\
> world thresholds:8
8 points
> guess +1 p1=0 p2=0 p3=0 p4=1 p5=0 p6=0 p7=0 p8=0
round 1: label -1, wrong
> guess -1 p1=0 p2=1 p3=0 p4=0 p5=0 p6=0 p7=0 p8=0
round 2: label +1, wrong
"""


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_package_plays_every_line_of_the_page_again(preset):
    games = draw(preset, 60, seed=11, noise=0.0)
    (played,) = in_javascript([job(preset, games, texts=True, values=True)])
    for moves, there in zip(games, played, strict=True):
        graded = grade(there["text"])
        assert graded.differs is None
        assert there["same"] is True  # and by its link the page finds it again
        assert len(graded.rounds) == len(moves)
        assert graded.best == preset.positions.values[0]
        before = [graded.best, *(round_["still"] for round_ in graded.rounds)]
        assert [round_["still"] for round_ in there["rounds"]] == before[:-1]
        for place, round_ in enumerate(there["rounds"]):
            assert round_["hint"]["worth"] == before[place]  # the hint gives nothing away


def test_the_hints_of_the_page_force_all_that_can_be_forced():
    played = in_javascript([job(preset, [], hints=True, texts=True) for preset in PRESETS])
    for preset, (there,) in zip(PRESETS, played, strict=True):
        graded = grade(there["text"])
        assert (graded.differs, graded.given_away) == (None, [])
        assert graded.mistakes == graded.best == preset.positions.values[0]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_noise_is_told_and_the_replay_goes_on(preset):
    games = [moves for moves in draw(preset, 200, seed=5, noise=1.0) if len(moves) > 3][:5]
    (played,) = in_javascript([job(preset, games, texts=True)])
    for there in played:
        graded = grade(there["text"])
        assert graded.differs is None
        assert graded.broken == there["broken"]


def test_a_game_is_graded_round_by_round():
    graded = grade(GAME)
    assert (graded.differs, graded.mistakes, graded.best, graded.any_learner) == (None, 2, 4, 3)
    assert [round_["still"] for round_ in graded.rounds] == [2, 1]
    assert graded.given_away == [1]


def test_a_person_who_guessed_is_graded_too():
    graded = grade(GUESSES)
    assert (graded.role, graded.differs, graded.mistakes, graded.best, graded.any_learner) == (
        "learner",
        None,
        2,
        None,
        3,
    )
    assert [round_["still"] for round_ in graded.rounds] == [2, 1]
    adversary = MinimaxAdversary(find_preset("soa thresholds:8").place.concepts)
    assert adversary.strike() == graded.rounds[0]["point"] == 3


def test_the_command_prints_the_grade(tmp_path, capsys):
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    assert run(["duel", "--replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "every line of the file is what the package says" in out
    assert "2 of 4 mistakes" in out
    assert "gave away 1" in out
    assert "paid 2 of 4 allowed" in out
    assert run(["duel", "--replay", str(path), "--json"]) == 0
    account = json.loads(capsys.readouterr().out)
    assert (account["best"], account["given_away"], account["same"]) == (4, [1], True)
    path.write_text(GUESSES)
    assert run(["duel", "--replay", str(path)]) == 0
    assert "you made        2 mistakes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new"),
    [("act +1", "act -1"), ("guess 0.125", "guess 0.25"), ("wrong, learned: one of 7", "wrong, learned: one of 6")],
)
def test_a_text_that_says_something_else_is_found_out(tmp_path, capsys, old, new):
    path = tmp_path / "game.txt"
    path.write_text(GAME.replace(old, new))
    assert run(["duel", "--replay", str(path)]) == 1
    assert "the file says" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing here", "no game text"),
        ("> learner halving concepts=intervals:5\n> dance\n", "no command 'dance'"),
        ("> learner winnow n=2\n> label one two\n", "makes no sense"),
    ],
)
def test_what_is_no_game_text_is_said_in_one_line(tmp_path, capsys, text, words):
    path = tmp_path / "game.txt"
    path.write_text(text)
    assert run(["duel", "--replay", str(path)]) == 2
    assert words in capsys.readouterr().err
    assert run(["duel", "--replay", str(tmp_path / "none.txt")]) == 2
    assert run(["duel", "halving", "--replay", str(path)]) == 2


def test_a_replay_writes_what_it_was_given():
    assert replay(GAME)[0] == GAME
    assert replay(GUESSES)[0] == GUESSES
