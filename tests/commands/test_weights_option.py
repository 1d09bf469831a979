"""Weights from files: a column, VW's importances, events, and weights of classes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from drawn_streams import commands, strict

from littlestone import Game, Perceptron, load, read
from littlestone.errors import BadFile
from littlestone.formats.text.vw_text import VwReader

ROWS = [
    (0.5, "a", 1.0, 2.0),
    (-1.5, "b", -1.0, 0.5),
    (0.25, "b", 1.0, 0.0),
    (-0.5, "a", -1.0, 7.0),
    (1.0, "a", 1.0, 1.0),
]
ROWS = 6 * ROWS


def written(tmp_path, kind):
    path = tmp_path / f"examples.{kind}"
    if kind == "csv":
        lines = ["size,kind,cost,y", *(f"{size},{name},{cost},{y:g}" for size, name, y, cost in ROWS)]
    elif kind == "jsonl":
        lines = [json.dumps({"size": size, "kind": name, "cost": cost, "y": int(y)}) for size, name, y, cost in ROWS]
    elif kind == "events.jsonl":
        lines = [
            json.dumps({"x": {"size": size, "kind": name}, "weight": cost, "y": int(y)}) for size, name, y, cost in ROWS
        ]
    else:
        lines = [f"{y:g} {cost} | size:{size} kind={name}" for size, name, y, cost in ROWS]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def by_hand():
    game = Game(Perceptron())
    for size, name, y, cost in ROWS:
        game.label(game.predict({"size": size, "kind": name}).number, int(y), cost)
    return game


@pytest.fixture
def command(capsys):
    return commands(capsys)


def printed(command, *arguments):
    code, out, err = command(*arguments, "--json", "--quiet")
    assert code == 0, err
    return strict(out)


@pytest.mark.parametrize("kind", ["csv", "jsonl", "events.jsonl", "vw"])
@pytest.mark.parametrize("how", [(), ("--delay", "0", "-p"), ("--flush", "-p")])
def test_every_format_gives_the_game_that_is_played_by_hand(tmp_path, command, kind, how):
    options = [] if kind in ("vw", "events.jsonl") else ["--label", "y", "--weight", "cost"]
    how = [*how, str(tmp_path / "said.csv")] if how else []
    found = printed(command, "play", written(tmp_path, kind), *options, *how, "-f", str(tmp_path / "game.npz"))
    game = by_hand()
    assert found["weights"] == game.ledger.as_dict()["weights"]
    assert found["mistakes"] == game.ledger.mistakes
    saved = load(tmp_path / "game.npz")
    assert sorted(saved.weights().values()) == sorted(game.weights().values())


def test_a_source_is_played_as_a_nature_with_its_weights(tmp_path):
    for source in (read(written(tmp_path, "csv"), label="y", weight="cost"), read(written(tmp_path, "vw"))):
        game = Game(Perceptron())
        game.play(source)
        assert game.ledger.weights.as_dict() == by_hand().ledger.weights.as_dict()


def test_late_labels_keep_their_weights(tmp_path, command):
    found = printed(command, "play", written(tmp_path, "csv"), "--label", "y", "--weight", "cost", "--delay", "3")
    assert found["weights"]["total"] == by_hand().ledger.weights.total
    assert found["longest_delay"] == 3


def test_compare_counts_by_weight(tmp_path, command):
    found = printed(
        command, "compare", written(tmp_path, "csv"), "--label", "y", "--weight", "cost", "--learners", "perceptron"
    )
    assert found["learners"][0]["certificates"][1]["paid"] == by_hand().ledger.certificates[1].paid


@pytest.mark.parametrize("weight", ["-1", "nan", "inf", "much", ""])
def test_a_wrong_weight_is_said_with_its_line_and_column(tmp_path, command, weight):
    path = tmp_path / "bad.csv"
    path.write_text(f"size,cost,y\n1,2,1\n2,{weight},-1\n")
    code, _, said = command("play", str(path), "--label", "y", "--weight", "cost")
    assert code == 2
    assert "line 3" in said
    assert "'cost'" in said
    assert "weight" in said
    assert command("play", str(path), "--label", "y", "--weight", "cost", "--skip-bad", "--quiet")[0] == 0


def test_a_negative_importance_is_refused(tmp_path):
    path = tmp_path / "bad.vw"
    path.write_text("1 2 | a\n-1 -3 | b\n")
    with pytest.raises(BadFile, match="line 2"):
        list(VwReader(path))


def test_importances_are_used_ignored_or_refused(tmp_path):
    path = written(tmp_path, "vw")
    used = [np.asarray(batch.weights) for batch in VwReader(path).batches()]
    assert np.concatenate(used).tolist() == [cost for *_, cost in ROWS]
    assert all(not len(batch.weights) for batch in VwReader(path, importance="ignore").batches())
    with pytest.raises(BadFile, match="importance other than 1"):
        list(VwReader(path, importance="refuse"))


def test_the_column_of_weights_travels_with_the_game(tmp_path, command):
    path, model = written(tmp_path, "csv"), str(tmp_path / "game.npz")
    printed(command, "play", path, "--label", "y", "--weight", "cost", "-f", model)
    found = printed(command, "play", path, "-i", model)
    assert found["weights"]["total"] == 2 * by_hand().ledger.weights.total
    code, _, said = command("play", path, "-i", model, "--weight", "size")
    assert code == 2
    assert "weight" in said
    new = tmp_path / "new.csv"
    new.write_text("size,kind\n1,a\n")
    assert command("predict", model, str(new))[0] == 0
    assert "cost" not in load(model).features.names


def test_weights_may_come_with_labels_from_a_second_file(tmp_path, command):
    first, second = tmp_path / "asked.csv", tmp_path / "known.csv"
    lines = [f"{t},{size},{kind}" for t, (size, kind, *_) in enumerate(ROWS)]
    first.write_text("\n".join(["n,size,kind", *lines]) + "\n")
    second.write_text("\n".join(["n,y,cost", *(f"{t},{y:g},{cost}" for t, (*_, y, cost) in enumerate(ROWS))]) + "\n")
    found = printed(
        command, "play", str(first), "--labels-from", str(second), "--id", "n", "--label", "y", "--weight", "cost"
    )
    assert found["weights"]["total"] == by_hand().ledger.weights.total


def test_weights_of_classes(tmp_path, command):
    path = tmp_path / "mail.csv"
    path.write_text("size,y\n" + "".join(f"{t % 7},{'spam' if t % 5 == 0 else 'ham'}\n" for t in range(50)))
    options = ["play", str(path), "--label", "y", "--labels", "ham,spam"]
    found = printed(command, *options, "--class-weight", "spam=4,ham=0.5")
    assert found["weights"]["total"] == 10 * 4 + 40 * 0.5
    assert printed(command, *options, "--class-weight", "balanced")["weights"]["most"] > 2
    code, _, said = command(*options, "--class-weight", "spma=4")
    assert code == 2
    assert "'spma' is none of the classes 'ham', 'spam'" in said
    code, _, said = command(*options, "--class-weight", "spam")
    assert code == 2
    assert "NAME=VALUE" in said


def test_rows_with_weights_cannot_be_packed_silently(tmp_path, command):
    code, _, said = command("pack", written(tmp_path, "vw"), str(tmp_path / "rows.lsb"))
    assert code == 2
    assert "no weights" in said
    assert command("pack", written(tmp_path, "vw"), str(tmp_path / "rows.lsb"), "--importance", "ignore")[0] == 0


@pytest.mark.parametrize("kind", ["csv", "jsonl", "events.jsonl", "vw"])
def test_a_learner_that_needs_the_largest_weight_is_promised_that_of_the_file(tmp_path, command, kind):
    options = [] if kind in ("vw", "events.jsonl") else ["--label", "y", "--weight", "cost"]
    found = printed(command, "play", written(tmp_path, kind), *options, "--learner", "committee")
    assert found["parameters"]["heaviest"] == 7.0
    assert found["weights"] | {"loss": 0, "mistakes": 0, "expected_mistakes": 0} == {
        **by_hand().ledger.as_dict()["weights"],
        "loss": 0,
        "mistakes": 0,
        "expected_mistakes": 0,
    }
    assert found["certificates"][0]["verdict"] == "holds"


def test_weights_of_classes_are_promised_too(tmp_path, command):
    of = ("play", written(tmp_path, "csv"), "--label", "y", "--weight", "cost", "--learner", "scale-free")
    given = printed(command, *of, "--class-weight", "1=3,-1=0.5")
    assert given["parameters"]["heaviest"] == 3 * 7.0
    found = printed(command, *of, "--class-weight", "balanced")
    assert found["parameters"]["heaviest"] == pytest.approx(found["weights"]["most"])
    own = printed(command, *of, "--set", "heaviest=100")
    assert own["parameters"]["heaviest"] == 100


def test_a_wrong_line_is_said_when_it_is_played_and_not_before(tmp_path, command):
    path = tmp_path / "late.csv"
    path.write_text("size,cost,y\n" + "1,2,1\n-1,3,-1\n" * 3 + "1,much,1\n")
    code, _, said = command("play", str(path), "--label", "y", "--weight", "cost", "--learner", "committee")
    assert code == 2
    assert "line 8" in said


def test_what_can_be_read_only_once_needs_the_promise(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, said = command(
        "play",
        written(tmp_path, "csv"),
        "--label",
        "y",
        "--weight",
        "cost",
        "--learner",
        "committee",
        "--set",
        "heaviest=2",
    )
    assert code == 2
    assert "--set heaviest=..." in said
