"""Leaders and portfolios taught elsewhere, begun trained, copied, told late or never, or watched with little memory."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from littlestone import (
    BuyAndHold,
    ConvexGame,
    EGPortfolio,
    FollowTheLeader,
    FollowTheRegularisedLeader,
    InvestGame,
    NewtonPortfolio,
    UniversalPortfolio,
    load,
    save,
)
from littlestone.bounds import LeaderBound, RegularisedLeaderBound


def points(make, loss, bounds=lambda: None):
    return lambda learner=None, **options: ConvexGame(learner or make(), loss=loss, bounds=bounds(), **options)


def shares(make):
    return lambda learner=None, **options: InvestGame(learner or make(), cost=0.01, **options)


GAMES = {
    "leader, linear": points(lambda: FollowTheLeader(2), "linear"),
    "leader, gain": points(lambda: FollowTheLeader(2, domain="simplex"), "gain"),
    "leader, square": points(lambda: FollowTheLeader(2, domain="space"), "square"),
    "leader, radius": points(lambda: FollowTheLeader(2), "square", lambda: [LeaderBound(radius=9.0)]),
    "leader, wealth": points(lambda: FollowTheLeader(2, domain="simplex"), "wealth"),
    "regularised": points(lambda: FollowTheRegularisedLeader(2, lam=0.5), "linear"),
    "regularised, square": points(lambda: FollowTheRegularisedLeader(2, domain="ball:2"), "square"),
    "refined": points(lambda: FollowTheRegularisedLeader(2, domain="box", G=9.0), "linear"),
    "promised": points(lambda: FollowTheRegularisedLeader(2), "linear", lambda: [RegularisedLeaderBound(G=9.0)]),
    "entropy": points(lambda: FollowTheRegularisedLeader(2, psi="entropy", domain="simplex"), "linear"),
    "eg": shares(lambda: EGPortfolio(2, eta=0.5)),
    "eg, gain": points(lambda: EGPortfolio(2, eta=0.5), "gain"),
    "ons": shares(lambda: NewtonPortfolio(2, delta=1.0, eta=0.1)),
    "universal": shares(lambda: UniversalPortfolio(2)),
    "universal, three": shares(lambda: UniversalPortfolio(3)),
    "universal, grid": shares(lambda: UniversalPortfolio(2, grid=5)),
    "universal, sample": shares(lambda: UniversalPortfolio(2, samples=20)),
    "buy and hold": shares(lambda: BuyAndHold(2, weights=[0.25, 0.75])),
}
SOLVED = {"leader, wealth"}  # by a solver, and slowly
NEED_NO_DAYS = {"universal, grid", "universal, sample", "buy and hold"}
every_game = pytest.mark.parametrize("name", GAMES)


def revealed(game, count, seed=0):
    z = np.random.default_rng(seed).normal(size=(count, game.learner.d))
    return np.exp(0.4 * z) if game.price.name == "wealth" else z


def played(game, count=12, seed=0):
    for z in revealed(game, count, seed):
        game.label(game.predict().number, z)
    return game


def verdicts(game):
    return {certificate.verdict for certificate in game.ledger.certificates}


@every_game
def test_played_as_it_should_be_every_theorem_holds(name):
    assert verdicts(GAMES[name]()) == verdicts(played(GAMES[name]())) == {"holds"}


@every_game
def test_who_was_taught_outside_its_game_breaks_the_premise(name):
    make = GAMES[name]
    by_hand = played(make())
    by_hand.learner.learn(revealed(by_hand, 1, 7)[0], by_hand.learner.predict())
    by_game = played(make())
    played(make(by_game.learner), 2, 8)
    for game in (by_hand, by_game):
        for _ in range(2):  # and it is not forgotten
            for certificate in game.ledger.certificates:
                assert certificate.broken == "the learner also learned outside this game"
            played(game, 2)


@every_game
def test_who_began_trained_breaks_the_premise(name):
    game = played(GAMES[name](played(GAMES[name](), 3).learner))
    for certificate in game.ledger.certificates:
        assert certificate.broken.startswith("the learner did not start afresh: it had made 3 updates")
        assert certificate.allowed is None


@every_game
def test_a_game_that_is_copied_or_saved_twice_says_the_same_and_goes_on_alike(name, tmp_path):
    game = played(GAMES[name]())
    game.forget(game.predict().number)
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    save(game, first)
    save(load(first), second)
    twins = [load(second), copy.deepcopy(copy.deepcopy(game)), pickle.loads(pickle.dumps(game))]
    for one in (game, *twins):
        played(one, 3, 4)
        assert one.ledger.as_dict() == game.ledger.as_dict()
        assert verdicts(one) == {"holds"}


@every_game
@pytest.mark.parametrize("longest", [1, 50])
def test_labels_late_in_any_order_or_never_make_the_game_of_their_order(name, longest):
    late, rng = GAMES[name](), np.random.default_rng(longest)
    stream, due, told = revealed(late, 30 if name in SOLVED else 120, 1), {}, []
    for t in range(len(stream)):
        due.setdefault(t + int(rng.integers(0, longest + 1)), []).append(late.predict().number)
        for number in rng.permutation(due.pop(t, [])).tolist():
            if rng.random() < 0.1:
                late.forget(number)
            elif rng.random() < 0.9:  # others are never told of
                late.label(number, stream[number - 1])
                told.append(number)
    prompt = GAMES[name]()
    for number in told:
        prompt.label(prompt.predict().number, stream[number - 1])
    ledger = late.ledger
    assert ledger.in_order is not ledger
    assert ledger.in_order.paid == prompt.ledger.paid
    assert ledger.loss == pytest.approx(ledger.in_order.loss + ledger.lateness.loss, abs=1e-9)
    assert ledger.certificates == prompt.ledger.certificates
    assert verdicts(late) == {"holds"}
    again = copy.deepcopy(late)
    assert again.ledger.certificates == ledger.certificates
    assert again.ledger.as_dict() == ledger.as_dict()


@every_game
def test_a_premise_that_lateness_alone_seems_to_break_is_not_broken(name):
    game = GAMES[name]()
    first, second = (game.predict().number for _ in range(2))
    z, other = revealed(game, 2)
    game.label(second, z)
    game.label(first, other)
    assert verdicts(game) == {"holds"}


@every_game
@pytest.mark.parametrize("keep", [0, 7])
def test_a_memory_too_small_leaves_the_case_open_or_was_not_needed(name, keep):
    game, whole = played(GAMES[name](keep=keep)), played(GAMES[name]())
    needs_all = game.price.name == "wealth" or name == "eg, gain"
    if name in NEED_NO_DAYS or not needs_all:
        assert game.ledger.certificates == whole.ledger.certificates
        return
    kept = keep // game.learner.d
    for certificate in game.ledger.certificates:
        assert certificate.open == f"only the first {kept} of 12 rounds were kept; give the game a larger keep"
        assert certificate.paid is certificate.allowed is None
