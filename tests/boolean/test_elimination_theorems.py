from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Conjunction, Elimination, Game
from littlestone.bounds import ConjunctionBound, EliminationBound
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadParameter
from littlestone.features import as_batch
from littlestone.support.effort import Effort

MAKE = {
    "disjunction": (Elimination, EliminationBound),
    "disjunction of literals": (lambda n: Elimination(n=n, negations=True), EliminationBound),
    "conjunction": (Conjunction, ConjunctionBound),
}


def made(which, n):
    kind, bound = MAKE[which]
    return kind(n=n), bound


@st.composite
def rows(draw, width, most=40):
    row = st.lists(st.integers(0, 1), min_size=width, max_size=width)
    return np.array(draw(st.lists(row, min_size=1, max_size=most))).reshape(-1, width)


def labels_of(which, X, literals):
    """The labels by the formula of these literals: +1 for x_i, -1 for its negation, 0 for neither."""
    true = [X[:, i] == (sign > 0) for i, sign in enumerate(literals) if sign]
    if which == "conjunction":
        return np.where(np.all(true, axis=0) if true else np.ones(len(X), dtype=bool), 1, -1)
    return np.where(np.any(true, axis=0) if true else np.zeros(len(X), dtype=bool), 1, -1)


@pytest.mark.parametrize("which", MAKE)
@settings(deadline=None, max_examples=80)
@given(st.data())
def test_what_a_formula_labels_stays_within_its_bound(which, data):
    n = data.draw(st.integers(1, 6))
    X = data.draw(rows(n))
    signs = [0, 1] if which == "disjunction" else [-1, 0, 1]
    literals = data.draw(st.lists(st.sampled_from(signs), min_size=n, max_size=n))
    k = np.count_nonzero(literals)
    learner, bound = made(which, n)
    game = Game(learner, bounds=[bound(k=k), bound()])
    promised, hindsight = game.play_batch(as_batch(X, labels_of(which, X, literals))).certificates
    assert promised.verdict == hindsight.verdict == "holds"
    assert promised.allowed == n - k + (which != "disjunction")
    assert hindsight.paid == game.ledger.mistakes <= hindsight.allowed <= promised.allowed


@pytest.mark.parametrize("which", MAKE)
@settings(deadline=None, max_examples=60)
@given(st.data())
def test_labels_by_a_formula_stay_within_its_bound_however_late_they_come(which, data):
    n = data.draw(st.integers(1, 5))
    X = data.draw(rows(n))
    signs = [0, 1] if which == "disjunction" else [-1, 0, 1]
    literals = data.draw(st.lists(st.sampled_from(signs), min_size=n, max_size=n))
    y = labels_of(which, X, literals)
    learner, bound = made(which, n)
    k = int(np.count_nonzero(literals))
    game = Game(learner, bounds=[bound(k=k), bound()])
    numbers = []
    for x in X:
        numbers.append(game.predict(x).number)
        if data.draw(st.booleans()):
            number = numbers.pop(data.draw(st.integers(0, len(numbers) - 1)))
            game.label(number, int(y[number - 1]))
    for number in numbers:
        game.label(number, int(y[number - 1]))
    promised, hindsight = game.ledger.certificates
    assert promised.verdict == hindsight.verdict == "holds"
    assert promised.paid == game.ledger.in_order.mistakes <= promised.allowed == n - k + (which != "disjunction")


@pytest.mark.parametrize("which", MAKE)
@settings(deadline=None, max_examples=80)
@given(st.data())
def test_no_data_and_no_delay_whatever_violates_the_theorem(which, data):
    n = data.draw(st.integers(1, 5))
    learner, bound = made(which, n)
    k = data.draw(st.integers(0, n + 1))
    game = Game(learner, bounds=[bound(k=k), bound()], keep=data.draw(st.sampled_from([5, 1000])))
    waiting = []
    for x in data.draw(rows(n)):
        waiting.append(game.predict(x).number)
        for _ in range(data.draw(st.integers(0, 2))):
            if waiting:
                number = waiting.pop(data.draw(st.integers(0, len(waiting) - 1)))
                game.label(number, data.draw(st.sampled_from([-1, 1])))
    for certificate in game.ledger.certificates:
        assert certificate.verdict != "violated", certificate


@pytest.mark.parametrize("which", MAKE)
@settings(deadline=None, max_examples=80)
@given(st.data())
def test_the_premise_is_broken_as_soon_as_the_mistakes_fit_no_formula_and_not_before(which, data):
    n = data.draw(st.integers(1, 3))
    X = data.draw(rows(n, most=15))
    y = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X)))
    learner, bound = made(which, n)
    game = Game(learner, bounds=[bound()])
    signs = [0, 1] if which == "disjunction" else [-1, 0, 1]
    formulas = list(product(signs, repeat=n))
    wrong_x, wrong_y = [], []
    broken = None
    for x, label in zip(X, y, strict=True):
        move = game.predict(x)
        game.label(move.number, label)
        if move.act != label:
            wrong_x.append(x)
            wrong_y.append(label)
            fits = any((labels_of(which, np.array(wrong_x), formula) == wrong_y).all() for formula in formulas)
            if not fits and broken is None:
                broken = f": round {move.number}"
        found = game.ledger.certificates[0].broken
        assert (found is None) == (broken is None)
        assert found is None or found.endswith(broken)


