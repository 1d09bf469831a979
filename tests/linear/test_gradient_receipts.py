"""What every theorem about gradients does however a game is played, and with little kept.

And whom it compares with: nobody for whom the theorem says the same thing twice.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from gradient_games import VALUES

from littlestone import (
    AdaGrad,
    BalancedWinnow,
    CoinBetting,
    ConvexGame,
    DualAveraging,
    EGPlusMinus,
    ExponentiatedGradient,
    FTRLProximal,
    Game,
    LinearAdaGrad,
    LinearCoinBetting,
    LinearDescent,
    LinearEG,
    LinearNewtonStep,
    MirrorDescent,
    OnlineGradientDescent,
    OnlineNewtonStep,
)
from littlestone.checks import check_game
from littlestone.linear.signed_weights_theorems import WinnowCase
from littlestone.support.effort import Effort

ROWS = {
    "ogd": LinearDescent,
    "ogd-root": lambda: LinearDescent(rate="root", loss="log", bias=1.0),
    "adagrad": LinearAdaGrad,
    "adagrad-hinge": lambda: LinearAdaGrad(loss="hinge", normalise=True),
    "ftrl": FTRLProximal,
    "ftrl-priced": lambda: FTRLProximal(alpha=0.5, l1=0.5, l2=0.1),
    "rda": DualAveraging,
    "rda-plain": lambda: DualAveraging(gamma=3.0, l1=0.0, loss="hinge"),
    "eg": LinearEG,
    "ons": LinearNewtonStep,
    "coin": LinearCoinBetting,
    "balanced-winnow": BalancedWinnow,
}
POINTS = {
    "point-ogd": lambda: OnlineGradientDescent(3),
    "point-ogd-fixed": lambda: OnlineGradientDescent(3, eta=0.2, domain="space"),
    "point-mirror": lambda: MirrorDescent(3, mirror="entropy", eta=0.2),
    "point-mirror-space": lambda: MirrorDescent(3),
    "point-eg": lambda: ExponentiatedGradient(3),
    "point-eg+-": lambda: EGPlusMinus(3),
    "point-adagrad": lambda: AdaGrad(3),
    "point-ons": lambda: OnlineNewtonStep(3, G=6.0),
    "point-coin": lambda: CoinBetting(3, G=2.0),
}
MAKERS = {**ROWS, **POINTS}
each = pytest.mark.parametrize("name", MAKERS)


def new(name, learner=None, **setting):
    learner = MAKERS[name]() if learner is None else learner
    if name in POINTS:
        return ConvexGame(learner, loss="square" if learner.name == "ons" else "linear", **setting)
    return Game(learner, **setting)


def rounds_of(name, count=120, seed=1, noise=0.1):
    rng = np.random.default_rng(seed)
    if name in POINTS:
        return [(None, z / 2) for z in rng.uniform(-1.0, 1.2, size=(count, 3))]
    x = rng.normal(size=(count, 4))
    y = np.where(x @ [1.0, -2.0, 0.5, 0.1] > 0, 1, -1) * np.where(rng.random(count) < noise, -1, 1)
    return list(zip(x, y.tolist(), strict=True))


def play(game, rounds):
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


def verdicts(game):
    return {certificate.verdict for certificate in game.ledger.certificates}


def is_broken(game, words):
    for bound, certificate in zip(game.ledger.bounds, game.ledger.certificates, strict=True):
        assert certificate.verdict == "broken premise", certificate
        assert words in certificate.broken
        assert certificate.allowed is None
        assert bound.live(game.ledger) == ""
    return bool(game.ledger.certificates)


@each
def test_a_game_played_as_the_theorem_has_it_holds(name):
    assert verdicts(play(new(name), rounds_of(name))) == {"holds"}


@each
def test_its_games_pass_the_checks(name):
    check_game(partial(new, name), rounds_of(name))


@pytest.mark.parametrize("name", [name for name in ROWS if name != "balanced-winnow"])
def test_truths_heard_elsewhere_are_found_even_if_they_changed_nothing(name):
    for when in (0, 120):
        game = new(name)
        play(game, rounds_of(name)[:when])
        move = game.predict(np.zeros(4))
        game.forget(move.number)
        game.learner.learn(move.x, 1.0, 5.0)  # nothing to step along
        play(game, rounds_of(name)[when:])
        assert is_broken(game, "outside this game")


@each
def test_with_little_kept_the_sums_certify_and_only_the_mistakes_are_missed(name):
    whole = play(new(name), rounds_of(name))
    for keep in (0, 20):
        game = play(new(name, keep=keep), rounds_of(name))
        if name == "balanced-winnow":
            (certificate,) = game.ledger.certificates
            assert certificate.verdict == "open"
            assert "give the game a larger keep" in certificate.open
            assert (certificate.paid, certificate.allowed) == (game.ledger.mistakes, None)
        else:
            assert game.ledger.certificates == whole.ledger.certificates


AT_AN_END = ["ogd", "ogd-root", "adagrad", "adagrad-hinge", "ftrl", "ftrl-priced", "rda", "rda-plain"]


def looked_at(game):
    bound = game.ledger.bounds[0]
    return bound.looks_at(bound, game.ledger, Effort())


def books_of(learner):
    """Who keeps the learner's account of its losses."""
    return getattr(learner, "tangents", learner)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", [*AT_AN_END, "point-ogd-fixed", "point-mirror-space"])
