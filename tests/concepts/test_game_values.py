"""The values of four games on classes of several labels: against the definition, and their witnesses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from brute_values import brute_value
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.concepts import ConceptClass, Labellings, check_promises, check_strategy, game_value
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.concepts.forcing import KINDS, Bandit, KnownSequence, Multiclass, SelfDirected, extreme_orders
from littlestone.concepts.game_values import Value, ValueInterrupted
from littlestone.concepts.strategies import Node, Promises, Strategy
from littlestone.errors import BadParameter, InputError, TooLarge, UnknownName

DRAWN = st.integers(1, 4).flatmap(
    lambda points: st.lists(st.tuples(*[st.integers(0, 3)] * points), min_size=1, max_size=10, unique=True)
)
FURTHER = [
    "constant-labels:2",
    "constant-labels:3,k=5",
    "levels:3",
    "levels:4",
    "levels:5,k=4",
    "levels:6,k=2",
    "sparse-labels:3",
    "sparse-labels:4,k=4",
    "sparse-labels:4,most=2",
    "coloured-intervals:3",
    "coloured-intervals:4",
    "coloured-intervals:4,k=4",
    "assignments:3",
    "assignments:4",
    "modular-sums:1,k=5",
    "modular-sums:2",
    "modular-sums:2,k=4",
    "modular-sums:3,k=2",
    "label-lists:1",
    "label-lists:1,k=5",
    "label-lists:2,k=2",
    "intervals:5",
    "thresholds:6",
    "singletons:5",
    "conjunctions:2",
    "parities:3",
    "table:0120,1201,2012,0000,1111,2222",
    "table:012,021,102,120,201,210,333",
]


def rows(cls):
    return [tuple(map(int, row)) for row in cls.table]


def checked(cls, kind, **settings):
    """The value of a class with both witnesses, checked once more."""
    found = game_value(cls, kind, **settings)
    assert found.strategy is not None
    assert found.promises is not None
    assert check_strategy(found.strategy, cls) == check_promises(found.promises, cls) == found.dimension
    return found.dimension


@settings(deadline=None, max_examples=100)
@given(DRAWN)
def test_the_search_agrees_with_the_definition_and_both_witnesses_hold(table):
    cls = Labellings(table)
    found = {kind: checked(cls, kind) for kind in KINDS}
    assert found == {kind: brute_value(table, kind) for kind in KINDS}
    assert found["self-directed"] <= found["known-sequence"] <= found["multiclass"] <= found["bandit"]


@pytest.mark.parametrize(("n", "k"), [(1, 2), (1, 6), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)])
def test_all_labellings_cost_n_mistakes_and_n_times_k_less_one_without_labels(n, k):
    cls = Labellings.parse(f"labellings:{n},k={k}")
    assert cls.size == k**n
    for kind, value in {"multiclass": n, "bandit": n * (k - 1), "known-sequence": n, "self-directed": n}.items():
        assert checked(cls, kind) == brute_value(rows(cls), kind) == value


@pytest.mark.parametrize(("n", "k"), [(4, 3), (5, 3), (3, 5), (4, 4)])
def test_so_do_those_beyond_brute_force(n, k):
    cls = Labellings.parse(f"labellings:{n},k={k}")
    assert (checked(cls, "multiclass"), checked(cls, "bandit")) == (n, n * (k - 1))


@pytest.mark.parametrize("spec", FURTHER)
def test_further_classes_have_the_values_of_the_definition(spec):
    cls = Labellings.parse(spec)
    assert {kind: checked(cls, kind) for kind in KINDS} == {kind: brute_value(rows(cls), kind) for kind in KINDS}


@pytest.mark.parametrize("kind", [Multiclass, Bandit])
def test_machine_words_and_sets_of_any_size_agree(kind):
    for spec in ("levels:6", "label-lists:1,k=5", "coloured-dictators:4", "modular-sums:2,k=4"):
        cls = Labellings.parse(spec)
        words, sets = kind(cls), kind(cls)
        sets.words = None
        assert words.words is not None
        rng = np.random.default_rng(5)
        for space in rng.integers(0, cls.full, 30, endpoint=True).tolist():
            assert words.value(space) == sets.value(space)


def test_of_two_labels_it_is_the_littlestone_dimension_told_or_not():
    for spec in ("intervals:6", "decision-lists:2", "halfspaces:3", "monotone-disjunctions:4"):
        cls = ConceptClass.parse(spec)
        ldim = littlestone_dimension(cls).dimension
        assert checked(cls, "multiclass") == checked(cls, "bandit") == ldim


def test_constants_cost_one_mistake_or_all_but_one():
    for k in range(2, 10):
        cls = Labellings.parse(f"constant-labels:3,k={k}")
        assert (checked(cls, "multiclass"), checked(cls, "bandit")) == (1, k - 1)


def test_the_order_of_a_known_sequence_matters():
    cls = ConceptClass.parse("thresholds:7,constants=true")
    assert checked(cls, "known-sequence") == 1
    assert checked(cls, "known-sequence", order=(3, 1, 5, 0, 2, 4, 6)) == 3
    best, worst = extreme_orders(cls)
    assert (checked(cls, "known-sequence", order=best), checked(cls, "known-sequence", order=worst)) == (1, 3)
    assert checked(cls, "known-sequence", order=(3, 3, 3)) == 1


def test_the_published_separations_come_out():
    """From the public collection Combinatorial-Parameters: best < worst order, and worst order < Littlestone."""
    gap = ConceptClass.from_lines(["000", "100", "010", "101"])
    values = [KnownSequence(gap, order=order).value(gap.full) for order in extreme_orders(gap)]
    assert values == [1, 2]
    gap = ConceptClass.from_lines(["0000", "1000", "0100", "0001", "1101", "0011", "1011", "1111"])
    worst = extreme_orders(gap)[1]
    assert (KnownSequence(gap, order=worst).value(gap.full), game_value(gap).dimension) == (2, 3)


def test_every_order_lies_between_self_directed_and_multiclass():
    for spec in ("levels:5", "coloured-intervals:5", "label-lists:2"):
        cls = Labellings.parse(spec)
        best, worst = (KnownSequence(cls, order=order).value(cls.full) for order in extreme_orders(cls))
        assert SelfDirected(cls).value(cls.full) <= best <= worst <= Multiclass(cls).value(cls.full)


def test_one_concept_costs_nothing_even_on_no_points():
    for kind in KINDS:
        for table in ([[2, 0]], [[]]):
            found = game_value(Labellings(table), kind)
            assert (found.lower, found.upper, found.strategy.root.concept) == (0, 0, 0)


def test_long_chains_are_walked_or_given_up_with_what_is_proven():
    cls = ConceptClass.parse("singletons:400")
    assert game_value(cls, "known-sequence", witness=False).dimension == 1
    found = game_value(cls, "self-directed", witness=False)
    assert found.lower == 1
    found = game_value(Labellings.parse("label-lists:3"), "bandit", spaces=500)
    assert found.lower < 10 < found.upper
    with pytest.raises(TooLarge, match="from 7 to 16"):
        _ = Value("bandit", 7, 16).dimension
    with pytest.raises(TooLarge, match="no end after 20 version spaces"):
        Bandit(Labellings.parse("levels:16"), spaces=20).value((1 << 153) - 1)
    with pytest.raises(TooLarge, match="no end after 20 version spaces"):  # in machine words
        Bandit(Labellings.parse("label-stumps:6"), spaces=20).value((1 << 39) - 1)


def test_ctrl_c_hands_over_what_is_proven():
    def impatient(lower, upper, seen):
        if lower == 3:
            raise KeyboardInterrupt

    with pytest.raises(ValueInterrupted, match="the bandit value lies from 3 to") as caught:
        game_value(Labellings.parse("labellings:3,k=4"), "bandit", progress=impatient)
    assert caught.value.best.lower == 3


def test_bad_questions_are_refused():
    cls = Labellings.parse("levels:3")
    with pytest.raises(UnknownName, match="did you mean 'bandit'"):
        game_value(cls, "bandits")
    with pytest.raises(BadParameter, match="points from 0 to 2"):
        game_value(cls, "known-sequence", order=(1, 3))
    with pytest.raises(BadParameter, match="in the game 'known-sequence' only"):
        game_value(cls, "bandit", order=(0, 1, 2))
    with pytest.raises(TooLarge, match="of up to 7 different points"):
        extreme_orders(Labellings.parse("levels:8"))


def spoilt(node, change):
    """All strategies with one position of the old one changed."""
    for point, after in node.answers.items():
        for label, then in after.items():
            for other in [change(then), *spoilt(then, change)]:
                yield replace(node, answers={**node.answers, point: {**after, label: other}})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spec", ["levels:3", "labellings:2", "table:0011,0101,1122"])
def test_a_spoilt_strategy_is_found_out(kind, spec):
    cls = Labellings.parse(spec)
    found = game_value(cls, kind).strategy
    spoils = [
        lambda node: Node(0, concept=-2) if not node.forces else Node(0, concept=0),
        lambda node: Node(node.forces - 1, node.answers, node.concept),
        lambda node: Node(node.forces, {point + 9: after for point, after in node.answers.items()}, -1),
    ]
    for change in spoils:
        for root in spoilt(found.root, change):
            with pytest.raises(InputError):
                check_strategy(Strategy(cls, kind, root, found.order), cls)
    with pytest.raises(InputError):
        check_strategy(replace(found, root=replace(found.root, forces=found.forces + 1)), cls)


@pytest.mark.parametrize("kind", KINDS)
def test_no_promise_can_be_tightened(kind):
    for spec in ("levels:4", "labellings:2", "coloured-intervals:4", "thresholds:8"):
        cls = Labellings.parse(spec)
        found = game_value(cls, kind).promises
        for space, most in found.bounds.items():
            if most == found.bound(space) and game_value(cls, kind).dimension == found.most and space == cls.full:
                with pytest.raises(InputError, match="no guess keeps the promise"):
                    check_promises(Promises(cls, kind, {**found.bounds, space: most - 1}, found.order), cls)


def test_a_strategy_is_written_out():
    told = game_value(Labellings.parse("levels:2,k=3"), "multiclass").strategy
    assert told.show().splitlines() == [
        "0",
        "|-0- 1",
        "|    |-0- 00",
        "|    `-1- 01",
        "`-1- 1",
        "     |-1- 11",
        "     `-2- 12",
    ]
    bandit = game_value(Labellings.parse("constant-labels:1,k=3"), "bandit").strategy
    assert bandit.show().splitlines()[:3] == ["0", "|-not 0- 0", "|        |-not 1- 2"]
    plain = bandit.as_dict()
    assert (plain["kind"], plain["forces"], plain["order"]) == ("bandit", 2, None)
    assert plain["positions"][0]["answers"]["0"].keys() == {"0", "1", "2"}
    assert repr(bandit).startswith("Strategy(forces 2, bandit, in Labellings(constant-labels:1:")
