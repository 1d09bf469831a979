"""The optimal learners of classes of several labels, and the adversaries that force them."""

from __future__ import annotations

import numpy as np
import pytest
from brute_values import brute_value
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import BanditOptimal, Game, MulticlassOptimal, MulticlassPerceptron, load, save
from littlestone.concepts import Labellings
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadParameter, BadWidth, StateError
from littlestone.natures.adversaries import BanditAdversary, MulticlassAdversary

CLASSES = st.integers(1, 3).flatmap(
    lambda points: st.lists(st.tuples(*[st.integers(0, 2)] * points), min_size=1, max_size=9, unique=True)
)
PAIRS = [(MulticlassOptimal, MulticlassAdversary, "multiclass"), (BanditOptimal, BanditAdversary, "bandit")]


def play(learner, rounds, concepts):
    """Plays the rounds (point, label) and gives the certificate after each."""
    game = Game(learner)
    for point, y in rounds:
        game.label(game.predict(concepts.examples().row(point)).number, y)
        yield game.ledger.certificates[0]


@pytest.mark.parametrize(("learner", "adversary", "kind"), PAIRS)
@given(table=CLASSES)
@settings(deadline=None, max_examples=60)
def test_the_adversary_forces_what_the_learner_can_promise_and_no_more(learner, adversary, kind, table):
    concepts = Labellings(table)
    value = brute_value(table, kind)
    opponent = adversary(concepts)
    game = Game(learner(concepts))
    assert game.play(opponent).mistakes == value
    assert 0 <= opponent.target < concepts.size
    (certificate,) = game.ledger.certificates
    assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", value, value)
    assert worst_case(learner(concepts), concepts).mistakes == value


@pytest.mark.parametrize(("learner", "adversary", "kind"), PAIRS)
@given(table=CLASSES, data=st.data())
@settings(deadline=None, max_examples=60)
def test_certificates_hold_at_every_moment_when_a_concept_fits(learner, adversary, kind, table, data):
    concepts = Labellings(table)
    target = concepts.table[data.draw(st.integers(0, concepts.size - 1))]
    points = data.draw(st.lists(st.integers(0, concepts.points - 1), max_size=10))
    for certificate in play(learner(concepts), [(point, int(target[point])) for point in points], concepts):
        assert certificate.verdict == "holds", certificate
        assert certificate.paid <= certificate.allowed


@pytest.mark.parametrize(("learner", "adversary", "kind"), PAIRS)
@given(table=CLASSES, data=st.data())
@settings(deadline=None, max_examples=60)
def test_certificates_are_never_violated_and_name_the_round_that_fits_no_concept(learner, adversary, kind, table, data):
    concepts = Labellings(table)
    moves = st.tuples(st.integers(0, concepts.points - 1), st.integers(0, 3))
    rounds = data.draw(st.lists(moves, min_size=1, max_size=10))
    certificates = list(play(learner(concepts), rounds, concepts))
    assert all(certificate.verdict != "violated" for certificate in certificates)
    if learner is MulticlassOptimal:
        space = concepts.full
        for number, (point, y) in enumerate(rounds, start=1):
            space = concepts.part(space, point, y)
            if not space:
                assert certificates[-1].broken == f"no concept fits: round {number}"
                return
        assert certificates[-1].verdict == "holds"


def test_any_learner_makes_at_least_the_multiclass_dimension():
    for spec, value in (("levels:8,k=4", 5), ("labellings:4", 4), ("modular-sums:3", 3)):
        concepts = Labellings.parse(spec)
        game = Game(MulticlassPerceptron(bias=1.0), labels=range(concepts.labels))
        assert game.play(MulticlassAdversary(concepts)).mistakes == value


def test_right_or_wrong_is_all_that_the_bandit_learner_uses():
    concepts = Labellings.parse("labellings:3")
    for target in concepts.table[::4]:
        told, hidden = Game(BanditOptimal(concepts)), Game(BanditOptimal(concepts))
        for t in range(30):
            row = concepts.examples().row(t % 3)
            one, other = told.predict(row), hidden.predict(row)
            y = int(target[t % 3])
            assert one.act == other.act
            told.label(one.number, y)
            hidden.label(other.number, y if other.act == y else "wrong")
        assert told.ledger.mistakes == hidden.ledger.mistakes <= 6
        assert told.learner.space == hidden.learner.space
        assert hidden.ledger.certificates[0].verdict == "holds"


def test_a_late_wrong_is_about_the_guess_that_was_given():
    game = Game(BanditOptimal("constant-labels:1,k=4"))
    first, second = game.predict([1]), game.predict([1])
    assert (first.act, second.act) == (0, 0)
    for move in (first, second):
        game.label(move.number, "wrong")
    for _ in range(3):
        move = game.predict([1])
        game.label(move.number, 1 if move.act == 1 else "wrong")
    (certificate,) = game.ledger.certificates
    assert (move.act, certificate.verdict, certificate.broken) == (1, "holds", None)
    assert (certificate.paid, certificate.allowed) == (2, 4.0), "of two mistakes one was with a guess given up"
    assert "L = 1 mistake with a guess given up" in str(certificate)


