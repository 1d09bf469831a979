"""The table of small classes: dimensions, and the worst cases of Halving and the optimal learners, found by search."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from littlestone import Game, Halving, RandomisedOptimal, StandardOptimal
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.minimax import Minimax
from littlestone.concepts.worst_case import worst_case
from littlestone.natures.adversaries import MinimaxAdversary
from littlestone.natures.adversaries.shattered import largest_shattered

ORACLES = Path(__file__).with_name("oracles.txt").read_text().splitlines()[1:]


class Oracle(NamedTuple):
    """A row of the table."""

    spec: str
    points: int
    size: int
    ldim: int
    rldim: float
    conservative: tuple[int, ...]
    full: tuple[int, ...]

    @property
    def is_large(self):
        return self.size * self.points > 200

    @classmethod
    def read(cls, line):
        spec, points, size, _, ldim, rldim, conservative, full = line.split()
        ties = [tuple(map(int, worst.split("/"))) for worst in (conservative, full)]
        return cls(spec, int(points), int(size), int(ldim), float(rldim), *ties)


TABLE = [Oracle.read(line) for line in ORACLES]
parse = ConceptClass.parse


def by_class(*, most=1000, long=lambda row: row.is_large):
    """A test for every row of the table whose class has at most so many concepts; some take seconds, or minutes."""
    return pytest.mark.parametrize(
        "row",
        [
            pytest.param(row, id=row.spec, marks=pytest.mark.long if long(row) else ())
            for row in TABLE
            if row.size <= most
        ],
    )


class AdversarialTies(Halving):
    """A tie is a mistake whatever the label: the adversary decides it."""

    def __init__(self, *given, **settings):
        super().__init__(*given, **settings)
        self.at_zero = 0.0


@by_class(long=lambda row: row.spec == "conjunctions:4")
def test_the_recursion_of_the_learners_agrees_with_the_table(row):
    concepts = parse(row.spec)
    minimax = Minimax(concepts)
    assert minimax.value(concepts.full) == row.ldim
    assert minimax.randomised(concepts.full) == row.rldim
    assert row.ldim / 2 <= row.rldim <= row.ldim


@by_class()
def test_halving_has_the_worst_cases_of_the_table(row):
    concepts = parse(row.spec)
    for rule, worst in (True, row.conservative), (False, row.full):
        players = (
            Halving(concepts, conservative=rule, tie="0"),
            Halving(concepts, conservative=rule, tie="1"),
            AdversarialTies(concepts, conservative=rule),
        )
        assert tuple(worst_case(player, concepts).mistakes for player in players) == worst
        assert max(worst) <= row.size.bit_length() - 1


@by_class()
def test_the_optimal_algorithm_makes_ldim_mistakes_at_worst_however_it_breaks_ties(row):
    concepts = parse(row.spec)
    for tie in "1" if row.is_large else "01":
        assert worst_case(StandardOptimal(concepts, tie=tie), concepts).mistakes == row.ldim


@by_class(most=12)
def test_the_randomised_optimum_expects_rldim_mistakes_at_worst(row):
    concepts = parse(row.spec)
    assert worst_case(RandomisedOptimal(concepts), concepts).mistakes == row.rldim


@by_class(most=60, long=lambda row: False)
def test_the_minimax_adversary_forces_exactly_the_value_of_the_class_on_the_optimal_learners(row):
    concepts = parse(row.spec)
    assert Game(StandardOptimal(concepts)).play(MinimaxAdversary(concepts)).mistakes == row.ldim
    if concepts.size <= 16:
        ledger = Game(RandomisedOptimal(concepts)).play(MinimaxAdversary(concepts, randomised=True))
        assert ledger.expected == row.rldim


@pytest.mark.parametrize("size", [2, 20, 40])
def test_closed_forms_hold_for_larger_singletons(size):
    without, with_empty = parse(f"singletons:{size}"), parse(f"singletons:{size},empty=true")
    assert Minimax(without).randomised(without.full) == 1 - 2.0 ** (1 - size)
    assert Minimax(with_empty).randomised(with_empty.full) == 1 - 2.0**-size
    assert Minimax(without).value(without.full) == 1


# separations


BAD_TIES = ["0000", "0001", "0010", "0011", "0100", "0101", "0110", "1001"]
BOTH_TIES = ["0000", "0001", "0010", "0011", "0101", "0110", "1001", "1110"]
ANY_TIES = ["00000", "01000", "00100", "00010", "00001", "10000", "11000", "10100", "11100"]


def halvings(concepts):
    return {
        (rule, tie): worst_case(player, concepts).mistakes
        for rule in (True, False)
        for tie, player in {
            "0": Halving(concepts, conservative=rule),
            "1": Halving(concepts, conservative=rule, tie="1"),
            "adversary": AdversarialTies(concepts, conservative=rule),
        }.items()
    }


def test_eight_concepts_suffice_for_halving_to_lose_by_its_ties():
    concepts = ConceptClass.from_lines(BAD_TIES)
    assert Minimax(concepts).value(concepts.full) == 2
    assert halvings(concepts)[True, "adversary"] == 3
    concepts = ConceptClass.from_lines(BOTH_TIES)
    assert Minimax(concepts).value(concepts.full) == 2
    assert [halvings(concepts)[True, tie] for tie in ("0", "1")] == [3, 3]


def test_nine_concepts_suffice_for_halving_to_lose_however_ties_are_broken():
    concepts = ConceptClass.from_lines(ANY_TIES)
    assert (concepts.size, len(largest_shattered(concepts)), Minimax(concepts).value(concepts.full)) == (9, 2, 2)
    assert set(halvings(concepts).values()) == {3}
    assert MinimaxAdversary(concepts).strike() is not None
    first = worst_case(Halving(concepts), concepts).path[0]
    assert first == 0
    assert Halving(concepts).predict(concepts.examples().row(0)) < 0
    assert StandardOptimal(concepts).predict(concepts.examples().row(0)) > 0


def test_thresholds_and_three_singletons_separate_vc_ldim_and_the_whole_logarithm():
    thresholds_and_more = np.zeros((8, 7), dtype=int)
    for j in range(5):
        thresholds_and_more[j, :j] = 1
    thresholds_and_more[[5, 6, 7], [4, 5, 6]] = 1
    concepts = ConceptClass(thresholds_and_more)
    assert len(largest_shattered(concepts)) == 1
    assert Minimax(concepts).value(concepts.full) == 2
    assert concepts.size.bit_length() - 1 == 3


# errata


@pytest.mark.parametrize("n", range(1, 9))
def test_e2_dictators_cost_the_logarithm_of_n_and_not_one_mistake(n):
    concepts = parse(f"dictators:{n}")
    assert Minimax(concepts).value(concepts.full) == len(largest_shattered(concepts)) == n.bit_length() - 1


def test_e2_two_points_mislead_halving_twice_among_four_dictators():
    game = Game(Halving(parse("dictators:4")))
    for x in ([1, 1, 0, 0], [1, 0, 0, 0]):
        game.label(game.predict(x).number, +1)
    assert game.ledger.mistakes == 2
    basis = ConceptClass(np.eye(4))  # on e_1, ..., e_n alone, dictators are singletons
    assert worst_case(Halving(basis), basis).mistakes == 1


def test_e11_the_natural_logarithm_is_no_bound():
    concepts = ConceptClass([[0], [1]])
    assert worst_case(Halving(concepts), concepts).mistakes == 1 > np.log(2)


@pytest.mark.parametrize(("n", "sizes"), [(1, (3, 4)), (2, (9, 10)), (3, (27, 28))])
def test_e21_the_contradictory_set_is_one_more_function(n, sizes):
    assert (parse(f"disjunctions:{n}").size, parse(f"disjunctions:{n},constant=true").size) == sizes
    assert (parse(f"conjunctions:{n}").size, parse(f"conjunctions:{n},constant=true").size) == sizes
    if n == 1:
        both = parse("disjunctions:1"), parse("disjunctions:1,constant=true")
        assert [Minimax(c).value(c.full) for c in both] == [1, 2]


@pytest.mark.parametrize("n", range(1, 6))
def test_e24_without_the_empty_disjunction_the_optimum_is_one_less(n):
    with_it = parse(f"monotone-disjunctions:{n}")
    without = parse(f"monotone-disjunctions:{n},empty=false")
    assert Minimax(without).value(without.full) == n - 1
    assert Minimax(with_it).value(with_it.full) == n


@pytest.mark.parametrize("n", range(1, 8))
def test_e27_thresholds_on_2_to_the_n_points_cost_exactly_n(n):
    for extra in ("false", "true"):
        concepts = parse(f"thresholds:{2**n},constants={extra}")
        assert Minimax(concepts).value(concepts.full) == n


def test_e29_learning_from_mistakes_only_saves_halving_a_mistake_on_decision_lists():
    concepts = parse("decision-lists:3")
    full = worst_case(Halving(concepts, conservative=False), concepts)
    assert (full.mistakes, worst_case(Halving(concepts), concepts).mistakes) == (6, 5)
    ledger = Game(Halving(concepts, conservative=False))
    for point, y in zip(full.path, full.labels, strict=True):
        ledger.label(ledger.predict(concepts.examples().row(point)).number, y)
    assert ledger.ledger.mistakes == 6
    assert concepts.labels(full.target)[list(full.path)].tolist() == list(full.labels)
