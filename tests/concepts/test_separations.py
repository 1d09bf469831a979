"""Classes that tell the dimensions, and Halving and the optimum, apart."""

from __future__ import annotations

from functools import cache
from math import log2

import pytest

from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.concepts.exact_vc import vc_dimension

BADLY_BROKEN_TIES = "table:0000,0001,0010,0011,0100,0101,0110,1001"
FIXED_TIES = "table:0000,0001,0010,0011,0101,0110,1001,1110"
ANY_TIES = "table:00000,01000,00100,00010,00001,10000,11000,10100,11100"  # points x0 a b c d
THRESHOLDS_AND_SINGLETONS = "table:" + ",".join(
    [f"{'1' * j + '0' * (4 - j)}000" for j in range(5)] + ["0000100", "0000010", "0000001"]
)


def dimensions(spec: str) -> tuple[int, int, float]:
    cls = ConceptClass.parse(spec)
    return vc_dimension(cls).dimension, littlestone_dimension(cls).dimension, log2(cls.size)


def halving(cls: ConceptClass, tie: int | None) -> int:
    """The most mistakes of conservative Halving; `tie` None is an adversary's choice at every tie."""

    @cache
    def worst(space: int) -> int:
        most = 0
        for x in range(cls.points):
            zero, one = cls.split(space, x)
            a, b = zero.bit_count(), one.bit_count()
            said = [int(b > a)] if a != b else ([tie] if tie is not None else [0, 1])
            for guess in said:
                truth = zero if guess else one
                if truth:
                    most = max(most, 1 + worst(truth))
        return most

    return worst(cls.full)


def test_eight_concepts_make_halving_err_once_too_often_if_its_ties_are_broken_badly():
    cls = ConceptClass.parse(BADLY_BROKEN_TIES)
    assert littlestone_dimension(cls).dimension == 2
    assert halving(cls, None) == 3


@pytest.mark.parametrize("tie", [0, 1])
def test_other_eight_concepts_do_so_for_both_fixed_rules_of_ties(tie):
    cls = ConceptClass.parse(FIXED_TIES)
    assert littlestone_dimension(cls).dimension == 2
    assert halving(cls, tie) == 3


@pytest.mark.parametrize("tie", [0, 1, None])
def test_nine_concepts_do_so_however_ties_are_broken(tie):
    cls = ConceptClass.parse(ANY_TIES)
    assert dimensions(ANY_TIES)[:2] == (2, 2)
    assert halving(cls, tie) == 3


def test_the_smallest_class_with_vc_below_littlestone_below_log2():
    assert dimensions("thresholds:4,constants=true") == (1, 2, log2(5))


def test_the_smallest_class_with_vc_below_littlestone_below_the_whole_part_of_log2():
    assert dimensions(THRESHOLDS_AND_SINGLETONS) == (1, 2, 3)
    assert dimensions("intervals:5") == (2, 3, 4)


def test_natural_classes_on_which_halving_is_not_optimal():
    assert halving(ConceptClass.parse("intervals:5"), 0) == 4 > dimensions("intervals:5")[1]
    assert halving(ConceptClass.parse("dnf:3"), 0) == 7 > dimensions("dnf:3")[1]
