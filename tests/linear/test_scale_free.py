"""ScInOL2: the paper's rule, its theorems, their wrong constants and wrong rules, and that no unit matters to it."""

from __future__ import annotations

import copy
import itertools

import numpy as np
import pytest
from confidence_games import any_rounds, play
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Batch, Game, OneVsRest, ScaleFree, load, save
from littlestone.errors import BadParameter, BadWeight, StateError
from littlestone.features import as_batch
from littlestone.linear import scale_free_theorems as scale_free

quick = settings(max_examples=40, deadline=None)
SLOPES = {
    "log": lambda y, guess: -y / (1 + np.exp(y * guess)),
    "hinge": lambda y, guess: -y * (y * guess < 1),
    "absolute": lambda y, guess: np.sign(guess - y),
    "insensitive:0.1": lambda y, guess: np.sign(guess - y) * (abs(guess - y) > 0.1),
    "pinball:0.9": lambda y, guess: -0.9 if guess < y else 0.1,
}
VALUES = {
    "log": lambda y, guess: np.logaddexp(0, -y * guess),
    "hinge": lambda y, guess: np.maximum(0, 1 - y * guess),
    "absolute": lambda y, guess: np.abs(guess - y),
    "insensitive:0.1": lambda y, guess: np.maximum(0, np.abs(guess - y) - 0.1),
    "pinball:0.9": lambda y, guess: np.where(guess < y, 0.9 * (y - guess), 0.1 * (guess - y)),
}


class Plain:
    """The rule as the paper writes it, on dense vectors, in the units that come."""

    def __init__(self, d, eps=1.0, h=1.0):
        self.M, self.theta, self.S, self.eta = np.zeros(d), np.zeros(d), np.zeros(d), np.full(d, eps)
        self.h, self.eps, self.first = h, eps, np.zeros(d)

    def weights(self, x):
        self.M = np.maximum(self.M, self.h * np.abs(x))
        self.first = np.where(self.first > 0, self.first, self.h * np.abs(x))
        s = np.sqrt(self.S + self.M**2)
        s[s == 0] = 1.0
        return np.sign(self.theta) * np.minimum(np.abs(self.theta) / s, 1) * self.eta / (2 * s)

    def learn(self, x, g, w):
        self.theta = self.theta - g * x
        self.S = self.S + (g * x) ** 2
        self.eta = self.eta - g * x * w

    @property
    def s(self):
        return np.sqrt(self.S + self.M**2)

    def least(self):
        """The wealth that the paper's form leaves every coordinate."""
        seen = self.first > 0
        form = (
            2 * self.first[seen] ** 2 / (3 * self.s[seen] ** 2) * np.exp(np.abs(self.theta[seen]) / (2 * self.s[seen]))
        )
        return self.eps * form, self.eta[seen]

    def limit(self, u):
        """The paper's regret bound, of the coordinates that came."""
        seen = self.first > 0
        u, s, first = np.abs(u[seen]), self.s[seen], self.first[seen]
        with np.errstate(divide="ignore", invalid="ignore"):
            height = np.log(3 * u * s**3 / (self.eps * first**2)) - 1
        return (self.eps + np.where(u > 0, 2 * u * s * np.maximum(0, height), 0.0)).sum()


