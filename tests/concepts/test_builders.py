from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.concepts.builders import BUILDERS, build
from littlestone.concepts.concept_class import ConceptClass
from littlestone.errors import BadFile, BadParameter, TooLarge, UnknownName

COUNTS = {
    "halfspaces": [4, 14, 104, 1882],
    "decision-lists": [4, 14, 96, 1050],
    "dnf": [4, 16, 166],
    "monotone-dnf": [3, 6, 19, 114],
}


@pytest.mark.parametrize(
    ("spec", "count"), [(f"{name}:{n}", count) for name, counts in COUNTS.items() for n, count in enumerate(counts, 1)]
)
def test_the_class_has_as_many_concepts_as_are_known(spec, count):
    assert ConceptClass.parse(spec).size == count


@pytest.mark.slow
def test_there_are_94572_halfspaces_over_five_variables():
    assert ConceptClass.parse("halfspaces:5").size == 94572


def rows(cls: ConceptClass) -> set[tuple[bool, ...]]:
    return set(map(tuple, cls.table.tolist()))


def lists(n: int) -> ConceptClass:
    """Decision lists straight from the definition: every order of the variables, every sign, every bit."""
    cube = list(product((0, 1), repeat=n))

    def answer(x, order, signs, bits):
        return next((bits[k] for k in range(n) if x[order[k]] == signs[k]), bits[n])

    choices = product(permutations(range(n)), product((0, 1), repeat=n), product((0, 1), repeat=n + 1))
    return ConceptClass([[answer(x, *choice) for x in cube] for choice in choices])


def test_decision_lists_are_those_of_the_definition():
    for n in (1, 2, 3):
        assert rows(ConceptClass.parse(f"decision-lists:{n}")) == rows(lists(n))


def test_every_concept_is_what_its_definition_says_at_every_point():
    cube = list(product((0, 1), repeat=3))
    expected = {
        "dictators:3": [[x[i] for x in cube] for i in range(3)],
        "monotone-disjunctions:3,k=2": [[x[i] | x[j] for x in cube] for i, j in ((0, 1), (0, 2), (1, 2))],
        "parities:3": [[sum(a * b for a, b in zip(s, x, strict=True)) % 2 for x in cube] for s in cube],
        "thresholds:3": [[int(x < j) for x in (1, 2, 3)] for j in (1, 2, 3)],
        "intervals:3,empty=false": [[1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 0], [0, 1, 1], [0, 0, 1]],
        "conjunctions:1,constant=true": [[0, 0], [1, 1], [0, 1], [1, 0]],
        "disjunctions:1,constant=true": [[1, 1], [0, 0], [0, 1], [1, 0]],
    }
    for spec, table in expected.items():
        assert ConceptClass.parse(spec).table.astype(int).tolist() == table, spec


def test_conjunctions_are_the_opposites_of_disjunctions():
    opposite = ConceptClass(~ConceptClass.parse("disjunctions:3,constant=true").table)
    assert rows(opposite) == rows(ConceptClass.parse("conjunctions:3,constant=true"))


@pytest.mark.parametrize("name", BUILDERS)
def test_a_spec_makes_the_same_class_again(name):
    cls = build(name, 3)
    again = ConceptClass.parse(cls.spec)
    assert cls.spec == again.spec == f"{name}:3"
    assert np.array_equal(cls.table, again.table)
    assert again.variables == cls.variables


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        (" intervals : 4 , empty = FALSE ", "intervals:4,empty=false"),
        ("intervals:4,empty=true", "intervals:4"),
        ("monotone-disjunctions:4,atmost=2,empty=false", "monotone-disjunctions:4,atmost=2,empty=false"),
        ("dnf:3,k=1", "dnf:3,k=1"),
        ("dnf:3,k=2", "dnf:3"),
    ],
)
def test_a_spec_keeps_what_differs_from_the_default(text, spec):
    assert ConceptClass.parse(text).spec == spec


@settings(deadline=None, max_examples=40)
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=6), st.booleans())
def test_a_table_is_written_out_and_read_back(table, cube):
    cls = ConceptClass(table, variables=2 if cube else None)
    again = ConceptClass.parse(cls.spec)
    assert np.array_equal(cls.table, again.table)
    assert (again.variables, again.spec) == (cls.variables, cls.spec)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("halfspace:3", UnknownName, "did you mean 'halfspaces'"),
        ("intervals:3,emtpy=true", UnknownName, "did you mean 'empty'"),
        ("intervals", BadParameter, "such as intervals:4"),
        ("table", BadParameter, "such as table:0011,0101"),
        ("intervals:x", BadParameter, "a whole number, not 'x'"),
        ("intervals:-3", BadParameter, "a whole number, not '-3'"),
        ("intervals:0", BadParameter, "1 or more, not 0"),
        ("intervals:3,empty", BadParameter, "key=value, not 'empty'"),
        ("intervals:3,empty=1", BadParameter, "true or false, not '1'"),
        ("dnf:3,k=2,k=3", BadParameter, "k is given twice"),
        ("monotone-disjunctions:3,k=5", BadParameter, "no disjunction of 3 variables"),
        ("table:01,0", BadParameter, "concept 2 has 1 points"),
        ("table:01,02", BadParameter, "written with '2'"),
        ("functions:25", TooLarge, "33,554,432 concepts on 25 points are a table of 0.781 GB"),
        ("conjunctions:12", TooLarge, "take a smaller n"),
        ("parities:20", TooLarge, "take a smaller n"),
        ("decision-lists:12", TooLarge, "more than .* take a smaller n"),
        *((f"{name}:{10**9}", TooLarge, "take a") for name in BUILDERS if name != "halfspaces"),
        ("thresholds:100000", TooLarge, "at most 256 MB"),
        ("halfspaces:6", TooLarge, "1 to 5 variables"),
    ],
)
def test_what_is_wrong_is_said_in_words(text, error, words):
    with pytest.raises(error, match=words):
        ConceptClass.parse(text)


def test_any_predicates_make_a_class_whose_points_keep_their_names():
    cls = ConceptClass.of(range(10, 14), [lambda x: x > 11, lambda x: x % 2, lambda x: x >= 12])
    assert cls.table.astype(int).tolist() == [[0, 0, 1, 1], [0, 1, 0, 1]]
    assert (cls.duplicates, cls.point_name(2)) == (1, "12")
    with pytest.raises(BadParameter, match="at least one predicate"):
        ConceptClass.of(range(3), [])


def test_a_file_of_concepts_may_have_comments_and_blank_lines(tmp_path):
    path = tmp_path / "concepts.txt"
    path.write_text("# four points\n0011  # the last two\n\n01 01\n0011\n")
    cls = ConceptClass.from_file(path)
    assert (cls.spec, cls.duplicates) == ("table:0011,0101", 1)


def test_a_file_that_is_no_table_is_named(tmp_path):
    path = tmp_path / "concepts.txt"
    for text in ("0011\n012\n", "", "\xff"):
        path.write_text(text, encoding="latin-1")
        with pytest.raises(BadFile, match=r"concepts\.txt is no table"):
            ConceptClass.from_file(path)
    with pytest.raises(BadFile, match="cannot read"):
        ConceptClass.from_file(tmp_path / "nowhere.txt")
