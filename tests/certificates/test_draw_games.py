"""Some hundred drawn games in every run, and every family of wrong verdicts that `draw_games.py` has found, by name."""

from __future__ import annotations

import numpy as np
import pytest
from draw_games import certified, faults, search

from littlestone import (
    AROW,
    EXP3,
    EXP3IX,
    NAROW,
    ActionGame,
    CoinBetting,
    Committee,
    ConvexGame,
    Game,
    KernelPerceptron,
    LinearDescent,
    LinearEG,
    LinearVAW,
    MatrixGame,
    MirrorDescent,
    MLPoly,
    MulticlassPA,
    MulticlassPerceptron,
    NormalHedge,
    OnlineGradientDescent,
    Perceptron,
    ScaleFree,
    Squint,
)
from littlestone.bandits import OffPolicy
from littlestone.bound import Bound
from littlestone.bounds import KernelMarginBound
from littlestone.errors import BadParameter, BadWeight, LittlestoneError
from littlestone.guarantees import Alarm, Intervals, Model


def play(game, rounds):
    for x, y, *weight in rounds:
        game.label(game.predict(x).number, y, *weight)
    return game


def promised(game):
    """The verdicts on the guarantees of a game."""
    return [certificate.verdict for each in game.guarantees for certificate in each.certificates]


def drawn(scales, seed, rows=20):
    """Examples with columns of these sizes, and labels that have nothing to do with them."""
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(rows, len(scales))) * np.array(scales)
    return list(zip(table.tolist(), np.where(rng.random(rows) < 0.5, 1, -1).tolist(), strict=True))


def sound(game):
    """The verdicts of a game, none of which may be wrong."""
    certificates = certified(game)
    assert not list(faults(certificates)), list(map(str, certificates))
    return [each.verdict for each in certificates]


def test_some_hundred_drawn_games_have_no_wrong_verdict():
    ends, failures = search(150, seed=10_000_000)
    assert not failures, "\n".join(failures)
    assert ends["played"] == 150


class Slack(Bound):
    """A theorem about mistakes that says M <= 0.7, say, and that rounding may hide so much."""

    mistakes = True

    def __init__(self, paid, allowed, slack):
        self.numbers = paid, allowed, slack

    def statement(self, case):
        return "a theorem"

    def paid(self, case):
        return self.numbers[0]

    def allowed(self, case):
        return self.numbers[1]

    def slack(self, case, paid, allowed):
        return self.numbers[2]


@pytest.mark.parametrize(
    ("numbers", "verdict"),
    [
        ((1.0, 0.7, 1e6), "open"),  # a slack that lets anything pass
        ((0.5, 0.7, 1.0), "open"),  # nor is a bound that may be nothing but rounding one
        ((1.0, -1.9e16, 1e30), "open"),
        ((1.0, 1.0 - 1e-12, 1e-9), "holds"),
        ((1.0, 0.7, 0.1), "violated"),
        ((-5.0, 0.1, 1.0), "holds"),  # farther below than rounding reaches
        ((float("nan"), 1.0, 0.0), "open"),
    ],
)
def test_a_slack_never_exceeds_the_bound(numbers, verdict):
    assert Slack(*numbers).certificate(Game(Perceptron()).ledger).verdict == verdict


def test_sums_that_are_nothing_but_rounding_are_0():
    class Regret(Slack):
        mistakes = False

    for allowed in (0.0, -1e-17):
        certificate = Regret(3e-17, allowed, 1e-9).certificate(Game(Perceptron()).ledger)
        assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", 0.0, 0.0)
    saddle = MatrixGame([[1.1, 0.3], [2.7, 1.9]], "hedge", "hedge")
    saddle.play(50)
    assert sound(saddle)[0] == "holds"


def test_overflow_in_a_hook_leaves_the_case_open():
    class Large(Slack):
        def allowed(self, case):
            return float(10.0**200) ** 2

    certificate = Large(1.0, 0.0, 0.0).certificate(Game(Perceptron()).ledger)
    assert certificate.verdict == "open"
    assert "too large" in certificate.open


def test_arow_with_a_time_stamp_is_exact_and_beyond_all_digits_open():
    (certificate,) = play(Game(AROW()), [([79407534.44260593, 0.515097944032801], -1)]).ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(1.0)
    for seed in range(8):
        for learner in (AROW(), NAROW()):
            assert set(sound(play(Game(learner), drawn((1e8, 1.0), seed)))) <= {"holds", "open"}
        sound(play(Game(AROW()), drawn((1e16, 1.0), seed)))


def test_narow_with_columns_of_many_sizes_is_replayed_as_it_rounds():
    for seed in range(12):
        for scales in ((1e-5, 1.0, 1e5), (1e-6, 1.0, 1e6)):
            assert sound(play(Game(NAROW()), drawn(scales, seed))) == ["holds"]


