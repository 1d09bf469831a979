"""Leaders and portfolios with other losses, costs and promises, or watched with little memory."""

from __future__ import annotations

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
)
from littlestone.bounds import LeaderBound, RegularisedLeaderBound
from littlestone.checks import check_game


def points(make, loss, bounds=lambda: None):
    return lambda learner=None, **options: ConvexGame(learner or make(), loss=loss, **{"bounds": bounds(), **options})


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
def test_its_games_pass_the_checks(name):
    stream = revealed(GAMES[name](), 30 if name in SOLVED else 100, 1)
    check_game(GAMES[name], [((), z) for z in stream])


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
