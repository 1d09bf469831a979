"""The best pruning as text and as a picture, and what `inspect` shows of it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from littlestone import Forest, Game, PruningTree, save
from littlestone.cli import run
from littlestone.trees.pruning_drawing import drawn


def played(learner, labels=None):
    game = Game(learner, labels=labels)
    for _ in range(40):
        for size, colour, y in ((1.0, "red", 0), (2.0, "red", 1), (5.0, "blue", 2), (None, "blue", 3)):
            x = {"colour": colour} if size is None else {"size": size, "colour": colour}
            truth = (
                float(y)
                if learner.truths == "numbers"
                else "abcd"[y]
                if learner.truths == "classes"
                else ("no", "yes")[y > 1]
            )
            game.label(game.predict(x).number, truth)
    return game


def words_of(game):
    return game.learner.hypothesis(game.features.names, game.labels.outside)


def test_a_pruning_of_classes_is_read_by_name():
    words = words_of(played(PruningTree("classes")))
    assert "size <= " in words
    assert all(f"{label} " in words for label in "abcd")
    assert words.count("yes:") == words.count("no:")


def test_a_pruning_of_two_classes_says_the_labels_of_the_game():
    words = words_of(played(PruningTree(), labels=("no", "yes")))
    assert words.splitlines()[-1].rpartition(": ")[2].split()[0] in ("no", "yes")


def test_numbers_are_means():
    words = words_of(played(PruningTree("numbers")))
    assert {line.rpartition(": ")[2].split()[0] for line in words.splitlines() if "(" in line} == {"0", "1", "2", "3"}


def test_a_game_without_labels_has_one_leaf():
    for truth in ("signs", "classes", "numbers"):
        assert "\n" not in PruningTree(truth).hypothesis()


def test_of_a_large_pruning_the_heaviest_nodes_are_drawn():
    tree = played(PruningTree("classes", gain=0.0, leaf=2)).learner
    assert not drawn(tree, most=0).children
    assert len(drawn(tree, most=2).children) in (2, 3)


@pytest.mark.parametrize("kind", [PruningTree, Forest])
def test_a_picture_is_a_whole_svg_file(kind):
    picture = ElementTree.fromstring(played(kind("classes")).learner.svg(["size<&", "colour"]))
    assert picture.tag.endswith("svg")
    texts = [one.text for one in picture.iter() if one.tag.endswith("text")]
    assert any(text.startswith("size<& <= ") for text in texts)


def test_inspect_shows_the_pruning(tmp_path, capsys):
    save(played(Forest("classes", trees=3)), tmp_path / "forest.npz")
    assert run(["inspect", str(tmp_path / "forest.npz")]) == 0
    said = capsys.readouterr().out
    assert "the best pruning" in said
    assert "size <= " in said
