"""A fresh member at an alarm: its theorems on drawn and adversarial streams, saved and resumed, and what it gains."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from littlestone import Batch, Committee, Game, Perceptron, Standardised, load, save
from littlestone.bounds import FreshMemberBound
from littlestone.errors import BadParameter, StateError
from littlestone.guarantees import Alarm, Intervals

THREE = "ftrl:alpha=0.3, scale-free, adagrad:eta=0.8"


def stream(seed, rounds=1200, changes=(600,), d=5):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rounds, d))
    y = np.where(X @ rng.normal(size=d) + 0.3 * rng.normal(size=rounds) > 0, 1, -1)
    for change in changes:
        y[change:] *= -1
    return X, y


def played(game, X, y, start=0, stop=None, late=0):
    for t in range(start, len(y) if stop is None else stop):
        game.predict(X[t])
        if t >= late:
            game.label(t - late + 1, y[t - late].item())
    return game


def alarmed(members=THREE, level=0.15, run_length=1000, **settings):
    alarm = Alarm(level, run_length, fresh=True)
    return Game(Committee(members, fresh=True, **settings), loss="log", guarantees=[alarm])


def verdicts(game):
    return [certificate.verdict for certificate in game.ledger.certificates]


def test_a_changing_stream_is_followed_with_half_the_mistakes():
    after = {}
    for fresh in (False, True):
        after[fresh] = 0
        for seed in range(3):
            X, y = stream(seed, 3000, (1500,), 10)
            committee = Committee(THREE, share=0.001, fresh=fresh)
            game = Game(committee, loss="log", guarantees=[Alarm(0.15, fresh=fresh)])
            played(game, X, y, stop=1500)
            before = game.ledger.mistakes
            played(game, X, y, 1500)
            after[fresh] += game.ledger.mistakes - before
            assert set(verdicts(game)) == {"holds"}
    assert after[True] < 0.7 * after[False]


@pytest.mark.parametrize("late", [0, 40])
@pytest.mark.parametrize("seed", range(6))
def test_certificates_hold_on_drawn_streams_at_every_moment(seed, late):
    X, y = stream(seed, 500, (120, 200, 333, 340)[: seed % 5])
    game = alarmed(level=0.02, run_length=5 + 20 * seed, share=(0.001, 0.05, 0.3)[seed % 3])
    for t in range(0, 500, 25):
        played(game, X, y, t, t + 25, late)
        found = verdicts(game)
        assert found[0] in ("holds", "open")
        assert found[1] == "open" or (found[1] == "holds" and game.learner.renewed.times)
    assert game.learner.renewed.times >= 3
    assert set(verdicts(game)) <= {"holds", "open"}


@pytest.mark.parametrize("seed", range(4))
def test_certificates_hold_against_an_adversary_who_contradicts(seed):
    rng = np.random.default_rng(seed)
    game = alarmed(level=0.1, run_length=10 * (seed + 1))
    for _ in range(400):
        move = game.predict(rng.normal(size=3))
        game.label(move.number, -move.act if rng.random() < 0.8 else move.act)
    assert game.learner.renewed.times > 10
    assert set(verdicts(game)) <= {"holds", "open"}


def test_the_bound_by_hand():
    X, y = stream(1, 400, (200,))
    game = alarmed()
    own, rest, begun, weight = 0.0, 0.0, None, None
    for t in range(400):
        move = game.predict(X[t])
        before = game.learner.renewed.times
        said = np.array([1 / (1 + np.exp(-y[t] * member.predict(move.x))) for member in game.learner.members])
        w = game.learner.weights
        game.label(move.number, y[t].item())
        if begun is not None:
            own -= log(w @ said)
            rest -= log(said[-1])
        if game.learner.renewed.times > before:
            own, rest, begun, weight = 0.0, 0.0, t, game.learner.weights[-1]
    certificate = game.ledger.certificates[1]
    assert certificate.paid == pytest.approx(own - rest, abs=1e-9)
    n = 400 - begun - 1
    assert certificate.allowed == pytest.approx(-log(weight) - (n - 1) * log(1 - 0.001))
    assert weight >= 0.001 / 4


@pytest.mark.parametrize("members", [None, "classes", "numbers"])
def test_saved_and_resumed_bit_for_bit_with_open_rounds(members, tmp_path):
    X, y = stream(2, 600, (300,))
    settings = {}
    if members == "numbers":
        settings = {"low": -1.0, "high": 1.0}
    make = Committee(members, fresh=True, **settings)

    def game():
        largest = 2.0 if members == "numbers" else None
        return Game(make.clone(), guarantees=[Intervals(0.8), Alarm(0.2, 200, largest=largest, fresh=True)])

    whole = played(game(), X, y, late=3)
    first = played(game(), X, y, 0, 390, late=3)
    assert first.learner.renewed.times
    save(first, tmp_path / "g.npz")
    again = load(tmp_path / "g.npz")
    played(again, X, y, 390, late=3)
    assert [each.as_dict() for each in again.guarantees] == [each.as_dict() for each in whole.guarantees]
    assert again.ledger.certificates == whole.ledger.certificates
    assert again.learner.accounts() == whole.learner.accounts()
    assert {each.verdict for found in again.learner.certificates().values() for each in found} <= {"holds", "open"}


def test_a_batch_is_played_as_its_rows_are_over_alarms():
    X, y = stream(3, 900, (450,))
    whole, one = alarmed(), alarmed()
    whole.play_batch(Batch(np.arange(0, 4501, 5), np.tile(np.arange(5), 900), X.ravel(), 5, y.astype(float)))
    for t in range(900):
        one.label(one.predict(X[t]).number, y[t].item())
    assert whole.learner.renewed.times >= 1
    assert whole.guarantees[0].as_dict() == one.guarantees[0].as_dict()
    assert whole.learner.accounts() == one.learner.accounts()


def test_within_a_learner_that_rescales():
    alarm = Alarm(0.15, 100, fresh=True)
    game = Game(Standardised(Committee(THREE, fresh=True)), loss="log", guarantees=[alarm])
    played(game, *stream(4, 600, (300,)))
    assert game.learner.rule.renewed.times
    assert "violated" not in verdicts(game)


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_the_fresh_member_is_a_copy_of_the_leader(order):
    """Wherever the leader stands: of three, one learns, one hardly does and one learns slowly."""
    texts = ("adagrad:eta=0.5", "ogd:eta=1e-06:loss=log", "adagrad:eta=0.01")
    committee = Committee([texts[k] for k in order], fresh=True)
    game = Game(committee, loss="log")
    played(game, *stream(6, 200, ()))
    leader = order.index(0)
    assert int(np.argmax(committee.weights[:-1])) == leader, "the one that learns is the leader"
    committee.begin_anew()
    assert committee.renewed.kind == leader
    assert committee.members[-1].parameters() == committee.members[leader].parameters()
    assert not committee.members[-1].updates


def test_a_fresh_member_that_is_not_dealt_its_share_is_found_out():
    game = alarmed()
    played(game, *stream(5, 700, (350,)))
    renewed = game.learner.renewed
    assert FreshMemberBound().certificate(game.ledger).verdict == "holds"
    renewed.weight, kept = 1e-9, renewed.weight
    assert FreshMemberBound().certificate(game.ledger).verdict == "violated"
    renewed.weight, renewed.own = kept, renewed.own - 100.0
    assert FreshMemberBound().certificate(game.ledger).verdict == "violated"


def test_what_is_wrong_is_said():
    with pytest.raises(BadParameter, match="fresh=True"):
        Game(Perceptron(), guarantees=[Alarm(0.1, fresh=True)])
    with pytest.raises(BadParameter, match="fresh=True"):
        Game(Committee(), guarantees=[Alarm(0.1, fresh=True)])
    with pytest.raises(BadParameter, match="share above 0"):
        Committee(fresh=True, share=0.0)
    with pytest.raises(BadParameter, match="fresh=True"):
        Committee().begin_anew()
    with pytest.raises(BadParameter, match="low and high"):
        Committee("numbers", fresh=True)
    committee = Committee(fresh=True)
    state = committee.state()
    for wrong in ({"renewed/counts": np.zeros(3)}, {"renewed/counts": np.array([9, 0, 0, 0])}):
        with pytest.raises(StateError):
            committee.restore({**state, **wrong})
