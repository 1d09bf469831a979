"""The comparison of the default with its peers counts alike for all."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def scripts(monkeypatch):
    """The scripts of the comparison, which import one another."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import default
    import default_kept
    import default_peers
    import default_sets

    yield default, default_kept, default_peers, default_sets
    for name in [name for name in sys.modules if name == "accuracy" or name.startswith("default")]:
        del sys.modules[name]


def drawn(sets, classes: int, rows: int = 300):
    """Rows of two numbers, and the class that a third, hidden one makes of them."""
    draw = np.random.default_rng(1)
    cells = draw.normal(size=(rows, 2))
    labels = np.digitize(cells[:, 0] + 0.3 * draw.normal(size=rows), np.linspace(-1, 1, classes - 1))
    return sets.Task("drawn", [{"a": a, "b": b} for a, b in cells.tolist()], [f"k{label}" for label in labels])


def test_a_class_that_comes_for_the_first_time_is_counted_for_nobody_unless_there_are_two(scripts):
    *_, peers, sets = scripts
    count = peers.Count(sets.Task("three", [{}] * 4, ["a", "b", "c", "a"]))
    for y in "abca":
        count.chance(y, 0.5, "b")
    assert count.now == (pytest.approx(math.log(2.0)), 1, 1)
    count = peers.Count(sets.Task("two", [{}] * 4, ["a", "b", "a", "a"]))
    for y in "abaa":
        count.chance(y, 0.0, "b")
    assert count.now == (pytest.approx(-4 * math.log(1e-15)), 4, 3)
    assert list(count.notes) == [4]


@pytest.mark.parametrize("classes", [2, 4])
def test_ours_is_counted_as_the_committee_counts_itself(scripts, classes):
    default, _, _, sets = scripts
    task = drawn(sets, classes)
    learner = default.Learners("", "", "").made(task, 0)
    count, _ = default.ours(task, learner)
    assert count.now.loss == pytest.approx(learner.account.own, rel=1e-12)
    assert count.now.rounds == learner.account.labelled


@pytest.mark.parametrize("classes", [2, 4])
def test_no_confidence_in_the_last_label_is_better_than_the_one_that_is_reported(scripts, classes):
    *_, peers, sets = scripts
    task = drawn(sets, classes)
    found = peers.last_label(task).notes[len(task.rows)]
    for confidence in np.linspace(0.01, 0.99, 99):
        right, wrong = found.rounds - found.mistakes, found.mistakes
        loss = -right * math.log(confidence) - wrong * math.log((1.0 - confidence) / (classes - 1))
        assert loss >= found.loss - 1e-9
    assert 0.0 < found.loss <= found.rounds * math.log(classes)


def test_results_are_kept_and_merged_and_a_run_that_takes_too_long_keeps_what_it_noted(scripts, tmp_path, monkeypatch):
    _, kept, peers, sets = scripts
    monkeypatch.setattr(peers, "MARK", 100)
    task = drawn(sets, 2)
    slow = peers.Peer("slow", "always", lambda seed: peers.last_label(task))
    found = kept.run(task, slow, 0, patience=-1.0)
    assert found["stopped"] == 100
    assert list(found["notes"]) == ["100"]
    whole = kept.run(task, slow, 0, patience=60.0)
    assert whole["stopped"] is None
    assert list(whole["notes"]) == ["100", "200", "300"]
    file = kept.Kept(tmp_path / "peers.json")
    other = kept.Kept(tmp_path / "peers.json")
    file.add({kept.key_of(task, slow, 0): whole})
    other.add({kept.key_of(task, slow, 1): whole})
    assert len(json.loads((tmp_path / "peers.json").read_text())) == 2
    assert kept.notes_of(other.of("drawn")[0])[300].rounds == 300


def test_peers_are_compared_on_the_rows_that_every_kind_of_them_did(scripts, tmp_path):
    default, kept, _, sets = scripts
    task = drawn(sets, 2)
    runs = {
        "a": {"peer": "A", "settings": "1", "notes": {"100": [50.0, 100, 30], "300": [120.0, 300, 70]}},
        "b": {"peer": "AMF", "settings": "raw", "seed": 0, "notes": {"100": [40.0, 100, 20]}},
        "c": {"peer": "AMF", "settings": "raw", "seed": 1, "notes": {"100": [44.0, 100, 24]}},
        "d": {"peer": "HistGradientBoosting", "settings": "refitted", "notes": {"100": [1.0, 100, 0]}},
    }
    file = kept.Kept(tmp_path / "peers.json")
    file.add({key: {"set": "drawn", "rows": 300, "default": key == "a", **run} for key, run in runs.items()})
    peers = default.Peers(file, task)
    assert peers.rows == 100
    assert peers.best(peers.counted()) == "AMF raw"
    assert peers.means["AMF raw"] == (pytest.approx(0.42), 22.0, 100)
    assert peers.seeds["AMF raw"] == 2
    line = default.compare(task, peers, default.Learners("scale-free", "", ""), 1)
    assert not line.counts  # it has fewer than 1,000 rows
    assert line.nats == pytest.approx((line.ratio - 1.0) * 42.0)
    with pytest.raises(SystemExit, match="says no chances"):
        default.compare(task, peers, default.Learners("perceptron", "", ""), 1)


def test_the_sets_that_confirm_are_none_of_those_that_were_chosen_on(scripts):
    *_, sets = scripts
    assert len(sets.CONFIRMING) >= 8
    assert not set(sets.CONFIRMING) & set(sets.CHOOSING)
    assert {one.kind for one in sets.CONFIRMING.values()} == {sets.NUMBERS, sets.CLASSES}