@quick
@given(any_rounds(), st.sampled_from([None, 0.7]), st.sampled_from(["log", "hinge"]), st.sampled_from([1.0, 0.1]))
def test_it_bets_as_kempka_kotlowski_and_warmuth_do_and_keeps_their_theorems(rounds, bias, loss, eps):
    learner = ScaleFree(eps=eps, loss=loss, bias=bias)
    game, guesses = play(learner, rounds)
    x = np.array([raw for raw, _ in rounds], dtype=float)
    x = np.column_stack((np.full(len(x), bias), x)) if bias else x
    y = np.array([y for _, y in rounds], dtype=float)
    plain, inner = Plain(x.shape[1], eps), 0.0
    for t in range(len(y)):
        w = plain.weights(x[t])
        assert guesses[t] == pytest.approx(w @ x[t], rel=1e-9, abs=1e-9)
        if loss == "hinge" and abs(y[t] * (w @ x[t]) - 1) < 1e-9:
            return  # on the kink, rounding decides
        g = SLOPES[loss](y[t], w @ x[t])
        inner += g * (w @ x[t])
        plain.learn(x[t], g, w)
    for certificate in game.ledger.certificates:
        assert certificate.verdict == "holds", certificate
    least, eta = plain.least()
    assert (eta >= least * (1 - 1e-9)).all()
    rng = np.random.default_rng(len(y))
    for size in (0.01, 1.0, 100.0):
        u = size * rng.normal(size=x.shape[1])
        regret = VALUES[loss](y, guesses).sum() - VALUES[loss](y, x @ u).sum()
        identity = (eps - plain.eta + u * plain.theta).sum()
        assert regret <= identity + 1e-7 * (1 + abs(identity))  # the tangents lie below the losses
        assert identity <= plain.limit(u) + 1e-9 * (1 + plain.limit(u))
    assert learner.inner == pytest.approx(inner, abs=1e-9)


def stream(rows=300, d=6, seed=0, scales=None):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, d)) * (rng.random((rows, d)) < 0.6)
    z = x @ rng.normal(size=d) + 0.3 * rng.normal(size=rows)
    return x * (np.ones(d) if scales is None else scales), np.where(z > 0, 1, -1), z


@pytest.mark.parametrize("loss", SLOPES)
def test_every_loss_with_slopes_up_to_one_is_played_for(loss):
    x, y, z = stream()
    y = y if loss in ("log", "hinge") else z
    game, plain, losses = Game(ScaleFree(loss=loss)), Plain(6), []
    for row, truth in zip(x, y, strict=True):
        w = plain.weights(row)
        move = game.predict(row)
        assert move.guess == pytest.approx(w @ row, rel=1e-9, abs=1e-9)
        losses.append(VALUES[loss](truth, move.guess))
        plain.learn(row, SLOPES[loss](truth, move.guess), w)
        game.label(move.number, truth if loss in ("log", "hinge") else float(truth))
    assert game.learner.paid == pytest.approx(sum(losses))
    wealth, regret = game.ledger.certificates
    assert (wealth.verdict, regret.verdict) == ("holds", "holds")
    assert regret.paid <= regret.allowed
    assert sum(losses[150:]) < 0.6 * VALUES[loss](y[150:], np.zeros(150)).sum()


# ---- no unit matters ----


def guesses_of(learner, x, y):
    game, said = Game(learner, bounds=[]), []
    for row, truth in zip(x, y, strict=True):
        move = game.predict(row)
        said.append(float(move.guess))
        game.label(move.number, truth)
    return said, game


@pytest.mark.parametrize("bias", [None, 1.0])
@pytest.mark.parametrize("loss", ["log", "hinge"])
def test_powers_of_two_change_no_bit_of_a_guess(bias, loss):
    x, y, _ = stream()
    powers = 2.0 ** np.array([-1000, 1000, 3, -7, 0, 500])
    one, _ = guesses_of(ScaleFree(bias=bias, loss=loss), x, y)
    other, _ = guesses_of(ScaleFree(bias=bias, loss=loss), x * powers, y)
    assert one == other


def test_the_bias_may_have_any_size_too():
    x, y, _ = stream()
    assert guesses_of(ScaleFree(bias=1.0), x, y)[0] == guesses_of(ScaleFree(bias=2.0**-30), x, y)[0]


@quick
@given(st.lists(st.floats(1e-200, 1e200), min_size=6, max_size=6), st.lists(st.booleans(), min_size=6, max_size=6))
def test_any_numbers_change_no_guess_but_by_rounding(factors, flipped):
    x, y, _ = stream(rows=120)
    one, _ = guesses_of(ScaleFree(), x, y)
    other, _ = guesses_of(ScaleFree(), x * factors * np.where(flipped, -1, 1), y)
    np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)