@given(table=CLASSES, data=st.data())
@settings(deadline=None, max_examples=100)
def test_late_in_any_order_the_true_concept_is_never_struck_out(table, data):
    concepts = Labellings(table)
    target = data.draw(st.integers(0, concepts.size - 1))
    game, open_rounds, struck = Game(BanditOptimal(concepts)), [], concepts.full
    for choice in data.draw(st.lists(st.integers(0, 5), max_size=24)):
        if choice < concepts.points:
            open_rounds.append((game.predict(concepts.examples().row(choice)), choice))
        elif open_rounds:
            move, point = open_rounds.pop(choice % len(open_rounds))
            y = int(concepts.table[target][point])
            part = concepts.part(struck, point, int(move.act))
            struck = part if move.act == y else struck ^ part
            game.label(move.number, y if move.act == y else "wrong")
            assert game.learner.space == struck, "what was told of the guesses given, and no more"
            assert struck >> target & 1, "the true concept is left"
            (certificate,) = game.ledger.certificates
            assert certificate.verdict == "holds", certificate
            in_order = certificate.allowed - brute_value(table, "bandit")
            assert 0 <= in_order <= certificate.paid <= certificate.allowed


def test_a_game_is_saved_and_goes_on(tmp_path):
    concepts = Labellings.parse("levels:5")
    for kind in (MulticlassOptimal, BanditOptimal):
        game = Game(kind(concepts))
        for point, y in ((2, 1), (0, 0), (4, 2)):
            game.label(game.predict(concepts.examples().row(point)).number, y)
        save(game, tmp_path / "game.npz")
        again = load(tmp_path / "game.npz")
        assert again.learner.space == game.learner.space
        assert again.ledger.certificates == game.ledger.certificates
        assert again.labels.known[:3] == [0, 1, 2]
        assert again.learner.hypothesis() == game.learner.hypothesis()


def test_labels_are_those_of_the_class_whatever_comes_first():
    game = Game(MulticlassOptimal("table:22,11,00"))
    game.label(game.predict([1, 0]).number, 2)
    assert game.predict([0, 1]).act == 2
    assert game.learner.hypothesis() == "concept 0: 22"
    plain = Game(MulticlassOptimal(n=2))
    plain.label(plain.predict([1, 0]).number, "spam")
    assert plain.labels.known == ["spam"]


def test_what_cannot_be_is_refused():
    with pytest.raises(BadWidth, match="which class"):
        MulticlassOptimal().predict(Labellings.parse("levels:2").examples().row(0))
    with pytest.raises(BadWidth, match="coloured variables of up to 8 variables, not of 9"):
        BanditOptimal(n=9)
    with pytest.raises(BadParameter, match="n = 3, but a point"):
        MulticlassOptimal("levels:2", n=3)
    learner = MulticlassOptimal("levels:2")
    with pytest.raises(StateError, match="with another class"):
        learner.restore({**learner.state(), "width": np.int64(7)})


class ByNumber(MulticlassOptimal):
    """Goes by the number of concepts."""

    def choice(self, space, parts):
        return max(parts, key=lambda cell: cell[1].bit_count())[0]


class Lowest(MulticlassOptimal):
    """Says the label that could cost least."""

    def choice(self, space, parts):
        return min(parts, key=lambda cell: self.forcing.value(cell[1]))[0]


class Conservative(MulticlassOptimal):
    """Learns from mistakes alone, which its theorem does not say."""

    def learn(self, x, y, guess):
        if guess != y:
            super().learn(x, y, guess)


class BanditByNumber(BanditOptimal):
    """Says what most concepts say."""

    def choice(self, space, parts):
        return max(parts, key=lambda cell: cell[1].bit_count())[0]


class BanditPeeks(BanditOptimal):
    """Looks at the label."""

    def learn(self, x, y, guess):
        self.keep(dict(self.cells(x)).get(int(y), 0))


class BanditKeeps(BanditOptimal):
    """Forgets what was wrong."""

    def learn(self, x, y, guess):
        if guess == y:
            super().learn(x, y, guess)


@pytest.mark.parametrize("rule", [ByNumber, Lowest, Conservative, BanditByNumber, BanditPeeks, BanditKeeps])
def test_a_wrong_rule_is_found_out(rule):
    concepts = Labellings.parse("table:0000,0010,0101,0110,0120,0210,0212,1000,1012,2101")
    found = []
    for target in concepts.table:
        rng = np.random.default_rng(int(target.sum()))
        rounds = [(int(point), int(target[point])) for point in rng.integers(0, 4, 20)]
        found += [certificate.verdict for certificate in play(rule(concepts), rounds, concepts)]
    assert "violated" in found


@pytest.mark.parametrize("rule", [MulticlassOptimal, BanditOptimal])
def test_another_dimension_is_found_out(rule, monkeypatch):
    """A theorem that allowed one mistake less would be violated, and one that allows more is not attained."""
    concepts = Labellings.parse("levels:5")
    adversary = MulticlassAdversary if rule is MulticlassOptimal else BanditAdversary
    (bound,) = rule.theorems
    right = bound.allowed
    for less, verdict in ((0, "holds"), (1, "violated")):
        monkeypatch.setattr(bound, "allowed", lambda self, case, less=less: right(self, case) - less)
        game = Game(rule(concepts))
        game.play(adversary(concepts))
        assert game.ledger.certificates[0].verdict == verdict
