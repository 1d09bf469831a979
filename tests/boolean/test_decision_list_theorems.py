from __future__ import annotations

import re
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import DecisionList, Game
from littlestone.boolean.decision_list_theorems import most_mistakes
from littlestone.boolean.fitting_decision_list import greedy_list
from littlestone.bounds import DecisionListBound
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadParameter
from littlestone.features import as_batch
from littlestone.support.effort import Effort

TIES = ("0", "1", "first", "maj", "random:1", lambda x, zeros, ones: sum(x[:1]))


def cube(n):
    return np.array(list(product((0, 1), repeat=n))).reshape(-1, n)


def by_length(n):
    """Every function on n bits that has a decision list, and the length of its shortest, the default counted."""
    X = cube(n)
    literals = [X[:, i] == v for i in range(n) for v in (0, 1)]
    shortest = {(b,) * len(X): 1 for b in (-1, 1)}
    latest = list(shortest)
    while latest:
        longer = {
            tuple(np.where(literal, b, rest).tolist()): shortest[rest] + 1
            for rest in latest
            for literal in literals
            for b in (-1, 1)
        }
        latest = [target for target in longer if target not in shortest]
        shortest |= {target: longer[target] for target in latest}
    return shortest


class Adversarial(DecisionList):
    """Where rules contradict each other it is wrong, whatever the label: the adversary decides every tie."""

    def __init__(self, *, n=None, tie="first"):
        super().__init__(n=n, tie=tie)
        self.at_zero = 0.0

    def predict(self, x):
        said = []
        for tie in ("0", "1"):
            sure = DecisionList(n=self.n, tie=tie)
            sure.restore(self.state())
            said.append(sure.predict(x))
        return said[0] if said[0] == said[1] else 0.0


# n, tie: the worst case over the targets whose shortest list has 1, 2, ... rules
TABLE = {
    (1, "0"): [2, 1],
    (1, "1"): [2, 1],
    (1, "adv"): [2, 2],
    (1, "first"): [2, 1],
    (1, "maj"): [1, 2],
    (2, "0"): [3, 2, 4],
    (2, "1"): [3, 2, 4],
    (2, "adv"): [3, 4, 5],
    (2, "first"): [2, 4, 3],
    (2, "maj"): [1, 3, 4],
    (3, "0"): [4, 3, 6, 8],
    (3, "1"): [4, 3, 6, 8],
    (3, "first"): [2, 6, 7, 10],
}


@pytest.mark.parametrize(("n", "tie"), TABLE, ids=str)
def test_the_worst_cases_are_those_of_the_table_and_within_the_bound(n, tie):
    worst = [0] * (n + 1)
    for target, length in by_length(n).items():
        learner = Adversarial(n=n) if tie == "adv" else DecisionList(n=n, tie=tie)
        worst[length - 1] = max(worst[length - 1], worst_case(learner, cube(n), target).mistakes)
    assert worst == TABLE[n, tie]
    assert all(found <= most_mistakes(n, length) for length, found in enumerate(worst, start=1))


@pytest.mark.parametrize(("n", "counts"), [(1, [2, 2]), (2, [2, 4, 8]), (3, [2, 6, 24, 64])])
def test_there_are_as_many_targets_of_each_length_as_the_table_says(n, counts):
    assert np.bincount(list(by_length(n).values()))[1:].tolist() == counts


def test_the_bound_of_the_table():
    assert [[most_mistakes(n, L) for L in range(1, n + 2)] for n in (1, 2, 3)] == [
        [5, 9],
        [9, 17, 24],
        [13, 25, 36, 46],
    ]
    assert most_mistakes(2, 3) < (4 * 2 + 2) * (3 + 1)  # what the lecture allows
    assert most_mistakes(2, 9) == most_mistakes(2, 3)  # no list on two variables needs more than three rules


@st.composite
def lists(draw, n):
    """A decision list, rule by rule, each variable at most once; the default last."""
    order = draw(st.permutations(range(n)))[: draw(st.integers(0, n))]
    bit = st.integers(0, 1)
    return [(i, draw(bit), draw(bit)) for i in order], draw(bit)


def labels_of(X, rules, default):
    y = np.full(len(X), 2 * default - 1)
    for i, value, b in reversed(rules):
        y[X[:, i] == value] = 2 * b - 1
    return y


