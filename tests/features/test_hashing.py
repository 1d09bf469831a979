"""The hashing trick: columns and signs from the hash, collisions added up, games saved without their names."""

from __future__ import annotations

import copy
import io
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Hedge, Perceptron, load, save
from littlestone.errors import BadBatch, BadFeature, BadParameter
from littlestone.features.arrays import as_batch
from littlestone.features.hashing import HashedFeatures
from littlestone.features.name_table import murmur3
from littlestone.formats.text.vw_text import VwReader

examples = st.dictionaries(st.text(max_size=5), st.floats(-1e6, 1e6), max_size=40)


@settings(deadline=None, max_examples=100)
@given(examples, st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_an_entry_is_the_signed_sum_of_the_names_that_meet_in_its_column(x, bits, seed):
    plain: dict[int, float] = {}
    for name, value in x.items():
        if not value:  # zeros are left out
            continue
        code = murmur3(name.encode(), seed)
        plain[code % 2**bits] = plain.get(code % 2**bits, 0.0) + (-value if code >= 2**31 else value)
    row = HashedFeatures(bits, seed=seed).row(x)
    assert row.width == 2**bits
    assert dict(zip(row.columns.tolist(), row.values.tolist(), strict=True)) == plain


def test_the_inner_product_of_hashed_examples_is_right_in_the_mean():
    x = {f"a{k}": 1.0 for k in range(20)}
    z = {f"a{k}": 1.0 for k in range(10, 40)}
    products = []
    for seed in range(400):
        features = HashedFeatures(5, seed=seed)
        products.append(features.row(x).dense(32) @ features.row(z).dense(32))
    assert abs(np.mean(products) - 10) < 4 * np.std(products) / len(products) ** 0.5


def played(game: Game, rounds: range) -> Game:
    for t in rounds:
        move = game.predict({f"word {t % 7}": 1, f"other {t * t % 11}": 2.5})
        game.label(move.number, 1 if t % 3 else -1)
    return game


def test_a_hashed_game_is_saved_and_goes_on_as_if_it_had_never_stopped(tmp_path):
    game = played(Game(Perceptron(), features=HashedFeatures(4, seed=3)), range(30))
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    assert again.features.hashing == (4, 3)
    assert again.features.names == []
    copied = copy.deepcopy(game)
    weights = played(game, range(30, 60)).learner.weights
    for other in (again, copied):
        assert np.array_equal(played(other, range(30, 60)).learner.weights, weights)


def test_a_hashed_game_has_all_its_columns_from_the_start_and_no_more():
    game = Game(Perceptron(), features=HashedFeatures(4))
    assert len(game.learner.weights) == 16
    played(game, range(50))
    assert len(game.learner.weights) == 16
    with pytest.raises(BadBatch, match="16 named columns, but the batch is 17 wide"):
        game.play_batch(as_batch(np.ones((1, 17)), [1]))


def test_a_game_that_meets_a_hashing_reader_hashes_too():
    reader = VwReader(io.BytesIO(b"1 |f a b\n-1 |f c a\n"), hash_bits=5)
    game = Game(Perceptron())
    game.play(reader)
    assert game.features.hashing == (5, 0)


def test_batches_and_names_play_the_same_hashed_game():
    text = b"".join(b"%d |w a%d b%d:0.5 |n:2 c%d\n" % (1 if t % 3 else -1, t % 7, t % 5, t) for t in range(200))
    reader = VwReader(io.BytesIO(text), hash_bits=6, chunk=500)
    bulk = Game(Perceptron(), features=reader.features)
    for batch in reader.batches():
        bulk.play_batch(batch)
    single = Game(Perceptron(), features=HashedFeatures(6))
    single.play(VwReader(io.BytesIO(text), chunk=70))
    assert bulk.ledger.mistakes == single.ledger.mistakes > 5
    assert np.array_equal(bulk.learner.weights, single.learner.weights)
    assert bulk.predict({"w^a1": 1}).guess == single.predict({"w^a1": 1}).guess


@pytest.mark.parametrize(
    ("x", "told"),
    [
        ({"a": math.inf}, "finite"),
        ({"a": 10**400}, "beyond 2\\^53"),
        ({2.5: 1}, "a text, or a whole number, not 2.5"),
        ([1, 2], "mapping"),
        ("a", "mapping"),
        (as_batch(np.ones((1, 9))).row(0), "8 hashed columns, but the row is 9 wide"),
    ],
)
def test_what_cannot_be_hashed_is_refused_and_leaves_no_trace(x, told):
    game = Game(Perceptron(), features=HashedFeatures(3))
    with pytest.raises(BadFeature, match=told):
        game.predict(x)
    assert game.ledger.rounds == 0


def test_a_sum_of_names_that_is_infinite_is_refused():
    features = HashedFeatures(1)
    big = {f"{k}": 1e308 if murmur3(b"%d" % k) < 2**31 else -1e308 for k in range(8)}
    with pytest.raises(BadFeature, match="finite"):
        features.row(big)
    assert features.row({"a": 1}).values.tolist() in ([1.0], [-1.0])


@pytest.mark.parametrize("wrong", [0, 31, -1, 2.5, True, "8"])
def test_bits_that_are_none_are_refused(wrong):
    with pytest.raises(BadParameter):
        HashedFeatures(wrong)


def test_a_seed_of_more_than_32_bits_is_refused():
    with pytest.raises(BadParameter, match="32 bits"):
        HashedFeatures(3, seed=2**32)


def test_experts_are_not_hashed():
    with pytest.raises(BadParameter, match="advice"):
        Game(Hedge(eta=0.1), features=HashedFeatures(3))
    with pytest.raises(BadFeature, match="experts"):
        Game(Hedge(eta=0.1)).play(VwReader(io.BytesIO(b"1 |f a\n"), hash_bits=3))
