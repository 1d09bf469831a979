"""`--metrics`, `--sort`, and the column of chances."""

from __future__ import annotations

import csv
import json

import pytest
from drawn_streams import commands, numbers, strict, vectors

from littlestone import load

LOG = ("--learner", "ogd", "--loss_function", "log")


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "two.svm").write_text(vectors(120))
    (tmp_path / "three.svm").write_text(vectors(120, classes=(1, 2, 7)))
    (tmp_path / "numbers.csv").write_text(numbers(120))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_play_tells_its_metrics_in_words_and_in_json(command, files):
    asked = ("two.svm", "--base", "1", *LOG, "--metrics", "auc,f1,log_loss,accuracy@50,confusion")
    code, out, err = command("play", *asked)
    assert (code, err) == (0, "")
    found = strict(command("play", *asked, "--json")[1])
    assert list(found["metrics"]) == ["auc", "f1", "log_loss", "accuracy@50", "confusion"]
    assert f"  auc             {found['metrics']['auc']:.6g}\n" in out
    assert found["metrics"]["log_loss"] == pytest.approx(found["mean_loss"], rel=1e-9)
    assert sum(count for y, act, count in found["metrics"]["confusion"] if y != act) == found["mistakes"]
    assert found["metric_errors"] == {}


def test_a_resumed_game_goes_on_with_its_metrics_and_a_test_may_have_its_own(command, files):
    command("play", "two.svm", "--base", "1", *LOG, "--metrics", "auc,recall@30", "-f", "m.npz")
    whole = strict(
        command("play", "two.svm", "--base", "1", *LOG, "--metrics", "auc,recall@30", "--passes", "2", "--json")[1]
    )
    again = strict(command("play", "two.svm", "--base", "1", "-i", "m.npz", "--json")[1])
    assert again["metrics"] == whole["metrics"]
    code, _, err = command("play", "two.svm", "--base", "1", "-i", "m.npz", "--metrics", "auc")
    assert code == 2
    assert "leave out --metrics" in err
    test = strict(command("play", "two.svm", "--base", "1", "-i", "m.npz", "-t", "--metrics", "brier", "--json")[1])
    assert list(test["metrics"]) == ["brier"]
    assert list(strict(command("play", "two.svm", "--base", "1", "-i", "m.npz", "-t", "--json")[1])["metrics"]) == [
        "auc",
        "recall@30",
    ]
    assert list(load("m.npz").ledger.metrics) == ["auc", "recall@30"]


def test_metrics_that_cannot_be_are_errors_in_one_line(command, files):
    for metrics, words in (("log_loss", "judges chances"), ("mae", "metric of numbers"), ("acc", "no metric 'acc'")):
        code, _, err = command("play", "two.svm", "--base", "1", "--metrics", metrics)
        assert code == 2
        assert words in err
        assert err.count("\n") == 1


def test_chances_are_a_column_where_there_are_some(command, files):
    command("play", "two.svm", "--base", "1", *LOG, "-p", "p.csv", "-f", "m.npz")
    rows = table("p.csv")
    assert list(rows[0]) == ["round", "act", "guess", "chance", "label"]
    assert all((float(row["chance"]) >= 0.5) == (row["act"] == "1") for row in rows)
    command("play", "two.svm", "--base", "1", "-p", "q.csv")
    assert "chance" not in table("q.csv")[0]
    _, out, _ = command("predict", "m.npz", "two.svm", "--base", "1", "--json", "--limit", "3")
    lines = [json.loads(line) for line in out.splitlines()]
    _, out, _ = command("predict", "m.npz", "two.svm", "--base", "1", "--limit", "3")
    assert [float(row["chance"]) for row in csv.DictReader(out.splitlines())] == [line["chance"] for line in lines]


def test_chances_of_many_classes(command, files):
    command(
        "play",
        "three.svm",
        "--base",
        "1",
        "--learner",
        "one-vs-rest",
        "--set",
        "base=ftrl",
        "-p",
        "p.csv",
        "-f",
        "m.npz",
    )
    assert list(table("p.csv")[0]) == ["round", "act", "chance", "label"]
    _, out, _ = command("predict", "m.npz", "three.svm", "--base", "1", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert all(sum(line["chance"].values()) == pytest.approx(1.0) for line in lines)
    command("predict", "m.npz", "three.svm", "--base", "1", "--out", "q.csv")
    for row, line in zip(table("q.csv"), lines, strict=True):
        assert float(row["chance"]) == line["chance"][row["act"]] == max(line["chance"].values())


def test_compare_shows_metrics_and_sorts_by_one(command, files):
    asked = (
        "compare",
        "two.svm",
        "--base",
        "1",
        "--learners",
        "perceptron,arow,pa1",
        "--metrics",
        "f1",
        "--sort",
        "auc",
    )
    found = strict(command(*asked, "--json")[1])["learners"]
    values = [entry["metrics"]["auc"] for entry in found]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > 1
    assert list(found[0]["metrics"]) == ["f1", "auc"]
    code, out, err = command(*asked)
    assert (code, err) == (0, "")
    assert "         f1        auc" in out
    assert f"{values[0]:.4g}" in out


def test_compare_sorts_what_is_better_low(command, files):
    asked = ("compare", "numbers.csv", "--label", "y", "--labels", "numbers", "--learners", "vaw,ogd,pa1-regression")
    for name, turned in (("rmse", False), ("r2", True)):
        found = strict(command(*asked, "--sort", name, "--json")[1])["learners"]
        values = [entry["metrics"][name] for entry in found]
        assert values == sorted(values, reverse=turned)


def test_compare_leaves_out_who_has_no_chances_and_refuses_tables(command, files):
    found = strict(command("compare", "two.svm", "--base", "1", "--set", "loss=log", "--sort", "log_loss", "--json")[1])
    assert "ogd" in [entry["learner"] for entry in found["learners"]]
    assert "judges chances" in found["left_out"]["perceptron"]
    code, _, err = command("compare", "two.svm", "--base", "1", "--sort", "confusion")
    assert code == 2
    assert "is a table" in err
