"""Every row of the table of exact oracles: points, concepts, VC, Littlestone, randomised."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.concepts.exact_randomised import randomised_dimension
from littlestone.concepts.exact_vc import is_laminar, vc_dimension
from littlestone.concepts.mistake_tree import check

ORACLES = Path(__file__).with_name("oracles.txt").read_text().splitlines()[1:]
TABLE = [tuple(line.split()[:6]) for line in ORACLES]


@pytest.mark.parametrize(("spec", "points", "concepts", "vc", "ldim", "rldim"), TABLE, ids=[row[0] for row in TABLE])
def test_the_class_has_its_size_and_its_three_dimensions(spec, points, concepts, vc, ldim, rldim):
    cls = ConceptClass.parse(spec)
    assert (cls.points, cls.size, cls.duplicates) == (int(points), int(concepts), 0)
    found = littlestone_dimension(cls)
    assert found.dimension == int(ldim)
    assert check(found.tree, cls) == int(ldim)
    shattered = vc_dimension(cls)
    assert shattered.dimension == len(shattered.shattered) == int(vc)
    assert len({tuple(row) for row in cls.table[:, list(shattered.shattered)]}) == 2 ** int(vc)
    assert randomised_dimension(cls) == Fraction(rldim)


@pytest.mark.parametrize(
    ("spec", "vc", "ldim"),
    [("halfspaces:4", 5, 9), ("decision-lists:4", 5, 9), ("dnf:4", 8, 10), ("monotone-dnf:4", 6, 6)],
)
def test_larger_classes_have_checked_witnesses(spec, vc, ldim):
    cls = ConceptClass.parse(spec)
    found = littlestone_dimension(cls)
    assert check(found.tree, cls) == found.dimension == ldim
    assert vc_dimension(cls).dimension == vc


@pytest.mark.long  # of the halfspaces tests/concepts/test_halfspace_words.py knows it in a second
def test_the_halfspaces_over_five_variables_force_fifteen_mistakes():
    cls = ConceptClass.parse("halfspaces:5")
    assert cls.size == 94572
    found = littlestone_dimension(cls)
    assert (found.lower, found.upper, check(found.tree, cls)) == (15, 15, 15)


def test_thresholds_over_many_points_take_a_binary_search():
    assert littlestone_dimension(ConceptClass.parse("thresholds:1024")).dimension == 10


@given(st.lists(st.integers(0, 31), min_size=1, max_size=9, unique=True))
@settings(deadline=None, max_examples=200)
def test_sets_that_do_not_cross_are_a_vc_dimension_of_one(rows):
    cls = ConceptClass([[row >> x & 1 for x in range(5)] for row in rows])
    table = cls.table.tolist()
    shattered = any(len({(row[a], row[b]) for row in table}) == 4 for a in range(5) for b in range(a))
    assert is_laminar(cls) == (not shattered)
    assert (vc_dimension(cls).dimension <= 1) == (not shattered)


def test_the_vc_dimension_of_4096_thresholds_is_found_without_trying_their_pairs():
    cls = ConceptClass.parse("thresholds:4096")
    heard = []
    assert vc_dimension(cls, progress=heard.append) == (1, (0,))
    assert len(heard) < 10
