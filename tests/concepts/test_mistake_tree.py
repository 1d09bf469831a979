from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import mistake_tree
from littlestone.concepts.mistake_tree import MistakeTree, check
from littlestone.concepts.tree_nodes import Leaf, Question
from littlestone.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ConceptClass.parse("functions:2")  # 00 01 10 11


def grown(root: Question | Leaf) -> MistakeTree:
    return MistakeTree(SQUARE, root)


def test_a_right_tree_is_accepted_with_its_depth():
    inner = [Question(1, Leaf(0), Leaf(1)), Question(1, Leaf(2), Leaf(3))]
    assert check(grown(Question(0, *inner)), SQUARE) == 2
    assert check(grown(Leaf(3)), SQUARE) == 0


@pytest.mark.parametrize(
    ("root", "words"),
    [
        (Question(0, Leaf(2), Leaf(3)), "concept 2 does not say 0 at point 0"),
        (Question(0, Leaf(0), Leaf(0)), "concept 0 does not say 1 at point 0"),
        (Question(0, Question(0, Leaf(0), Leaf(1)), Leaf(3)), "concept 1 does not say 1 at point 0"),
        (Question(0, Question(1, Leaf(0), Leaf(1)), Leaf(3)), "from 1 to 2 points"),
        (Question(2, Leaf(0), Leaf(3)), "asks for point 2"),
        (Question(-1, Leaf(0), Leaf(1)), "asks for point -1"),
        (Question(0, Leaf(0), Leaf(4)), "ends in concept 4"),
        (Question(0, Leaf(-4), Leaf(3)), "ends in concept -4"),
    ],
)
def test_a_wrong_tree_is_found_out(root, words):
    with pytest.raises(InputError, match=words):
        check(grown(root), SQUARE)


def test_the_tree_of_another_class_is_found_out():
    tree = mistake_tree(ConceptClass.parse("functions:3"))
    with pytest.raises(InputError):
        check(tree, ConceptClass.parse("thresholds:8"))


def test_points_are_shown_by_their_bits_numbers_or_names():
    assert mistake_tree(ConceptClass.parse("dictators:2")).show() == "01\n|-0- 0011\n`-1- 0101"
    assert mistake_tree(ConceptClass.parse("singletons:2")).show() == "0\n|-0- 01\n`-1- 10"
    named = ConceptClass.of(["ham", "spam"], [str.isupper, lambda word: word == "spam"])
    assert mistake_tree(named).show() == "spam\n|-0- 00\n`-1- 01"


def test_a_concept_on_many_points_is_shown_by_its_number():
    assert mistake_tree(ConceptClass.parse("singletons:30")).show().splitlines()[2] == "`-1- c0"


def test_dot_has_a_node_for_every_node_and_an_edge_for_every_label():
    tree = mistake_tree(ConceptClass.of(['say "a"', "b\\"], [lambda p: True, lambda p: "a" in p, lambda p: False]))
    assert r'label="say \"a\""' in tree.dot() or r'label="b\\"' in tree.dot()
    deep = mistake_tree(ConceptClass.parse("intervals:5")).dot()
    assert len(re.findall(r"shape=\w+", deep)) == 15
    assert deep.count("->") == 14
    assert deep.count('label="0", style=dashed') == deep.count('label="1", style=solid') == 7


def boxes(picture: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    sides = ("x", "y", "width", "height")
    return [tuple(float(box.get(side)) for side in sides) for box in picture.iter(SVG + "rect") if box.get("x")]


@pytest.mark.parametrize("spec", ["singletons:1", "intervals:5", "conjunctions:4", "functions:2"])
def test_the_picture_has_a_title_and_boxes_that_do_not_overlap(spec):
    tree = mistake_tree(ConceptClass.parse(spec))
    picture = ElementTree.fromstring(tree.svg())
    assert picture.find(SVG + "title").text == f"Mistake tree of depth {tree.depth}"
    assert picture.get("role") == "img"
    drawn = boxes(picture)
    assert len(drawn) == 2 ** (tree.depth + 1) - 1
    for k, (x, y, width, height) in enumerate(drawn):
        assert x >= 0
        assert x + width <= float(picture.get("width")) + 1
        assert y + height <= float(picture.get("height")) + 1
        for other_x, other_y, other_width, other_height in drawn[:k]:
            apart = x + width <= other_x or other_x + other_width <= x
            assert apart or y + height <= other_y or other_y + other_height <= y


def test_names_of_points_cannot_break_the_picture():
    cls = ConceptClass.of(["<b>", "a&b with a rather long name"], [lambda p: p == "<b>", lambda p: True])
    texts = [text.text for text in ElementTree.fromstring(mistake_tree(cls).svg()).iter(SVG + "text")]
    assert "a&b with a rather long name" in texts