def test_mistakes_that_were_not_kept_can_be_the_longest_of_many_classes():
    sound(play(Game(MulticlassPerceptron(), keep=1), [([0, 0], 0, 2.0), ([0, 0], 1, 0.5), ([1, 1], 1, 0.5)]))


@pytest.mark.parametrize("step", [{"gamma": 1e-8}, {"gamma": 1e-12}, {"eta": 1e-7}, {"eta": 1e-9}], ids=str)
def test_intervals_with_tiny_steps_follow_their_misses(step):
    rng = np.random.default_rng(0)
    rounds = [(x, float(10 * rng.normal())) for x in rng.normal(size=(50, 2)).tolist()]
    assert set(promised(play(Game(LinearVAW(), guarantees=[Intervals(**step)]), rounds))) == {"holds"}


def test_intervals_keep_nothing_or_see_scores_that_are_no_numbers():
    for truths in ([1.0, 2.0], [1e308, -1e308], [1e200, 1.0]):
        for keep in (0, 100):
            game = Model(lambda x: -x, guarantees=[Intervals(eta=0.1, keep=keep)])
            assert "violated" not in promised(play(game, [(y, max(-1e50, min(1e50, y))) for y in truths]))


@pytest.mark.parametrize("eta", [1e-9, 1e-12])
def test_tiny_rates_of_the_entropy_and_of_two_weights_a_column(eta):
    for seed in range(12):
        game = ConvexGame(MirrorDescent(3, mirror="entropy", eta=eta), loss="linear")
        for z in np.random.default_rng(seed).normal(size=(20, 3)):
            game.label(game.predict().number, z)
        assert sound(game) == ["holds"]
        assert sound(play(Game(LinearEG(eta=eta)), drawn((1.0, 1.0, 1.0), seed))) == ["holds"]
        descent = ConvexGame(OnlineGradientDescent(1, eta=eta, domain="box:0,1"), loss="linear")
        for z in np.random.default_rng(seed).normal(size=10):
            descent.label(descent.predict().number, [z])
        assert "violated" not in sound(descent)


def test_squint_plays_the_weights_it_shows():
    game = MatrixGame([[1e5, -1e4], [-1e5, -8e4]], "squint", "uniform")
    game.play(20)
    assert game.certificates[0].verdict == "holds"
    assert game.players[0].game.learner.weights.tolist() == [0.0, 1.0]  # all is on the row that pays least
    rng = np.random.default_rng(0)
    for scale in (5e4, 1e5, 1e6):
        for name in ("squint", "hedge", "adanormalhedge"):
            game = MatrixGame(rng.uniform(-1, 1, (2, 2)) * scale, name, "squint")
            game.play(10)
            sound(game)


def test_weights_of_experts_who_are_all_far_behind_are_relative_to_the_best_of_them():
    game = Game(Squint(), loss="absolute")
    for t in range(6):
        game.label(game.predict([1e6, -1e6]).number, 1e6 if t % 2 else -1.0001e6)
    learner = game.learner
    said = learner.weights @ [3.0, -5.0]
    assert game.predict([3.0, -5.0]).guess == pytest.approx(said)


def test_a_step_that_one_player_refuses_changes_neither():
    game = MatrixGame([[7e5, -8e5], [9e4, 4e5]], "ml-poly", "ons")
    with pytest.raises(LittlestoneError, match="gradient"):
        game.play(1)
    assert game.players[0].paid == game.players[1].paid == 0.0
    assert (game.rounds, game.players[0].ledger.rounds, game.players[1].ledger.rounds) == (0, 0, 0)


ROWS = [([-0.1, 0.6], 1), ([0.1, -0.5], 1), ([0.4, 1.3], -1), ([0.9, -0.7], -1), ([-1.3, -0.6], 1)]


def times(factor):
    """These rounds with all values as many times as large."""
    return [([factor * value for value in x], y) for x, y in ROWS]


PAIRS = [([0.2, -1.7], 2), ([0.7, 1.1], 2), ([-0.5, 0.4], 2)]
TRUTHS = (0.0, -2.3e-190, -2e-191, -1.2e-190, -7e-191)
EXTREMES = {
    "weights of 1e50": (Perceptron, [([0.8, 0.3], 1, 1e50), ([-1.3, 0.9], -1, 1e50), ([0.4, -0.5], -1, 1e25)]),
    "weights of 1e-100": (
        Perceptron,
        [([-0.2, 1.7], 1, 1e-60), ([0.7, -1.6], -1, 1e-100), ([0.0, -0.6], 1, 1e-100), ([0.1, -1.6], -1, 1e-60)],
    ),
    "values of 1e224": (MulticlassPA, [([1e224 * value for value in x], y) for x, y in PAIRS]),
    "truths of 1e-190": (LinearVAW, [(x, y) for (x, _), y in zip(ROWS, TRUTHS, strict=True)]),
    "short rows, normalised": (lambda: LinearDescent(normalise=True), times(1e-160)),
    "short rows, normalised, AROW": (lambda: AROW(normalise=True), times(1e-160)),
    "short rows, normalised, NAROW": (lambda: NAROW(normalise=True), times(1e-160)),
    "long rows, normalised": (lambda: LinearDescent(normalise=True), times(1e200)),
    "subnormal values": (lambda: ScaleFree(eps=1e-12), times(1.5e-323)),
    "rounds of less than 1": (lambda: ScaleFree(heaviest=0.5), [(x, y, 0.5) for x, y in ROWS]),
    "examples of 1e154": (
        AROW,
        [([-1.3e154, -2e153], 1), ([4e153, 1.1e154], -1), ([1e153, -6e153], 1), ([-8e153, 7e153], -1)],
    ),
}


