"""Classes of several labels: their tables, names and specs."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from littlestone.concepts import ConceptClass, Labellings
from littlestone.concepts.builders import LABEL_BUILDERS, build
from littlestone.errors import BadFile, BadParameter, TooLarge, UnknownName


def rows(spec):
    return {tuple(map(int, row)) for row in Labellings.parse(spec).table}


@pytest.mark.parametrize("name", LABEL_BUILDERS)
def test_a_spec_makes_the_same_class_again(name):
    for n in (1, 2, 3):
        cls = build(name, n)
        again = Labellings.parse(cls.spec)
        assert cls.spec == again.spec == f"{name}:{n}"
        assert np.array_equal(cls.table, again.table)
        assert again.variables == cls.variables
        assert rows("table:" + ",".join(map(cls.concept_name, range(cls.size)))) == rows(cls.spec)


def lists(n, k):
    """Decision lists straight from the definition: every order of the variables, every sign, every label."""
    choices = product(permutations(range(n)), product((0, 1), repeat=n), product(range(k), repeat=n + 1))
    cube = list(product((0, 1), repeat=n))
    return {
        tuple(next((said[i] for i in range(n) if x[order[i]] == signs[i]), said[n]) for x in cube)
        for order, signs, said in choices
    }


def test_every_class_is_what_its_definition_says():
    assert rows("labellings:2,k=3") == set(product(range(3), repeat=2))
    assert rows("constant-labels:2,k=3") == {(0, 0), (1, 1), (2, 2)}
    assert rows("levels:3") == {row for row in product(range(3), repeat=3) if list(row) == sorted(row)}
    assert rows("sparse-labels:3,most=2") == {row for row in product(range(3), repeat=3) if row.count(0) >= 1}
    assert rows("coloured-intervals:2") == {(0, 0), (1, 0), (2, 0), (1, 1), (2, 2), (0, 1), (0, 2)}
    assert rows("assignments:3") == set(permutations(range(3)))
    assert rows("modular-sums:2") == {(0, b, a, (a + b) % 3) for a in range(3) for b in range(3)}
    assert rows("label-lists:2") == lists(2, 3)
    assert rows("label-lists:2,k=2") == {tuple(map(int, row)) for row in ConceptClass.parse("decision-lists:2").table}


def test_two_labels_are_a_class_of_labels_too():
    cls = Labellings.parse("intervals:4")
    assert (cls.labels, cls.size, cls.spec) == (2, 11, "intervals:4")
    assert Labellings.find(cls) is cls
    assert np.array_equal(Labellings.find(ConceptClass.parse("halfspaces:2")).table, rows_of("halfspaces:2"))
    assert Labellings.parse("table:0110,0220").labels == 3


def rows_of(spec):
    return ConceptClass.parse(spec).table.astype(np.uint8)


def test_parts_are_the_concepts_by_label():
    cls = Labellings([[0, 1], [2, 1], [2, 0], [2, 1]])
    assert (cls.size, cls.duplicates, cls.labels) == (3, 1, 3)
    assert cls.parts(cls.full, 0) == [(0, 0b001), (2, 0b110)]
    assert cls.parts(0b101, 1) == [(0, 0b100), (1, 0b001)]
    assert (cls.part(cls.full, 0, 2), cls.part(cls.full, 0, 1)) == (0b110, 0)
    assert ConceptClass.parse("table:01,11").parts(0b11, 0) == [(0, 0b01), (1, 0b10)]


def test_a_file_has_a_line_for_each_concept(tmp_path):
    path = tmp_path / "labels.txt"
    path.write_text("# three labels\n0 1 2\n00a\n012 # again\n")
    cls = Labellings.from_file(path)
    assert (cls.size, cls.labels, cls.lines, cls.concept_name(1)) == (2, 11, [[2, 4], [3]], "00a")
    path.write_text("01-\n")
    with pytest.raises(BadFile, match="a table has only 0 to 9 and a to z"):
        Labellings.from_file(path)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Labellings([[0.5]]), BadParameter, "whole numbers from 0 to 35"),
        (lambda: Labellings([[36]]), BadParameter, "whole numbers from 0 to 35"),
        (lambda: Labellings([["a"]]), BadParameter, "whole numbers from 0 to 35"),
        (lambda: Labellings([]), BadParameter, "at least one concept"),
        (lambda: Labellings.parse("labelling:3"), UnknownName, "did you mean 'labellings'"),
        (lambda: Labellings.parse("levels:3,k=1"), BadParameter, "the number of labels, from 2 to 36, not 1"),
        (lambda: Labellings.parse("levels:3,most=1"), UnknownName, "option of levels"),
        (lambda: Labellings.parse("labellings:40"), TooLarge, "do not fit into memory"),
        (lambda: Labellings.parse("labellings:17"), TooLarge, "concepts on 17 points"),
        (lambda: Labellings.find(3), BadParameter, "such as 'labellings:3,k=4'"),
        (lambda: Labellings.of([1], []), BadParameter, "at least one rule"),
        (lambda: ConceptClass.parse("levels:3"), BadParameter, "levels are of several labels"),
    ],
)
def test_what_is_no_class_is_refused_in_words(make, error, words):
    with pytest.raises(error, match=words):
        make()
