"""Exercises that are drawn: every answer is computed again by brute force, and by the line beside it."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from littlestone.booklet.exercises import LEARNERS, draw_exercises
from littlestone.booklet.lines import MOST_LINES, run_line
from littlestone.cli import run

SEEDS = range(4)
SHEETS = {seed: draw_exercises(seed) for seed in SEEDS}
ALL = [pytest.param(one, id=f"{seed}-{k}-{one.asks}") for seed in SEEDS for k, one in enumerate(SHEETS[seed])]


def concepts_of(exercise):
    return [tuple(map(int, line)) for line in exercise.spec.removeprefix("table:").split(",")]


def vc(concepts):
    points = range(len(concepts[0]))
    sizes = [d for d in range(len(points) + 1) if any(
        len({tuple(c[p] for p in chosen) for c in concepts}) == 2**d for chosen in combinations(points, d)
    )]  # fmt: skip
    return max(sizes)


def littlestone(concepts):
    if len(concepts) <= 1:
        return 0
    best = 0
    for point in range(len(concepts[0])):
        parts = [[c for c in concepts if c[point] == label] for label in (0, 1)]
        if all(parts):
            best = max(best, 1 + min(map(littlestone, parts)))
    return best


def halving(concepts):
    """The most mistakes of Halving that learns on mistakes only, an even vote being 0, as long as some concept fits."""
    return max((deny(tuple(concepts), target) for target in concepts), default=0)


def deny(left, target):
    best = 0
    for point in range(len(target)):
        ones = sum(c[point] for c in left)
        guess = int(2 * ones > len(left))
        if guess != target[point]:
            best = max(best, 1 + deny(tuple(c for c in left if c[point] == target[point]), target))
    return best


@pytest.mark.parametrize("exercise", ALL)
def test_an_answer_is_right_by_brute_force_and_by_its_line(exercise):
    printed = run_line(exercise.line)
    assert exercise.line.startswith("littlestone ") or len(exercise.line.splitlines()) <= MOST_LINES
    if exercise.asks == "the next act":
        assert printed == f"{exercise.value:+d}"
        assert exercise.spec in LEARNERS
        return
    concepts = concepts_of(exercise)
    assert len(exercise.table.rows) == len(concepts)
    if exercise.asks == "VC dimension":
        assert exercise.value == vc(concepts)
        assert f"VC              {exercise.value}," in printed
    elif exercise.asks in ("Littlestone dimension", "a mistake tree"):
        assert exercise.value == littlestone(concepts)
        assert f"Littlestone     {exercise.value}\n" in printed
    else:
        assert exercise.value == halving(concepts)
        assert f"mistakes        {exercise.value}\n" in printed


@pytest.mark.parametrize("exercise", [one for one in ALL if one.values[0].asks == "a mistake tree"])
def test_a_tree_is_a_mistake_tree(exercise):
    leaves = [line.split()[-1] for line in exercise.shown.splitlines()]
    names = {"".join(map(str, concept)) for concept in concepts_of(exercise)}
    assert len([leaf for leaf in leaves if leaf in names]) == 2**exercise.value


def test_every_kind_of_question_is_asked_and_another_seed_asks_others():
    kinds = {exercise.asks for exercise in SHEETS[0]}
    assert kinds == {"VC dimension", "Littlestone dimension", "a mistake tree", "a forcing sequence", "the next act"}
    assert draw_exercises(0) == SHEETS[0]
    assert SHEETS[0] != SHEETS[1]
    assert not any(one == two for one, two in product(SHEETS[0], SHEETS[1]))


def test_the_command_writes_the_sheet_with_hidden_answers(tmp_path, capsys):
    assert run(["booklet", "--exercises", "--quick", "--seed", "3", "--out", str(tmp_path)]) == 0
    assert str(tmp_path / "sheet.html") in capsys.readouterr().out
    page = (tmp_path / "sheet.html").read_text()
    assert page.count("<summary>Answer</summary>") == page.count("<details>") == len(SHEETS[3])
    assert 'href="sheet.html"' in (tmp_path / "index.html").read_text()
    assert (tmp_path / "exercises.html").exists()
