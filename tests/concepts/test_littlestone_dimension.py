from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import Interrupted, Littlestone, littlestone_dimension
from littlestone.concepts.exact_randomised import randomised_dimension
from littlestone.concepts.exact_vc import vc_dimension
from littlestone.concepts.mistake_tree import check
from littlestone.concepts.symmetry import Symmetry
from littlestone.concepts.tree_search import ORBITS, bit_count
from littlestone.errors import TooLarge


def by_definition(concepts: frozenset[tuple[int, ...]], known: dict) -> int:
    """Ldim as it is written at the board."""
    if concepts not in known:
        best = 0
        for x in range(len(next(iter(concepts)))):
            one = frozenset(concept for concept in concepts if concept[x])
            if one and one != concepts:
                best = max(best, 1 + min(by_definition(one, known), by_definition(concepts - one, known)))
        known[concepts] = best
    return known[concepts]


def drawn(points: int, most: int) -> st.SearchStrategy[ConceptClass]:
    numbers = st.sets(st.integers(0, 2**points - 1), min_size=1, max_size=most)
    return numbers.map(lambda found: ConceptClass([[n >> x & 1 for x in range(points)] for n in sorted(found)]))


@settings(deadline=None, max_examples=80)
@given(st.one_of(drawn(3, 8), drawn(5, 32), drawn(6, 40)))
def test_the_search_agrees_with_the_definition(cls):
    found = littlestone_dimension(cls)
    assert found.dimension == by_definition(frozenset(map(tuple, cls.table.astype(int).tolist())), {})
    assert check(found.tree, cls) == found.dimension


@settings(deadline=None, max_examples=15)
@given(drawn(8, 150))
def test_beyond_a_machine_word_it_still_agrees(cls):
    found = littlestone_dimension(cls)
    assert found.dimension == by_definition(frozenset(map(tuple, cls.table.astype(int).tolist())), {})


@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32), st.integers(40, 70))
def test_folding_mirror_images_changes_no_dimension(seed, size):
    """A class closed under two negations and the other label, told as one over {0,1}^4 and as one on bare points."""
    rng = np.random.default_rng(seed)
    table = rng.random((size, 16)) < 0.5
    for image in (np.arange(16) ^ 1, np.arange(16) ^ 8):
        table = np.vstack((table, table[:, image]))
    table = np.vstack((table, ~table))
    folded, bare = ConceptClass(table, variables=4), ConceptClass(table[:, rng.permutation(16)])
    assert folded.size >= ORBITS
    assert len(Symmetry(folded)) >= 8
    found = littlestone_dimension(folded)
    assert check(found.tree, folded) == found.dimension == littlestone_dimension(bare, tree=False).dimension
    assert vc_dimension(folded).dimension == vc_dimension(bare).dimension


@settings(deadline=None, max_examples=60)
@given(drawn(5, 20))
def test_the_dimensions_stand_in_their_order(cls):
    ldim = littlestone_dimension(cls, tree=False).dimension
    assert vc_dimension(cls).dimension <= ldim <= cls.size.bit_length() - 1
    assert ldim <= 2 * randomised_dimension(cls) <= 2 * ldim


@settings(deadline=None, max_examples=60)
@given(drawn(5, 16), st.permutations(range(5)), st.lists(st.booleans(), min_size=5, max_size=5))
def test_renaming_points_and_exchanging_labels_at_some_changes_no_dimension(cls, order, exchanged):
    image = ConceptClass(cls.table[:, order] ^ np.array(exchanged))
    for measure in (lambda c: littlestone_dimension(c).dimension, lambda c: vc_dimension(c)[0], randomised_dimension):
        assert measure(image) == measure(cls)


def test_one_concept_forces_nothing_even_on_no_points():
    for table in ([[0, 1, 1]], np.zeros((1, 0))):
        found = littlestone_dimension(ConceptClass(table))
        assert (found.lower, found.upper, found.tree.depth) == (0, 0, 0)


def test_progress_hears_of_the_bounds_as_they_close_in():
    heard: list[tuple[int, int, int]] = []
    found = littlestone_dimension(ConceptClass.parse("halfspaces:3"), progress=lambda *bounds: heard.append(bounds))
    assert [lower for lower, _, _ in heard] == sorted(lower for lower, _, _ in heard)
    assert heard[-1][:2] == (found.lower, found.upper)


def test_ctrl_c_during_the_search_hands_over_what_is_proven():
    def impatient(lower: int, upper: int, seen: int) -> None:
        if lower == 8:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="from 8 to 10") as caught:
        littlestone_dimension(ConceptClass.parse("halfspaces:4"), progress=impatient)
    assert caught.value.best == Littlestone(8, 10)
    with pytest.raises(TooLarge, match="from 8 to 10"):
        _ = caught.value.best.dimension


@given(st.integers(0, 2**64 - 1))
def test_bits_are_counted(bits):
    assert bit_count(bits) == bits.bit_count()


SPECS = ["intervals:9", "thresholds:70", "conjunctions:3", "dnf:3", "halfspaces:3", "decision-lists:3"]
TWIN = """
import json, sys
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.concepts import tree_search as search
found = [littlestone_dimension(ConceptClass.parse(spec)) for spec in sys.argv[1:]]
print(json.dumps([search.__file__.endswith(".py"), [[each.dimension, each.tree.as_dict()] for each in found]]))
"""


def test_both_cores_find_the_same_trees():
    results = []
    for core in ("compiled", "interpreted"):
        environment = {**os.environ, "LITTLESTONE_CORE": core}
        command = [sys.executable, "-c", TWIN, *SPECS]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        results.append(json.loads(done.stdout))
    assert [interpreted for interpreted, _ in results] == [False, True]
    assert results[0][1] == results[1][1]