def test_nobody_is_compared_with_its_own_end_point(name, seed):
    """Release 0.1.0 showed the theorem where it is an equation: what was paid was what was allowed in every game."""
    for count in (10, 100, 400):
        game = play(new(name), rounds_of(name, count, seed))
        (certificate,) = game.ledger.certificates
        assert certificate.verdict == "holds"
        assert certificate.paid < certificate.allowed * (1 - 1e-6)


@pytest.mark.parametrize("name", AT_AN_END)
def test_no_vector_that_is_allowed_as_little_is_a_stronger_competitor(name):
    game = play(new(name), rounds_of(name, noise=0.3))
    case = looked_at(game)
    both, (paid, allowed) = case.both, case.sides[:2]
    most = both.against(both.end())[1]
    assert allowed <= 2 * most * (1 + 1e-9)
    assert paid <= books_of(game.learner).paid * (1 + 1e-9)
    rng = np.random.default_rng(0)
    for size in (0.01, 0.1, 0.5, 1.0, 2.0):
        for way in rng.normal(size=(50, len(case.u))):
            u = (case.u + size * way) * (np.asarray(both.stiffness) > 0)
            other_paid, other_allowed, _ = both.against(u)
            assert other_paid <= other_allowed
            if both.l1 == 0.0 and other_allowed <= allowed:
                assert other_paid <= paid * (1 + 1e-9)


@pytest.mark.parametrize("noise", [0.0, 0.3])
@pytest.mark.parametrize("name", AT_AN_END)
def test_what_is_said_of_the_vector_shown_is_true_of_its_losses(name, noise):
    rounds = rounds_of(name, noise=noise)
    game = play(new(name), rounds)
    u, learner = looked_at(game).u, game.learner
    if "rda" not in name and not learner.bias:
        u = u[1:]  # the place of a constant feature that is not there
    x = np.array([learner.embed(game.predict(raw).x).dense(len(u)) for raw, _ in rounds])
    lost = VALUES[books_of(learner).price.name](np.array([y for _, y in rounds]) * (x @ u)).sum()
    words = game.ledger.certificates[0].teaches
    least = float(words.split("u has lost at least ")[1].split(",")[0])
    paid = float(words.split("losses are ")[1].split(";")[0])
    assert paid == pytest.approx(books_of(learner).paid, rel=1e-5)
    assert lost >= least * (1 - 1e-5)
    assert paid - lost <= game.ledger.certificates[0].allowed


@pytest.mark.parametrize("noise", [0.0, 0.05, 0.4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_balanced_winnow_shows_a_vector_that_is_not_zero(noise, seed):
    """Release 0.1.0 showed u = 0, the bound of which is M, wherever that of no other vector is smaller."""
    game = play(new("balanced-winnow"), rounds_of("balanced-winnow", 400, seed, noise))
    (certificate,) = game.ledger.certificates
    case = WinnowCase(game.ledger.bounds[0], game.ledger, Effort())
    loss, length = case.best
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(loss + length * case.price)
    assert certificate.allowed != certificate.paid
    assert length > 0
    assert loss < certificate.paid
    assert f"L = {loss:.4g}, |u|_1 = {length:.4g}" in certificate.theorem


def test_balanced_winnow_shows_the_smallest_bound_where_one_is_below_that_of_zero():
    rng = np.random.default_rng(3)
    x = rng.choice([-1.0, 1.0], size=(1000, 30))
    game = play(Game(BalancedWinnow(eta=0.3)), zip(x, np.sign(x[:, 7]).astype(int).tolist(), strict=True))
    (certificate,) = game.ledger.certificates
    case = WinnowCase(game.ledger.bounds[0], game.ledger, Effort())
    alone = case.price  # u = 1 in that column alone, which loses nothing
    assert certificate.paid <= certificate.allowed <= alone * (1 + 1e-9)