def drawn_rows(data, n, most=40):
    row = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    return np.array(data.draw(st.lists(row, min_size=1, max_size=most))).reshape(-1, n)


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_what_a_list_labels_stays_within_its_bound_and_its_rules_within_their_levels(data):
    n = data.draw(st.integers(1, 5))
    rules, default = data.draw(lists(n))
    X = drawn_rows(data, n)
    length = len(rules) + 1
    game = Game(
        DecisionList(n=n, tie=data.draw(st.sampled_from(TIES))), bounds=[DecisionListBound(length), DecisionListBound()]
    )
    promised, hindsight = game.play_batch(as_batch(X, labels_of(X, rules, default))).certificates
    assert promised.verdict == hindsight.verdict == "holds"
    assert promised.allowed == most_mistakes(n, length)
    assert hindsight.paid == game.ledger.mistakes <= hindsight.allowed
    levels = game.learner.levels
    for place, (i, value, b) in enumerate(rules, start=1):
        assert levels[4 * i + 2 * value + b] <= place
    assert levels[4 * n + default] <= length
    assert levels.max() <= length + 1


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_no_data_and_no_delay_whatever_violates_the_theorem(data):
    n = data.draw(st.integers(1, 4))
    bounds = [DecisionListBound(data.draw(st.integers(1, n + 2))), DecisionListBound()]
    learner = DecisionList(n=n, tie=data.draw(st.sampled_from(TIES)))
    game = Game(learner, bounds=bounds, keep=data.draw(st.sampled_from([5, 1000])))
    waiting = []
    for x in drawn_rows(data, n):
        waiting.append(game.predict(x).number)
        for _ in range(data.draw(st.integers(0, 2))):
            if waiting:
                number = waiting.pop(data.draw(st.integers(0, len(waiting) - 1)))
                game.label(number, data.draw(st.sampled_from([-1, 1])))
    for certificate in game.ledger.certificates:
        assert certificate.verdict != "violated", certificate


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_a_list_that_fits_stays_within_its_bound_however_late_its_labels_come(data):
    n = data.draw(st.integers(1, 4))
    rules, default = data.draw(lists(n))
    X = drawn_rows(data, n)
    y = labels_of(X, rules, default)
    game = Game(DecisionList(n=n), bounds=[DecisionListBound(len(rules) + 1), DecisionListBound()])
    delay = data.draw(st.integers(1, 6))
    for t, x in enumerate(X):
        game.predict(x)
        if t >= delay:
            game.label(t - delay + 1, int(y[t - delay]))
    promised, hindsight = game.ledger.certificates
    assert promised.verdict == hindsight.verdict == "holds"
    assert promised.paid == game.ledger.in_order.mistakes <= promised.allowed == most_mistakes(n, len(rules) + 1)


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_the_round_that_refutes_a_promise_leaves_no_list_as_short(data):
    n = data.draw(st.integers(1, 3))
    X = drawn_rows(data, n, most=30)
    y = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X))))
    length = data.draw(st.integers(1, n + 1))
    game = Game(DecisionList(n=n, tie=data.draw(st.sampled_from(TIES))), bounds=[DecisionListBound(length)])
    (certificate,) = game.play_batch(as_batch(X, y)).certificates
    if certificate.verdict == "holds":
        return
    last = int(re.search(r"round (\d+)", certificate.broken)[1])
    mistaken = np.array(game.ledger.kept.numbers)[: game.ledger.kept.count] - 1
    mistaken = mistaken[mistaken < last]
    where, said = X[mistaken] @ (1 << np.arange(n)[::-1]), y[mistaken]
    assert not any(
        most <= length and (np.array(target)[where] == said).all() for target, most in by_length(n).items()
    ), certificate


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_the_greedy_list_is_found_whenever_one_fits(data):
    n = data.draw(st.integers(1, 3))
    X = drawn_rows(data, n, most=12)
    y = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X))))
    where = X @ (1 << np.arange(n)[::-1])  # the row of the cube that each example is
    fitting = [length for target, length in by_length(n).items() if (np.array(target)[where] == y).all()]
    found = greedy_list(as_batch(X, y), len(X))
    assert (found is None) == (not fitting)
    assert found is None or min(fitting) <= len(found) <= n + 1


XOR = [([0, 0], -1), ([0, 1], 1), ([1, 0], 1), ([1, 1], -1)]