def test_numbers_of_every_size_in_one_column_give_numbers():
    rng = np.random.default_rng(3)
    x = rng.choice([-1, 1], size=(400, 3)) * 10.0 ** rng.uniform(-323, 308, size=(400, 3))
    x[7] = [5e-324, 1.7e308, -5e-324]
    y = rng.choice([-1, 1], size=400)
    game = Game(ScaleFree(bias=1.0))
    for row, truth in zip(x, y, strict=True):
        move = game.predict(row)
        assert np.isfinite(move.guess)
        game.label(move.number, truth)
        assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}
    assert not np.isnan(game.learner.weights).any()


@pytest.mark.parametrize("first", [1e-300, 1e300])
def test_a_jump_of_six_hundred_orders_leaves_wealth_and_a_guess(first):
    game = Game(ScaleFree())
    for value in [first] * 20 + [1.0 / first] * 20 + [first, -1.0 / first]:
        move = game.predict([value])
        assert np.isfinite(move.guess)
        game.label(move.number, 1)
    assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}


def test_truths_beyond_all_wealth_leave_the_case_open():
    game = Game(ScaleFree(loss="absolute", eps=1e-50))
    rows = 60_000
    game.play_batch(Batch(np.arange(rows + 1), np.zeros(rows, dtype=int), np.ones(rows), 1, np.full(rows, 1e50)))
    assert np.isfinite(game.predict([1.0]).guess)
    for certificate in game.ledger.certificates:
        assert certificate.verdict == "open"
        assert "e^200" in certificate.open


# ---- weights that are promised ----


@pytest.mark.parametrize("h", [4.0, 7.3])
def test_a_promised_weight_is_covered_by_what_it_bets_in(h):
    x, y, _ = stream()
    game, plain = Game(ScaleFree(heaviest=h)), Plain(6, h=h)
    for row, truth in zip(x, y, strict=True):
        w = plain.weights(row)
        move = game.predict(row)
        assert move.guess == pytest.approx(w @ row, rel=1e-9, abs=1e-9)
        plain.learn(row, SLOPES["log"](truth, move.guess), w)
        game.label(move.number, truth)
    assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}
    np.testing.assert_allclose(game.learner.weights[:6], plain.weights(np.zeros(6)), rtol=1e-9, atol=1e-12)


# ---- theorems that are wrong, and rules ----


def adversarial(rows, seed):
    """Slopes that turn against every bet, for some rounds: what the wealth theorem is about."""
    rng = np.random.default_rng(seed)
    game = Game(ScaleFree(loss="hinge"))
    for _ in range(rows):
        move = game.predict(rng.choice([0.0, 1.0], size=3) * rng.choice([1.0, 0.3], size=3))
        game.label(move.number, -move.act if rng.random() < 0.8 else 1)
        yield from game.ledger.certificates


def tightest():
    """The second column is first met when nothing is to be learned, then small and always on one side."""
    game = Game(ScaleFree(loss="hinge"))
    for row in 60 * [[1.0, 0.0]] + [[1.0, 1.0]] + 300 * [[0.0, 0.01]]:
        game.label(game.predict(row).number, 1)
        yield from game.ledger.certificates


def all_verdicts():
    x, y, _ = stream(rows=60)
    game = Game(ScaleFree())
    for row, truth in zip(x, y, strict=True):
        game.label(game.predict(row).number, truth)
        yield from (certificate.verdict for certificate in game.ledger.certificates)
    yield from (certificate.verdict for seed in range(3) for certificate in adversarial(40, seed))
    yield from (certificate.verdict for certificate in tightest())


def test_the_theorems_hold_at_every_moment():
    assert set(all_verdicts()) == {"holds"}


