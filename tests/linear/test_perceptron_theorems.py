"""The Perceptron's two theorems on drawn games: never violated by honest play, broken only on proof."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import ROMMA, Batch, Game, Perceptron
from littlestone.bounds import HingeBound, MarginBound
from littlestone.errors import BadParameter
from littlestone.linear import perceptron_theorems as margin
from littlestone.solvers.separator import Separator

quick = settings(deadline=None, max_examples=60)

perceptrons = st.builds(
    dict,
    zero=st.sampled_from(["+1", "-1", "mistake"]),
    bias=st.sampled_from([None, 1.0, -0.5]),
    normalise=st.booleans(),
)


def play(learner, rounds, delay=0, **settings):
    """Play (x, y) pairs; every label comes `delay` rounds after its guess, the last ones at the end."""
    game = Game(learner, **settings)
    waiting = []
    for x, y in rounds:
        waiting.append((game.predict(x).number, y))
        if len(waiting) > delay:
            game.label(*waiting.pop(0))
    for number, y in waiting:
        game.label(number, y)
    return game.ledger


@st.composite
def any_rounds(draw):
    shape = draw(st.tuples(st.integers(1, 40), st.integers(1, 4)))
    x = draw(arrays(np.int64, shape, elements=st.integers(-3, 3)))
    y = draw(arrays(np.int64, shape[0], elements=st.sampled_from([-1, 1])))
    return list(zip(x, y.tolist(), strict=True))


@st.composite
def separable_rounds(draw, bias=None):
    """Rows labelled by a drawn vector, with a threshold if the learner has a constant feature; none on the border."""
    width = draw(st.integers(1, 4))
    x = draw(arrays(np.int64, (draw(st.integers(1, 40)), width), elements=st.integers(-3, 3)))
    u = draw(arrays(np.int64, width, elements=st.integers(-3, 3)))
    sums = x @ u + (draw(st.integers(-3, 3)) if bias else 0)
    return [(row, int(np.sign(total))) for row, total in zip(x, sums, strict=True) if total]


def verdicts(ledger):
    return [certificate.verdict for certificate in ledger.certificates]


XOR = [(x, 1 if x[0] != x[1] else -1) for x in product((0, 1), repeat=2)]
SIGNED_XOR = [([2 * a - 1, 2 * b - 1], y) for (a, b), y in XOR]


@pytest.mark.parametrize("zero", ["+1", "-1", "mistake"])
@pytest.mark.parametrize("bias", [None, 1.0])
@pytest.mark.parametrize("rounds", [XOR, SIGNED_XOR], ids=["bits", "signs"])
def test_xor_breaks_the_premise_of_a_margin_and_keeps_the_hinge_bound(zero, bias, rounds):
    assert verdicts(play(Perceptron(zero=zero, bias=bias), 10 * rounds)) == ["broken premise", "holds"]


def test_the_broken_premise_names_the_round_that_proves_it():
    certificate = play(Perceptron(zero="mistake", bias=1.0), 10 * XOR).certificates[0]
    assert certificate.broken == ("no separator through the origin fits the mistakes up to round 4")
    assert certificate.allowed is None


@quick
@given(st.data(), perceptrons)
def test_mistakes_on_separable_rounds_stay_within_r_over_gamma_squared(data, parameters):
    ledger = play(Perceptron(**parameters), data.draw(separable_rounds(parameters["bias"])))
    with_margin, with_hinge = ledger.certificates
    assert (with_margin.verdict, with_hinge.verdict) == ("holds", "holds")
    assert ledger.mistakes <= with_margin.allowed * (1 + 1e-9)
    assert ledger.mistakes <= with_hinge.allowed * (1 + 1e-9) <= 1.5 * ledger.mistakes * (1 + 1e-6)


@quick
@given(any_rounds(), perceptrons, st.integers(0, 5))
def test_honest_play_violates_nothing_whatever_the_rounds(rounds, parameters, delay):
    first, second = play(Perceptron(**parameters), rounds, delay).certificates
    assert first.verdict in ("holds", "broken premise")
    assert second.verdict == "holds"


@quick
@given(st.data(), perceptrons, st.integers(1, 8))
def test_late_labels_cost_no_theorem_anything(data, parameters, delay):
    rounds = data.draw(separable_rounds(parameters["bias"]))
    late, prompt = play(Perceptron(**parameters), rounds, delay), play(Perceptron(**parameters), rounds)
    assert verdicts(late) == ["holds", "holds"]
    assert late.certificates == prompt.certificates  # labels come in the order of their rounds
    assert late.in_order.mistakes == prompt.mistakes
    assert late.mistakes == prompt.mistakes + late.lateness.mistakes


def test_a_late_label_can_make_more_mistakes_than_the_theorem_allows_and_they_are_those_of_lateness():
    ledger = play(Perceptron(zero="mistake"), 6 * [([1.0], 1)], delay=4)
    certificate = ledger.certificates[0]
    assert (ledger.mistakes, ledger.in_order.mistakes, ledger.lateness.mistakes) == (5, 1, 4)
    assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", 1, 1.0)


def axes(count):
    """The unit vectors of `count` axes: together they have margin 1 over the root of their number."""
    return [(row, 1) for row in np.eye(count)]


def test_a_promised_margin_too_large_is_refuted_by_the_first_round_that_leaves_less():
    rounds = [pair for pair in axes(6) for _ in range(2)]  # rounds 1, 3, 5, ... are mistakes
    certificate = play(Perceptron(zero="mistake"), rounds, bounds=[MarginBound(margin=0.6)]).certificates[0]
    assert certificate.verdict == "broken premise"
    assert certificate.broken == "no separator has the promised margin 0.6: round 5 refutes it"  # 1/sqrt(3) < 0.6


def test_a_promise_is_refuted_before_as_many_mistakes_are_made_as_it_allows():
    opposite = [([1.0, 0.0], 1), ([1.0, 0.1], -1)]
    certificate = play(Perceptron(zero="mistake"), opposite, bounds=[MarginBound(margin=0.2)]).certificates[0]
    assert "round 2 refutes it" in certificate.broken


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_a_promise_of_exactly_the_largest_margin_holds(count):
    ledger = play(Perceptron(zero="mistake"), axes(count), bounds=[MarginBound(margin=count**-0.5)])
    certificate = ledger.certificates[0]
    assert (certificate.verdict, certificate.paid) == ("holds", count)
    assert certificate.allowed == pytest.approx(count)


@quick
@given(st.data(), perceptrons, st.integers(0, 3))
def test_a_true_promise_holds_with_what_it_allows(data, parameters, delay):
    rounds = data.draw(separable_rounds(parameters["bias"]))
    found = margin.largest_margin
    kept = play(Perceptron(**parameters), rounds, delay).kept
    promised = 0.9 * found(kept.batch()).margin if kept.count else 1.0
    ledger = play(Perceptron(**parameters), rounds, delay, bounds=[MarginBound(margin=promised)])
    certificate = ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert ledger.in_order.mistakes == certificate.paid <= certificate.allowed * (1 + 1e-9)


@quick
@given(any_rounds(), perceptrons, st.floats(1e-3, 10.0), st.integers(0, 3))
def test_no_promise_is_ever_violated(rounds, parameters, promised, delay):
    ledger = play(Perceptron(**parameters), rounds, delay, bounds=[MarginBound(margin=promised)])
    assert ledger.certificates[0].verdict in ("holds", "broken premise")


@pytest.mark.parametrize("promised", [0, -1.0, float("nan"), float("inf")])
def test_a_margin_that_is_no_positive_number_cannot_be_promised(promised):
    with pytest.raises(BadParameter, match="above 0"):
        MarginBound(margin=promised)


def test_without_mistakes_nothing_is_paid_and_nothing_allowed():
    for certificate in play(Perceptron(), []).certificates:
        assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", 0, 0.0)


@pytest.mark.parametrize("keep", [0, 4])
def test_past_the_limit_the_case_is_open_and_all_mistakes_are_counted(keep):
    for certificate in play(Perceptron(zero="mistake"), axes(6), keep=keep).certificates:
        assert (certificate.verdict, certificate.paid, certificate.allowed) == ("open", 6, None)
        assert certificate.open == f"only the first {keep} of 6 mistakes were kept; give the game a larger keep"
        assert certificate.teaches == ""


@pytest.mark.parametrize("keep", [0, 3])
def test_a_promised_margin_needs_no_rows_to_be_kept(keep):
    for promised, verdict in ((6**-0.5, "holds"), (0.5, "broken premise")):
        ledger = play(Perceptron(zero="mistake"), axes(6), keep=keep, bounds=[MarginBound(promised)])
        certificate = ledger.certificates[0]
        assert (certificate.verdict, certificate.paid) == (verdict, 6)
    assert certificate.broken == "no separator has the promised margin 0.5: none is above |w|/M = 0.4082"


def test_a_beginning_that_nothing_separates_is_proof_enough():
    certificate = play(Perceptron(zero="mistake"), 5 * [([1.0], 1), ([1.0], -1)], keep=2).certificates[0]
    assert (certificate.verdict, certificate.paid) == ("broken premise", 10)
    assert certificate.broken == "no separator through the origin fits the mistakes up to round 2"


@pytest.mark.parametrize("gap", [1e8, 1e10, 1e12])
@pytest.mark.parametrize("kind", [Perceptron, ROMMA])
def test_columns_of_very_different_sizes_are_not_called_inseparable(kind, gap):
    chance = np.random.default_rng(0)
    x = chance.normal(size=(40, 2)) * [gap, 1.0]
    rounds = [(row, int(np.sign(row[1]))) for row in x if abs(row[1]) > 0.1]
    certificate = play(kind(), rounds).certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed > certificate.paid


def test_a_learner_that_learned_before_the_game_breaks_the_premise_of_starting_at_zero():
    learner = Perceptron(zero="mistake")
    play(learner, axes(3))
    for certificate in play(learner, XOR).certificates:
        assert certificate.broken == "the learner did not start afresh: it had made 3 updates before the game"


def test_nothing_is_called_broken_while_the_question_is_open(monkeypatch):
    monkeypatch.setattr(margin, "largest_margin", lambda *_: Separator(np.zeros(2), 0.0, 0.01))
    certificate = play(Perceptron(zero="mistake"), axes(2)).certificates[0]
    assert (certificate.verdict, certificate.allowed) == ("open", None)
    assert certificate.open == "no separator was found and none ruled out"
    assert certificate.teaches == "no margin is above 0.01"


def test_a_margin_that_may_not_be_the_largest_is_not_called_the_largest(monkeypatch):
    monkeypatch.setattr(margin, "largest_margin", lambda *_: Separator(np.ones(2) / 2**0.5, 0.5, 0.6))
    certificate = play(Perceptron(zero="mistake"), 2 * axes(2)).certificates[0]
    assert certificate.allowed == pytest.approx(4.0)
    assert certificate.teaches == "the mistakes have a margin of 0.5 and none above 0.6"


def test_the_lesson_of_the_hinge_bound_is_true_of_drawn_vectors():
    random = np.random.default_rng(0)
    rounds = [
        (row, int(label)) for row, label in zip(random.normal(size=(300, 3)), random.choice([-1, 1], 300), strict=True)
    ]
    ledger = play(Perceptron(), rounds)
    batch = ledger.kept.batch()
    x = np.array([batch.row(t).dense(3) for t in range(batch.rows)])
    y = np.asarray(batch.labels)
    w = np.linalg.norm(y @ x)
    assert f"at least {len(y)} - {w:.4g} |u|" in ledger.certificates[1].teaches
    for u in random.normal(size=(200, 3)):
        assert np.maximum(0, 1 - y * (x @ u)).sum() >= len(y) - w * np.linalg.norm(u) - 1e-9


@pytest.mark.parametrize("rounds", [10, 25, 40])
def test_the_bisecting_adversary_forces_every_round_and_leaves_a_margin(rounds):
    game = Game(Perceptron())
    low, high = Fraction(0), Fraction(1)
    for _ in range(rounds):
        middle = (low + high) / 2
        move = game.predict([float(middle), 1.0])
        game.label(move.number, -move.act)
        low, high = (low, middle) if move.act < 0 else (middle, high)
    first, second = game.ledger.certificates
    assert game.ledger.mistakes == rounds
    assert (first.verdict, second.verdict) == ("holds", "holds")
    assert first.allowed > 2.0**rounds


def test_a_batch_is_certified_like_the_rounds_it_is_made_of():
    random = np.random.default_rng(1)
    x = random.normal(size=(400, 5))
    y = np.sign(x @ [1, 2, 3, 4, 5])
    game = Game(Perceptron())
    game.play_batch(Batch(np.arange(401) * 5, np.tile(np.arange(5), 400), x.ravel(), 5, y))
    assert game.ledger.certificates == play(Perceptron(), zip(x, y.astype(int).tolist(), strict=True)).certificates
    assert isinstance(game.ledger.bounds[1], HingeBound)


@pytest.mark.parametrize("size", [1e200, 1e-200])
def test_examples_that_cannot_be_squared_leave_the_case_open(size):
    for certificate in play(Perceptron(zero="mistake"), [([size, 0.0], 1), ([0.0, size], -1)]).certificates:
        assert certificate.verdict == "open"
        assert "scale" in certificate.open


def test_a_bound_of_more_than_one_mistake_a_round_says_that_it_says_nothing():
    certificate = play(Perceptron(zero="mistake"), axes(2), bounds=[MarginBound(0.1)]).certificates[0]
    assert certificate.teaches.startswith("nothing by its number, which is more than one mistake a round; ")


def test_a_promise_may_be_absurdly_small():
    for absurd in (1e-200, 1e-320):
        (certificate,) = play(Perceptron(zero="mistake"), axes(2), bounds=[MarginBound(absurd)]).certificates
        assert (certificate.verdict, certificate.allowed) == ("holds", np.inf)


@pytest.mark.parametrize("size", [2.6e-162, 1e-144, 1.2e154, 1e99])
def test_no_scale_of_the_features_ends_in_an_exception(size):
    ledger = play(Perceptron(zero="mistake"), [([size, 0.0], -1), ([0.0, size], -1), ([size, size], 1)])
    assert all(certificate.verdict != "violated" for certificate in ledger.certificates)


def test_where_no_vector_explains_anything_the_hinge_bound_is_that_of_zero():
    rounds = [([1.0, 0.0], 1), ([-1.0, 0.0], 1)]
    for weights in ((None,), (1.0, 1.0), (2.0, 2.0)):
        game = Game(Perceptron(zero="-1"), bounds=[HingeBound()])
        for t in range(4):
            x, y = rounds[t % 2]
            game.label(game.predict(x).number, y, **({} if weights == (None,) else {"weight": weights[t % 2]}))
        (certificate,) = game.ledger.certificates
        assert game.ledger.mistakes == 4
        assert certificate.verdict == "holds"
        assert certificate.allowed == certificate.paid == 4 * (weights[0] or 1.0)
        assert "none found does better than u = 0" in certificate.teaches


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.floats(0.01, 100.0))
def test_a_margin_may_be_promised_of_a_vector_of_any_length(seed, length):
    rng = np.random.default_rng(seed)
    u = rng.normal(size=3)
    X = rng.normal(size=(40, 3))
    X = X[np.abs(X @ u) > 0.2 * np.linalg.norm(u)]
    w = length * u / np.linalg.norm(u)
    margin = float(np.abs(X @ w).min())
    bounds = [MarginBound(margin=margin, length=length), MarginBound(margin=margin / length)]
    game = Game(Perceptron(), bounds=bounds)
    for x in X:
        game.label(game.predict(x).number, 1 if x @ w > 0 else -1)
    scaled, plain = game.ledger.certificates
    assert scaled.verdict == plain.verdict == "holds"
    assert scaled.allowed == pytest.approx(plain.allowed)
    assert scaled.theorem.startswith("Perceptron, margin as promised: M <= (R |u|/gamma)^2, |u| = ")
    assert bounds[0].parameters() == {"margin": margin, "length": length}


def test_a_promised_length_is_refuted_and_refused_in_its_own_words():
    game = Game(Perceptron(zero="-1"), bounds=[MarginBound(margin=4.0, length=2.0)])
    game.label(game.predict([1.0]).number, 1)
    assert "no separator has the promised margin 4 of a vector of length 2" in game.ledger.certificates[0].broken
    with pytest.raises(BadParameter, match="promise its margin, too"):
        MarginBound(length=2.0)
    with pytest.raises(BadParameter, match="length is that of a vector, above 0"):
        MarginBound(margin=1.0, length=0.0)
