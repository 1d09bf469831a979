"""One thing of a saved game is another than it can be: the game is refused by an error that says what it should be.

Each case was found by `fuzz_saved.py`, which breaks many things at once.
"""

from __future__ import annotations

import json

import numpy as np
import pytest
from fuzz_saved import arrays_of, mutate, saved

from littlestone import EXPERTS, LEARNERS, POINTS, PORTFOLIOS, load
from littlestone.errors import StateError


def at(place, value):
    """Another number in that place."""

    def changed(array):
        array = np.array(array)
        array[place] = value
        return array

    return changed


def to(value):
    return lambda _: np.asarray(value)


PARTS = [  # whose game, what in it, what becomes of it, and what the error says
    (LEARNERS, "selective-perceptron", "learner/w", to(1.0), "'w' is a vector, not an array"),
    (LEARNERS, "averaged-perceptron", "learner/drift", to([[1.0]]), "'drift' is a vector, not an array"),
    (LEARNERS, "ogd", "learner/total", to([[1.0]]), "'total' is a vector, not an array"),
    (EXPERTS, "ridge", "learner/w", lambda array: array[:, None], "'w' is a vector, not an array"),
    (LEARNERS, "perceptron", "open/values", lambda array: array[:, None], "one-dimensional|dimensions"),
    (LEARNERS, "balanced-winnow", "learner/w", at(0, 1e9), "exponents up to 1e\\+08, which is more than 30 above"),
    (LEARNERS, "eg", "learner/scale", at(1, -1.0), "exponents"),
    (LEARNERS, "voted-perceptron", "learner/columns", at(0, 2**53), "have column 9007199254740992"),
    (LEARNERS, "one-vs-rest", "learner/classes", to(2**53), "says 9007199254740992 learners, one a class, but here"),
    (LEARNERS, "one-vs-rest", "learner/width", to(2**31), "says 2147483648 columns"),
    (LEARNERS, "adagrad", "learner/cells", at((0, 1), -1.0), "a sum of squares is 0 or more, not -1"),
    (LEARNERS, "p-norm-perceptron", "learner/w", at(0, 1e308), "powers"),
    (LEARNERS, "p-norm-perceptron", "learner/theta", at(0, 1e308), "larger than its scale"),
    (LEARNERS, "vaw", "learner/factor", at(0, 1e-320), "less than the root of ridge"),
    (EXPERTS, "ridge", "learner/factor", at(0, -1.0), "less than the root of ridge"),
    (LEARNERS, "vaw", "ledger/in_order/mean", to(1e308), "of truths, which are numbers up to 1e\\+50"),
    (LEARNERS, "agnostic", "ledger/in_order/expected", to(-np.inf), "'expected' is a number of mistakes"),
    (EXPERTS, "adahedge", "learner/eta", to(0.0), "a rate above 0"),
    (EXPERTS, "adahedge", "learner/mixed", at(0, np.inf), "a rate above 0"),
    (EXPERTS, "adahedge", "learner/w", at(0, -1.0), "weights of a AdaHedge and their rate are 0 or more"),
    (EXPERTS, "adahedge", "learner/mixed", at(1, -1.0), "'variance' is a sum of squares or lengths"),
    (EXPERTS, "adahedge", "learner/joined", to(-(2**63)), "'joined' is a count"),
    (EXPERTS, "normalhedge", "learner/R", at(0, np.inf), "'R' holds finite numbers"),
    (EXPERTS, "ewa", "learner/flat", to(-(2**63)), "'flat' is a count"),
    (EXPERTS, "boa", "learner/B", to(-np.inf), "no regret of this BOA was more than -inf"),
    (EXPERTS, "boa", "learner/boa", at((1, 0), np.inf), "squares sum to"),
    (EXPERTS, "boa", "learner/boa", at((2, 0), -1.0), "rates"),
    (EXPERTS, "boa", "learner/boa", at((4, 0), -1.0), "its lower rates, is 0 or more"),
    (POINTS, "ogd", "learner/squares", to(-np.inf), "'squares' is a sum of squares or lengths"),
    (POINTS, "ogd", "ledger/points", at((0, 0), np.nan), "must be finite numbers"),
    (POINTS, "ogd", "ledger/revealed", lambda array: array[:, :2], "has 2 coordinates, not 3"),
    (POINTS, "ogd", "ledger/revealed", at((0, 0), np.inf), "nature reveals finite numbers"),
    (LEARNERS, "perceptron", "open/numbers", at(0, -(2**63)), "round -9223372036854775808 is open, but only rounds 1"),
    (LEARNERS, "perceptron", "open/guesses", lambda array: array[:, None], "'guesses' is a vector, not an array"),
    (LEARNERS, "perceptron", "ledger/kept/numbers", lambda array: array[:, None], "'numbers' and 'sizes' do not fit"),
    (LEARNERS, "multiclass-pa", "open/signs", at(0, np.inf), "the number of a class, 65,536 at most"),
    (LEARNERS, "elimination", "open/values", at(0, 0.5), "plays with Boolean features, 0 or 1"),
    (EXPERTS, "normalhedge", "open/values", at(0, 1e308), "losses cannot be squared"),
    (LEARNERS, "cw", "open/widths", at(0, 2**31), "open that is 2,147,483,648 columns wide, but nothing else"),
    (LEARNERS, "halving", "open/starts", at(1, 0), "have a column twice"),
    (LEARNERS, "perceptron", "ledger/kept/columns", lambda array: array * 0, "have a column twice"),
    (PORTFOLIOS, "eg", "open/points", at((0, 0), 1e308), "no shares of a wealth"),
    (POINTS, "eg", "open/points", at((0, 0), np.nan), "no finite numbers"),
    (POINTS, "ons", "learner/gram", at((2, 2), np.inf), "'gram' holds finite numbers"),
    (POINTS, "follow-the-leader", "ledger/bound0/last/point", lambda array: array[:2], "do not fit"),
    (PORTFOLIOS, "eg", "ledger/cost", to(1.0), "from 0 to less than 1, not 1.0"),
    (PORTFOLIOS, "eg", "ledger/in_order/cost", to(1.0), "from 0 to less than 1, not 1.0"),
    (PORTFOLIOS, "pamr", "learner/b", at(0, 1e308), "whose sum is 1"),
    (PORTFOLIOS, "ons", "learner/A", lambda array: array * 0.0 + 1.0, "eigenvalues below 1"),
    (PORTFOLIOS, "ons", "learner/w", at(0, 1e308), "whose sum is 1"),
    (PORTFOLIOS, "pamr", "ledger/losses/revealed", at((0, 0), -1.0), "a price relative"),
]


