"""The first half of the booklet has the numbers of the theory: errata with their counterexamples, exact worst cases."""

from __future__ import annotations

import pytest
from played_booklet import chapter

from littlestone.booklet.errata import CAVEAT, FALSE, TIGHT

OWNED = {
    "protocol": {"E18c"},
    "disjunctions": {"E3", "E24"},
    "conjunctions": {"E21", "E25"},
    "decision-lists": {"E19"},
    "halving": {"E2", "E11", "E27"},
    "reductions": {"E4a", "E4b", "E4c", "E4d", "E26", "E29"},
    "perceptron": {"E1", "E12", "E17a", "E17b", "E18", "E18b", "E20a", "E20b", "E28"},
}


def evidence(name, number):
    return {measure.what: measure.paid for measure in found(name, number).evidence}


def found(name, number):
    return next(erratum for erratum in chapter(name).errata if erratum.id == number)


def claim(name, handle):
    return {m.what: m.paid for m in next(each for each in chapter(name).claims if each.name == handle).measures}


@pytest.mark.parametrize("name", OWNED)
def test_a_chapter_shows_its_errata(name):
    assert {erratum.id for erratum in chapter(name).errata} == OWNED[name]


@pytest.mark.parametrize(
    ("name", "number", "grade", "numbers"),
    [
        ("disjunctions", "E3", CAVEAT, [21]),
        ("disjunctions", "E24", CAVEAT, [0, 1, 2, 3]),
        ("halving", "E2", FALSE, [2, 1]),
        ("decision-lists", "E19", TIGHT, [40, 24, 5]),
        ("reductions", "E4b", FALSE, [24, 60]),
        ("reductions", "E26", TIGHT, [2, 1]),
        ("reductions", "E29", CAVEAT, [6, 5]),
        ("perceptron", "E1", FALSE, [50, -50, 1]),
        ("perceptron", "E12", FALSE, [3, 99, 100]),
        ("perceptron", "E20a", CAVEAT, [47, 42]),
    ],
)
def test_a_counterexample_has_the_numbers_of_the_theory(name, number, grade, numbers):
    assert found(name, number).slip.grade == grade
    measured = list(evidence(name, number).values())
    for expected in numbers:
        assert expected in measured


def test_e17b_has_a_square_of_eight_tenths():
    assert evidence("perceptron", "E17b")["$|w|^2$"] == pytest.approx(0.8)


def test_halving_loses_where_the_optimal_algorithm_does_not():
    measured = claim("standard-optimal", "smallest-gap")
    assert measured["worst case of the optimal algorithm"] == 2
    assert [paid for what, paid in measured.items() if what.startswith("worst case of Halving")] == [3, 3, 3, 3]


def test_projections_cost_the_logarithm():
    assert list(claim("halving", "projections").values()) == [0, 1, 1, 2, 2, 2]


def test_separators_of_a_line_err_every_round():
    measured = claim("no-margin", "mistake-every-round")
    assert [paid for what, paid in measured.items() if what.startswith("mistakes of")] == [24, 24, 24]


def test_xor_is_the_first_figure_of_n3_and_only_the_kernel_comes_to_an_end():
    claims = {each.name: each for each in chapter("perceptron").claims}
    for handle in ("xor", "xor-kernel"):
        assert claims[handle].source.places[0].text == "N3, Figure 1"
        assert {"label +1", "label -1"} <= {series.label for series in claims[handle].figures[0].series}
    linear, kernel = claim("perceptron", "xor"), claim("perceptron", "xor-kernel")
    assert [paid for what, paid in linear.items() if what.startswith("fewest")] == [4, 3, 4]
    assert list(kernel.values())[:2] == [4, 0]
