"""Ridge and Vovk-Azoury-Warmuth against normal equations solved anew in every round."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_advice import games, play
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Ridge, VovkAzouryWarmuth
from littlestone.errors import BadAdvice, BadParameter, BadWidth, StateError
from littlestone.experts import as_advice
from littlestone.hindsight import best_linear

FULL = {"losses": ["square"], "sleepers": False, "rounds": 30}


def least_squares(X, y, ridge, centre):
    """The best coefficients and what they cost, by one stable solution."""
    n = X.shape[1]
    c = np.full(n, 1 / n if centre == "even" else 0.0)
    rows = np.vstack([X, np.sqrt(ridge) * np.eye(n)])
    truths = np.concatenate([y, np.sqrt(ridge) * c])
    u = np.linalg.lstsq(rows, truths, rcond=None)[0]
    return u, float(((rows @ u - truths) ** 2).sum())


def reference(X, y, ridge, centre, ahead):
    """The guess of round t from all rounds before, and, looking ahead, from this advice with the truth c x."""
    said = []
    for t in range(len(y)):
        start = X[t].mean() if centre == "even" else 0.0
        rows, truths = (X[: t + 1], np.append(y[:t], start)) if ahead else (X[:t], y[:t])
        said.append(X[t] @ least_squares(rows, truths, ridge, centre)[0])
    return np.array(said)


settings_of_both = given(
    drawn=games(**{**FULL, "largest": 2}),
    ridge=st.sampled_from([0.01, 1.0, 30.0]),
    centre=st.sampled_from(["even", "zero"]),
)


@pytest.mark.parametrize("kind", [Ridge, VovkAzouryWarmuth])
@settings_of_both
@settings(deadline=None, max_examples=40)
def test_the_guesses_and_the_best_combination_are_those_of_least_squares(kind, drawn, ridge, centre):
    game = Game(kind(ridge=ridge, centre=centre), loss="square")
    said = []
    for t, (x, y) in enumerate(zip(drawn.advice, drawn.truths, strict=True)):
        move = game.predict(x)
        said.append(move.guess)
        game.label(move.number, float(y))
        u, cost = least_squares(drawn.advice[: t + 1], drawn.truths[: t + 1], ridge, centre)
        assert game.learner.weights == pytest.approx(u, rel=1e-6, abs=1e-6)
        assert game.learner.best == pytest.approx(cost, rel=1e-6, abs=1e-9 * drawn.size**2)
    others = reference(drawn.advice, drawn.truths, ridge, centre, kind is VovkAzouryWarmuth)
    assert np.array(said) == pytest.approx(others, rel=1e-6, abs=1e-6 * drawn.size)
    A = ridge * np.eye(len(u)) + drawn.advice.T @ drawn.advice
    assert game.learner.log_det == pytest.approx(np.linalg.slogdet(A / ridge)[1], rel=1e-6, abs=1e-9)


@given(drawn=games(**FULL), ridge=st.sampled_from([1e-6, 1.0, 1e6]), centre=st.sampled_from(["even", "zero"]))
@settings(deadline=None, max_examples=80)
def test_the_theorems_hold_in_every_game_of_any_scale(drawn, ridge, centre):
    for kind in (Ridge, VovkAzouryWarmuth):
        for game in play(kind(ridge=ridge, centre=centre), drawn):
            certificate = game.ledger.certificates[0]
            # Of a regret that is 10^-9 of the losses it is the difference of, nobody knows the digits.
            assert certificate.verdict == "holds" or "digits cancel" in str(certificate.open), str(certificate)


@given(drawn=games(**{**FULL, "largest": 2}), u=st.lists(st.floats(-3, 3), min_size=5, max_size=5))
@settings(deadline=None, max_examples=40)
def test_the_bound_is_one_against_every_combination(drawn, u):
    *_, game = play(VovkAzouryWarmuth(), drawn._replace(spiteful=False))
    u = np.array(u[: drawn.advice.shape[1]])
    lost = ((drawn.truths - drawn.advice @ u) ** 2).sum()
    allowed = game.ledger.certificates[0].allowed + u @ u
    assert game.ledger.loss - lost <= allowed + 1e-9 * (game.ledger.loss + lost)


def test_what_vaw_pays_is_known_to_the_last_digit_before_any_inequality():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(50, 3)), rng.normal(size=50)
    game = Game(VovkAzouryWarmuth(), loss="square")
    game.play_batch(as_advice(X, y))
    A, forward, back = np.eye(3), 0.0, 0.0
    for x, truth, guess in zip(X, y, reference(X, y, 1.0, "zero", True), strict=True):
        back += guess**2 * (x @ np.linalg.solve(A, x))
        A = A + np.outer(x, x)
        forward += truth**2 * (x @ np.linalg.solve(A, x))
    assert game.ledger.certificates[0].paid == pytest.approx(forward - back)


def test_thirty_thousand_rounds_leave_no_drift():
    rng = np.random.default_rng(4)
    rounds = 30_000
    y = 60_000 + 5_000 * rng.normal(size=rounds)
    X = y[:, None] + rng.normal(size=(rounds, 3)) * [1_000, 2_000, 3_000] + [500, -300, 0]
    twice = np.column_stack([X, X[:, 0]])  # the first once more: but for the ridge there is no inverse
    for advice, exact in ((X, 1e-9), (twice, 1e-3)):
        game, zero = (Game(Ridge(centre=centre), loss="square") for centre in ("even", "zero"))
        game.play_batch(as_advice(advice, y))
        zero.play_batch(as_advice(advice, y))
        assert game.learner.weights == pytest.approx(least_squares(advice, y, 1.0, "even")[0], rel=exact)
        assert zero.learner.best == pytest.approx(best_linear(y, advice, ridge=1.0).detail["objective"], rel=1e-9)
        assert {g.ledger.certificates[0].verdict for g in (game, zero)} == {"holds"}


@pytest.mark.parametrize("kind", [Ridge, VovkAzouryWarmuth])
def test_nobody_may_sleep_or_come_late(kind):
    game = Game(kind(), loss="square")
    with pytest.raises(BadAdvice, match="needs the advice of all 2 experts in every round, but has that of 1"):
        game.predict([1.0, np.nan])
    game.label(game.predict({"a": 1.0, "b": 2.0}).number, 1.5)
    for said in ({"a": 1.0}, {"a": 1.0, "b": 2.0, "c": 3.0}):
        with pytest.raises(BadAdvice, match="MLPoly can do with that"):
            game.predict(said)
    assert game.predict({"b": 2.0, "a": 1.0}).guess == game.predict({"a": 1.0, "b": 2.0}).guess
    with pytest.raises(BadAdvice, match="2 experts since its first round"):
        game.learner.widen(3)
    with pytest.raises(BadWidth, match="1 wide, but there are 2 experts"):
        game.learner.place(as_advice([[1.0]]).row(0))


@pytest.mark.parametrize("kind", [Ridge, VovkAzouryWarmuth])
def test_bad_settings_losses_and_states_are_refused(kind):
    for bad in ({"ridge": 0}, {"ridge": -1.0}, {"ridge": float("inf")}, {"centre": "middle"}):
        with pytest.raises(BadParameter):
            kind(**bad)
    for loss in ("absolute", "brier", "mistake"):
        with pytest.raises(BadParameter, match="plays for the square loss"):
            Game(kind(), loss=loss)
    with pytest.raises(StateError, match="lacks 'factor'"):
        kind().restore({"updates": 0, "w": np.zeros(2), "sums": np.zeros(4)})


def test_before_anything_is_known_the_guess_is_what_the_centre_says():
    for kind in (Ridge, VovkAzouryWarmuth):
        assert Game(kind(centre="even"), loss="square").predict([1.0, 2.0]).guess == 1.5
        assert Game(kind(centre="zero"), loss="square").predict([1.0, 2.0]).guess == 0.0


class Lagging(VovkAzouryWarmuth):
    """Guesses as if this advice had not been heard: ridge regression."""

    def predict(self, x):
        return x.dot(self.weights) if self.updates else 0.0


class Contrary(VovkAzouryWarmuth):
    """Learns the opposite."""

    def learn(self, x, y, guess):
        super().learn(x, -y, guess)


class Absent(Ridge):
    """Learns from every second round."""

    def learn(self, x, y, guess):
        if self.updates % 2 == 0:
            super().learn(x, y, guess)
        else:
            self.updates += 1


class Fixed(Ridge):
    """Goes on guessing the mean."""

    def predict(self, x):
        return self.mean(x)


def surprises(learner, rounds=30):
    """Every third round one direction is new and the truth as large as it can be; the rest is a plain regression."""
    rng = np.random.default_rng(6)
    game = Game(learner, loss="square")
    for t in range(rounds):
        x = np.full(3, 0.01)
        x[t % 3] = 1.0 if t < 3 else rng.normal()
        move = game.predict(x)
        y = -1.0 if move.guess > 0 else 1.0
        game.label(move.number, y)
        yield game.ledger.certificates[0]


def steady(learner, rounds=200):
    """The first expert is half the truth, the second noise."""
    rng = np.random.default_rng(7)
    game = Game(learner, loss="square")
    for y in rng.normal(size=rounds):
        game.label(game.predict([y / 2, rng.normal()]).number, float(y))
        yield game.ledger.certificates[0]


def towards_large_guesses(learner):
    """Advice ever larger in one direction: least squares guess high, and the truth is the opposite."""
    game = Game(learner, loss="square")
    for x in (1.0, 10.0, 100.0, 1000.0):
        move = game.predict([x])
        game.label(move.number, -1.0 if move.guess > 0 else 1.0)
        yield game.ledger.certificates[0]


GAMES = (surprises, steady, towards_large_guesses)


@pytest.mark.parametrize("rule", [Lagging, Contrary, Absent, Fixed])
def test_a_wrong_rule_is_found_out(rule):
    assert "violated" in {c.verdict for game in GAMES for c in game(rule())}


def test_the_right_rules_pass_the_same_trials():
    for kind in (Ridge, VovkAzouryWarmuth):
        for game in GAMES:
            assert {c.verdict for c in game(kind())} == {"holds"}


def test_the_certificate_teaches_what_no_combination_can_have_lost():
    *_, certificate = surprises(VovkAzouryWarmuth(), rounds=200)
    assert certificate.teaches.startswith("no combination u of the experts has lost less than")
    assert certificate.teaches.endswith("- 1 |u - c|^2")
