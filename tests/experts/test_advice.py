from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Hedge
from littlestone.errors import BadAdvice, BadBatch, BadLabel, LittlestoneError
from littlestone.experts import as_advice

QUICK = settings(deadline=None, max_examples=200)
NAN = float("nan")


def game(loss="square", **options):
    return Game(Hedge(eta=0.5), loss=loss, **options)


def same(one, other):
    """Two games in the same state, to the last bit."""
    here, there = one.state(), other.state()
    return here.keys() == there.keys() and all(
        np.asarray(here[key]).tobytes() == np.asarray(there[key]).tobytes() for key in here
    )


def heard(one, advice):
    """Who is awake, and what they say."""
    move = one.predict(advice)
    return dict(zip(move.x.columns.tolist(), move.x.values.tolist(), strict=True))


# what is advice


@pytest.mark.parametrize(
    "advice",
    [
        [1.0, 0.0, NAN],
        (1, 0, None),
        np.array([1.0, 0.0, NAN]),
        np.array([1, 0, None], dtype=object),
        [np.float32(1), False, pd.NA],
        [Decimal(1), Fraction(0), Decimal("NaN")],
        (value for value in (1, 0, None)),
        pl.Series([1.0, 0.0, None]),
    ],
    ids=lambda advice: type(advice).__name__,
)
def test_a_vector_is_what_every_expert_says_and_nothing_is_one_who_sleeps(advice):
    assert heard(game(), advice) == {0: 1.0, 1: 0.0}


@pytest.mark.parametrize(
    "advice",
    [
        {"a": 1.0, "b": 0.0, "c": NAN},
        {"a": 1, "b": 0, "c": None},
        {"a": 1, "b": 0},
        {"a": 1, "b": 0, "c": pd.NA},
        pd.Series({"a": 1.0, "b": 0.0, "c": NAN}),
    ],
    ids=range(5),
)
def test_a_mapping_is_what_every_expert_says_and_zero_is_something_said(advice):
    one = game(features=["a", "b", "c"])
    assert heard(one, advice) == {0: 1.0, 1: 0.0}


def test_vectors_are_understood_where_experts_have_names():
    one = game(features=["a", "b"])
    assert heard(one, [3.0, 4.0]) == {0: 3.0, 1: 4.0}
    with pytest.raises(BadAdvice, match="2 experts, but 3 spoke"):
        one.predict([3.0, 4.0, 5.0])
    assert heard(one, {"b": 4.0, "new": 5.0}) == {1: 4.0, 2: 5.0}
    assert heard(one, [1.0, 2.0, 3.0]) == {0: 1.0, 1: 2.0, 2: 3.0}


def test_classes_are_said_in_the_names_of_the_game():
    one = game("mistake", labels=("ham", "spam"))
    assert heard(one, {"a": "spam", "b": "ham", "c": None}) == {0: 1.0, 1: -1.0}
    with pytest.raises(BadAdvice, match="expert 'b': a label here is 'ham' or 'spam', not 'eggs'"):
        one.predict({"a": "spam", "b": "eggs"})


# what is not


@pytest.mark.parametrize(
    ("advice", "words"),
    [
        ([NAN, None], "no expert is awake"),
        ({}, "no expert is awake"),
        ({"a": None}, "no expert is awake"),
        ([], "no expert is awake"),
        ([1.0, "2"], "expert 1 says '2'; advice is a finite number"),
        ([1.0, float("inf")], "expert 1 says inf"),
        ({"a": -float("inf")}, "expert 'a' says -inf"),
        ([10**400], "expert 0 says 1000"),
        ([1j], "expert 0 says 1j"),
        ([[1.0], [2.0]], "expert 0 says"),
        ([np.array([1.0, 2.0])], "expert 0 says"),
        (np.ones((2, 2)), "one vector, not an array of shape"),
        ("12", "a mapping of experts to what they say, or a vector of it, not '12'"),
        (7, "not 7"),
        (dict, "not <class 'dict'>"),
        ({1: 2.0}, "an expert's name is a string, not 1"),
        (scipy.sparse.csr_matrix([[1.0, 2.0]]), "a mapping of experts"),
        (pd.DataFrame({"a": [1.0, 2.0]}), "expert 'a' says"),
        ([Decimal("sNaN")], "expert 0 says"),
    ],
    ids=range(19),
)
def test_junk_is_an_error_in_words_and_leaves_no_trace(advice, words):
    one, witness = game(), game()
    with pytest.raises(BadAdvice) as caught:
        one.predict(advice)
    assert words in str(caught.value)
    assert same(one, witness)
    assert heard(one, [1.0, 2.0]) == {0: 1.0, 1: 2.0}, "the refused round decided how many experts there are"


