"""The theorems of all learners from mistakes and margins: a wrong rule, a length that is none, a file that was changed.

Taught elsewhere, trained before, saved, copied, told late, never told, with little evidence: `littlestone.checks`.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import littlestone.bounds
from littlestone import (
    ALMA,
    BANDITS,
    EXPERTS,
    LEARNERS,
    PA,
    PA1,
    PA2,
    POINTS,
    PORTFOLIOS,
    ROMMA,
    AggressiveROMMA,
    AveragedPerceptron,
    Forgetron,
    Game,
    KernelPerceptron,
    MulticlassPA,
    MulticlassPA1,
    MulticlassPA2,
    MulticlassPerceptron,
    PARegression,
    PARegression1,
    PARegression2,
    Perceptron,
    PNormPerceptron,
    Projectron,
    SecondOrderPerceptron,
    SelectivePerceptron,
    VotedPerceptron,
    load,
    save,
)
from littlestone.bounds import KernelMarginBound, MarginBound, NoMixingBound, PARegression1Bound
from littlestone.convex.point import PointLearner
from littlestone.errors import BadParameter, StateError
from littlestone.features import as_batch
from littlestone.moves import theorems_for

SEEN = {"bias": 0.5, "normalise": True}
WITH_THEOREMS = {
    "perceptron": lambda: Perceptron(bias=1.0),
    "perceptron 0": lambda: Perceptron(zero="mistake"),
    "p-norm-perceptron": lambda: PNormPerceptron(p=4.0, bias=1.0),
    "second-order-perceptron": lambda: SecondOrderPerceptron(**SEEN),
    "selective-perceptron": lambda: SelectivePerceptron(b=0.5, bias=1.0),
    "alma": lambda: ALMA(bias=1.0),
    "romma": lambda: ROMMA(bias=1.0),
    "aromma": lambda: AggressiveROMMA(**SEEN),
    "pa": lambda: PA(bias=1.0),
    "pa1": lambda: PA1(C=0.3, **SEEN),
    "pa2": lambda: PA2(C=0.3),
    "pa-regression": lambda: PARegression(bias=1.0),
    "pa1-regression": lambda: PARegression1(C=0.3, **SEEN),
    "pa2-regression": lambda: PARegression2(C=0.3),
    "kernel-perceptron": lambda: KernelPerceptron(kernel="polynomial", degree=2),
    "projectron": lambda: Projectron(eta=0.3),
    "projectron 5": lambda: Projectron(eta=0.01, budget=5),
    "forgetron": lambda: Forgetron(budget=7),
    "multiclass-perceptron": lambda: MulticlassPerceptron(bias=1.0),
    "multiclass-pa": lambda: MulticlassPA(**SEEN),
    "multiclass-pa1": lambda: MulticlassPA1(C=0.3, bias=1.0),
    "multiclass-pa2": lambda: MulticlassPA2(C=0.3, normalise=True),
}
certified = pytest.mark.parametrize("make", WITH_THEOREMS.values(), ids=WITH_THEOREMS)


def drawn(learner, rounds=120, seed=0, noise=0.1, width=4):
    """Rounds that a vector explains but for some noise, with the truths that the learner is told."""
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(rounds, width)).round(3)
    u = chance.normal(size=(3, width))
    score = x @ u[0] + 0.2
    if learner.truths == "numbers":
        return list(zip(x, (score + noise * chance.normal(size=rounds)).tolist(), strict=True))
    if learner.truths == "classes":
        y = np.where(chance.random(rounds) < noise, chance.integers(0, 3, rounds), (x @ u.T).argmax(axis=1))
    else:
        y = np.where((score > 0) != (chance.random(rounds) < noise), 1, -1)
    return list(zip(x, y.tolist(), strict=True))


def play(learner, rounds, **given):
    game = Game(learner, **given)
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


def by_hand(game, x, y):
    """Teach the learner of a game a round that the game knows nothing of."""
    row = as_batch([x]).row(0)
    game.learner.learn(row, float(game.labels.inside(y)), game.learner.predict(row))


def as_bytes(state):
    return {name: np.asarray(value).tobytes() for name, value in state.items()}


@certified
def test_an_empty_game_holds_for_nothing(make):
    for certificate in Game(make()).ledger.certificates:
        assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", 0, 0.0)


@certified
def test_with_too_little_evidence_nothing_is_taught(make):
    for keep in (0, 20):
        for certificate in play(make(), drawn(make(), noise=0.3), keep=keep).ledger.certificates:
            assert certificate.broken or (certificate.verdict, certificate.teaches) == ("open", "")


def wrong(kind, rule):
    """The learner with another `learn`."""
    return type(f"{rule.__name__} {kind.__name__}", (kind,), {"learn": rule(kind)})


def deaf(kind):
    """Misses every third lesson."""

    def learn(self, x, y, guess):
        self.heard = getattr(self, "heard", 0) + 1
        if self.heard % 3:
            kind.learn(self, x, y, guess)

    return learn


def forgetful(kind):
    """Is as it was at first after every tenth lesson."""

    def learn(self, x, y, guess):
        self.heard = getattr(self, "heard", 0) + 1
        kind.learn(self, x, y, guess)
        if self.heard % 10 == 0:
            updates = self.updates
            self.restore({**type(self)(**self.parameters()).state(), "lessons": self.lessons})
            self.updates = updates

    return learn


def backwards(kind):
    """Learns the opposite."""

    def learn(self, x, y, guess):
        if self.truths == "classes":
            kind.learn(self, x, (y + 1) % 3, guess)
        else:
            kind.learn(self, x, -y, -guess)

    return learn


@certified
@pytest.mark.parametrize("rule", [deaf, forgetful, backwards])
def test_a_wrong_rule_is_found_out(make, rule):
    right = make()
    rounds = drawn(right, 150, noise=0.05)
    learner = wrong(type(right), rule)(**right.parameters())
    game = Game(learner, bounds=[theorem() for theorem in right.theorems])
    verdicts = set()
    for t, (x, y) in enumerate(rounds):
        game.label(game.predict(x).number, y)
        if t % 10 == 8:
            verdicts |= {certificate.verdict for certificate in game.ledger.certificates}
    assert "violated" in verdicts


@certified
def test_the_right_rules_pass_the_same_trial(make):
    game = Game(make())
    for t, (x, y) in enumerate(drawn(make(), 150, noise=0.05)):
        game.label(game.predict(x).number, y)
        if t % 10 == 8:
            assert all(one.verdict in ("holds", "broken premise") for one in game.ledger.certificates)


LINEAR = {name: make for name, make in WITH_THEOREMS.items() if "normalise" in make().parameters()}


@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")  # the interpreted core computes with numpy's numbers
@pytest.mark.parametrize("make", LINEAR.values(), ids=LINEAR)
def test_examples_whose_length_cannot_be_divided_out_violate_nothing(make):
    for bias, size in product([None, 0.5], [1e-200, 1e-160, 1e160, 1e200]):
        learner = type(make())(**{**make().parameters(), "bias": bias, "normalise": True})
        rounds = drawn(learner, 60, noise=0.3)
        odd = [(x * size if t % 3 else x, y) for t, (x, y) in enumerate(rounds)]
        for certificate in play(learner, odd).ledger.certificates:
            assert certificate.verdict != "violated", (bias, size, certificate)


BOUNDS = [getattr(littlestone.bounds, name) for name in littlestone.bounds.__all__]
KINDS = [kind for table in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS, BANDITS) for kind in table.values()]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.__name__)
def test_a_theorem_is_refused_to_every_learner_that_it_is_not_about(bound):
    for kind in KINDS:
        learner = kind(3) if issubclass(kind, PointLearner) else kind(2) if kind.kind == "actions" else kind()
        mixed = bound in learner.mixed_theorems or (bound is NoMixingBound and learner.mixes)  # what `train` certifies
        if bound in learner.theorems or mixed:
            assert [type(one) for one in theorems_for(learner, [bound()], 100)] == [bound]
        else:
            with pytest.raises(BadParameter, match=f"{bound.__name__} is no theorem about"):
                theorems_for(learner, [bound()], 100)


def test_a_game_refuses_a_theorem_that_is_not_about_its_learner_when_it_is_made():
    for learner, bound in (
        (PA(), MarginBound()),
        (Perceptron(), KernelMarginBound()),
        (PA1(), PARegression1Bound()),
        (MulticlassPerceptron(), MarginBound(0.1)),
    ):
        with pytest.raises(BadParameter, match="is no theorem about"):
            Game(learner, bounds=[bound])


def tampered(game, path, **changed):
    """The game saved, changed in the file, and taken up again."""
    save(game, path)
    with np.load(path) as found:
        arrays = {name: found[name] for name in found.files}
    for name, change in changed.items():
        arrays[name.replace("__", "/")] = change(arrays[name.replace("__", "/")])
    np.savez(path, **arrays)
    return load(path)


def far(counts):
    """Evidence that says it is two thousand million columns wide."""
    counts[3] = 2**31 - 1
    return counts


@pytest.mark.parametrize(
    ("make", "name", "change"),
    [
        (lambda: Perceptron(), "ledger__kept__counts", far),
        (lambda: KernelPerceptron(), "ledger__kept__counts", far),
        (lambda: PA(), "ledger__bound0__rows__counts", far),
        (lambda: Forgetron(budget=7), "learner__width", lambda width: np.int64(2**31 - 1)),
        (lambda: Projectron(), "learner__width", lambda width: np.int64(2**31 - 1)),
    ],
)
def test_a_width_in_a_file_takes_no_memory_that_its_rows_do_not_need(make, name, change, tmp_path):
    game = play(make(), drawn(make()))
    twin = tampered(game, tmp_path / "game.npz", **{name: change})
    assert twin.ledger.certificates == game.ledger.certificates
    assert as_bytes(twin.state()) == as_bytes(game.state())
    kept = getattr(twin.ledger.bounds[0], "rows", twin.ledger.kept)
    assert (kept.width, kept.batch().width) == (4, 4)


def raised(array):
    array[5] = 7.0
    return array


def halved(array):
    array[5] = 0.5
    return array


@pytest.mark.parametrize("change", [raised, halved], ids=["another class", "no class"])
@pytest.mark.parametrize("name", ["ledger__bound0__rows__labels", "ledger__bound0__guesses"])
@pytest.mark.parametrize("kind", [MulticlassPerceptron, MulticlassPA, MulticlassPA1, MulticlassPA2])
def test_a_class_that_the_learner_does_not_know_is_refused_when_a_game_is_taken_up(kind, name, change, tmp_path):
    game = play(kind(), drawn(kind()))
    with pytest.raises(StateError, match="that is none of the 3 classes"):
        tampered(game, tmp_path / "game.npz", **{name: change})


def test_evidence_that_counts_fewer_rounds_than_it_keeps_is_refused(tmp_path):
    def fewer(counts):
        counts[2] = 1
        return counts

    with pytest.raises(StateError, match="which cannot be"):
        tampered(play(Perceptron(), drawn(Perceptron())), tmp_path / "game.npz", ledger__kept__counts=fewer)


def test_an_unasked_label_told_by_hand_moves_the_coin_and_breaks_the_premise():
    game = play(SelectivePerceptron(b=0.01), drawn(SelectivePerceptron()))
    before = game.learner.updates, game.learner.lessons
    while game.learner.rounds < 150:
        by_hand(game, [9.0, 9.0, 9.0, 9.0], 1)
    assert (game.learner.updates, game.learner.lessons) == before
    assert game.ledger.certificates[0].broken == "the learner also learned outside this game"


@pytest.mark.parametrize("make", [lambda: AveragedPerceptron(), lambda: VotedPerceptron()])
def test_who_moves_without_an_update_is_asked_again_all_the_same(make):
    """Between guess and label only a right round was learned: no update, but the average and the vote have moved."""
    game = Game(make())
    for x, y in [([1.0, 0.0], -1), ([1.0, 0.0], -1)]:
        game.label(game.predict(x).number, y)
    updates = game.learner.updates
    waiting, other = game.predict([1.0, 1.0]), game.predict([1.0, 0.0])
    game.label(other.number, -1)
    assert game.learner.updates == updates
    now = game.learner.predict(as_batch([[1.0, 1.0]]).row(0))
    assert now != waiting.guess
    game.label(waiting.number, 1)
    assert game.ledger.in_order is not game.ledger
    assert game.ledger.in_order.labelled == game.ledger.labelled == 4
