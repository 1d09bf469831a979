"""`play` without a learner: a committee, of members for the labels that the file has."""

from __future__ import annotations

import pytest
from drawn_streams import commands, strict, vectors

from littlestone import read
from littlestone.committees.members import USUAL
from littlestone.formats.label_kinds import kind_of_labels


@pytest.fixture
def command(capsys):
    return commands(capsys, learner=None)


def table(path, labels):
    lines = [f"{k % 7},{'xyz'[k % 3]},{label}" for k, label in enumerate(labels)]
    path.write_text("\n".join(["a,b,y", *lines]) + "\n")
    return str(path)


@pytest.mark.parametrize(
    ("labels", "truths"),
    [
        (["0", "1"] * 6, "signs"),
        (["spam", "ham", "?", "spam"], "signs"),
        (["1", "2", "2.0"], "signs"),
        (["red", "green", "blue"] * 3, "classes"),
        (["1", "2", "3"] * 3, "classes"),
        (["1", "2.5", "3"] * 3, "numbers"),
        ([str(k) for k in range(21)], "numbers"),
        ([str(k) for k in range(20)], "classes"),
        ([*(str(k) for k in range(30)), "many"], "classes"),
    ],
)
def test_the_labels_of_the_file_decide(tmp_path, command, labels, truths):
    path = table(tmp_path / "t.csv", labels)
    assert kind_of_labels(read(path, label="y", labels="classes")).truths == truths
    code, out, err = command("play", path, "--label", "y", "--json")
    assert (code, err) == (0, "")
    account = strict(out)
    assert account["learner"] == "committee"
    assert account["parameters"]["members"] == list(USUAL[truths])
    assert account["labels_taken_for"]
    assert all(one["verdict"] == "holds" for one in account["certificates"])


def test_options_override_what_the_labels_look_like(tmp_path, command):
    path = table(tmp_path / "t.csv", ["1", "2", "3"] * 4)
    for option, truths in (("numbers", "numbers"), ("classes", "classes")):
        code, out, _ = command("play", path, "--label", "y", "--labels", option, "--json")
        assert code == 0
        assert strict(out)["parameters"]["members"] == list(USUAL[truths])
    code, out, _ = command("play", path, "--label", "y", "--positive", "3", "--json")
    assert code == 0
    assert strict(out)["parameters"]["members"] == list(USUAL["signs"])


def test_two_labels_of_any_spelling_are_two_classes_in_order(tmp_path, command):
    path = table(tmp_path / "t.csv", ["spam", "ham", "spam"])
    code, out, _ = command("play", path, "--label", "y")
    assert code == 0
    assert "spam is +1, ham is -1" in out
    assert "two classes, as there are two different labels" in out


def test_numbered_columns_and_a_saved_game(tmp_path, command):
    (tmp_path / "three.svm").write_text(vectors(classes=(1, 2, 7)))
    model = str(tmp_path / "m.npz")
    code, out, _ = command("play", str(tmp_path / "three.svm"), "-f", model, "--json")
    assert code == 0
    assert strict(out)["parameters"]["members"] == list(USUAL["classes"])
    code, out, _ = command("play", str(tmp_path / "three.svm"), "-i", model, "--json")
    assert code == 0
    assert "labels_taken_for" not in strict(out)


def test_a_learner_that_is_named_is_that_learner(tmp_path, command):
    path = table(tmp_path / "t.csv", ["0", "1"] * 3)
    code, out, _ = command("play", path, "--label", "y", "--learner", "perceptron", "--json")
    assert code == 0
    assert strict(out)["learner"] == "perceptron"


def test_compare_shows_it_first(tmp_path, command):
    for option, labels in (((), ["0", "1", "1"] * 5), (("--labels", "classes"), ["a", "b", "c"] * 5)):
        path = table(tmp_path / "t.csv", labels)
        code, out, _ = command("compare", path, "--label", "y", *option, "--json")
        assert code == 0
        first, *others = strict(out)["learners"]
        assert first["learner"] == "committee"
        rates = [one["mistake_rate"] for one in others]
        assert rates == sorted(rates)


def test_labels_in_a_second_file_decide_whatever_columns_the_first_one_drops(tmp_path, command):
    (tmp_path / "a.csv").write_text("id,a,note\n" + "".join(f"{k},{k % 3},x\n" for k in range(12)))
    (tmp_path / "l.csv").write_text("id,y\n" + "".join(f"{k},{('ham', 'spam')[k % 2]}\n" for k in range(12)))
    second = ("--labels-from", str(tmp_path / "l.csv"), "--id", "id", "--label", "y", "--drop", "note")
    code, out, err = command("play", str(tmp_path / "a.csv"), *second, "--json")
    assert (code, err) == (0, "")
    assert strict(out)["labels_taken_for"] == "two classes, as there are two different labels"
