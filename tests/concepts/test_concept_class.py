from __future__ import annotations

import numpy as np
import pytest

from littlestone.concepts.builders import build
from littlestone.concepts.concept_class import ConceptClass, bits, members
from littlestone.concepts.exact_littlestone import mistake_tree
from littlestone.errors import BadParameter, InputError, UnknownName
from littlestone.features.arrays import as_batch

THREE = ConceptClass.from_lines(["0011", "0101", "0110"])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ConceptClass([]), "at least one concept"),
        (lambda: ConceptClass([0, 1]), "at least one concept"),
        (lambda: ConceptClass([[0, 2]]), "labels in a table of concepts are 0 and 1"),
        (lambda: ConceptClass([[0, 1, 1]], variables=2), "have 4 points, not 3"),
        (lambda: ConceptClass([[0, 1, 1]], names=["a"]), "3 points need as many names, not 1"),
    ],
)
def test_what_is_no_table_is_said(make, words):
    with pytest.raises(BadParameter, match=words):
        make()


def test_concepts_that_occur_twice_are_kept_once_where_they_came_first():
    cls = ConceptClass([[1, 0], [0, 1], [1, 0], [0, 0]])
    assert cls.table.astype(int).tolist() == [[1, 0], [0, 1], [0, 0]]
    assert (len(cls), cls.duplicates) == (3, 1)


def test_a_split_parts_a_version_space_by_the_label_of_a_point():
    assert THREE.split(THREE.full, 1) == (0b001, 0b110)
    assert [members(space) for space in THREE.split(THREE.full, 3)] == [[2], [0, 1]]
    assert THREE.ones == [bits(column) for column in THREE.table.T]


def test_the_concepts_that_agree_with_labels_shrink_to_the_target():
    assert members(THREE.agreeing([(3, +1)])) == [0, 1]
    assert THREE.target(THREE.agreeing([(3, +1), (1, +1)])) == 1
    with pytest.raises(InputError, match="no concept is left"):
        THREE.target(THREE.agreeing([(0, +1)]))


@pytest.mark.parametrize("spec", ["parities:3", "intervals:4", "table:0011,0101,variables=2"])
def test_every_example_is_the_row_of_its_point(spec):
    cls = ConceptClass.parse(spec)
    rows = cls.examples()
    assert rows.width == cls.width
    assert [cls.point_of(rows.row(point)) for point in range(cls.points)] == list(range(cls.points))


def test_rows_outside_the_domain_are_refused():
    with pytest.raises(InputError, match="more than the 3 variables"):
        ConceptClass.parse("parities:3").point_of(as_batch([[0, 0, 0, 1]]).row(0))
    for row in ([1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 1]):
        with pytest.raises(InputError, match="a row with a single 1"):
            THREE.point_of(as_batch([row]).row(0))


def test_labels_are_minus_and_plus_one():
    assert np.array_equal(THREE.labels(1), [-1.0, 1.0, -1.0, 1.0])


def test_points_and_concepts_have_names_in_print():
    assert THREE.point_name(3) == "3"
    assert THREE.concept_name(2) == "0110"
    assert ConceptClass.parse("parities:3").point_name(3) == "011"
    assert repr(mistake_tree(THREE)) == "MistakeTree(depth 1 in ConceptClass(table: 3 concepts on 4 points))"


def test_a_builder_is_called_by_its_name():
    assert build("intervals", 4, empty=False).spec == "intervals:4,empty=false"
    with pytest.raises(UnknownName, match="did you mean 'intervals'"):
        build("interval", 4)
    with pytest.raises(BadParameter, match="empty is True or False"):
        build("intervals", 4, empty=1)
