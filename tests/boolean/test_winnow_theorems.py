from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Batch, Game, Winnow
from littlestone.boolean import winnow_theorems
from littlestone.boolean.fitting_disjunction import greedy_cover, uncovered
from littlestone.boolean.winnow_theorems import most_mistakes, promotions
from littlestone.bounds import DisjunctionBound
from littlestone.errors import BadParameter
from littlestone.support.effort import Effort

SETTINGS = [
    {},
    {"strict": False},
    {"demote": "eliminate"},
    {"demote": "eliminate", "strict": False},
    {"theta": 3.5, "beta": 0.5},
    {"theta": 2.0, "beta": 0.25, "strict": False},
    {"theta": 40.0},
    {"beta": 3.0, "demote": "eliminate"},
]


def batch_of(rows, labels, width) -> Batch:
    dense = np.array(rows, dtype=float).reshape(len(rows), width)
    where, columns = np.nonzero(dense)
    starts = np.concatenate(([0], np.cumsum(np.bincount(where, minlength=len(rows)))))
    return Batch(starts, columns, dense[where, columns], width, labels).check()


@st.composite
def boolean_rows(draw, width):
    rows = draw(st.lists(st.lists(st.integers(0, 1), min_size=width, max_size=width), min_size=1, max_size=60))
    return np.array(rows)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_winnow_stays_within_its_bound_on_every_disjunction(data):
    width = data.draw(st.integers(1, 7))
    k = data.draw(st.integers(0, width))
    rows = data.draw(boolean_rows(width))
    learner = Winnow(n=width, **data.draw(st.sampled_from(SETTINGS)))
    labels = np.where(rows[:, :k].any(axis=1), 1, -1)
    game = Game(learner, bounds=[DisjunctionBound(k), DisjunctionBound()])
    promised, hindsight = game.play_batch(batch_of(rows, labels, width)).certificates
    assert promised.verdict == hindsight.verdict == "holds"
    assert hindsight.paid == game.ledger.mistakes <= hindsight.allowed
    assert promised.allowed == most_mistakes(learner, width, k)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_negations_learn_any_disjunction_of_literals(data):
    width = data.draw(st.integers(1, 6))
    rows = data.draw(boolean_rows(width))
    literals = data.draw(st.lists(st.sampled_from([-1, 0, 1]), min_size=width, max_size=width))
    on = [rows[:, i] == (sign > 0) for i, sign in enumerate(literals) if sign]
    labels = np.where(np.any(on, axis=0), 1, -1) if on else np.full(len(rows), -1)
    game = Game(Winnow(n=width, negations=True), bounds=[DisjunctionBound(len(on))])
    (certificate,) = game.play_batch(batch_of(rows, labels, width)).certificates
    assert certificate.verdict == "holds"
    assert certificate.allowed == 1 + 3 * len(on) * (1 + int(np.log2(2 * width)))


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_no_data_whatever_violates_the_theorem(data):
    width = data.draw(st.integers(1, 5))
    rows = data.draw(boolean_rows(width))
    labels = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    learner = Winnow(n=width, negations=data.draw(st.booleans()), **data.draw(st.sampled_from(SETTINGS)))
    game = Game(learner, bounds=[DisjunctionBound(data.draw(st.integers(0, width))), DisjunctionBound()])
    for certificate in game.play_batch(batch_of(rows, labels, width)).certificates:
        assert certificate.verdict != "violated", certificate


def test_the_bound_of_the_lecture_and_its_sharp_forms():
    for n, k in product((1, 2, 3, 4, 7, 8, 1000), (0, 1, 2, 20)):
        log_down, log_up = int(np.log2(n)), int(np.ceil(np.log2(n)))
        assert most_mistakes(Winnow(n=n), n, k) == 1 + 3 * k * (1 + log_down)
        assert most_mistakes(Winnow(n=n, strict=False), n, k) == 1 + 3 * k * log_up
        assert most_mistakes(Winnow(n=n, demote="eliminate"), n, k) == 2 * k * (1 + log_down)
        assert most_mistakes(Winnow(n=n, demote="eliminate", strict=False), n, k) == 1 + 2 * k * log_up


def test_promotions_are_counted_exactly_at_powers_of_the_base():
    assert [promotions(Winnow(n=n)) for n in (1, 2, 3, 4, 8)] == [1, 2, 2, 3, 4]
    assert [promotions(Winnow(n=n, strict=False)) for n in (1, 2, 3, 4, 8)] == [0, 1, 2, 2, 3]
    assert promotions(Winnow(n=9, theta=2.25, beta=0.5)) == 3
    assert promotions(Winnow(n=9, theta=2.25, beta=0.5, strict=False)) == 2