@pytest.mark.parametrize("loss", ["log", "brier"])
def test_chances_lie_from_0_to_1(loss):
    one = game(loss, features=["a", "b"])
    with pytest.raises(BadAdvice, match=rf"expert 'b' says 1.5; where the loss is {loss}, advice is a chance"):
        one.predict([0.5, 1.5])
    with pytest.raises(BadAdvice, match=r"row 1: expert 'a' says -0.1"):
        one.play_batch(as_advice([[0.5, 0.5], [-0.1, 0.5]], [1, 0]))
    move = one.predict([0.0, 1.0])
    with pytest.raises(BadLabel, match="the truth lies from 0 to 1, not at 2"):
        one.label(move.number, 2.0)
    one.label(move.number, 1.0)
    assert one.ledger.labelled == 1


@pytest.mark.parametrize("truth", [NAN, None, "1", b"1", float("inf"), 10**400, [1.0], 1j, object()], ids=range(9))
def test_a_truth_is_a_finite_number(truth):
    one = game()
    move = one.predict([1.0, 2.0])
    with pytest.raises(BadLabel, match=r"the truth is a finite number.*forget the round"):
        one.label(move.number, truth)
    assert one.ledger.open == 1


def test_a_share_of_nothing_has_no_price():
    one = game("percentage")
    with pytest.raises(BadLabel, match="take another loss"):
        one.label(one.predict([1.0]).number, 0.0)


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**320), 10**320)
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=3)
    | st.binary(max_size=3)
    | st.decimals()
    | st.sampled_from(
        [pd.NA, pd.NaT, object(), ..., dict, len, np.nan, np.float32(0.5), np.int8(1), np.datetime64("NaT")]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=2) | st.integers() | st.none(), inner, max_size=4)
        | st.tuples(inner, inner)
    ),
    max_leaves=8,
)


@QUICK
@given(junk, st.sampled_from(["square", "absolute", "log", "brier", "pinball:0.3", "percentage", "mistake"]), st.data())
def test_any_junk_is_an_error_of_this_package_and_leaves_the_game_as_it_was(advice, loss, data):
    plain = [1, -1] if loss == "mistake" else [0.25, 0.75]
    one, witness = game(loss), game(loss)
    if data.draw(st.booleans(), label="after a round"):
        for each in (one, witness):
            each.label(each.predict(plain).number, plain[0])
    try:
        move = one.predict(advice)
    except LittlestoneError:
        assert same(one, witness)
        one.predict(plain)
        return
    assert np.isfinite(move.guess)
    before = one.state()
    truth = data.draw(junk, label="truth")
    try:
        one.label(move.number, truth)
    except LittlestoneError:
        after = one.state()
        assert all(np.asarray(before[key]).tobytes() == np.asarray(after[key]).tobytes() for key in before)


# by the million


def test_a_table_of_advice_keeps_its_zeros_and_drops_who_sleeps():
    batch = as_advice([[0.0, 1.0], [NAN, 2.0]], [1.0, 2.0])
    assert np.asarray(batch.starts).tolist() == [0, 2, 3]
    assert np.asarray(batch.values).tolist() == [0.0, 1.0, 2.0]


def test_frames_and_missing_entries_of_any_kind_are_a_table():
    plain = as_advice([[1.0, NAN], [3.0, 4.0]])
    frame = pd.DataFrame({"a": [1.0, 3.0], "b": pd.array([pd.NA, 4], dtype="Int64")})
    for table in (frame, pl.DataFrame({"a": [1.0, 3.0], "b": [None, 4.0]}), [[1.0, None], [3.0, 4.0]]):
        assert np.asarray(as_advice(table).values).tolist() == np.asarray(plain.values).tolist()


def test_a_table_of_classes_may_have_sleepers():
    batch = as_advice([["ham", "spam"], [None, "ham"]], ["ham", "ham"], labels=("ham", "spam"))
    assert np.asarray(batch.values).tolist() == [-1.0, 1.0, -1.0]
    assert np.asarray(batch.labels).tolist() == [-1.0, -1.0]


@pytest.mark.parametrize(
    ("table", "truths", "error", "words"),
    [
        ([1.0, 2.0], None, BadBatch, "one row a round"),
        ([[1.0], [1.0, 2.0]], None, BadBatch, "as many entries"),
        ([[1.0, 2.0]], [1.0, 2.0], BadBatch, "as many truths"),
        ([[1.0, 2.0]], [NAN], BadBatch, "leave out rounds whose truth is not known"),
        ([["ham"]], ["spam"], BadAdvice, "give labels"),
    ],
    ids=range(5),
)
def test_what_is_no_table_of_advice_is_said(table, truths, error, words):
    with pytest.raises(error, match=words):
        as_advice(table, truths)


def test_a_round_in_which_all_sleep_is_no_round_of_a_batch():
    one = game()
    with pytest.raises(BadAdvice, match="row 1: no expert is awake"):
        one.play_batch(as_advice([[1.0], [NAN]], [1.0, 1.0]))
    assert one.ledger.rounds == 0
