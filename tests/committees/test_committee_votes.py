"""N1's "many prediction algorithms, which is best?": learners as experts, by weighted majority over what they do."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Committee, Game, Perceptron, load, save
from littlestone.bounds import CommitteeMistakesBound
from littlestone.cli import run
from littlestone.errors import BadParameter, UnknownName

MEMBERS = ["elimination:n=6", "winnow:n=6", "perceptron:zero=-1", "pa1"]


def drawn(seed, rounds=80, noise=0.1):
    rng = np.random.default_rng(seed)
    X = (rng.random((rounds, 6)) < 0.4).astype(float)
    y = np.where(X[:, :2].any(axis=1) ^ (rng.random(rounds) < noise), 1, -1)
    return list(zip(X.tolist(), y.tolist(), strict=True))


def play(learner, rounds, delay=0, **given):
    game, waiting = Game(learner, **given), []
    for x, y in rounds:
        waiting.append((game.predict(x).number, y))
        if len(waiting) > delay:
            game.label(*waiting.pop(0))
    for number, y in waiting:
        game.label(number, y)
    return game


def by_hand(rounds, alpha, order=None):
    """The votes of members that play alone, weighed by hand: mistakes of the vote, chances of the coin, of each."""
    games = [Game(Committee([member]).members[0]) for member in MEMBERS]
    w, made, chance, erred = np.ones(len(games)), 0, 0.0, np.zeros(len(games), dtype=int)
    for x, y in rounds:
        moves = [game.predict(x) for game in games]
        acts = np.array([move.sign for move in moves])
        made += (1 if w @ acts > 1e-12 * w.sum() else -1) != y
        chance += w[acts != y].sum() / w.sum()
        erred += acts != y
        w[acts != y] *= alpha
        for game, move in zip(games, moves, strict=True):
            game.label(move.number, y)
    return made, chance, erred, w / w.sum()


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from([0.1, 0.5, 0.9]))
def test_the_vote_is_that_of_members_who_play_alone(seed, alpha):
    rounds = drawn(seed)
    made, chance, erred, w = by_hand(rounds, alpha)
    voted = play(Committee(MEMBERS, loss="mistake", alpha=alpha), rounds)
    assert voted.ledger.mistakes == made
    assert list(voted.learner.erred) == erred.tolist()
    np.testing.assert_allclose(voted.learner.weights, w, atol=1e-12)
    (certificate,) = voted.ledger.certificates
    m, K = erred.min(), len(MEMBERS)
    assert (certificate.verdict, certificate.paid) == ("holds", made)
    assert certificate.allowed == pytest.approx((m * log(1 / alpha) + log(K)) / log(2 / (1 + alpha)))
    tossed = play(Committee(MEMBERS, loss="mistake", by="rwma", alpha=alpha), rounds, seed=seed)
    (certificate,) = tossed.ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.paid == pytest.approx(chance)
    assert certificate.allowed == pytest.approx((m * log(1 / alpha) + log(K)) / (1 - alpha))
    assert tossed.ledger.expected == pytest.approx(chance)


def test_the_constants_are_those_of_the_lecture():
    rounds = drawn(1)
    game = play(Committee(MEMBERS, loss="mistake"), rounds)
    m = min(game.learner.erred)
    assert game.ledger.certificates[0].allowed <= 2.41 * m + 3.48 * log(4)
    game = play(Committee(MEMBERS, loss="mistake", by="rwma"), rounds)
    assert game.ledger.certificates[0].allowed <= 1.39 * m + 2 * log(4)


@pytest.mark.parametrize("by", ["wma", "rwma"])
def test_late_labels_ask_the_members_again_in_order(by):
    rounds = drawn(2)
    late = play(Committee(MEMBERS, loss="mistake", by=by), rounds, delay=5)
    prompt = play(Committee(MEMBERS, loss="mistake", by=by), rounds)
    assert late.ledger.in_order.expected == pytest.approx(prompt.ledger.expected)
    assert list(late.learner.erred) == list(prompt.learner.erred)
    assert late.ledger.certificates[0].verdict == "holds"
    assert late.ledger.certificates[0].paid == pytest.approx(prompt.ledger.certificates[0].paid)


@pytest.mark.parametrize("by", ["wma", "rwma"])
def test_a_saved_committee_goes_on(by, tmp_path):
    rounds = drawn(3)
    game = play(Committee(MEMBERS, loss="mistake", by=by, alpha=0.3), rounds[:40], seed=4)
    save(game, tmp_path / "half.npz")
    again = load(tmp_path / "half.npz")
    assert again.learner.parameters() == game.learner.parameters()
    for one in (game, again):
        for x, y in rounds[40:]:
            one.label(one.predict(x).number, y)
    assert again.ledger.mistakes == game.ledger.mistakes
    assert [str(c) for c in again.ledger.certificates] == [str(c) for c in game.ledger.certificates]


def test_by_weight_the_bound_is_h_times_as_large():
    rounds = drawn(5)
    game = Game(Committee(MEMBERS, loss="mistake"))
    for t, (x, y) in enumerate(rounds):
        game.label(game.predict(x).number, y, weight=1 + t % 3)
    (certificate,), m = game.ledger.certificates, min(game.learner.erred)
    assert certificate.verdict == "holds"
    assert certificate.paid == game.ledger.weights.mistakes
    assert certificate.allowed == pytest.approx(3 * (m * log(2) + log(4)) / log(4 / 3))


def test_a_member_that_takes_sides_with_nobody_at_zero_votes_for_the_negative():
    game = play(Committee([Perceptron(zero="mistake")], loss="mistake"), [([1.0], -1)])
    assert game.ledger.mistakes == 0
    assert list(game.learner.erred) == [0]


def test_a_vote_that_was_miscounted_is_found():
    game = play(Committee(MEMBERS, loss="mistake"), drawn(6))
    game.learner.account.expected += 1.0
    assert game.ledger.certificates[0].verdict == "violated"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"members": "one-vs-rest/adagrad"}, "members vote about two classes"),
        ({"members": "vaw"}, "members vote about two classes"),
        ({"members": "perceptron,agnostic"}, "agnostic tosses a coin"),
        ({"members": "perceptron", "share": 0.1}, "have no share"),
        ({"members": "perceptron", "fresh": True}, "have no fresh"),
        ({"members": "perceptron", "heaviest": 2.0}, "have no heaviest"),
        ({"members": "perceptron", "alpha": 0.0}, "alpha = 0 leaves no weight"),
    ],
)
def test_what_cannot_vote_is_said(given, words):
    with pytest.raises(BadParameter, match=words):
        Committee(**given, loss="mistake")


def test_unknown_rules_and_settings_of_another_loss_are_refused():
    with pytest.raises(UnknownName, match="did you mean 'wma'"):
        Committee("perceptron", loss="mistake", by="wmaa")
    with pytest.raises(BadParameter, match="the loss has to be 'mistake'"):
        Committee("perceptron", by="wma")
    with pytest.raises(BadParameter, match="'log' or 'mistake' of classes"):
        Committee("perceptron", loss="hinge")


def test_the_command_line_mixes_members_for_mistakes_if_these_are_the_loss(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    lines = [",".join(map(str, [*map(int, x), int(y > 0)])) for x, y in drawn(7, noise=0.0)]
    path.write_text("a,b,c,d,e,f,y\n" + "\n".join(lines) + "\n")
    asked = ["play", str(path), "--label", "y", "--members", "elimination,winnow,perceptron", "--loss", "mistake"]
    assert run(asked) == 0
    out = capsys.readouterr().out
    assert "Weighted majority: M <= (m ln(1/a) + ln" in out
    assert "log loss" not in out
    assert run([*asked, "--set", "by=rwma", "--set", "alpha=0.7"]) == 0
    out = capsys.readouterr().out
    assert "mistakes over the coin" in out
    assert "a = 0.7" in out
    assert run([*asked[:-1], "log"]) == 0
    assert "Committee, log: loss <= " in capsys.readouterr().out
    compared = ["compare", str(path), "--label", "y", "--learners", "committee", "--members", "elimination,winnow"]
    assert run([*compared, "--loss", "mistake"]) == 0
    assert "holds" in capsys.readouterr().out


def test_the_theorem_belongs_to_this_loss_alone():
    with pytest.raises(BadParameter):
        Game(Committee("perceptron"), bounds=[CommitteeMistakesBound()])