def test_data_that_no_disjunction_fits_breaks_the_premise_and_names_the_round():
    rows = [[1, 0], [1, 0], [0, 0], [1, 0]]
    game = Game(Winnow(n=2))
    (certificate,) = game.play_batch(batch_of(rows, [1, 1, -1, -1], 2)).certificates
    assert certificate.verdict == "broken premise"
    assert certificate.broken == "no disjunction fits: round 4"
    assert certificate.allowed is None
    assert certificate.teaches == ""


def test_a_promise_of_too_few_variables_is_refuted_by_the_mistakes_themselves():
    rows = np.repeat(np.eye(4, dtype=int), 3, axis=0)
    game = Game(Winnow(n=4), bounds=[DisjunctionBound(2)])
    (certificate,) = game.play_batch(batch_of(rows, np.ones(12), 4)).certificates
    assert certificate.verdict == "broken premise"
    assert certificate.broken == "no disjunction of 2 variables fits: round 7 refutes it"
    assert "at least 4 variables" in certificate.teaches


def test_a_late_label_is_learned_as_if_asked_again():
    game = Game(Winnow(n=2))
    moves = [game.predict([1, 0]) for _ in range(4)]
    for move in moves:
        game.label(move.number, 1)
    (certificate,) = game.ledger.certificates
    assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", 2, 7)
    assert (game.ledger.mistakes, game.ledger.lateness.mistakes) == (4, 2)


def test_beyond_what_is_kept_only_a_promise_is_held_against_the_mistakes():
    rows = np.repeat(np.eye(4, dtype=int), 3, axis=0)
    game = Game(Winnow(n=4), bounds=[DisjunctionBound(), DisjunctionBound(4), DisjunctionBound(3)], keep=5)
    hindsight, four, three = game.play_batch(batch_of(rows, np.ones(12), 4)).certificates
    assert game.ledger.mistakes == 12
    assert (hindsight.paid, hindsight.allowed) == (12, None)
    assert hindsight.open == "only the first 5 of 12 mistakes were kept; give the game a larger keep"
    assert hindsight.teaches == "any disjunction that fits has at least 4 variables"
    assert (four.verdict, four.paid, four.allowed) == ("holds", 12, 37)
    assert three.broken == "no disjunction of 3 variables fits: the mistakes ask for 4"


def test_mistakes_that_no_disjunction_allows_are_found_without_evidence():
    game = Game(Winnow(n=2, theta=1.0, strict=False), bounds=[DisjunctionBound(), DisjunctionBound(2)], keep=0)
    for certificate in game.play_batch(batch_of([[1, 0], [1, 0]], [-1, 1], 2)).certificates:
        assert certificate.broken == "no disjunction fits: the mistakes ask for more than 2 variables"
    game = Game(Winnow(n=2), keep=0)
    for certificate in game.play_batch(batch_of([[1, 0]] * 30, [1, 1, -1] * 10, 2)).certificates:
        assert certificate.broken == "no disjunction fits: the mistakes ask for more than 2 variables"


def test_no_variables_and_no_rounds_hold():
    for learner in (Winnow(n=0), Winnow(n=3)):
        (certificate,) = Game(learner).ledger.certificates
        assert (certificate.paid, certificate.verdict) == (0, "holds")
    (certificate,) = Game(Winnow()).ledger.certificates
    assert certificate.open == "no example has come yet that says how many variables there are"
    for k in (-1, 2.5, "3", True):
        with pytest.raises(BadParameter, match="0 or more"):
            DisjunctionBound(k)


@settings(deadline=None)
@given(st.data())
def test_the_greedy_disjunction_fits_and_is_found_whenever_one_does(data):
    width = data.draw(st.integers(1, 5))
    rows = data.draw(boolean_rows(width))
    labels = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows))))
    batch = batch_of(rows, labels, width)
    fitting = [
        len(chosen)
        for chosen in (np.flatnonzero(bits) for bits in product((0, 1), repeat=width))
        if np.array_equal(np.where(rows[:, chosen].any(axis=1), 1, -1), labels)
    ]
    cover = greedy_cover(batch, len(rows))
    size = None if cover is None else len(cover)
    assert (size is None) == (not fitting) == (uncovered(batch, len(rows)) is not None)
    if size is not None:
        assert min(fitting) <= size <= min(fitting) * (1 + np.log(len(rows)))


def test_a_learner_that_learned_before_the_game_breaks_the_premise_of_starting_afresh():
    learner = Winnow(n=2)
    batch = batch_of([[1, 0], [1, 0], [0, 1]], [1, 1, -1], 2)
    Game(learner).play_batch(batch)
    (certificate,) = Game(learner).play_batch(batch).certificates
    assert certificate.broken == "the learner did not start afresh: it had made 2 updates before the game"
    assert certificate.verdict == "broken premise"