@pytest.mark.parametrize("power", [0.0, 0.5, -1.0])
def test_a_power_of_the_first_value_that_is_too_small_is_found_out(power, monkeypatch):
    monkeypatch.setattr(scale_free, "POWER", power)
    assert "violated" in all_verdicts()


@pytest.mark.parametrize(
    "larger",
    [
        lambda case, least: least + 0.01,  # a constant
        lambda case, least: least + 0.25 * (case.z > 1.0),  # |z|/2 for |z|/2 - 1/4
        lambda case, least: least + 0.02 * case.z,  # |z|/1.92
        lambda case, least: least + 0.05 * np.minimum(case.z, 1.0) ** 2,  # z^2/3.33
    ],
)
def test_a_wealth_that_is_a_little_too_large_is_found_out(larger, monkeypatch):
    right = scale_free.WealthCase.__dict__["least"].func

    class Larger(scale_free.WealthCase):
        @property
        def least(self):
            return larger(self, right(self))

    monkeypatch.setattr(scale_free.BetsBound, "looks_at", Larger)
    assert "violated" in all_verdicts()


def test_where_the_wealth_theorem_is_tight_it_is_nearly_an_equation():
    *_, wealth, regret = tightest()
    assert wealth.verdict == regret.verdict == "holds"
    game = Game(ScaleFree(loss="hinge"))
    for row in 60 * [[1.0, 0.0]] + [[1.0, 1.0]] + 300 * [[0.0, 0.01]]:
        game.label(game.predict(row).number, 1)
    case = scale_free.WealthCase(None, game.ledger, None)
    assert 0.0 <= np.log(case.cells[3][1]) - case.least[1] < 0.03


class Uncovered(ScaleFree):
    """Guesses as if the present example had been no larger than all before it."""

    def predict(self, x):
        return float(sum(self.embedded_weights(x.width)[i] * v for i, v in zip(x.columns, x.values, strict=True)))


class Half(ScaleFree):
    """Bets half of what it should."""

    def predict(self, x):
        return super().predict(x) / 2


def changed(learner, row, column, factor):
    cells = learner.state()["cells"]
    cells[row:, column] *= factor
    learner.restore({**learner.state(), "cells": cells})


class Forgetful(ScaleFree):
    """Loses a thousandth of the sum of the slopes in every round."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        changed(self, 0, scale_free_cell("TOTAL"), 0.999)


class Generous(ScaleFree):
    """Counts its wealth a little too high."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        changed(self, 0, scale_free_cell("WEALTH"), 1.0001)


class Squareless(ScaleFree):
    """Does not add up squares."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        changed(self, 0, scale_free_cell("SQUARES"), 0.0)


class Contrary(ScaleFree):
    """Learns the opposite."""

    def learn(self, x, y, guess):
        super().learn(x, -y, guess)


class Idle(ScaleFree):
    """Does not move its weights."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        state = self.state()
        self.restore({**state, "w": state["w"] * 0})


def scale_free_cell(name):
    return ("LARGEST", "TOTAL", "SQUARES", "WEALTH").index(name)


@pytest.mark.parametrize("rule", [Uncovered, Half, Forgetful, Generous, Squareless, Contrary, Idle])
def test_a_wrong_rule_is_found_out(rule):
    x, y, _ = stream(rows=60)
    game = Game(rule())
    verdicts = set()
    for row, truth in zip(x, y, strict=True):
        game.label(game.predict(row).number, truth)
        verdicts |= {certificate.verdict for certificate in game.ledger.certificates}
    assert "violated" in verdicts


# ---- settings, and what is built on it ----


@pytest.mark.parametrize("loss", ["square", "poisson"])
def test_a_loss_with_slopes_without_a_bound_is_refused(loss):
    with pytest.raises(BadParameter, match=f"slopes of the {loss} loss have no bound.*'absolute'.*adagrad"):
        ScaleFree(loss=loss)


