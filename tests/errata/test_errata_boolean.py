"""Where lecture notes on Boolean learners, taken literally, are wrong: each slip as evidence, and what holds instead.

They are numbered along with those of test_errata.py.
"""

from __future__ import annotations

import pytest

from littlestone import Conjunction, DecisionList, Elimination, Game
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.minimax import Minimax
from littlestone.concepts.worst_case import worst_case


def test_e3_a_false_negative_strikes_out_nothing_and_proves_that_no_disjunction_fits():
    game = Game(Elimination(n=2))
    for x, y in [([1, 1], -1)] + 20 * [([1, 0], +1)]:
        game.label(game.predict(x).number, y)
    assert game.ledger.mistakes == 21 > 2  # literally, each mistake removes one of two literals
    assert game.learner.updates == 1
    assert game.ledger.certificates[0].broken == "no disjunction fits: round 2"


def test_e19_decision_lists_cost_less_than_a_level_more_for_every_rule():
    n, length = 2, 3  # a rule for each variable, and the default
    concepts = ConceptClass.parse(f"decision-lists:{n}")
    mistakes = max(worst_case(DecisionList(n=n, tie=tie), concepts).mistakes for tie in ("0", "1", "first", "maj"))
    printed = (4 * n + 2) * (length + 1)
    ours = (4 * n + 2) * length - length * (length + 1) // 2
    assert mistakes <= 5 < ours == 24 < printed == 40


@pytest.mark.parametrize("n", [2, 3])
def test_e25_conjunctions_cost_n_plus_one_and_elimination_is_optimal(n):
    concepts = ConceptClass.parse(f"conjunctions:{n}")
    assert Minimax(concepts).value(concepts.full) == n + 1 > n
    assert worst_case(Conjunction(n=n), concepts).mistakes == n + 1
