from __future__ import annotations

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import (
    Bound,
    BuyAndHold,
    ConvexGame,
    FollowTheLeader,
    FollowTheRegularisedLeader,
    OnlineGradientDescent,
    Perceptron,
    PointLearner,
    load,
    make_learner,
    save,
)
from littlestone.bounds import LeaderBound, RegularisedLeaderBound
from littlestone.errors import (
    AlreadyLabelled,
    BadLabel,
    BadParameter,
    InputError,
    StateError,
    UnknownName,
    UnknownRound,
)
from littlestone.losses.point_losses import Given, Linear, Wealth
from littlestone.natures import Delayed
from littlestone.natures.adversaries import FlipFlop

SETUPS = [
    (lambda: FollowTheLeader(2), "linear"),
    (lambda: FollowTheLeader(2, domain="space"), "square"),
    (lambda: FollowTheLeader(2, domain="simplex"), "wealth"),
    (lambda: FollowTheRegularisedLeader(2, G=2.0, domain="box:-1,2"), "linear"),
    (lambda: FollowTheRegularisedLeader(2, lam=0.5, psi="entropy", domain="simplex"), "linear"),
]


def everything(game):
    return {name: np.asarray(value).tobytes() for name, value in game.state().items()}


def script(seed, loss, count=24):
    """A script of moves: some truths come late, some never."""
    rng = np.random.default_rng(seed)
    waiting, number = [], 0
    for _ in range(count):
        if waiting and rng.random() < 0.6:
            chosen = waiting.pop(int(rng.integers(len(waiting))))
            z = rng.normal(size=2)
            yield (
                ("forget", chosen, None)
                if rng.random() < 0.1
                else ("label", chosen, np.exp(z) if loss == "wealth" else z)
            )
        else:
            number += 1
            waiting.append(number)
            yield "predict", number, None


def act(game, move):
    what, number, z = move
    if what == "predict":
        assert game.predict().number == number
    elif what == "forget":
        game.forget(number)
    else:
        game.label(number, z)


def played(learner, zs, **setup):
    game = ConvexGame(learner, **setup)
    for z in zs:
        game.label(game.predict().number, z)
    return game