ROUNDS = [([1, 1], -1)] + [([1, 0], 1)] * 20


def test_missed_positives_are_a_broken_premise_and_no_violation():
    game = Game(Elimination(n=2))
    for x, y in ROUNDS:
        game.label(game.predict(x).number, y)
    (certificate,) = game.ledger.certificates
    assert certificate.paid == 21
    assert certificate.verdict == "broken premise"
    assert certificate.broken == "no disjunction fits: round 2"
    assert certificate.teaches == ""


def test_a_negative_taken_for_a_positive_breaks_the_premise_of_conjunctions():
    game = Game(Conjunction(n=2))
    for x, y in [([1, 0], 1), ([1, 1], -1), ([1, 1], 1), ([1, 0], -1)]:
        game.label(game.predict(x).number, y)
    assert game.ledger.certificates[0].broken == "no consistent conjunction: round 4"


def test_a_promise_of_too_many_variables_is_refuted_by_the_round_that_strikes_one_too_many():
    game = Game(Elimination(n=4), bounds=[EliminationBound(k=3), EliminationBound(k=2), EliminationBound(k=5)])
    for x in ([1, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]):
        game.label(game.predict(x).number, -1)
    three, two, five = game.ledger.certificates
    assert three.broken == "no disjunction of 3 variables fits: round 3 refutes it"
    assert (two.verdict, two.allowed) == ("holds", 2)
    assert two.teaches == "every disjunction that fits is made of the 2 variables left of 4"
    assert three.teaches == five.teaches == ""
    assert five.broken == "no disjunction has 5 variables: there are 4 variables"


def test_late_labels_cost_mistakes_given_and_none_in_order():
    game = Game(Elimination(n=1), bounds=[EliminationBound(k=0)])
    numbers = [game.predict([1]).number for _ in range(5)]
    for number in numbers:
        game.label(number, -1)
    (certificate,) = game.ledger.certificates
    assert (certificate.paid, certificate.allowed, certificate.verdict) == (1, 1, "holds")
    assert (game.ledger.mistakes, game.ledger.lateness.mistakes) == (5, 4)
    assert certificate.theorem == "Elimination, disjunction of k variables as promised: M <= n - k, k = 0"


def test_beyond_what_is_kept_only_a_promise_is_held_against_the_mistakes():
    game = Game(Elimination(n=4), bounds=[EliminationBound(), EliminationBound(0), EliminationBound(1)], keep=2)
    hindsight, none, one = game.play_batch(as_batch(np.eye(4), [-1] * 4)).certificates
    assert hindsight.open == "only the first 2 of 4 mistakes were kept; give the game a larger keep"
    assert (hindsight.paid, hindsight.allowed) == (4, None)
    assert hindsight.teaches == "every disjunction that fits is made of the 0 variables left of 4"
    assert (none.verdict, none.paid, none.allowed) == ("holds", 4, 4)
    assert one.broken == "no disjunction of 1 variable fits: 0 are left"
    hindsight, none, one = game.play_batch(as_batch([[1, 0, 0, 0]], [1])).certificates
    assert hindsight.broken == none.broken == one.broken == "no disjunction fits: 1 mistake later than those kept"


def test_what_the_kept_mistakes_refute_stays_refuted_however_many_come_after():
    game = Game(Elimination(n=2), keep=4)
    (certificate,) = game.play_batch(as_batch([[1, 1]] + [[1, 0]] * 20, [-1] + [1] * 20)).certificates
    assert not game.ledger.kept.complete
    assert certificate.broken == "no disjunction fits: round 2"


def test_a_learner_that_learned_before_the_game_breaks_the_premise_of_starting_afresh():
    learner = Elimination(n=2)
    for _ in range(2):
        (certificate,) = Game(learner).play_batch(as_batch([[1, 0]], [-1])).certificates
    assert certificate.broken == "the learner did not start afresh: it had made 1 update before the game"


def test_live_words():
    for bound, words in ((EliminationBound(), "k <= 2"), (EliminationBound(k=1), "M <= 2")):
        game = Game(Elimination(n=3), bounds=[bound])
        game.play_batch(as_batch([[1, 0, 0]], [-1]))
        assert bound.live(game.ledger) == words
        assert bound.live(Game(Elimination(), bounds=[bound]).ledger) == ""


def test_no_variables_and_no_rounds_hold():
    for learner in (Elimination(n=0), Elimination(n=3, negations=True), Conjunction(n=0)):
        (certificate,) = Game(learner).ledger.certificates
        assert (certificate.paid, certificate.verdict) == (0, "holds")
    for learner in (Elimination(), Conjunction()):
        (certificate,) = Game(learner).ledger.certificates
        assert certificate.open == "no example has come yet that says how many variables there are"
    for k in (-1, 2.5, "3", True):
        with pytest.raises(BadParameter, match="0 or more"):
            EliminationBound(k)


