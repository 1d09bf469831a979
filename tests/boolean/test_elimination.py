"""The elimination learners: their rules, their formulas, and the games of the lecture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Batch, Conjunction, Elimination, Game
from littlestone.errors import BadParameter, BadWidth, StateError
from littlestone.features import as_batch


def played(learner, *rounds) -> Game:
    """A game with these examples, written as bits, and labels."""
    game = Game(learner)
    for bits, y in rounds:
        game.label(game.predict([int(bit) for bit in bits]).number, y)
    return game


def test_elimination_strikes_out_what_is_on_in_a_mistaken_negative():
    game = played(Elimination(n=4), ("1010", 1), ("0110", -1), ("0001", 1), ("1000", 1))
    assert game.learner.hypothesis() == "x1 ∨ x4"
    assert game.ledger.mistakes == game.ledger.updates == 1


def test_elimination_with_negations_keeps_what_is_false_in_the_first_mistaken_negative():
    game = played(Elimination(n=3, negations=True), ("100", -1), ("110", 1), ("101", -1))
    assert game.learner.hypothesis() == "¬x1 ∨ x2"
    assert game.learner.hypothesis(["a", "b", "c"]) == "¬a ∨ b"
    assert game.ledger.mistakes == 2


def test_the_first_missed_positive_leaves_a_conjunction_its_literals():
    game = played(Conjunction(n=4), ("1001", 1))
    assert game.learner.hypothesis() == "x1 ∧ ¬x2 ∧ ¬x3 ∧ x4"
    assert game.learner.left == 4


def test_a_conjunction_strikes_out_what_is_false_in_a_missed_positive():
    game = played(Conjunction(n=3), ("110", 1), ("100", 1), ("101", -1), ("100", 1))
    assert game.learner.hypothesis() == "x1 ∧ ¬x3"
    assert game.ledger.mistakes == 2


def test_formulas_that_are_empty_or_long():
    assert played(Elimination(n=2), ("11", -1)).learner.hypothesis() == "0"
    assert played(Conjunction(n=1), ("1", 1), ("0", 1)).learner.hypothesis() == "1"
    assert Elimination().hypothesis() == "0"
    assert Elimination(n=12).hypothesis().endswith("x11 ∨ x12")
    assert Elimination(n=13).hypothesis().endswith("x11 ∨ x12 ∨ ...")
    assert Elimination(n=3).hypothesis(["rain"]) == "rain ∨ x2 ∨ x3"


def test_a_zero_that_is_written_down_is_off_and_order_does_not_matter():
    for learner in (Elimination(n=2), Elimination(n=2, negations=True), Conjunction(n=2)):
        bare = as_batch([[0, 1]])
        explicit = Batch([0, 2], [1, 0], [1.0, 0.0], 2).trust().row(0)
        assert learner.predict(explicit) == learner.predict(bare.row(0))
        twin = learner.clone()
        y = -learner.act(learner.predict(explicit))
        learner.learn(explicit, y, -y)
        twin.learn(bare.row(0), y, -y)
        assert learner.hypothesis() == twin.hypothesis()


def test_the_contradicting_mistake_changes_nothing():
    game = played(Elimination(n=2), ("11", -1), *[("10", 1)] * 20)
    assert (game.ledger.mistakes, game.ledger.updates) == (21, 1)
    game = played(Conjunction(n=2), ("11", 1), *[("11", -1)] * 5)
    assert (game.ledger.mistakes, game.ledger.updates) == (6, 1)


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_conjunction_is_elimination_with_everything_negated(data):
    n = data.draw(st.integers(1, 5))
    bit = st.integers(0, 1)
    rounds = data.draw(
        st.lists(st.tuples(st.lists(bit, min_size=n, max_size=n), st.sampled_from([-1, 1])), max_size=30)
    )
    one, other = Game(Conjunction(n=n)), Game(Elimination(n=n, negations=True))
    for x, y in rounds:
        move, dual = one.predict(x), other.predict(x)
        assert move.act == -dual.act
        one.label(move.number, y)
        other.label(dual.number, -y)
    turned = other.learner.state()
    assert np.array_equal(one.learner.state()["plain"], turned["negated"])
    assert np.array_equal(one.learner.state()["negated"], turned["plain"])


@pytest.mark.parametrize("kind", [Elimination, Conjunction])
def test_the_number_of_variables_is_told_or_taken_and_never_grows(kind):
    learner = kind()
    with pytest.raises(BadWidth, match="how many variables are there"):
        learner.predict(as_batch([[1, 0]]).row(0))
    learner.widen(2)
    assert learner.n == 2
    with pytest.raises(BadWidth, match="plays with 2 variables, but here are 3 columns: it begins with a hypothesis"):
        learner.widen(3)
    for n in (-1, 1.5, True):
        with pytest.raises(BadParameter, match="n is a number of variables"):
            kind(n=n)


def test_settings_and_states_of_another_kind_are_turned_away():
    with pytest.raises(BadParameter, match="negations is True or False"):
        Elimination(negations=1)
    learner = Elimination(n=2)
    for lacking in ("n", "plain", "updates"):
        state = learner.state()
        del state[lacking]
        with pytest.raises(StateError, match=lacking):
            learner.restore(state)
