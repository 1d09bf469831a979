"""Examples that are held out of all passes, and passes that end when guesses at them get no better."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from drawn_streams import commands

from littlestone import load

LEARNER = ["--learner", "adagrad", "--loss_function", "logistic"]


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def lines():
    """Lines whose labels are half chance, with as many words as lines: many passes learn them by heart."""
    chance = random.Random(5)
    signs = [chance.choice((1, -1)) for _ in range(200)]
    words = [" ".join(f"w{chance.randrange(300)}" for _ in range(6)) for _ in signs]
    return [
        f"{y} |a {said} {'up' if chance.random() < (0.7 if y > 0 else 0.3) else ''}\n"
        for y, said in zip(signs, words, strict=True)
    ]


def played(command, path, *options):
    code, out, err = command("play", path, *LEARNER, *options, "--json")
    assert code == 0, err
    return json.loads(out)


@pytest.mark.parametrize("shuffle", [(), ("--shuffle", "1")], ids=["in order", "shuffled"])
def test_passes_end_when_three_in_a_row_were_no_better(command, lines, tmp_path, shuffle):
    path, model = tmp_path / "f.vw", tmp_path / "m.npz"
    path.write_text("".join(lines))
    account = played(command, path, "--passes", "60", "--holdout", "4", "-l", "2", *shuffle, "-f", model)
    held = account["held_out"]
    losses, best = held["losses"], held["best_pass"]
    assert (held["every"], held["examples"], held["loss"]) == (4, 50, "log")
    assert best == 1 + int(np.argmin(losses))
    assert len(losses) == best + 3 < 60
    assert account["passes"] == best
    assert account["rounds"] == 150 * best == load(model).ledger.rounds


def test_what_is_held_out_is_never_learned(command, lines, tmp_path):
    whole, rest, model, other = (tmp_path / name for name in ("f.vw", "rest.vw", "m.npz", "n.npz"))
    whole.write_text("".join(lines))
    rest.write_text("".join(line for t, line in enumerate(lines) if t % 4 != 3))
    account = played(command, whole, "--passes", "60", "--holdout", "4", "-f", model)
    played(command, rest, "--passes", str(account["passes"]), "-f", other)
    mine, its = load(model), load(other)
    learned = [{name: w for name, w in game.weights().items() if w} for game in (mine, its)]
    assert learned[0] == pytest.approx(learned[1], rel=1e-9)  # columns are summed in another order
    assert mine.ledger.loss == pytest.approx(its.ledger.loss, rel=1e-9)


def test_the_receipt_says_what_was_held_out(command, lines, tmp_path):
    path = tmp_path / "f.vw"
    path.write_text("".join(lines))
    code, out, _ = command("play", path, *LEARNER, "--passes", "2", "--holdout", "4")
    words = " ".join(out.split())
    assert code == 0
    assert "held out every 4th example, 50 in all: log loss 0." in words


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--holdout", "4"], "give --passes N"),
        (["--holdout", "4", "--passes", "3", "--delay", "2"], "leave out --delay"),
        (["--holdout", "4", "--passes", "3", "--skip", "2"], "leave out --skip"),
        (["--holdout_period", "10"], "--holdout N, with --passes"),
        (["--early_terminate", "3"], "--holdout N, with --passes"),
        (["--daemon"], "littlestone serve"),
        (["--nn", "5"], "--learner forest"),
    ],
)
def test_what_does_not_go_together_is_said(command, lines, tmp_path, options, said):
    path = tmp_path / "f.vw"
    path.write_text("".join(lines))
    code, out, err = command("play", path, *options)
    assert (code, out) == (2, "")
    assert said in err
