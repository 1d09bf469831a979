"""Halfspaces as words: how many there are, their dimension, the tree and its check."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from littlestone.concepts import ConceptClass
from littlestone.concepts.exact_littlestone import Interrupted
from littlestone.concepts.halfspace_dimension import Halfspaces, WordTree, check_words, halfspace_dimension
from littlestone.concepts.threshold_words import (
    are_halfspaces,
    packed,
    sorted_halfspaces,
    threshold_words,
    unpacked,
)
from littlestone.concepts.word_search import WordSearch, plain_changes
from littlestone.errors import InputError, TooLarge


@pytest.mark.parametrize(("n", "count"), [(1, 4), (2, 14), (3, 104), (4, 1882), (5, 94572)])
def test_there_are_as_many_as_are_known_and_the_same_as_in_the_table(n, count):
    words = threshold_words(n)
    assert len(words) == count
    if n < 5:
        assert set(words.tolist()) == set(packed(ConceptClass.parse(f"halfspaces:{n}").table).tolist())


def test_the_sorted_ones_over_six_variables_are_1113():
    assert len(sorted_halfspaces(6)) == 1113
    with pytest.raises(TooLarge, match="over 1 to 6 variables, not 7"):
        sorted_halfspaces(7)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_halfspace_is_told_from_other_functions_without_the_list(n):
    words = threshold_words(n)
    assert are_halfspaces(words, n)
    every = np.arange(1 << min(1 << n, 12), dtype=np.uint64)
    known = np.isin(every, words)
    assert [are_halfspaces(every[t : t + 1], n) for t in range(len(every))] == known.tolist()


@pytest.mark.parametrize(("n", "dimension"), [(1, 2), (2, 3), (3, 6), (4, 9)])
def test_the_dimension_is_that_of_the_table_with_or_without_symmetry(n, dimension):
    for orbits in (10, 300, 10**9):
        found = halfspace_dimension(n, orbits=orbits)
        assert found.littlestone.dimension == dimension
        assert check_words(found.tree) == found.tree.depth == dimension


@pytest.mark.slow
def test_over_five_variables_it_is_fifteen():
    found = halfspace_dimension(5, orbits=1000)
    assert (found.size, found.littlestone.dimension, check_words(found.tree)) == (94572, 15, 15)


@pytest.mark.long
def test_over_six_variables_it_is_twenty_two():
    found = halfspace_dimension(6)
    assert (found.size, found.littlestone.dimension, check_words(found.tree)) == (15_028_134, 22, 22)


def test_a_spoilt_tree_is_found_out():
    tree = halfspace_dimension(3).tree
    for place in range(1, len(tree.points)):
        points = tree.points.copy()
        points[place] = points[(place - 1) // 2]  # its parent's, where all leaves below have one label
        with pytest.raises(InputError, match="what its path has at level"):
            check_words(WordTree(3, points, tree.leaves))
    leaves = tree.leaves.copy()
    leaves[7] ^= np.uint64(1 << int(tree.points[0]))
    with pytest.raises(InputError, match="at level 0"):
        check_words(WordTree(3, tree.points, leaves))
    with pytest.raises(InputError, match="a leaf is no halfspace"):
        check_words(WordTree(2, np.array([1], np.uint8), np.array([0b1001, 0b0110], np.uint64)))
    with pytest.raises(InputError, match="has 2\\^1 leaves and a point less"):
        check_words(WordTree(2, np.array([1], np.uint8), np.array([0, 2, 3], np.uint64)))
    with pytest.raises(InputError, match="asks for point 9"):
        check_words(WordTree(2, np.array([9], np.uint8), np.array([0, 2], np.uint64)))


def test_the_least_image_is_the_same_for_all_images():
    rng = np.random.default_rng(3)
    search = WordSearch(np.zeros(1, np.uint64), 4, lambda seen: None)
    for zeros in rng.integers(0, 1 << 16, 40).tolist():
        ones = int(rng.integers(0, 1 << 16)) & ~zeros
        least = search.least(zeros, ones)
        images = [
            (search.swapped(zeros, 1), search.swapped(ones, 1)),
            (search.negated(zeros, 3), search.negated(ones, 3)),
        ]
        assert all(search.least(*image) == least for image in [*images, (ones, zeros)])
    assert len(plain_changes(6)) == 719
    assert unpacked(np.array([6], np.uint64), 2).tolist() == [[0, 1, 1, 0]]


def test_ctrl_c_hands_over_what_is_proven():
    def impatient(lower, upper, seen):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"lies from 8 to 10") as caught:
        halfspace_dimension(4, progress=impatient)
    assert (caught.value.best.lower, caught.value.best.upper) == (8, 10)


TWIN = """
import json
from littlestone.concepts import word_search
from littlestone.concepts.halfspace_dimension import halfspace_dimension
found = [halfspace_dimension(n, orbits=orbits) for n, orbits in ((2, 4), (3, 50))]
trees = [[each.tree.points.tolist(), each.tree.leaves.tolist(), each.seen] for each in found]
print(json.dumps([word_search.__file__.endswith(".py"), trees]))
"""


def test_both_cores_find_the_same_trees():
    results = []
    for core in ("compiled", "interpreted"):
        environment = {**os.environ, "LITTLESTONE_CORE": core}
        done = subprocess.run([sys.executable, "-c", TWIN], env=environment, capture_output=True, text=True, check=True)
        results.append(json.loads(done.stdout))
    assert [interpreted for interpreted, _ in results] == [False, True]
    assert results[0][1] == results[1][1]


def test_without_the_witness_nothing_is_grown():
    found = halfspace_dimension(3, tree=False)
    assert found == Halfspaces(halfspace_dimension(3).littlestone, None, 104, found.seen)