@pytest.mark.parametrize("tie", TIES[:-1])  # a function of x may know more than any list
@pytest.mark.parametrize("order", list(permutations(range(4)))[::5], ids=str)
def test_exclusive_or_breaks_the_premise_and_names_the_round(tie, order):
    game = Game(DecisionList(n=2, tie=tie))
    mistaken = {}
    proof = None
    for _ in range(10):
        for t in order:
            x, y = XOR[t]
            move = game.predict(x)
            game.label(move.number, y)
            if move.act != y:
                mistaken[t] = True
                proof = proof or (move.number if len(mistaken) == 4 else None)
    (certificate,) = game.ledger.certificates
    assert certificate.broken == f"no decision list fits: round {proof}"
    assert certificate.teaches == ""
    assert certificate.allowed is None


def test_a_promise_of_too_few_rules_is_refuted_by_the_mistakes_themselves():
    X, y = cube(3), labels_of(cube(3), [(0, 1, 1), (1, 1, 0), (2, 1, 1)], 0)
    game = Game(DecisionList(n=3), bounds=[DecisionListBound(1), DecisionListBound()])
    for _ in range(5):
        promised, hindsight = game.play_batch(as_batch(X, y)).certificates
    assert promised.verdict == "broken premise"
    assert promised.broken.startswith("no decision list of 1 rule fits: round ")
    assert hindsight.verdict == "holds"
    assert "any decision list that fits has at least" in hindsight.teaches


@pytest.mark.parametrize("work", [0.0, 3e4, 1e5])
def test_with_little_effort_a_promise_is_refuted_all_the_same_and_no_wrong_round_is_named(work):
    X, y = cube(3), labels_of(cube(3), [(0, 1, 1), (1, 1, 0), (2, 1, 1)], 0)
    game = Game(DecisionList(n=3), bounds=[DecisionListBound(1), DecisionListBound(4), DecisionListBound()])
    for _ in range(5):
        game.play_batch(as_batch(X, y))
    for bound, full in zip(game.ledger.bounds, game.ledger.certificates, strict=True):
        found = bound.certificate(game.ledger, Effort(work))
        assert found._replace(broken=None) == full._replace(broken=None)
        assert found.broken in (full.broken, "no decision list of 1 rule fits: the mistakes ask for 2")


def test_the_lecture_counts_a_move_too_many_and_misses_that_only_firing_rules_fall():
    worst = max(worst_case(Adversarial(n=2), cube(2), target).mistakes for target in by_length(2))
    assert worst == 5
    assert most_mistakes(2, 3) == 24
    assert (4 * 2 + 2) * (3 + 1) == 40


def test_beyond_what_is_kept_and_before_the_first_round():
    game = Game(DecisionList(n=2, tie="1"), bounds=[DecisionListBound(), DecisionListBound(3)], keep=1)
    hindsight, promised = game.play_batch(as_batch([[1, 0], [0, 1], [0, 0]] * 3, [-1, -1, 1] * 3)).certificates
    assert hindsight.open == "only the first 1 of 3 mistakes were kept; give the game a larger keep"
    assert (hindsight.paid, hindsight.allowed) == (3, None)
    assert hindsight.teaches == "any decision list that fits has at least 2 rules"
    assert (promised.verdict, promised.paid, promised.allowed) == ("holds", 3, 24)
    for learner in (DecisionList(n=0), DecisionList(n=3)):
        (certificate,) = Game(learner).ledger.certificates
        assert (certificate.paid, certificate.verdict) == (0, "holds")
    (certificate,) = Game(DecisionList()).ledger.certificates
    assert certificate.open == "no example has come yet that says how many variables there are"
    for length in (0, 2.5, "3", True):
        with pytest.raises(BadParameter, match="1 or more"):
            DecisionListBound(length)


def test_a_learner_that_learned_before_the_game_breaks_the_premise_of_starting_afresh():
    learner = DecisionList(n=1)
    for _ in range(2):
        (certificate,) = Game(learner).play_batch(as_batch([[1]], [1])).certificates
    assert certificate.broken == "the learner did not start afresh: it had made 1 update before the game"


def test_live_words():
    for bound, words in ((DecisionListBound(), "L >= 1"), (DecisionListBound(length=2), "M <= 9")):
        game = Game(DecisionList(n=1), bounds=[bound])
        game.play_batch(as_batch([[1]], [1]))
        assert bound.live(game.ledger) == words
        assert bound.live(Game(DecisionList(), bounds=[bound]).ledger) == ""