@pytest.mark.parametrize("weight", [1e155, 1e300, 1e-160, 1e-300])
def test_weights_that_no_theorem_could_add_up_are_refused_before_anything_changes(weight):
    game = play(Game(Perceptron()), ROWS)
    move = game.predict([0.3, 0.1])
    before = str(game.state())
    with pytest.raises(BadWeight, match=r"from 1e-100 to 1e\+50"):
        game.label(move.number, -1, weight)
    assert str(game.state()) == before
    game.label(move.number, -1)


@pytest.mark.parametrize("case", EXTREMES)
def test_beyond_what_can_be_measured_no_verdict_is_wrong(case):
    make, rounds = EXTREMES[case]
    assert "violated" not in sound(play(Game(make()), rounds))


def test_the_wealth_of_a_coin_may_be_exactly_what_the_theorem_says():
    for eps in (1.0, 2.0, 100.0):
        game = ConvexGame(CoinBetting(1, eps=eps))
        for z in (1.0, -1.0, 1.0):
            game.label(game.predict().number, [z])
            assert sound(game)[0] == "holds"


def test_normalhedge_with_losses_of_many_sizes_holds_only_what_it_allows():
    said = [(-5e11, -4e11), (1.1e29, -3e28), (-6e12, 1e13), (-8e20, 5e20), (-6e46, 1e46)]
    truths = (-2.4e16, 8e26, -3e35, -1e44, -9e15)
    game = play(Game(NormalHedge(), loss="absolute"), list(zip(said, truths, strict=True)))
    assert sound(game) == ["open"]


def test_weights_of_a_log_are_refused_before_they_overflow():
    value = OffPolicy()
    with pytest.raises(BadParameter, match="a weight from 0 to"):
        value.add(1e300, 0.5)
    assert value.count == 0


def test_statements_print_their_conditions():
    def first(learner, guarantee, *rounds):
        return play(Game(learner, guarantees=[guarantee]), rounds).guarantees[0].certificates[0]

    alarm = first(Perceptron(), Alarm(0.1, 100.0), ([1.0], 1))
    assert "while the mean given the past is at most 0.1" in alarm.theorem
    tracked = first(LinearVAW(), Intervals(0.8, eta=0.5), ([1.0], 3.0), ([2.0], 1.0))
    assert tracked.teaches.endswith("was sure for scores up to b = 3, the largest that came")
    vouched = first(LinearVAW(), Intervals(0.8, eta=0.5, b=9.0), ([1.0], 3.0))
    assert vouched.teaches.endswith("was sure for scores up to b = 9, as promised")
    levels = first(LinearVAW(), Intervals(0.8), ([1.0], 3.0))
    assert levels.teaches.endswith("was sure, whatever came")
    for learner, words in ((EXP3IX(2), ", T fixed beforehand: "), (EXP3(2), "against every action fixed beforehand: ")):
        assert any(words in each.theorem for each in ActionGame(learner).ledger.certificates)
    committee = play(Game(Committee("classes")), [([1.0], "a"), ([2.0], "b"), ([1.0], "a")]).ledger.certificates
    assert all(each.theorem.endswith(", the first round of every class left out") for each in committee)


def test_chances_that_the_log_loss_cuts_off_are_no_bug_of_the_learner():
    rounds = [({"a": 0.0, "b": 3.5e-15, "c": 1e-228}, 1), ({"a": 1e-15, "b": 0.0}, 0), ({"a": 0.0, "b": 4e-15}, 1)]
    for learner in (MLPoly(), NormalHedge(gradient=True)):
        for keep in (0, 1_000_000):
            game = play(Game(learner.clone(), loss="log", keep=keep), rounds)
            assert "violated" not in sound(game)


def test_the_radius_of_mistakes_that_were_not_kept_is_not_known_to_a_kernel():
    game = Game(KernelPerceptron(kernel="linear"), bounds=[KernelMarginBound(margin=0.5)], keep=1)
    assert sound(play(game, [([0.3], 1), ([-0.5], -1), ([-1.3], -1), ([-1.9], 1)])) == ["open"]
