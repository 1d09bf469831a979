"""The compiled loops run unguarded over what was checked; whatever was not must end in an error, never in a crash.

Each case runs in a process of its own: a crash there is a failure here.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

PRELUDE = """
import numpy as np
from littlestone import *
from littlestone.features import *
from littlestone.errors import *
def refused(action, *errors):
    try:
        action()
    except (LittlestoneError, *errors):
        return
    raise SystemExit("was not refused")
"""

CASES = {
    "a learner from advice that did not call super().__init__()": """
from littlestone.learners import EXPERTS
for kind in EXPERTS.values():
    class Forgetful(kind):
        def __init__(self):
            pass
    b = Batch([0, 2], [0, 1], [1.0, 2.0], 2)
    for act in (
        lambda learner: learner.predict(b.row(0)),
        lambda learner: learner.learn(b.row(0), 1.0, 1.0),
        lambda learner: learner.judge(b.row(0), 1.0, 1.0),
        lambda learner: learner.widen(5),
        lambda learner: learner.weights,
        lambda learner: learner.state(),
    ):
        try:
            act(Forgetful())
        except Exception:
            pass
""",
    "a row of a batch that was never checked": """
b = Batch([0, 1], [2 * 10**9], [1.0], 1)
refused(lambda: Game(Perceptron()).predict(b.row(0)))
""",
    "a row past the end of its batch": """
b = Batch([0, 1], [0], [1.0], 1)
refused(lambda: Row(b, 0, 10**9, 2))
refused(lambda: b.row(10**9), IndexError)
refused(lambda: b.row(-1), IndexError)
refused(lambda: b.row(0).aim(0, 10**9))
refused(lambda: b.view(0, 1, 0))
""",
    "None for a row": """
for learner in (Perceptron(), Winnow(n=2)):
    refused(lambda: learner.predict(None), AttributeError, TypeError)
    refused(lambda: learner.learn(None, 1, -1), AttributeError, TypeError)
game = Game(Perceptron())
refused(lambda: game.ledger._record(1, None, 1, 1, -1, 0, 0, 0, 0), AttributeError, TypeError)
""",
    "an embedding that returns nothing": """
class Forgetful(Perceptron):
    def embed(self, x):
        pass
refused(lambda: Game(Forgetful()).play_batch(as_batch(np.eye(3), [1, -1, 1])), AttributeError, TypeError)
""",
    "a learner that never called its base": """
class Bare(LinearLearner):
    def __init__(self):
        self.k = 1
    def learn(self, x, y, guess):
        self.add(x, y)
refused(lambda: Game(Bare()).play_batch(as_batch(np.eye(3), [1, -1, 1])), AttributeError)
""",
    "a verb with too short a vector": """
x = Batch([0, 1], [5], [1.0], 6).row(0)
refused(lambda: x.add_to(np.zeros(2), 1.0))
assert x.dot(np.zeros(2)) == 0.0
""",
    "a Winnow that predicts anything": """
class Lenient(Winnow):
    def predict(self, x):
        return 1.0
game = Game(Lenient(n=2))
move = game.predict([0, 0, 0, 1])
refused(lambda: game.label(move.number, -1))
""",
    "a matrix written into after it was taken": """
import scipy.sparse
X = scipy.sparse.csr_array(np.eye(3))
batch = as_batch(X, [1, -1, 1])
X.indices[:] = 2 * 10**9
assert Game(Perceptron()).play_batch(batch).rounds == 3
""",
    "objects that were never made": """
for use in (lambda: Batch.__new__(Batch).check(), lambda: Row.__new__(Row).dot(np.zeros(3))):
    try:
        use()  # compiled, it is empty; interpreted, it has no fields at all
    except AttributeError:
        pass
refused(lambda: Game.__new__(Game).predict([1]), AttributeError)
refused(lambda: Perceptron.__new__(Perceptron).predict(Batch([0, 1], [0], [1.0], 1).row(0)), AttributeError)
""",
    "rounds of which the guarantees have said nothing": """
from littlestone.guarantees import Alarm, Interval, Intervals
game = Game(LinearVAW(), guarantees=[Intervals(), Alarm(0.1, largest=1.0)])
for number, said in enumerate(([None, None], [], None), 1):
    move = game.predict([1.0])
    move.said = said
    game.label(number, 1.0)
game._opened(4, move.x, 0.5, 0.5, 0, None)
game.label(4, 1.0)
assert game.guarantees[1].account.labelled == 4
never = Intervals.__new__(Intervals)
refused(lambda: never.opened(move), AttributeError)
refused(lambda: never.judged(move, Interval(0.0, 0.0, 0, None, None), 1.0), AttributeError)
refused(lambda: Alarm.__new__(Alarm).follow(1, 1.0, 1.0, True), AttributeError)
""",
    "an object that is no batch": """
for thing in (None, [[1]], np.eye(2)):
    refused(lambda: Game(Perceptron()).play_batch(thing), TypeError)
""",
    "a saved game that was tampered with": """
import io, tempfile, os
def tampered(learner, name, value):
    game = Game(learner)
    game.label(game.predict([1.0, 1.0]).number, -1)
    game.predict([1.0, 1.0])
    path = os.path.join(tempfile.mkdtemp(), "game.npz")
    save(game, path)
    with np.load(path) as file:
        arrays = dict(file)
    assert name in arrays, sorted(arrays)
    arrays[name] = value
    np.savez(path, **arrays)
    def go():
        again = load(path)
        again.label(2, -1)
        again.ledger.certificates
    refused(go)
far = np.array([2 * 10**9, 1], dtype=np.int32)
tampered(Perceptron(), "open/columns", far)
tampered(Perceptron(), "open/starts", np.array([0, 10**9]))
tampered(Perceptron(), "open/widths", np.array([1]))
tampered(Perceptron(), "ledger/kept/columns", far)
tampered(Perceptron(), "ledger/kept/sizes", np.array([10**9]))
tampered(Perceptron(), "ledger/kept/numbers", np.array([], dtype=np.int64))
tampered(Winnow(n=2, theta=1), "learner/exponents", np.zeros(5000, dtype=np.int32))
tampered(Winnow(n=2, theta=1), "learner/exponents", np.zeros(0, dtype=np.int32))
""",
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_an_error_and_not_a_crash(case):
    done = subprocess.run([sys.executable, "-c", PRELUDE + CASES[case]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:] or f"it crashed: {done.returncode}"
