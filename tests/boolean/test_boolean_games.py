"""What every theorem about a Boolean learner says of examples that it can learn."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import (
    Agnostic,
    Conjunction,
    DecisionList,
    Elimination,
    Game,
    Halving,
    RandomisedOptimal,
    StandardOptimal,
    Winnow,
)
from littlestone.checks import check_game
from littlestone.reductions import Conservative

N = 4
MAKERS = {
    "elimination": lambda: Elimination(n=N),
    "elimination of literals": lambda: Elimination(n=N, negations=True),
    "conjunction": lambda: Conjunction(n=N),
    "decision list": lambda: DecisionList(n=N),
    "decision list by majority": lambda: DecisionList(n=N, tie="maj"),
    "winnow": lambda: Winnow(n=N),
    "winnow of literals": lambda: Winnow(n=N, negations=True, beta=1 / 3),
    "winnow that eliminates": lambda: Winnow(n=N, demote="eliminate", strict=False),
    "halving": lambda: Halving(n=N),
    "halving of every label": lambda: Halving(n=N, conservative=False, tie="1"),
    "halving by a prior": lambda: Halving(n=N, prior=[1 / 3**c for c in range(2**N)]),
    "soa": lambda: StandardOptimal(n=N),
    "randomised soa": lambda: RandomisedOptimal(n=N),
    "agnostic": lambda: Agnostic(n=N, rounds=150),
    "conservative winnow": lambda: Conservative(Winnow(n=N)),
    "conservative halving": lambda: Conservative(Halving(n=N)),
}
BOUNDED = ("halving", "soa", "agnostic")  # these keep no more evidence than there are points, whatever keep is
FITTED = {"conjunction": lambda x: x[0] and not x[2], "randomised soa": lambda x: x[1]}
OUTSIDE = "the learner also learned outside this game"


def drawn(name, rows=80, seed=1, noise=0.0):
    """Examples by a formula that the learner can learn, and some labels turned round."""
    rng = np.random.default_rng(seed)
    X = (rng.random((rows, N)) < 0.5).astype(int)
    label = FITTED.get(name, lambda x: x[0] or x[2])
    return [(x, (1 if label(x) else -1) * (-1 if rng.random() < noise else 1)) for x in X]


def played(game, rounds):
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


@pytest.fixture(params=MAKERS)
def name(request):
    return request.param


@pytest.fixture
def make(name):
    return MAKERS[name]


def test_alone_and_in_order_the_theorem_holds(name, make):
    game = played(Game(make()), drawn(name))
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert 0 < certificate.paid <= certificate.allowed


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_its_games_pass_the_checks(name, make, noise):
    check_game(lambda learner=None, **settings: Game(learner or make(), **settings), drawn(name, 100, noise=noise))


def test_that_example_of_halving():
    game = Game(Halving("table:100,010,001,000"))
    game.label(game.predict([1, 0, 0]).number, -1)
    other = Game(game.learner, bounds=())
    other.label(other.predict([0, 1, 0]).number, +1)
    assert game.ledger.certificates[0].broken == OUTSIDE


@pytest.mark.parametrize("noise", [0.0, 0.3])
@pytest.mark.parametrize("keep", [0, 1, 3])
def test_with_little_evidence_the_case_is_open_or_as_with_all(name, make, keep, noise):
    rounds = drawn(name, seed=5, noise=noise)
    whole, game = played(Game(make()), rounds), played(Game(make(), keep=keep), rounds)
    (full,), (found,) = whole.ledger.certificates, game.ledger.certificates
    assert found.paid == full.paid
    if any(word in name for word in BOUNDED) or game.ledger.kept.complete:
        assert found == full
    elif found.verdict == "open":
        assert found.open == game.ledger.kept.cut()
        assert found.allowed is None
    else:
        assert (found.verdict, full.verdict, noise) == ("broken premise", "broken premise", 0.3)


def test_nothing_whatever_is_violated(name, make):
    for seed in range(20):
        game = Game(make(), seed=seed)
        rng = np.random.default_rng(seed)
        waiting = []
        for x, y in drawn(name, rows=60, seed=seed, noise=(0.0, 0.1, 0.5)[seed % 3]):
            waiting.append((game.predict(x).number, y))
            while waiting and rng.random() < 0.6:
                game.label(*waiting.pop(int(rng.integers(len(waiting)))))
            if rng.random() < 0.1:
                assert game.ledger.certificates[0].verdict != "violated", game.ledger
        assert game.ledger.certificates[0].verdict != "violated", game.ledger
