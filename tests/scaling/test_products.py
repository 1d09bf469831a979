"""Examples with the products of their features."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from littlestone import (
    ALMA,
    AROW,
    Batch,
    Committee,
    Game,
    LinearDescent,
    MaxScaled,
    Perceptron,
    Products,
    Standardised,
    StandardisedLabels,
    load,
    save,
)
from littlestone.checks import check_learner
from littlestone.committees.members import read, written
from littlestone.errors import BadParameter, BadWidth
from littlestone.features import as_batch
from littlestone.natures import Noisy, PlantedHalfspace
from littlestone.scaling.products import columns_within


def triangle(i: int, j: int) -> int:
    return max(i, j) * (max(i, j) + 1) // 2 + min(i, j)


def due(x, bits: int = 16) -> dict[int, float]:
    """The entries of an example with its products, as the docstring says, none of them of one column."""
    found = {2 * i: v for i, v in x.items()}
    for i, j in itertools.combinations_with_replacement(x, 2):
        product = x[i] * x[j]
        if product and not (i == j and product == x[i]):
            column = 2 * (triangle(i, j) % 2**bits) + 1
            found[column] = found.get(column, 0.0) + product
    return found


def entries(row) -> dict[int, float]:
    assert len(set(row.columns.tolist())) == len(row.columns), "a column came twice"
    assert len(row) == 0 or row.columns.max() < row.width
    return dict(zip(row.columns.tolist(), row.values.tolist(), strict=True))


def circles(rounds: int = 400, seed: int = 1):
    rng = np.random.default_rng(seed)
    for _ in range(rounds):
        x = rng.normal(size=2)
        yield x, 1 if x @ x > 1.4 else -1


@pytest.mark.parametrize("at", range(len(Products.variants)))
def test_the_contract(at):
    check_learner(lambda: Products(**Products.variants[at]))


def test_the_contract_behind_what_rescales():
    check_learner(lambda: read("standardised/products/ftrl:alpha=0.3:bias=1.0"))


def test_rows_are_as_the_docstring_says():
    rng = np.random.default_rng(3)
    learner, narrow = Products(Perceptron()), Products(Perceptron(), bits=4)
    for _ in range(300):
        size = int(rng.integers(0, 9))
        columns = sorted(rng.choice(40, size=size, replace=False).tolist())
        values = rng.choice([0.0, 1.0, -1.0, 0.5, 3.25], size=size).tolist()
        row = Batch([0, size], columns, values, 40).row(0)
        x = dict(zip(columns, values, strict=True))
        assert entries(learner.row(row)) == due(x)
        assert entries(narrow.row(row)) == pytest.approx(due(x, bits=4))


def test_every_product_of_361_columns_has_a_column_of_its_own():
    numbers = {triangle(i, j) for j in range(361) for i in range(j + 1)}
    assert len(numbers) == 361 * 362 // 2 <= 2**16 < 362 * 363 // 2


def test_a_row_of_many_features_has_no_products_and_what_is_no_number_is_left_out():
    learner = Products(Perceptron(), entries=3)
    assert len(learner.row(as_batch([[2.0, 2.0, 2.0]]).row(0))) == 9
    assert entries(learner.row(as_batch([[2.0, 2.0, 2.0, 2.0]]).row(0))) == {0: 2.0, 2: 2.0, 4: 2.0, 6: 2.0}
    assert entries(learner.row(as_batch([[1e200, 1e200]]).row(0))) == {0: 1e200, 2: 1e200}
    shared = Products(Perceptron(), bits=0).row(as_batch([[1e154, 1.2e154]]).row(0))
    assert np.isfinite(shared.values).all()
    assert len(shared) == 3


def test_it_learns_what_is_curved_and_its_theorem_holds_on_the_rows_it_saw():
    plain, curved = Game(Perceptron(bias=1.0)), Game(Products(Perceptron(bias=1.0)))
    for x, y in circles():
        for game in (plain, curved):
            game.label(game.predict(x).number, y)
    assert curved.ledger.mistakes < 60 < 120 < plain.ledger.mistakes
    assert [each.verdict for each in curved.ledger.certificates] == 2 * ["holds"]


@pytest.mark.parametrize("inside", [Perceptron(bias=1.0), ALMA(), AROW(bias=1.0), LinearDescent(loss="log", eta=0.1)])
def test_it_is_the_learner_inside_on_rows_with_products(inside):
    """The same guesses, the same account and the same certificates as a game of the learner inside on these rows."""
    game, by_hand, maker = Game(Products(inside.clone())), Game(inside.clone()), Products(Perceptron())
    for x, y in circles(120):
        row = as_batch([x]).row(0)
        z = np.zeros(2 * 3)
        for column, value in entries(maker.row(row)).items():
            z[column] = value
        move, other = game.predict(x), by_hand.predict(z)
        assert move.guess == pytest.approx(other.guess, rel=1e-9, abs=1e-12)
        game.label(move.number, y)
        by_hand.label(other.number, y)
    assert game.ledger.mistakes == by_hand.ledger.mistakes
    for one, other in zip(game.ledger.certificates, by_hand.ledger.certificates, strict=True):
        assert one.verdict == other.verdict == "holds"
        assert (one.paid, one.allowed) == (pytest.approx(other.paid), pytest.approx(other.allowed))


def test_a_learner_inside_that_breaks_its_rule_is_found_out():
    class Wrong(Perceptron):
        """Steps twice as far as the rule says, on products alone."""

        def learn(self, x, y, guess):
            super().learn(x, y, guess)
            if self.w.shape[0] > 1:
                self.w[1] += 0.5

    game = Game(Products(Wrong()))
    game.play(Noisy(PlantedHalfspace(4, margin=0.05, rounds=200, seed=2), chance=0.1))
    assert game.ledger.certificates[0].verdict == "violated"


def test_late_labels_and_resuming_change_no_bit(tmp_path):
    text = "standardised/products/ftrl:alpha=0.3:bias=1.0"
    game, again = Game(read(text), loss="log"), Game(read(text), loss="log")
    late = []
    for t, (x, y) in enumerate(circles(300)):
        if t == 150:
            save(again, tmp_path / "g.npz")
            again = load(tmp_path / "g.npz")
        one, other = game.predict(x), again.predict(x)
        assert one.guess == other.guess
        late.append((one.number, other.number, y))
        if t % 7 == 6:
            for mine, its, label in reversed(late):
                game.label(mine, label)
                again.label(its, label)
            late = []
    assert [str(c) for c in game.ledger.certificates] == [str(c) for c in again.ledger.certificates]


def test_members_share_their_products_and_learn_as_they_do_alone():
    texts = [f"standardised/products/ftrl:alpha={alpha}" for alpha in (0.2, 0.3)]
    texts += ["standardised/ftrl", "products/adagrad:eta=0.5", "products/ogd:loss=log"]
    together, alone = Game(Committee(texts), loss="log"), [Game(read(text), loss="log") for text in texts]
    for x, y in circles(200):
        move = together.predict(x)
        for member, game in zip(together.learner.members, alone, strict=True):
            other = game.predict(x)
            assert member.predict(move.x) == other.guess
            game.label(other.number, y)
        together.label(move.number, y)
    assert [written(member) for member in together.learner.members] == texts


def test_how_it_is_written():
    for text in (
        "products/ftrl:alpha=0.3",
        "standardised/products/one-vs-rest/ftrl",
        "one-vs-rest/products/scale-free",
    ):
        assert written(read(text)) == text
    assert written(Products("ftrl", entries=5)) == ["products", Products("ftrl", entries=5).parameters()]
    assert Products("ftrl", entries=5, bits=9).clone().parameters()["entries"] == 5
    heavy = Committee([Products(read("scale-free"), entries=5)], heaviest=4.0)
    assert heavy.members[0].inside.heaviest == 4.0
    assert heavy.members[0].entries == 5


def test_what_goes_in_front_of_what():
    StandardisedLabels(Standardised(Products(LinearDescent(loss="square"))))
    for inside in (Products(Perceptron()), Standardised(Perceptron()), MaxScaled(Perceptron())):
        with pytest.raises(BadParameter, match=r"rescales already|goes in front"):
            Products(inside)
    for settings in ({"entries": -1}, {"bits": 29}, {"bits": 1.5}):
        with pytest.raises(BadParameter):
            Products(Perceptron(), **settings)


def test_columns_that_are_too_many_are_refused_and_nothing_changes():
    learner = Products(Perceptron())
    with pytest.raises(BadWidth, match="hash"):
        learner.widen(2**30)
    game = Game(Products(Perceptron()))
    with pytest.raises(BadWidth, match="hash"):
        game.play_batch(Batch([0, 1], [2**30], [1.0], 2**30 + 1, labels=[1.0]))
    assert game.ledger.rounds == 0
    full = Products(AROW(covariance="full"))
    assert full.most_columns == columns_within(full.inside.most_columns, 2**16) < full.inside.most_columns
    assert 2 * triangle(full.most_columns, full.most_columns + 1) > full.inside.most_columns
    with pytest.raises(BadWidth):
        Game(full).predict(np.ones(full.most_columns + 1))


def test_memory_is_bounded_however_many_columns_come():
    learner = Products(read("ftrl"), bits=10)
    game = Game(learner, loss="log")
    rng = np.random.default_rng(1)
    for _ in range(300):
        columns = rng.choice(5000, size=5, replace=False)
        game.label(game.predict({int(c): 1.0 for c in columns}).number, 1)
    assert learner.inside.w.shape[0] <= 1.5 * 2 * 5000
    assert not np.asarray(learner.inside.w)[2 * 2**10 + 1 :: 2].any()  # no product lies beyond


def test_weights_are_those_of_single_features_and_say_so():
    game = Game(Products(LinearDescent(loss="log", eta=0.1, bias=1.0)))
    for x, y in circles(50):
        game.label(game.predict({"a": x[0], "b": x[1]}).number, y)
    weights = game.weights()
    assert set(weights) == {"a", "b"}
    assert "products" in weights.note
    assert weights["a"] == game.learner.inside.weights[0]
    assert weights["b"] == game.learner.inside.weights[2]
