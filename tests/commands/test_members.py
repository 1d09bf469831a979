"""--members: a committee on the command line."""

from __future__ import annotations

import pytest
from drawn_streams import commands, strict, vectors

MEMBERS = "scale-free,standardised/adagrad:eta=0.3:bias=1,arow"


@pytest.fixture
def command(capsys):
    return commands(capsys, learner=None)


@pytest.fixture
def two(tmp_path):
    (tmp_path / "two.svm").write_text(vectors())
    return tmp_path / "two.svm"


def test_members_make_a_committee_that_is_saved_and_resumed(command, two, tmp_path):
    model = tmp_path / "model.npz"
    code, out, _ = command("play", two, "--members", MEMBERS, "--loss", "log", "--save", model, "--json")
    first = strict(out)
    assert code == 0
    assert first["learner"] == "committee"
    assert [one["name"] for one in first["members"]] == MEMBERS.replace("bias=1", "bias=1.0").split(",")
    assert sum(one["weight"] for one in first["members"]) == pytest.approx(1.0)
    assert first["loss"]["total"] <= min(one["loss"] for one in first["members"]) + 1.0987
    assert first["certificates"][0]["verdict"] == "holds"
    code, out, _ = command("play", two, "--resume", model, "--json")
    assert code == 0
    assert strict(out)["labelled"] == 2 * first["labelled"]
    code, out, err = command("play", two, "--resume", model, "--members", "arow")
    assert code == 2
    assert "--members" in err


def test_the_receipt_names_the_members_and_late_labels_are_no_matter(command, two):
    code, out, _ = command(
        "play", two, "--learner", "committee", "--members", MEMBERS, "--delay", "7", "--quiet", "--json"
    )
    assert code == 0
    assert strict(out)["certificates"][0]["verdict"] == "holds"
    code, out, _ = command("play", two, "--learner", "committee", "--set", "share=0.01", "--promise", "switches=1")
    assert code == 0
    assert "members" in out
    assert "Fixed-Share, against paths with S = 1 switches" in " ".join(out.split())


def test_a_committee_is_compared_with_its_members(command, two):
    code, out, _ = command("compare", two, "--learners", "arow,committee", "--members", "arow,scale-free", "--json")
    assert code == 0
    assert {one["learner"] for one in strict(out)["learners"]} == {"arow", "committee"}


def test_members_of_another_learner_are_refused(command, two):
    for arguments in (("play", two, "--learner", "arow"), ("compare", two, "--learners", "arow,pa1")):
        code, _, err = command(*arguments, "--members", "arow")
        assert code == 2
        assert "--learner committee" in err
    code, _, err = command("play", two, "--members", "arow,nobody")
    assert code == 2
    assert "nobody" in err
