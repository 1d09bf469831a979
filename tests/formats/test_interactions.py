"""Products of features: of every pair of two groups, and no others."""

from __future__ import annotations

import io
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, read
from littlestone.errors import BadFile, BadParameter
from littlestone.features.interactions import Interactions, pair_of_groups

XOR = b"a,b,y\n" + b"p,p,1\np,q,0\nq,p,0\nq,q,1\n" * 25


def table(lines, **options):
    return read(io.BytesIO(lines), label="y", **options)


def test_columns_of_numbers_categories_and_texts_are_groups():
    text = b"a,aa,b,m,y\n2,9,p,Win now,1\n"
    (x, _), *_ = table(text, text="m", interactions=("a*b", "b*m", "a*a"))
    products = {"a*b=p": 2.0, "b=p*m:win": 1.0, "b=p*m:now": 1.0, "a*a": 4.0}
    assert x == {"a": 2.0, "aa": 9.0, "b=p": 1.0, "m:win": 1.0, "m:now": 1.0} | products


FEATURES = st.dictionaries(st.sampled_from(["p^1", "p^2", "q^1", "q^=", "pq^1", "r"]), st.floats(-9, 9), max_size=6)


@settings(deadline=None)
@given(FEATURES)
def test_products_are_of_all_pairs_of_namespaces(x):
    left, right = ([name for name in x if name.startswith(f"{group}^")] for group in "pq")
    expected = {f"{a}*{b}": x[a] * x[b] for a, b in product(left, right)}
    assert Interactions(("p*q",)).crossed(x) == x | expected
    squares = {f"{a}*{b}": x[a] * x[b] for a, b in combinations_with_replacement(left, 2)}
    assert Interactions(("p*p",)).crossed(x) == x | squares


def test_a_perceptron_learns_exclusive_or_by_products_and_not_without():
    plain = Game(Perceptron(), bounds=[]).play(table(XOR))
    crossed = table(XOR, interactions="a*b")
    game = Game(Perceptron(), features=crossed.features, bounds=[])
    for batch in crossed.batches():
        game.play_batch(batch)
    assert game.ledger.mistakes <= 6
    assert plain.mistakes >= 40


def test_the_names_of_products_are_among_the_names():
    assert table(b"a,b,y\n1,2,1\n", interactions="a*b").names() == ["a", "b", "a*b"]


@pytest.mark.parametrize("wrong", ["a", "a*", "*b", "a*b*c", ["a*b", "b*a"]])
def test_an_interaction_is_of_two_groups_and_given_once(wrong):
    with pytest.raises(BadParameter):
        table(XOR, interactions=wrong)


def test_what_has_no_names_has_no_products():
    with pytest.raises(BadParameter, match="numbered"):
        read(io.BytesIO(b"1 1:2"), interactions="a*b")


@pytest.mark.parametrize("text", [b"a,b,y\n1e200,1e200,1\n", b"a,b,a*b,y\n1,1,1,1\n"])
def test_a_product_that_is_no_number_or_a_feature_already_is_refused(text):
    with pytest.raises(BadFile, match=r"a\*b"):
        list(table(text, interactions="a*b"))


def test_two_letters_are_all_namespaces_that_begin_with_them_as_in_vw():
    (one, other) = pair_of_groups("ad")
    x = {"age^old": 1.0, "area^wide": 2.0, "day^monday": 3.0, "a": 4.0}
    assert [name for name, _ in one.of(x)] == ["age^old", "area^wide"]
    assert [name for name, _ in other.of(x)] == ["day^monday"]