def test_a_promised_k_is_refuted_by_positives_that_share_no_variable():
    rows = [[1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1]]
    game = Game(Winnow(n=8), bounds=[DisjunctionBound(1), DisjunctionBound(2)])
    one, two = game.play_batch(batch_of(rows, [1, 1], 8)).certificates
    assert one.broken == "no disjunction of 1 variable fits: round 2 refutes it"
    assert two.verdict == "holds"


def test_a_promise_is_refuted_by_the_round_after_which_none_fits_and_not_by_an_earlier_one():
    rows = [[1, 1, 0], [0, 1, 1], [0, 1, 0]]
    game = Game(Winnow(n=3), bounds=[DisjunctionBound(1)])
    (certificate,) = game.play_batch(batch_of(rows[:2], [1, 1], 3)).certificates
    assert certificate.verdict == "holds"  # the second variable fits both
    (certificate,) = game.play_batch(batch_of(rows[2:], [-1], 3)).certificates
    assert game.ledger.mistakes == 3
    assert certificate.broken == "no disjunction of 1 variable fits: round 3 refutes it"  # 0.1.0 named round 2


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_the_round_that_refutes_a_promise_is_the_first_after_which_no_disjunction_is_as_small(data):
    width = data.draw(st.integers(1, 5))
    rows = data.draw(boolean_rows(width))
    k = data.draw(st.integers(0, 3))
    labels = np.array(data.draw(st.lists(st.sampled_from([-1, 1, 1]), min_size=len(rows), max_size=len(rows))))
    game = Game(Winnow(n=width, **data.draw(st.sampled_from(SETTINGS))), bounds=[DisjunctionBound(k)])
    (certificate,) = game.play_batch(batch_of(rows, labels, width)).certificates
    numbers = np.array(game.ledger.kept.numbers)[: game.ledger.kept.count]
    small = [chosen for size in range(k + 1) for chosen in combinations(range(width), size)]
    first = None
    for count in range(1, len(numbers) + 1):
        some = numbers[:count] - 1
        said = (np.where(rows[some][:, list(chosen)].any(axis=1), 1, -1) for chosen in small)
        if not any(np.array_equal(each, labels[some]) for each in said):
            first = numbers[count - 1]
            break
    found = re.search(r"round (\d+)", certificate.broken) if certificate.broken else None
    assert (None if found is None else int(found[1])) == first, certificate


def test_a_promise_that_is_too_hard_to_refute_is_not_refuted():
    rng = np.random.default_rng(1)
    rows = (rng.random((200, 60)) < 0.2).astype(int)
    game = Game(Winnow(n=60, theta=2.0, beta=0.01), bounds=[DisjunctionBound(12)])
    game.play_batch(batch_of(rows, np.ones(200), 60))
    bound, ledger = game.ledger.bounds[0], game.ledger
    assert bound.certificate(ledger, Effort(1e5)).verdict == "holds"
    game = Game(Winnow(n=300), bounds=[DisjunctionBound(299)])
    assert game.play_batch(batch_of(np.eye(300), np.ones(300), 300)).certificates[0].broken
    game = Game(Winnow(n=300), bounds=[DisjunctionBound(150)])
    odd = np.eye(300) + np.roll(np.eye(300), 1, axis=1)
    assert game.play_batch(batch_of(odd[:299], np.ones(299), 300)).certificates[0].verdict == "holds"


def test_small_promotions_are_counted_at_once():
    game = Game(Winnow(n=1000, beta=1e-4))
    assert game.ledger.certificates[0].verdict == "holds"
    assert promotions(game.learner) == 69082


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("beta", "theta"), [(1.0, 1024.0), (0.5, 1.5**20), (0.001, 19000.0), (0.002, 5e8)])
def test_powers_are_counted_exactly_where_they_are_few_and_at_most_one_too_many_where_they_are_many(
    beta, theta, strict, monkeypatch
):
    base, weight, exact = 1 + Fraction(beta), Fraction(1), 0
    while weight < theta or (strict and weight == theta):
        weight, exact = weight * base, exact + 1
    assert winnow_theorems.times_below.__wrapped__(beta, theta, strict) == exact
    monkeypatch.setattr(winnow_theorems, "MANY", 0)
    assert winnow_theorems.times_below.__wrapped__(beta, theta, strict) - exact in (0, 1)


def test_a_certificate_does_not_wait_for_powers_with_a_billion_digits():
    game = Game(Winnow(n=4, beta=1e-6, theta=1e9))
    for y in (-1, +1, +1):
        game.label(game.predict([1, 1, 0, 0]).number, y)
    assert game.ledger.certificates[0].verdict in ("holds", "broken premise")
