"""What the tests of the commands for streams share: small files of every kind, and the command itself."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from littlestone.cli import run

WORDS = ["free", "win", "cash", "lunch", "mother", "later", "home", "now", "ok", "the", "see", "you"]


def strict(text):
    """JSON as the standard has it."""
    return json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))


NAMES_A_LEARNER = {"--learner", "--members", "-i", "--resume"}  # options after which `play` knows who plays


def naming(arguments, learner="perceptron"):
    """The words of a command; `play` is told this learner, whose account tests know, if it is told none."""
    words = [str(argument) for argument in arguments]
    named = learner is None or words[:1] != ["play"] or NAMES_A_LEARNER & set(words)
    return words if named else [*words, "--learner", learner]


def process(*arguments, **options):
    """The program itself."""
    run = [sys.executable, "-m", "littlestone", *naming(arguments)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(run, text=True, timeout=60, check=False, **streams)


def commands(capsys, learner="perceptron"):
    """A function that runs a command in this process and gives its exit code, output and errors: see `naming`."""

    def command(*arguments):
        code = run(naming(arguments, learner))
        out, err = capsys.readouterr()
        return code, out, err

    return command


def messages(rounds=400, seed=1):
    """Lines of a label, a tab and a text: spam has words that ham has seldom, and quotes are signs like any other."""
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(rounds):
        spam = rng.random() < 0.3
        chances = np.where(np.arange(len(WORDS)) < 3, 0.7 if spam else 0.02, 0.3)
        words = [word for word, chance in zip(WORDS, chances, strict=True) if rng.random() < chance]
        lines.append(f"{'spam' if spam else 'ham'}\t" + '"' * int(rng.integers(2)) + " ".join(words) + "!")
    return "\n".join(lines) + "\n"


def numbers(rounds=300, seed=2):
    """A CSV file of three numbers and a fourth that follows from them, or nearly."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rounds, 3))
    y = x @ [1.0, -2.0, 0.5] + 0.1 * rng.normal(size=rounds)
    lines = [",".join(repr(float(value)) for value in (*row, target)) for row, target in zip(x, y, strict=True)]
    return "a,b,c,y\n" + "\n".join(lines) + "\n"


def gaps(rounds=300, seed=6):
    """A CSV file of whole numbers, zeros among them and cells that are missing, and a class that is curved in them."""
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(rounds):
        heat, speed = rng.integers(0, 6, 2)
        known = "" if rng.random() < 0.2 else speed
        lines.append(f"{heat},{known},{rng.choice(['red', 'blue'])},{int((heat > 2) != (speed > 2))}")
    return "heat,speed,colour,y\n" + "\n".join(lines) + "\n"


def vectors(rounds=300, seed=3, classes=(-1, 1)):
    """An svmlight file whose classes lie around points of their own."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(len(classes), 6))
    lines = []
    for _ in range(rounds):
        k = int(rng.integers(len(classes)))
        x = centres[k] + 0.7 * rng.normal(size=6)
        lines.append(f"{classes[k]} " + " ".join(f"{i + 1}:{float(value)!r}" for i, value in enumerate(x)))
    return "\n".join(lines) + "\n"


def namespaces(rounds=300, seed=4):
    """VW text of two namespaces."""
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(rounds):
        y = int(rng.integers(2)) * 2 - 1
        words = " ".join(f"w{k}" for k in range(12) if rng.random() < (0.5 + 0.3 * y if k < 4 else 0.3))
        lines.append(f"{y} |words {words} |size length:{float(rng.random())!r}")
    return "\n".join(lines) + "\n"