@settings(deadline=None, max_examples=30)
@given(st.integers(0, len(SETUPS) - 1), st.integers(0, 1000), st.integers(0, 24))
def test_a_game_cut_anywhere_goes_on_bit_for_bit(tmp_path_factory, which, seed, cut):
    make, loss = SETUPS[which]
    path = tmp_path_factory.mktemp("games") / "game.npz"
    whole, first = ConvexGame(make(), loss=loss), ConvexGame(make(), loss=loss)
    moves = list(script(seed, loss))
    for move in moves:
        act(whole, move)
    for move in moves[:cut]:
        act(first, move)
    save(first, path)
    second = load(path)
    assert isinstance(second, ConvexGame)
    assert everything(second) == everything(first)
    assert second.settings() == first.settings()
    for again in (second, copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
        for move in moves[cut:]:
            act(again, move)
        assert everything(again) == everything(whole)
        assert str(again.ledger) == str(whole.ledger)


def test_the_ledger_says_loss_and_regret():
    game = played(FollowTheLeader(1, domain="box"), [0.5, -1.0, 1.0])
    assert game.ledger.loss == 2.0
    assert game.ledger.best.tolist() == [-1.0]
    assert game.ledger.regret == 2.5
    assert "regret 2.5" in str(game.ledger)
    told = json.loads(json.dumps(game.ledger.as_dict()))
    assert told["loss"] == {"name": "linear", "total": 2.0}
    assert told["best_fixed_point"] == [-1.0]
    assert told["certificates"][0]["verdict"] == "holds"
    assert "3 rounds" in repr(game)


def test_an_empty_game_has_no_regret_and_its_theorems_hold():
    for make, loss in SETUPS:
        game = ConvexGame(make(), loss=loss)
        assert game.ledger.regret == 0
        assert {certificate.verdict for certificate in game.ledger.certificates} == {"holds"}


def test_linear_losses_have_no_best_point_on_all_of_space():
    game = played(FollowTheRegularisedLeader(1), [1.0])
    assert game.ledger.best is None
    assert game.ledger.regret is None
    assert "no fixed point is best" in str(game.ledger)
    json.dumps(game.ledger.as_dict())


def test_truths_may_come_late_or_never():
    game = ConvexGame(FollowTheLeader(1), loss="square")
    one, two, three = game.predict(), game.predict(), game.predict()
    game.label(two.number, 1.0)
    game.label(one.number, -1.0)
    game.forget(three.number)
    ledger = game.ledger
    assert (ledger.rounds, ledger.labelled, ledger.forgotten, ledger.open) == (3, 2, 1, 0)
    assert (ledger.longest_delay, ledger._total_delay) == (2, 3)
    assert [point.tolist() for point in ledger.points] == [[0.0], [0.0]]
    assert [point.tolist() for point in ledger.in_order.points] == [[0.0], [1.0]]
    assert (ledger.loss, ledger.in_order.loss, ledger.lateness.loss) == (2.0, 5.0, -3.0)
    (certificate,) = ledger.certificates
    assert (certificate.verdict, certificate.paid) == ("holds", ledger.in_order.regret)
    assert "square loss 2 given = 5 in order + -3 for lateness" in str(ledger)
    with pytest.raises(AlreadyLabelled):
        game.label(three.number, 1.0)
    with pytest.raises(UnknownRound):
        game.label(4, 1.0)


def test_a_point_that_was_played_stays_what_it_was():
    game = ConvexGame(FollowTheLeader(1, domain="box"))
    move = game.predict()
    with pytest.raises(ValueError, match="read-only"):
        move.guess[0] = 1.0
    game.label(move.number, 1.0)
    assert move.guess.tolist() == [0.0]


@pytest.mark.parametrize("z", [None, "much", [1.0, 2.0, 3.0], [np.nan, 0.0], [[1.0, 2.0]], [1e200, 0.0], [np.inf, 0.0]])
def test_what_is_no_vector_is_an_error_that_changes_nothing(z):
    game = ConvexGame(FollowTheLeader(2))
    number = game.predict().number
    before = everything(game)
    with pytest.raises(BadLabel):
        game.label(number, z)
    assert everything(game) == before
    game.label(number, [1.0, 2.0])


def test_a_loss_that_is_no_number_is_an_error_that_changes_nothing():
    game = ConvexGame(FollowTheLeader(1), loss=Given(lambda w, z: np.inf, lambda w, z: w))
    number = game.predict().number
    before = everything(game)
    with pytest.raises(BadLabel, match="finite"):
        game.label(number, 1.0)
    assert everything(game) == before


def test_a_price_that_raises_leaves_the_round_open_and_nothing_entered():
    def value(w, z):
        if z == "bad":
            raise ZeroDivisionError
        return float(w @ w)

    game = ConvexGame(FollowTheRegularisedLeader(1), loss=Given(value, lambda w, z: 2 * w))
    game.label(game.predict().number, "good")
    number = game.predict().number
    with pytest.raises(ZeroDivisionError):
        game.label(number, "bad")
    assert (game.ledger.labelled, game.ledger.open, game.learner.updates) == (1, 1, 1)
    game.label(number, "good")
    assert game.ledger.labelled == 2


class Moody(PointLearner):
    """Plays the origin, and does not learn when told not to."""

    name = "moody"

    def predict(self):
        return np.full(self.d, np.nan) if self.updates > 1 else np.zeros(self.d)

    def learn(self, z, point):
        if z[0] > 5:
            raise RuntimeError
        self.updates += 1


def test_a_learner_that_raises_leaves_the_round_open_and_nothing_entered():
    game = ConvexGame(Moody(1))
    number = game.predict().number
    before = everything(game)
    with pytest.raises(RuntimeError):
        game.label(number, 6.0)
    assert everything(game) == before
    game.label(number, 1.0)
    assert game.ledger.labelled == 1


def test_a_point_that_is_none_is_refused():
    game = played(Moody(1), [1.0, 1.0])
    with pytest.raises(InputError, match="finite"):
        game.predict()
    assert game.ledger.open == 0


def test_a_nature_plays_and_may_be_delayed():
    game = ConvexGame(FollowTheLeader(1, domain="box"))
    assert game.play(FlipFlop(10)) is game.ledger
    assert game.ledger.regret == 9.5
    late = ConvexGame(FollowTheLeader(1, domain="box"))
    late.play(Delayed(FlipFlop(10), delay=2))
    assert late.ledger.labelled == 10
    assert late.ledger.longest_delay == 2


def test_what_is_kept_ends_where_it_must_and_sums_go_on():
    rng = np.random.default_rng(0)
    zs = rng.normal(size=(30, 2))
    short, long = (played(FollowTheLeader(2), zs, loss="square", keep=keep) for keep in (10, 1000))
    assert not short.ledger._complete
    assert len(short.ledger.points) == len(short.ledger.revealed) == 5
    assert short.ledger.regret == long.ledger.regret
    assert short.ledger.certificates == long.ledger.certificates
    wealth = played(FollowTheLeader(2, domain="simplex"), np.exp(zs), loss="wealth", keep=10)
    assert wealth.ledger.regret is None
    (certificate,) = wealth.ledger.certificates
    assert certificate.verdict == "open"
    assert certificate.open == "only the first 5 of 30 rounds were kept; give the game a larger keep"
    assert certificate.paid is None
    assert "open: only the first 5" in str(wealth.ledger)


def test_a_learner_that_learned_elsewhere_breaks_the_premise():
    learner = FollowTheLeader(1)
    played(learner, [1.0])
    game = played(learner, [1.0])
    assert "did not start afresh" in game.ledger.certificates[0].broken
    fresh = FollowTheLeader(1)
    game = played(fresh, [1.0])
    fresh.learn(np.array([1.0]), None)
    assert "outside this game" in game.ledger.certificates[0].broken


def test_a_learner_does_not_mix_losses():
    learner = FollowTheLeader(1)
    played(learner, [1.0], loss="square")
    with pytest.raises(BadParameter, match="square"):
        ConvexGame(learner, loss="linear")


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"learner": Perceptron()}, "learner of points"),
        ({"learner": FollowTheLeader(1), "keep": -1}, "keep"),
        ({"learner": FollowTheLeader(1), "bounds": [LeaderBound]}, "theorems"),
        ({"learner": FollowTheLeader(1), "loss": "liner"}, "linear"),
        ({"learner": FollowTheLeader(1, domain="space")}, "no leader"),
    ],
)
def test_a_game_set_up_wrongly_says_how(setup, words):
    with pytest.raises((BadParameter, UnknownName), match=words):
        ConvexGame(**setup)


