"""Numbers at the ends of what a double can hold: an open certificate, or an error of the package, and no other."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from littlestone import (
    AROW,
    SCW2,
    AdaHedge,
    AggressiveROMMA,
    BalancedWinnow,
    Batch,
    CoinBetting,
    Committee,
    ConvexGame,
    DualAveraging,
    EGPlusMinus,
    Game,
    LinearCoinBetting,
    LinearVAW,
    MatrixGame,
    MulticlassPerceptron,
    Perceptron,
    PNormPerceptron,
    Projectron,
    ScaleFree,
    SecondOrderPerceptron,
    SelectivePerceptron,
    Standardised,
)
from littlestone.checks import as_saved
from littlestone.errors import BadParameter, BadWeight
from littlestone.guarantees import Alarm, Intervals, Model
from littlestone.store import from_bytes, to_bytes

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def played(game, rounds):
    """The certificates of a game after these rounds (example, label, weight), none of them violated."""
    for x, y, *weight in rounds:
        game.label(game.predict(x).number, y, *weight)
    found = game.ledger.certificates
    assert all(np.isfinite(one.paid or 0.0) for one in found if one.verdict == "holds"), found
    str(game.ledger)
    return [one.verdict for one in found]


def test_intervals_that_keep_nothing_are_open():
    game = Game(LinearVAW(), guarantees=[Intervals(eta=0.1, keep=0)])
    assert played(game, [([1.0], 1.0), ([2.0], 3.0)])[-2:] == ["holds", "open"]


@pytest.mark.parametrize("said", [1e200, 1e300])
def test_intervals_around_a_model_that_errs_as_far_as_can_be(said):
    verdicts = played(Model(lambda x: said, guarantees=[Intervals(eta=0.1)]), [([1.0], -1e50), ([2.0], 3.0)])
    assert "violated" not in verdicts


@pytest.mark.parametrize("size", [1e-320, 1e-162, 1e-150, 1e153, 1e154, 1e200, 1e300])
@pytest.mark.parametrize(
    "make",
    [
        AROW,
        lambda: AROW(covariance="full"),
        AggressiveROMMA,
        SelectivePerceptron,
        PNormPerceptron,
        BalancedWinnow,
        Perceptron,
        MulticlassPerceptron,
        SCW2,
        lambda: Standardised(Perceptron()),
        lambda: Standardised(SCW2()),
        lambda: Committee("ogd:loss=log, arow, scw2"),
    ],
)
def test_examples_of_any_size_raise_nothing_strange(make, size):
    rounds = [([size, 1.0], 1), ([1.0, -size], -1), ([-size, size], 1), ([size], 1), ([3 * size], -1), ([2.0, 1.0], -1)]
    for label in (1, -1):
        played(Game(make()), [(x, label * y) for x, y in rounds[:4]])
        played(Game(make()), [([size], label)])
        played(Game(make()), [(x, label * y) for x, y in rounds])


NORMALISED = [
    ([6.999999999999999e-201, -1e-200, -1e-200], -1),
    ([1e50, 0.0, 7.000000000000001e49], -1),
    ([7e-09, -1e-08, 7e-09], -1),
    ([-1.034356219188146e153, 4.549166044695957e152, -1.2520502255545916e153], 1),
    ([1e200, 1e200, 1e200], -1),
    ([1.050756527855677e153, 2.9720478900511806e151, -6.669025230843962e152], -1),
]
TINY = [([7e-156, 7e-156, 1e-155], -1), ([-1.3e-200, 6.6e-201, 2e-201], 1), ([2.4e-201, -8.2e-201, 9.1e-201], -1)]
LESS = [([1e-320], -1), ([2.5e-160, -1.8e-160, 1.2e-161], 1), ([2.2e-161, 1.3e-161, 2.7e-160], -1), ([-1e200], 1)]


@pytest.mark.parametrize(
    ("make", "rounds"),
    [
        (lambda: PNormPerceptron(normalise=True), NORMALISED),
        (lambda: BalancedWinnow(normalise=True), NORMALISED),
        (lambda: SelectivePerceptron(bias=1.0), TINY),
        (lambda: Perceptron(bias=1.0), TINY),
        (lambda: AggressiveROMMA(bias=1.0), LESS),
        (lambda: SCW2(C=1e100), 2 * [([1e-155], 1, 1e50), ([1e-160], -1, 1e50)]),
    ],
)
def test_what_only_a_vector_too_long_to_be_squared_separates(make, rounds):
    for some in range(1, len(rounds) + 1):
        played(Game(make()), rounds[:some])
        played(Game(make()), rounds[-some:])


@pytest.mark.parametrize("weight", [1e-100, 1e-30, 1e30, 1e50])
@pytest.mark.parametrize(
    "make",
    [
        SCW2,
        Perceptron,
        MulticlassPerceptron,
        lambda: Committee(heaviest=1e60),
        lambda: Committee("classes", heaviest=1e60),
        lambda: Committee(loss="square", heaviest=1e60),
    ],
)
def test_weights_of_any_size_raise_nothing_strange(make, weight):
    played(Game(make()), 3 * [([1.0, 1e-8], 1, weight), ([1.0, 2.0], -1, weight), ([1e8], 1)])


@pytest.mark.parametrize("loss", ["square", "absolute"])
def test_slopes_of_heavy_rounds_raise_nothing_strange(loss):
    for gradient in (True, False):
        game = Game(AdaHedge(gradient=gradient), loss=loss)
        played(game, 4 * [([0.0, 1.0], 1.0, 1e50), ([1.0, 1.0 - 1e-16], 0.0, 1e-100)])


@pytest.mark.parametrize("weight", [1e51, 1e155, 1e300, 1e-101, 5e-324, -1.0, float("inf"), float("nan")])
def test_weights_beyond_what_can_be_squared_are_refused_before_anything_changes(weight):
    game = Game(Perceptron())
    number = game.predict([1.0]).number
    before = as_saved(game)
    with pytest.raises(BadWeight, match="a weight is 0, or a number from 1e-100 to 1e"):
        game.label(number, 1, weight)
    assert as_saved(game) == before
    with pytest.raises(BadWeight, match="row 1 has"):
        Batch([0, 1, 2], [0, 0], [1.0, 1.0], 1, [1.0, -1.0], None, [1.0, weight])
    heavy = Game(Perceptron(), class_weight={1: 1e50})
    number = heavy.predict([1.0]).number
    with pytest.raises(BadWeight):
        heavy.label(number, 1, 1e10)


def test_an_alarm_promises_no_more_rounds_than_its_evidence_can_count():
    with pytest.raises(BadParameter, match="from 1 to 1e"):
        Alarm(1e-9, run_length=1e308)
    game = Model(lambda x: {"up": 1.0}, truths="classes", guarantees=[Alarm(1e-9, run_length=1e100)])
    for _ in range(200):
        game.label(game.predict(0).number, "down")
    assert game.alarms
    assert all(np.isfinite(evidence) for _, _, evidence in game.alarms)


def test_columns_that_differ_by_less_than_can_be_squared_are_columns_of_one_value():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = Game(Standardised(Perceptron()))
        for size in (3.2e-162, 6.4e-162, 1e-162, -1e-162, 1e-160, 2e-162):
            move = game.predict([size])
            assert np.isfinite(move.guess)
            game.label(move.number, 1 if size > 0 else -1)


@pytest.mark.parametrize("size", [1e150, 1e160, 1e300])
def test_a_committee_goes_on_without_a_member_whose_numbers_have_overflowed(size):
    game = Game(Committee(members=["vaw", "ogd:loss=square"], loss="square"))
    verdicts = played(game, [([size, float(t)], 1e40 * (t + 1)) for t in range(6)])
    assert "violated" not in verdicts
    assert np.isfinite(game.predict([size, 1.0]).guess)


@pytest.mark.parametrize("size", [1e8, 1e9, 1e12, 1e50, 1e150, 1e154, 1e300])
def test_a_second_order_perceptron_goes_on_when_the_digits_of_its_matrix_have_cancelled(size):
    rng = np.random.default_rng(0)
    for _ in range(20):
        game = Game(SecondOrderPerceptron())
        table, labels = size * rng.normal(size=(8, 2)), rng.choice([-1, 1], size=8)
        assert played(game, zip(table.tolist(), labels.tolist(), strict=True)) == ["open"]
        assert np.isfinite(game.learner.inverse).all()


@pytest.mark.parametrize("size", [1.0, 1e-299, 1e-310, 1e-316, 5e-324])
@pytest.mark.parametrize("column", ["boa", "uniform", "best-response"])
def test_payments_whose_shares_have_lost_their_digits_prove_no_bracket(size, column):
    game = MatrixGame([[1.5 * size, -size, 0.25 * size], [-0.5 * size, 2.5 * size, size]], "boa", column)
    game.play(6)
    assert game.certificates[0].verdict == ("holds" if size > 1e-300 else "open")


def test_a_matrix_of_zeros_has_a_bracket_of_no_width():
    game = MatrixGame([[0.0, 0.0], [0.0, -0.0]], "boa", "hedge")
    game.play(3)
    assert game.certificates[0].verdict == "holds"


def test_gradients_too_short_to_have_a_length_lead_somewhere_and_are_open():
    game = Game(LinearCoinBetting(eps=1e9, normalise=False))
    assert played(game, 6 * [([5e-324], -1), ([0.0], 1), ([-5e-324], 1)]) == ["open", "open"]
    assert played(Game(LinearCoinBetting(eps=1e9, normalise=False)), 3 * [([0.0], 1)]) == ["holds", "holds"]


def test_what_is_left_of_gradients_that_cancel_is_open_where_it_has_lost_its_digits():
    game = Game(LinearCoinBetting(eps=1e9, bias=1.0))
    assert played(game, [([-1e-323, -5e-324], 1), ([0.0, -5e-324], 1), ([-1e-323, 0.0], -1)]) == ["open", "open"]


@pytest.mark.parametrize(("size", "truth"), [(5e-324, 1.5), (1e-310, 0.7), (1e20, 1e-300), (1e-160, 1e-160)])
def test_coefficients_that_have_lost_their_digits_are_open(size, truth):
    rounds = [([size, -size], truth), ([0.0, 2 * size], -truth), ([size, 0.0], 1.3 * truth)]
    assert played(Game(LinearVAW(ridge=10.0)), rounds) == ["open"]
    assert played(Game(LinearVAW(ridge=10.0)), [*rounds, ([1.0, 1.0], 0.5)]) != ["violated"]
    assert played(Game(LinearVAW(ridge=10.0)), [([1e-140, -1e-140], 1e-140)]) == ["holds"]


def test_weights_that_have_lost_their_digits_are_no_proof_that_a_guess_is_wrong():
    rng = np.random.default_rng(0)
    for _ in range(60):
        game = Game(DualAveraging(l1=0.0, loss="hinge", bias=1.0, normalise=True))
        table, labels = 5e-324 * rng.integers(-40, 41, size=(4, 3)), rng.choice([-1, 1], size=4)
        assert "violated" not in played(game, zip(table.tolist(), labels.tolist(), strict=True))


@pytest.mark.parametrize("bias", [5e-324, 1e-310, 1e-300, 1e300])
def test_a_constant_feature_of_any_size_is_bet_on_by_the_rule(bias):
    assert played(Game(ScaleFree(bias=bias)), [([1.0, 2.0], 1), ([0.5, -1.0], -1), ([1.0], 1)]) == ["holds", "holds"]


@pytest.mark.parametrize("U", [5e-324, 1e-200])
def test_a_mass_that_coordinates_cannot_be_divided_by_is_refused(U):
    with pytest.raises(BadParameter, match="1e-100 or more"):
        EGPlusMinus(2, U=U)
    game = ConvexGame(EGPlusMinus(2, U=1e-100), loss="square")
    game.label(game.predict().number, [0.3, 0.4])
    assert "violated" not in [one.verdict for one in game.ledger.certificates]


def test_what_a_projectron_cuts_off_grows_with_the_parts_of_a_projection():
    rounds = [([3.8, -2.6e8, 4.0], -1), ([0.0, -5e-8, 0.11], 1), ([-41.3, 0.1, -6.7e8], -1)]
    assert played(Game(Projectron(kernel="linear")), rounds) == ["holds"]


def test_the_gradient_that_broke_a_promise_is_the_same_when_only_some_rounds_were_kept():
    game = ConvexGame(CoinBetting(2, G=0.001), loss="linear", keep=2)
    for _ in range(2):  # the second is not kept
        game.label(game.predict().number, [0.3, 0.4])
        before = game.ledger.certificates
    assert "gradient 1 is longer" in before[0].broken
    assert from_bytes(to_bytes(game)).ledger.certificates == before