@pytest.mark.parametrize(
    "given_settings", [{"eps": 0.0}, {"heaviest": -1.0}, {"heaviest": float("nan")}, {"eps": True}]
)
def test_settings_that_are_no_sizes_are_refused(given_settings):
    with pytest.raises(BadParameter):
        ScaleFree(**given_settings)


def test_chances_are_those_of_the_log_loss():
    learner = ScaleFree()
    assert learner.chance_of(0.0) == 0.5
    assert ScaleFree(loss="hinge").chance_of(0.0) is None


def test_it_tells_many_classes_apart():
    rng = np.random.default_rng(4)
    centres = np.array([[3.0, 0.0], [0.0, 3000.0], [-3.0, -3000.0]])
    game = Game(OneVsRest("scale-free", bias=1.0))
    for c in rng.integers(3, size=400):
        move = game.predict(centres[c] + rng.normal(size=2) * [1.0, 1000.0])
        game.label(move.number, "abc"[c])
    assert game.ledger.mistakes < 60
    assert sum(game.learner.class_chances(as_batch([[3.0, 0.0]]).row(0))) == pytest.approx(1.0)


def test_a_game_is_saved_and_goes_on_to_the_last_bit(tmp_path):
    x, y, _ = stream()
    game = Game(ScaleFree(bias=1.0))
    for row, truth in zip(x[:150], y[:150], strict=True):
        game.label(game.predict(row).number, truth)
    save(game, tmp_path / "game")
    again = load(tmp_path / "game")
    for row, truth in zip(x[150:], y[150:], strict=True):
        one, other = game.predict(row), again.predict(row)
        assert one.guess == other.guess
        game.label(one.number, truth)
        again.label(other.number, truth)
    assert [str(c) for c in game.ledger.certificates] == [str(c) for c in again.ledger.certificates]


def test_a_state_that_cannot_be_is_refused_and_changes_nothing():
    learner = ScaleFree()
    learner.learn(as_batch([[1.0, 2.0]]).row(0), 1.0, 0.0)
    state = learner.state()
    wrong = [
        {**state, "cells": state["cells"][:1]},
        {**state, "cells": -state["cells"]},
        {**state, "firsts": state["firsts"][:1]},
        {**state, "sums": state["sums"][:2]},
        {name: value for name, value in state.items() if name != "cells"},
    ]
    for each, name in itertools.product(wrong, ["w"]):
        twin = copy.deepcopy(learner)
        with pytest.raises(StateError):
            twin.restore(each)
        assert twin.state()[name].tolist() == state[name].tolist()


def test_an_empty_example_and_one_of_zeros_say_nothing():
    game = Game(ScaleFree())
    for row in ([0.0, 0.0], [1.0, 0.0], [0.0, 0.0]):
        move = game.predict(row)
        game.label(move.number, 1)
    assert game.learner.table()[:, 0].tolist() == [0.0, 1.0, 0.0]
    batch = Batch([0, 2], [0, 1], [0.0, 0.0], 2, [1.0])  # zeros that are there
    game.play_batch(batch)
    assert game.learner.table()[:, 0].tolist() == [0.0, 1.0, 0.0]
    assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}


def test_weights_up_to_the_promise_are_bet_on_and_heavier_ones_refused():
    random = np.random.default_rng(3)
    game = Game(ScaleFree(heaviest=50.0))
    for t in range(150):  # a hundred of weight 1, then heavy ones: without the promise wealth would fall below zero
        x = random.normal(size=3) * [1.0, 1e6, 1e-6]
        game.label(game.predict(x).number, 1 if x[0] + 0.3 * random.normal() > 0 else -1, 1.0 if t < 100 else 50.0)
        assert all(one.verdict == "holds" for one in game.ledger.certificates)
    number = game.predict([1.0, 0.0, 0.0]).number
    with pytest.raises(BadWeight, match=r"weighs 51, but scale-free is made for weights up to 50"):
        game.label(number, 1, 51.0)
    assert game.ledger.open == 1
