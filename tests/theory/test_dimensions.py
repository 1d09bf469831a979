"""Every row of the table of exact oracles: points, concepts, VC, Littlestone, randomised."""

from __future__ import annotations

from fractions import Fraction

import pytest

from littlestone.theory.concept_class import ConceptClass
from littlestone.theory.littlestone_dimension import littlestone_dimension
from littlestone.theory.mistake_tree import check
from littlestone.theory.randomised_dimension import randomised_dimension
from littlestone.theory.vc_dimension import vc_dimension

ROWS = """
singletons:1                            1    1   0  0  0
singletons:2                            2    2   1  1  0.5
singletons:3                            3    3   1  1  0.75
singletons:4                            4    4   1  1  0.875
singletons:5                            5    5   1  1  0.9375
singletons:8                            8    8   1  1  0.9921875
singletons:1,empty=true                 1    2   1  1  0.5
singletons:2,empty=true                 2    3   1  1  0.75
singletons:3,empty=true                 3    4   1  1  0.875
singletons:4,empty=true                 4    5   1  1  0.9375
singletons:5,empty=true                 5    6   1  1  0.96875
singletons:8,empty=true                 8    9   1  1  0.99609375
dictators:1                             2    1   0  0  0
dictators:2                             4    2   1  1  0.5
dictators:3                             8    3   1  1  0.75
dictators:4                            16    4   2  2  1
dictators:5                            32    5   2  2  1.125
dictators:6                            64    6   2  2  1.25
dictators:7                           128    7   2  2  1.375
dictators:8                           256    8   3  3  1.5
thresholds:2                            2    2   1  1  0.5
thresholds:4                            4    4   1  2  1
thresholds:8                            8    8   1  3  1.5
thresholds:16                          16   16   1  4  2
thresholds:2,constants=true             2    3   1  1  0.75
thresholds:4,constants=true             4    5   1  2  1.125
thresholds:8,constants=true             8    9   1  3  1.5625
thresholds:16,constants=true           16   17   1  4  2.03125
monotone-disjunctions:1                 2    2   1  1  0.5
monotone-disjunctions:2                 4    4   2  2  1
monotone-disjunctions:3                 8    8   3  3  1.5
monotone-disjunctions:4                16   16   4  4  2
monotone-disjunctions:5                32   32   5  5  2.5
monotone-disjunctions:1,empty=false     2    1   0  0  0
monotone-disjunctions:2,empty=false     4    3   1  1  0.75
monotone-disjunctions:3,empty=false     8    7   2  2  1.375
monotone-disjunctions:4,empty=false    16   15   3  3  1.9375
monotone-disjunctions:5,empty=false    32   31   4  4  2.46875
monotone-disjunctions:4,atmost=1       16    5   2  2  1.125
monotone-disjunctions:4,atmost=2       16   11   3  3  1.6875
monotone-disjunctions:5,atmost=1       32    6   2  2  1.25
monotone-disjunctions:5,atmost=2       32   16   3  3  1.96875
conjunctions:1                          2    3   1  1  0.75
conjunctions:2                          4    9   2  3  1.5625
conjunctions:3                          8   27   3  4  2.25
conjunctions:1,constant=true            2    4   2  2  1
conjunctions:2,constant=true            4   10   2  3  1.625
conjunctions:3,constant=true            8   28   3  4  2.25390625
conjunctions:4                         16   81   4  5  2.843963623046875
disjunctions:1                          2    3   1  1  0.75
disjunctions:2                          4    9   2  3  1.5625
disjunctions:3                          8   27   3  4  2.25
disjunctions:1,constant=true            2    4   2  2  1
disjunctions:2,constant=true            4   10   2  3  1.625
disjunctions:3,constant=true            8   28   3  4  2.25390625
decision-lists:1                        2    4   2  2  1
decision-lists:2                        4   14   3  3  1.875
decision-lists:3                        8   96   4  5  3.203125
parities:1                              2    2   1  1  0.5
parities:2                              4    4   2  2  1
parities:3                              8    8   3  3  1.5
parities:4                             16   16   4  4  2
affine-parities:1                       2    4   2  2  1
affine-parities:2                       4    8   3  3  1.5
affine-parities:3                       8   16   4  4  2
affine-parities:4                      16   32   5  5  2.5
intervals:1                             1    2   1  1  0.5
intervals:2                             2    4   2  2  1
intervals:3                             3    7   2  2  1.375
intervals:4                             4   11   2  3  1.6875
intervals:5                             5   16   2  3  1.96875
intervals:6                             6   22   2  4  2.171875
intervals:8                             8   37   2  4  2.52734375
intervals:2,empty=false                 2    3   1  1  0.75
intervals:4,empty=false                 4   10   2  3  1.625
intervals:6,empty=false                 6   21   2  4  2.15625
intervals:7                             7   29   2  4  2.3671875
halfspaces:1                            2    4   2  2  1
halfspaces:2                            4   14   3  3  1.875
halfspaces:3                            8  104   4  6  3.28125
functions:1                             1    2   1  1  0.5
functions:2                             2    4   2  2  1
functions:3                             3    8   3  3  1.5
functions:4                             4   16   4  4  2
monotone-dnf:3                          8   19   3  3  2.015625
dnf:2                                   4   16   4  4  2
dnf:3                                   8  166   6  6  3.62109375
"""
TABLE = [tuple(line.split()) for line in ROWS.strip().splitlines()]


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


@pytest.mark.slow
def test_the_halfspaces_over_five_variables_force_fifteen_mistakes():
    cls = ConceptClass.parse("halfspaces:5")
    assert cls.size == 94572
    found = littlestone_dimension(cls)
    assert (found.lower, found.upper, check(found.tree, cls)) == (15, 15, 15)


def test_thresholds_over_many_points_take_a_binary_search():
    assert littlestone_dimension(ConceptClass.parse("thresholds:1024")).dimension == 10
