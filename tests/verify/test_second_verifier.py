"""A verifier in JavaScript, made from the format, agrees with the first one on honest receipts and on forged ones."""

from __future__ import annotations

import copy
import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from receipt_games import as_read, changed, found, leaves, recorded, signed

from littlestone import Game, Perceptron, Winnow
from littlestone.natures import PlantedDisjunction, PlantedHalfspace
from littlestone.verify.littlestone_verify import Unreadable

SECOND = Path(__file__).parents[2] / "examples" / "second_verifier" / "verifier.mjs"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")

PERCEPTRONS = [{}, {"bias": 1.0}, {"normalise": True}, {"zero": "mistake"}, {"zero": "-1", "bias": 0.5}]
WINNOWS = [{}, {"beta": 0.5}, {"negations": True}, {"theta": 3.0, "demote": "eliminate"}, {"strict": False}]


def drawn_game(draw):
    """A short game of the Perceptron or of Winnow: some fit, some are noisy, some weigh, some have late labels."""
    seed, rounds = draw.randrange(10**6), draw.randrange(1, 60)
    if draw.random() < 0.5:
        learner, nature = (
            Perceptron(**draw.choice(PERCEPTRONS)),
            PlantedHalfspace(3, margin=0.1, rounds=rounds, seed=seed),
        )
    else:
        learner, nature = Winnow(n=6, **draw.choice(WINNOWS)), PlantedDisjunction(6, 2, rounds=rounds, seed=seed)
    noise = 0.2 if draw.random() < 0.4 else 0.0
    weights = {-1: draw.choice([0.5, 2.0]), 1: 1.5} if draw.random() < 0.3 else None
    keep = 12 if draw.random() < 0.1 else 10**6
    game, rows = recorded(Game(learner, loss=draw.choice(["mistake", "hinge"]), class_weight=weights, keep=keep))
    waiting = []
    for x, y in (nature.draw() for _ in range(rounds)):
        waiting.append((game.predict(x).number, -y if draw.random() < noise else y))
        if draw.random() < 0.7:
            game.label(*waiting.pop(draw.randrange(len(waiting))))
    for number, y in waiting:
        game.label(number, y)
    return as_read(game), rows


def forged(draw, receipt):
    """The same receipt with one number of it changed, signed again."""
    places = []

    def walk(value, path):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(inner, dict | list):
                walk(inner, (*path, key))
            elif type(inner) is int or (isinstance(inner, str) and any(c.isdigit() for c in inner)):
                places.append((*path, key))

    for part in ("account", "evidence", "certificates", "read"):
        walk(receipt[part] if isinstance(receipt[part], dict | list) else {}, (part,))
    path = draw.choice([p for p in places if not {"name", "statement", "theorem", "sha256", "promised"} & set(p)])
    other = copy.deepcopy(receipt)
    place = other
    for name in path[:-1]:
        place = place[name]
    value = place[path[-1]]
    digits = [i for i, c in enumerate(value) if c.isdigit()] if isinstance(value, str) else []
    if digits:
        i = draw.choice(digits)
        place[path[-1]] = value[:i] + draw.choice([d for d in "123456789" if d != value[i]]) + value[i + 1 :]
    else:
        place[path[-1]] = value + draw.choice([1, 2, 7])
    return signed(other)


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.long)])
def test_two_verifiers_say_the_same_of_honest_and_of_forged_receipts(count):
    draw, cases = random.Random(count), []
    while len(cases) < count:
        receipt, rows = drawn_game(draw)
        receipt = receipt if len(cases) % 2 else forged(draw, receipt)
        rows = rows if draw.random() < 0.7 else None
        try:
            first = found(receipt, rows)
        except Unreadable:
            continue  # what the change has left is no receipt
        cases.append((receipt, rows, first))
    told = "\n".join(json.dumps({"receipt": r, "rows": rows and rows.getvalue()}) for r, rows, _ in cases)
    done = subprocess.run([NODE, str(SECOND), "--many"], input=told, capture_output=True, text=True, check=True)
    for (receipt, _, first), line in zip(cases, done.stdout.splitlines(), strict=True):
        assert json.loads(line) == first, receipt
    said = [word for _, _, first in cases for word in first.values()]
    assert {"proved", "replayed", "refused", "summarised"} <= set(said)
    assert not any("refused" in first.values() for receipt, _, first in cases[1::2])


HOSTILE = [
    None,
    True,
    -1,
    0,
    1,
    2**53 + 2,
    "",
    "-1",
    "0",
    "1",
    "x",
    "٣",
    "1e3",
    "1_0",
    "0x1p-1080",
    "0x1p+1024",
    [],
    {},
]
HOSTILE += ["-0x1p+3", "0x1p+1000", "0x1p-1000", "1 1 1 | 0:1", "0x1 1 1 | 0:1", "1 2 1 | 0:1", "1 1 -1 |", {"k": 0}]


@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.long)])
def test_two_verifiers_agree_on_what_is_hostile(count):
    draw, cases = random.Random(count), []
    for _ in range(count):
        receipt, rows = drawn_game(draw)
        for _ in range(draw.choice([1, 1, 2])):
            paths = [path for path in leaves(receipt) if path[0] in ("game", "account", "evidence", "certificates")]
            paths += [("certificates", k, "promised", "k") for k in range(len(receipt["certificates"]))]
            paths = [path for path in paths if not {"setup", "statement", "settings"} & set(path)]
            path = draw.choice(paths)
            receipt = changed(receipt, *path, to=draw.choice(HOSTILE))
        text = rows.getvalue() if draw.random() < 0.7 else None
        cases.append((receipt, text, good(receipt, rows if text else None)))
    told = "\n".join(json.dumps({"receipt": r, "rows": text}) for r, text, _ in cases)
    done = subprocess.run([NODE, str(SECOND), "--many"], input=told, capture_output=True, text=True, check=True)
    for (receipt, _, first), line in zip(cases, done.stdout.splitlines(), strict=True):
        said = json.loads(line)
        assert (not said.get("unreadable") and "refused" not in said.values()) == first, (receipt, said)


def good(receipt, rows):
    """Does the first verifier end with exit code 0?"""
    try:
        return "refused" not in found(receipt, rows).values()
    except Unreadable:
        return False


def test_it_is_short_and_runs_on_files(tmp_path):
    assert len(SECOND.read_text().splitlines()) <= 200
    receipt, rows = drawn_game(random.Random(1))
    (tmp_path / "receipt.json").write_text(json.dumps(receipt))
    (tmp_path / "rows.txt").write_text(rows.getvalue())
    files = [str(tmp_path / "receipt.json"), str(tmp_path / "rows.txt")]
    done = subprocess.run([NODE, str(SECOND), *files], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("summarised the receipt\nreplayed   the run\n")
    (tmp_path / "rows.txt").write_text(rows.getvalue().replace("right", "wrong", 1))
    assert subprocess.run([NODE, str(SECOND), *files], capture_output=True).returncode == 1