@pytest.mark.parametrize("which", MAKE)
@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_promise_is_refuted_by_the_first_round_that_leaves_no_such_formula(which, data):
    n = data.draw(st.integers(1, 3))
    learner, bound = made(which, n)
    k = data.draw(st.integers(0, n))
    X = data.draw(rows(n, most=15))
    y = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X)))
    game = Game(learner, bounds=[bound(k=k)])
    (certificate,) = game.play_batch(as_batch(X, y)).certificates
    signs = [0, 1] if which == "disjunction" else [-1, 0, 1]
    formulas = [formula for formula in product(signs, repeat=n) if np.count_nonzero(formula) == k]
    numbers = np.array(game.ledger.kept.numbers)[: game.ledger.kept.count]
    first = None
    for count in range(1, len(numbers) + 1):
        some = numbers[:count] - 1
        if not any((labels_of(which, X[some], formula) == np.array(y)[some]).all() for formula in formulas):
            first = numbers[count - 1]
            break
    found = re.search(r"round (\d+)", certificate.broken) if certificate.broken else None
    assert (None if found is None else int(found[1])) == first, certificate


def naively(learner, which, kept):
    """Literals struck out one mistake after the other: whether a guess was decided, and what is left at the end."""
    striking = 1.0 if which == "conjunction" else -1.0
    left = [(i, sign) for i in range(learner.n) for sign in ((1, -1) if learner.negations else (1,))]
    decided = []
    batch = kept.batch()
    for t, y in enumerate(batch.labels):
        x = batch.row(t).dense(learner.n)
        deciding = [(i, sign) for i, sign in left if (x[i] != 0) == ((sign > 0) == (striking < 0))]
        decided.append(len(deciding))
        if y == striking:
            left = [literal for literal in left if literal not in deciding]
    return decided, left


@pytest.mark.parametrize("which", MAKE)
@settings(deadline=None, max_examples=80)
@given(st.data())
def test_what_the_mistakes_leave_is_what_striking_out_one_by_one_leaves(which, data):
    n = data.draw(st.integers(1, 5))
    learner, bound = made(which, n)
    X = data.draw(rows(n))
    y = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X)))
    theorem = bound()
    game = Game(learner, bounds=[theorem], keep=data.draw(st.sampled_from([7, 1000])))
    case = theorem.looks_at(theorem, game.play_batch(as_batch(X, y)), Effort())
    decided, left = naively(learner, which, game.ledger.kept)
    assert case.deciding.tolist() == decided
    plain, negated = case.left
    assert sorted(left) == sorted([(i, 1) for i in np.flatnonzero(plain)] + [(i, -1) for i in np.flatnonzero(negated)])


def cube(n):
    return np.array(list(product((0, 1), repeat=n)))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_disjunction_of_k_variables_forces_exactly_n_minus_k(n):
    for k in range(n + 1):
        target = labels_of("disjunction", cube(n), [1] * k + [0] * (n - k))
        assert worst_case(Elimination(n=n), cube(n), target).mistakes == n - k


@pytest.mark.parametrize("which", ["conjunction", "disjunction of literals"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_literals_force_n_plus_one_in_the_worst_case(which, n):
    worst = {}
    for literals in product((-1, 0, 1), repeat=n):
        target = labels_of(which, cube(n), literals)
        k = np.count_nonzero(literals)
        worst[k] = max(worst.get(k, 0), worst_case(made(which, n)[0], cube(n), target).mistakes)
    assert worst[0] == max(worst.values()) == n + 1
    assert all(worst[k] <= n + 1 - k for k in worst)


@pytest.mark.parametrize("which", ["conjunction", "disjunction of literals"])
def test_a_contradiction_is_learned_without_a_mistake(which):
    target = np.full(8, -1 if which == "conjunction" else 1)
    assert worst_case(made(which, 3)[0], cube(3), target).mistakes == 0


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize(
    ("which", "label", "words"), [("conjunction", -1, "never true"), ("disjunction of literals", +1, "always true")]
)
def test_where_all_labels_are_alike_the_formula_is_a_constant_and_allows_no_mistake(which, label, words, n):
    learner, _ = made(which, n)
    game = Game(learner)
    X = np.array(list(product((0, 1), repeat=n)))
    certificate = game.play_batch(as_batch(X, np.full(len(X), label))).certificates[0]
    assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", 0, 0.0)
    assert f"M = 0, for it is {words}, k = {2 * n}" in certificate.theorem
    assert "n + 1 - k" not in certificate.theorem
    move = game.predict(X[0])
    game.label(move.number, -label)
    certificate = game.ledger.certificates[0]
    k = int(re.search(r"k = (\d+)", certificate.theorem)[1])
    assert certificate.theorem.endswith(f"M <= n + 1 - k, k = {k}")
    assert certificate.allowed == n + 1 - k