@pytest.mark.parametrize(("table", "name", "part", "change", "words"), PARTS, ids=lambda part: str(part)[:24])
def test_a_part_that_cannot_be_is_refused_in_words(table, name, part, change, words, tmp_path):
    path = saved(table, name, tmp_path)
    load(path)
    arrays = arrays_of(path)
    np.savez(path, **{**arrays, part: change(arrays[part])})
    with pytest.raises(StateError, match=words):
        load(path)


def test_a_matrix_that_has_no_inverse_leaves_its_theorem_open(tmp_path):
    path = saved(LEARNERS, "ons", tmp_path)
    arrays = arrays_of(path)
    np.savez(path, **{**arrays, "learner/S": np.ones_like(arrays["learner/S"])})
    [certificate] = load(path).ledger.certificates
    assert certificate.verdict == "open"
    assert "lost its digits" in str(certificate)


SETTINGS = [
    (LEARNERS, "balanced-winnow", ("parameters", "eta"), 2**31, "which is more than 30 above"),
    (LEARNERS, "winnow", ("parameters", "n"), 2**31 - 1, "n = 2,147,483,647, far more than"),
    (LEARNERS, "one-vs-rest", ("parameters", "classes"), 10**9, "classes = 1,000,000,000, far more than"),
    (POINTS, "ogd", ("parameters", "d"), 2**31, "d = 2,147,483,648, far more than"),
    (PORTFOLIOS, "eg", ("parameters", "d"), 2**31, "d = 2,147,483,648, far more than"),
]


@pytest.mark.parametrize(("table", "name", "where", "value", "words"), SETTINGS)
def test_a_setting_that_the_file_is_not_about_is_refused_before_room_is_made(
    table, name, where, value, words, tmp_path
):
    path = saved(table, name, tmp_path)
    arrays = arrays_of(path)
    about = json.loads(arrays["about"].tobytes())
    about[where[0]][where[1]] = value
    np.savez(path, **{**arrays, "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)})
    with pytest.raises(StateError, match=words):
        load(path)


def test_a_game_of_the_first_format_names_its_kind(tmp_path):
    path = saved(LEARNERS, "perceptron", tmp_path)
    arrays = arrays_of(path)
    about = {**json.loads(arrays["about"].tobytes()), "version": 1, "game": [1, 2]}
    np.savez(path, **{**arrays, "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)})
    with pytest.raises(StateError, match="one of 'rows', 'convex', 'invest', 'actions', not"):
        load(path)


def test_a_game_for_which_there_is_no_memory_is_refused(tmp_path, monkeypatch):
    path = saved(LEARNERS, "perceptron", tmp_path)

    def no_room(*_):
        raise MemoryError("no room")

    monkeypatch.setattr("littlestone.store.make_learner", no_room)
    with pytest.raises(StateError, match=r"does not fit into memory \(no room\)"):
        load(path)


def test_texts_that_are_no_numbers_stay_as_they_are():
    """The harness itself: a text is not turned into a number."""
    for seed in range(200):
        arrays = {"price": np.array("square"), "about": np.frombuffer(b'{"a": 1}', dtype=np.uint8)}
        mutate(arrays, np.random.default_rng(seed))
