from itertools import count, islice

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

from littlestone import Game, Perceptron
from littlestone.errors import BadBatch, BadFeature, BadLabel, UnknownName
from littlestone.features.arrays import as_batch
from littlestone.natures import Recorded

MAILS = [({"free": 1.0, "win": 2.0}, "spam"), ({"meeting": 1.0}, "ham"), ({"win": 1.0}, "spam")]


def played(nature, **settings):
    """The game after the nature was played."""
    game = Game(Perceptron(), bounds=[], **settings)
    game.play(nature)
    return game


def questions(nature):
    """Everything the nature asks, and what it answers to each."""
    asked = []
    while (x := nature.ask(None)) is not None:
        asked.append((x, [label.y for label in nature.answer(len(asked) + 1, 1.0)]))
    return asked


def test_pairs_are_asked_and_answered_in_their_order():
    assert questions(Recorded(MAILS)) == [(x, [y]) for x, y in MAILS]


def test_examples_and_labels_may_come_apart():
    examples, labels = zip(*MAILS, strict=True)
    assert questions(Recorded(examples, labels)) == questions(Recorded(MAILS))
    assert questions(Recorded(iter(examples), iter(labels))) == questions(Recorded(MAILS))


def test_an_endless_stream_is_read_only_as_far_as_it_is_played():
    source = (([number], 1) for number in count())
    nature = Recorded(source)
    assert [nature.ask(None) for _ in range(3)] == [[0], [1], [2]]
    assert next(source) == ([3], 1)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_a_frame_brings_its_names_and_may_hold_its_labels(make):
    frame = make({"free": [1.0, 0.0, 0.0], "class": ["spam", "ham", "spam"], "win": [2, 0, 1], "meeting": [0, 1, 0]})
    nature = Recorded(frame, "class")
    assert nature.features.names == ["free", "win", "meeting"]
    assert questions(nature) == questions(Recorded(MAILS))
    apart = Recorded(frame[["free", "win", "meeting"]], frame["class"])
    game = played(apart, labels=("ham", "spam"))
    assert game.features.names == ["free", "win", "meeting"]
    assert game.ledger.labelled == 3


def test_a_game_with_names_of_its_own_keeps_them():
    frame = pd.DataFrame({"a": [1.0], "b": [2.0]})
    game = played(Recorded(frame, [1]), features=["b", "a"])
    assert game.features.names == ["b", "a"]


def test_the_names_of_an_array_can_be_given():
    nature = Recorded(np.array([[0.0, 2.0]]), [1], names=["a", "b"])
    assert questions(nature) == [({"b": 2.0}, [1])]


def test_the_names_of_a_stream_can_be_given():
    assert played(Recorded([({"b": 1}, 1)], names=["a", "b"])).features.names == ["a", "b"]


@pytest.mark.parametrize(
    "y",
    [
        [1, None, -1],
        [1, float("nan"), -1],
        [1, pd.NA, -1],
        np.array([1, np.nan, -1]),
        pd.Series([1, None, -1]),
        pd.Series([1, None, -1], dtype="Int64"),
        pd.Series([True, None, False], dtype="object"),
        pl.Series([1, None, -1]),
        pl.Series([True, None, False]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_row_without_a_label_is_asked_but_never_answered(y):
    ledger = played(Recorded(np.eye(3), y)).ledger
    assert (ledger.rounds, ledger.labelled, ledger.forgotten, ledger.open) == (3, 2, 1, 0)


@pytest.mark.parametrize("X", [np.eye(3), sp.csr_array(np.eye(3)), as_batch(np.eye(3))], ids=["dense", "csr", "batch"])
def test_a_table_without_labels_is_asked_but_never_answered(X):
    ledger = played(Recorded(X)).ledger
    assert (ledger.rounds, ledger.labelled) == (3, 0)


def test_labels_are_handed_on_as_they_are():
    y = np.array(["ham", "spam", "spam"])
    assert [labels for _, labels in questions(Recorded(np.eye(3), y))] == [["ham"], ["spam"], ["spam"]]
    assert played(Recorded(np.eye(3), y), labels=("ham", "spam")).ledger._positives == 2
    with pytest.raises(BadLabel, match="'ham'"):
        played(Recorded(np.eye(3), y))


def test_a_column_of_mappings_is_a_stream_of_examples():
    examples, labels = zip(*MAILS, strict=True)
    assert questions(Recorded(pd.Series(examples), pd.Series(labels))) == questions(Recorded(MAILS))


def test_a_labelled_batch_needs_no_more():
    assert played(Recorded(as_batch(np.eye(3), [1, -1, 1]))).ledger._positives == 2


def test_when_the_record_is_over_it_stays_over():
    nature = Recorded(MAILS)
    assert len(questions(nature)) == 3
    assert nature.ask(None) is None
    assert list(nature.close()) == []


@pytest.mark.parametrize(
    ("make", "error", "complaint"),
    [
        (lambda: Recorded(np.eye(3), [1, -1]), BadBatch, "3 examples but 2 labels"),
        (lambda: Recorded([{}, {}], [1]), BadBatch, "2 examples but 1 labels"),
        (lambda: Recorded(5), BadBatch, "not 5"),
        (lambda: Recorded(np.eye(2), [1, 1], names=["a"]), BadFeature, "2 columns need as many different names"),
        (lambda: Recorded(np.eye(2), [1, 1], names=["a", "a"]), BadFeature, "2 columns need as many different names"),
        (lambda: Recorded(pd.DataFrame({"a": [1], "spam": [1]}), "spma"), UnknownName, "did you mean 'spam'"),
        (
            lambda: Recorded(np.array([[np.nan]]), [1]),
            BadFeature,
            "nan",
        ),
    ],
)
def test_a_record_that_does_not_fit_together_is_refused_at_once(make, error, complaint):
    with pytest.raises(error, match=complaint):
        make()


@pytest.mark.parametrize(
    ("nature", "error", "complaint"),
    [
        (lambda: Recorded(iter([{}, {}]), [1]), BadBatch, "labels end after 1"),
        (lambda: Recorded(iter([{}]), [1, 1]), BadBatch, "examples end after 1"),
        (lambda: Recorded([({}, 1), ({}, 1, 2)]), BadBatch, "number 1 is"),
        (lambda: Recorded([({}, 1), 7]), BadBatch, "number 1 is 7"),
        (lambda: Recorded([({}, 1), (None, 1)]), BadFeature, "example 1 is None"),
    ],
)
def test_a_stream_that_goes_wrong_says_where(nature, error, complaint):
    with pytest.raises(error, match=complaint):
        played(nature())


def test_a_stream_may_be_taken_in_parts():
    source = (({"x": number % 2}, 1 if number % 2 else -1) for number in count())
    game = played(Recorded(islice(source, 10)))
    game.play(Recorded(islice(source, 10)))
    assert game.ledger.rounds == game.ledger.labelled == 20