def test_a_file_says_which_game_it_holds_and_wrong_ones_are_refused(tmp_path):
    path = tmp_path / "game.npz"
    save(played(Moody(1), [1.0]), path)
    with pytest.raises(StateError, match="Moody"):
        load(path)
    assert load(path, learner=Moody(1)).ledger.labelled == 1
    with pytest.raises(StateError, match="played by"):
        load(path, learner=Moody(2))


def test_losses_and_bounds_of_ones_own_are_given_to_load(tmp_path):
    class Watching(Bound):
        def suits(self, learner):
            return True

    path = tmp_path / "game.npz"
    price = Given(lambda w, z: float((w - z) @ (w - z)), lambda w, z: 2 * (w - z))
    game = played(FollowTheLeader(1), [np.array([0.5])], loss=price, bounds=[Watching()])
    save(game, path)
    with pytest.raises(StateError):
        load(path)
    again = load(path, loss=price, bounds=[Watching()])
    assert again.predict().guess == game.predict().guess


def test_things_that_are_no_numbers_are_copied_but_not_saved(tmp_path):
    game = played(FollowTheRegularisedLeader(1), [{"slope": 1.0}], loss=SLOPE)
    with pytest.raises(StateError, match="Python objects"):
        save(game, tmp_path / "game.npz")
    assert copy.deepcopy(game).learner.predict() == game.learner.predict() == pytest.approx([-1.0], abs=1e-6)


SLOPE = Given(lambda w, z: float(w[0] * z["slope"]), lambda w, z: np.array([z["slope"]]))


def test_bounds_keep_what_was_promised(tmp_path):
    path = tmp_path / "game.npz"
    bound = RegularisedLeaderBound(G=2.0, B=1.0)
    game = played(FollowTheRegularisedLeader(1, domain="box"), [1.0, -1.0], bounds=[bound])
    save(game, path)
    (again,) = load(path).ledger.bounds
    assert again.parameters() == {"G": 2.0, "B": 1.0}
    assert load(path).ledger.certificates == game.ledger.certificates


def test_learners_of_points_are_made_by_name():
    learner = make_learner("follow-the-leader", {"d": 2, "domain": "simplex"}, "convex")
    assert learner.predict().tolist() == [0.5, 0.5]
    with pytest.raises(UnknownName, match="follow-the-leader"):
        make_learner("follow-the-lead", {}, "convex")
    with pytest.raises(UnknownName, match="domain"):
        make_learner("follow-the-leader", {"domian": "ball"}, "convex")


def test_prices_of_wealth_are_positive():
    with pytest.raises(BadLabel, match="price relative"):
        Wealth().turned([1.0, 0.0], 2)
    assert Linear().turned(3.0, 1).tolist() == [3.0]


def test_a_loss_of_ones_own_may_be_vouched_for_as_curved():
    far = Given(lambda w, z: 2.0 * float((w - z) @ (w - z)), lambda w, z: 4.0 * (w - z), strong=4.0)
    game = ConvexGame(OnlineGradientDescent(2, eta="strong"), loss=far)
    for z in ([0.3, 0.1], [-0.2, 0.4], [0.5, 0.5]):
        game.label(game.predict().number, np.array(z))
    assert game.ledger.certificates[0].verdict == "holds"
    with pytest.raises(BadParameter, match="0 or more"):
        Given(far.value, far.gradient, concave=-1.0)


def test_without_a_loss_a_learner_plays_its_own():
    assert ConvexGame(BuyAndHold(2)).price.name == "wealth"
    assert ConvexGame(FollowTheLeader(2)).price.name == "linear"
