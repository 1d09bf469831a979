"""The matrix game: the bracket around the value, what both players regret, and who may play."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest

from littlestone import (
    EXPERTS,
    POINTS,
    AdaHedge,
    CoinBetting,
    ExponentiatedGradient,
    Hedge,
    MatrixGame,
    OnlineGradientDescent,
    Perceptron,
)
from littlestone.bound import SLACK
from littlestone.errors import BadBatch, BadParameter, InputError, UnknownName
from littlestone.experts import as_advice
from littlestone.hindsight import game_value
from littlestone.matrix_games.matrix_game_theorems import losses_apart
from littlestone.matrix_games.players import make_player

ROCK_PAPER_SCISSORS = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
PENNIES = [[1, -1], [-1, 1]]
MIXING = ("hedge", "adahedge", "normalhedge", "adanormalhedge", "squint", "fixed-share", "boa", "ml-poly")
ON_THE_SIMPLEX = ("eg", "ogd", "mirror", "follow-the-leader", "follow-the-regularised-leader", "ons")
QUICK = (*MIXING, "eg", "ogd", "mirror", "follow-the-leader")  # the others solve something every round


def is_distribution(chances):
    return (chances >= -1e-9).all() and abs(chances.sum() - 1.0) <= 1e-9


@pytest.mark.parametrize("games", [200, pytest.param(1000, marks=pytest.mark.long)])
def test_in_many_games_the_bracket_holds_the_value_and_is_no_wider_than_both_regret(games):
    rng = np.random.default_rng(1999)
    worst = 0.0
    for number in range(games):
        n, m = rng.integers(1, 7, size=2)
        scale = 10.0 ** rng.integers(-4, 5)
        A = scale * (rng.random((n, m)) - rng.choice([0.0, 0.5, 1.0]))
        learners = [QUICK[rng.integers(len(QUICK))] for _ in range(2)]
        others = [learners[1], "best-response", rng.dirichlet(np.ones(m))]
        row, column = learners[0], others[number % 3]
        if number % 2 and column is not others[2]:
            row, column = column, row
        game = MatrixGame(A, row, column, horizon=int(rng.integers(1, 100)))
        for rounds in (1, int(rng.integers(1, 30))):
            game.play(rounds)
            slack = SLACK * (np.abs(A).max() + abs(game.allowed))
            assert game.gap <= game.allowed + slack
            worst = max(worst, abs(game.gap - game.allowed) / np.abs(A).max())
        assert is_distribution(game.row)
        assert is_distribution(game.column)
        assert game.lower <= game.upper + slack
        value = game_value(A).value if number % 4 == 0 else None
        assert value is None or game.lower - slack <= value <= game.upper + slack
        if number % 10 == 0:
            certificates = game.certificates
            assert certificates[0].verdict == "holds"
            assert not any(certificate.violated for certificate in certificates)
    assert worst < 1e-11  # it is an equation


@pytest.mark.parametrize(
    ("A", "value"),
    [
        (ROCK_PAPER_SCISSORS, 0.0),
        (PENNIES, 0.0),
        ([[4, 2, 5], [6, 3, 7], [1, 0, 9]], 5.0),  # the largest of its row, the smallest of its column
        ([[3]], 3.0),
        ([[1, 5, -2]], 5.0),
        ([[1], [5], [-2]], -2.0),
        ([[0, 0], [0, 0]], 0.0),
        ([[3, -1], [-2, 1]], 1.0 / 7.0),
    ],
)
def test_the_value_of_known_games(A, value):
    found = game_value(A)
    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.lower - 1e-9 <= found.value <= found.upper + 1e-9
    assert is_distribution(found.row)
    assert is_distribution(found.column)
    game = MatrixGame(A, "adahedge", "best-response")
    game.play(200)
    assert game.lower - 1e-9 <= value <= game.upper + 1e-9


def test_a_saddle_point_is_found_by_both():
    saddle = [[0.4, 0.6, 0.2], [0.5, 0.9, 0.1], [0.3, 0.35, 0.25]]
    i, j = 2, 1  # 0.35 is the largest of its row and the smallest of its column
    game = MatrixGame(saddle, "hedge", "hedge", horizon=2000)
    game.play(2000)
    assert game_value(saddle).value == pytest.approx(0.35)
    assert game.row.argmax() == i
    assert game.column.argmax() == j
    assert game.lower <= 0.35 <= game.upper


@pytest.mark.parametrize("rounds", [1, 10, 50, pytest.param(300, marks=pytest.mark.long)])
@pytest.mark.parametrize("shape", [(1, 3), (2, 2), (5, 3), (3, 6)])
def test_tuned_hedge_against_best_responses_keeps_the_promise_of_freund_and_schapire(shape, rounds):
    rng = np.random.default_rng(7)
    for _ in range(10):
        A = rng.random(shape) if rng.random() < 0.5 else (rng.random(shape) < 0.5).astype(float)
        game = MatrixGame(A, "hedge", "best-response", horizon=rounds)
        game.play(rounds)
        assert game.gap <= math.sqrt(math.log(shape[0]) / (2 * rounds)) + 1e-9
        by_hand = MatrixGame(A, Hedge(eta=math.sqrt(8 * math.log(max(2, shape[0])) / rounds)), "best-response")
        by_hand.play(rounds)
        assert by_hand.gap <= math.sqrt(math.log(shape[0]) / (2 * rounds)) + 1e-9
        assert by_hand.certificates[2].verdict == "holds"
        mirrored = MatrixGame(-A.T, "best-response", "hedge", horizon=rounds)
        mirrored.play(rounds)
        assert mirrored.gap == pytest.approx(game.gap, abs=1e-12)


def test_what_the_third_certificate_allows_is_the_rate_of_the_paper():
    game = MatrixGame(PENNIES, "hedge", "best-response", horizon=400)
    game.play(400)
    bracket, minimax, fixed = game.certificates
    s = losses_apart(game.matrix, 0)
    assert s == 2.0
    assert fixed.allowed == pytest.approx(s * math.sqrt(math.log(2) / 800))
    assert bracket.paid == minimax.paid == fixed.paid == game.gap
    assert game.gap <= minimax.allowed <= fixed.allowed * (1 + SLACK)
    assert "the value lies from" in bracket.teaches


def test_two_tuned_hedges_share_the_certificate_and_its_sum():
    game = MatrixGame([[0, 1, 1], [1, 0, 0.5]], "hedge", "hedge", horizon=250)
    game.play(250)
    fixed = game.certificates[2]
    assert fixed.verdict == "holds"
    assert fixed.allowed == pytest.approx(math.sqrt(math.log(2) / 500) + math.sqrt(math.log(3) / 500))
    assert "summed over both" in fixed.theorem


@pytest.mark.parametrize("name", [*MIXING, *ON_THE_SIMPLEX])
def test_every_learner_with_a_distribution_plays_both_sides_and_its_own_theorem_speaks(name):
    A = np.random.default_rng(3).random((3, 4))
    for row, column in [(name, "best-response"), ("best-response", name), (name, "hedge")]:
        game = MatrixGame(A, row, column)
        game.play(60)
        value = game_value(A).value
        assert game.lower - 1e-9 <= value <= game.upper + 1e-9
        learned = [player for player in game.players if player.ledger is not None]
        for player in learned:
            assert player.ledger.rounds == 60
            assert not any(certificate.violated for certificate in player.ledger.certificates)
        assert game.certificates[0].verdict == "holds"
        assert game.certificates[1].verdict == ("open" if name == "ons" else "holds")


def test_every_other_learner_of_the_tables_is_refused_in_words():
    for name in {*EXPERTS, *POINTS} - {*MIXING, *ON_THE_SIMPLEX}:
        with pytest.raises(BadParameter):
            MatrixGame(PENNIES, name, "best-response")


def test_a_best_responder_moves_second_and_regrets_nothing():
    game = MatrixGame(ROCK_PAPER_SCISSORS, "best-response", [0.6, 0.3, 0.1])
    move = game.step()
    assert move.row.tolist() == [0.0, 1.0, 0.0]  # A y = (0.2, -0.5, 0.3)
    assert move.payment == pytest.approx(-0.5)
    game = MatrixGame(ROCK_PAPER_SCISSORS, "adahedge", "best-response")
    for _ in range(50):
        move = game.step()
        assert move.payment == pytest.approx((move.row @ game.matrix).max())
        assert game.players[1].regret <= 1e-9


def test_the_receipt_and_the_account():
    game = MatrixGame(PENNIES, "uniform", [0.25, 0.75])
    assert game.rounds == 0
    assert game.certificates[0].verdict == "open"
    assert game.allowed == math.inf
    game.play(4)
    assert (game.lower, game.upper, game.gap, game.allowed) == (-0.5, 0.0, 0.5, 0.5)
    bracket, minimax = game.certificates
    assert (bracket.verdict, minimax.verdict) == ("holds", "open")
    assert "the row player never changes its strategy" in minimax.why
    account = game.ledger.as_dict()
    assert account["players"]["column"]["player"] == "fixed [0.25, 0.75]"
    assert account["players"]["row"]["regret"] == 2.0
    assert "uniform pays fixed [0.25, 0.75], 2 x 2, 4 rounds" in str(game)
    assert "MatrixGame(2 x 2" in repr(game)


class Backwards(ExponentiatedGradient):
    """Gives the most weight to what has lost most."""

    def weights(self, losses):
        return super().weights(-losses)


class Stubborn(Hedge):
    """Hedge that always learns that its first action has lost nothing."""

    def learn(self, x, y, guess):
        said = np.asarray(x.values).copy()
        said[0] = said.min() - 1.0
        super().learn(as_advice([said], [0.0]).row(0), y, guess)


class Heavy(Hedge):
    """Hedge whose weights are not the ones that it pays for."""

    @property
    def weights(self):
        return np.array([0.9] + [0.1 / (self.n - 1)] * (self.n - 1))


class Odd(ExponentiatedGradient):
    """Plays a point that is no distribution."""

    def predict(self):
        return 2.0 * super().predict()


def test_a_wrong_rule_is_not_hidden_and_the_bracket_holds_all_the_same():
    for wrong in (Backwards(2, eta=0.5), Stubborn(eta=0.5)):
        game = MatrixGame([[0.2, 0.9], [0.7, 0.1]], wrong, "best-response")
        game.play(200)
        assert [own.verdict for own in game.players[0].ledger.certificates] == ["violated"]
        bracket, minimax, *fixed = game.certificates
        assert bracket.verdict == "holds"
        assert minimax.verdict == "open"
        assert "no theorem bounds what the row player regrets" in minimax.why
        assert [each.verdict for each in fixed] in ([], ["violated"])  # it is no Hedge, and the gap says so
        assert game.lower <= game_value(game.matrix).value <= game.upper


def test_weights_that_are_not_played_are_found_out():
    game = MatrixGame(PENNIES, Heavy(eta=0.5), [0.3, 0.7])
    game.play(20)
    assert "one does not play its weights" in game.certificates[0].violated


@pytest.mark.parametrize("towards", [0.0, 1.0])
def test_averages_that_were_spoilt_are_found_out_whether_the_bracket_is_wider_or_narrower(towards):
    """By a hundredth, towards the strategy that the equilibrium has, or away from it: the bracket is an equation."""
    game = MatrixGame([[2.0, -1.0], [-1.0, 1.0]], "hedge", "hedge", horizon=100)
    best = np.array([0.4, 0.6])
    found = set()
    for _ in range(100):
        game.step()
        for total in game.ledger.totals:
            aim = best if towards else np.array([1.0, 0.0])
            total += 0.01 * (aim * game.rounds - total)
        game.ledger._asked = None
        bracket = game.certificates[0]
        found.add((bracket.verdict, game.gap < game.allowed))
    assert ("violated", bool(towards)) in found
    assert "averages are not of what was played" in bracket.violated


def test_a_learner_that_plays_no_distribution_is_refused_and_nothing_is_played():
    game = MatrixGame(PENNIES, Odd(2), "uniform")
    with pytest.raises(InputError, match="they sum to one"):
        game.step()
    assert game.rounds == game.players[0].ledger.rounds == 0


def test_a_learner_that_learned_before_breaks_the_premise_but_not_the_bracket():
    learner = AdaHedge()
    MatrixGame(PENNIES, learner, "best-response").play(5)
    game = MatrixGame(PENNIES, learner, "best-response")
    game.play(5)
    bracket, minimax = game.certificates
    assert bracket.verdict == "holds"
    assert minimax.verdict == "broken premise"
    assert minimax.why.startswith("the row player: the learner did not start afresh")


def test_a_broken_premise_of_a_players_theorem_is_one_of_the_game():
    game = MatrixGame([[5, 0], [0, 5]], Hedge(small_loss=1.0), "best-response")
    game.play(50)
    assert game.certificates[1].verdict == "broken premise"
    assert "losses from 0 to 1" in game.certificates[1].why


def test_games_can_be_copied_and_go_on_alike():
    game = MatrixGame(ROCK_PAPER_SCISSORS, "adahedge", OnlineGradientDescent(3, domain="simplex"))
    game.play(20)
    twins = [copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    for one in (game, *twins):
        one.play(20)
    assert {one.gap for one in twins} == {game.gap}


@pytest.mark.parametrize(
    ("A", "words"),
    [
        ([1, 2], "shape"),
        (3.0, "shape"),
        ([[1, 2], [3]], "all rows of one length"),
        ([["rock", 1]], "give numbers"),
        ([[1, math.nan]], "row 0, column 1 has nan"),
        ([[1], [-math.inf]], "row 1, column 0 has -inf"),
        ([[1e60]], "scale the game down"),
        ([], "shape"),
        ([[]], "has none to play"),
        (None, "shape"),
        (np.zeros((2, 2, 2)), "shape"),
    ],
)
def test_what_is_no_matrix_is_refused_in_words(A, words):
    for refuses in (MatrixGame, game_value):
        with pytest.raises(BadBatch, match=words):
            refuses(A)


@pytest.mark.parametrize(
    ("row", "column", "error", "words"),
    [
        ("best-response", "best-response", BadParameter, "only one player"),
        ("hedg", "uniform", UnknownName, "did you mean 'hedge'"),
        (Perceptron(), "uniform", BadParameter, "learner from advice"),
        (Hedge, "uniform", BadParameter, "learner from advice"),
        (CoinBetting(2), "uniform", BadParameter, "strategies lie on the simplex"),
        (ExponentiatedGradient(3), "uniform", BadParameter, "has 2 actions"),
        ([0.5, 0.6], "uniform", BadBatch, "divide by the sum"),
        ("uniform", [1.5, -0.5], BadBatch, "none below 0"),
        ("uniform", [1.0], BadBatch, "2 chances"),
        ("uniform", None, BadBatch, "2 chances"),
        ("uniform", ["a", "b"], BadBatch, "2 chances"),
        ("uniform", [math.nan, 1.0], BadBatch, "none below 0"),
    ],
)
def test_who_cannot_play_is_refused_in_words(row, column, error, words):
    with pytest.raises(error, match=words):
        MatrixGame(PENNIES, row, column)


def test_one_learner_cannot_sit_on_both_sides_nor_one_of_another_width():
    learner = Hedge()
    with pytest.raises(BadParameter, match="make two"):
        MatrixGame(PENNIES, learner, learner)
    MatrixGame(PENNIES, learner, "uniform")
    with pytest.raises(BadParameter, match="weights for 2 experts"):
        MatrixGame(ROCK_PAPER_SCISSORS, learner, "uniform")


@pytest.mark.parametrize("settings", [{"horizon": 0}, {"horizon": 1.5}, {"keep": -1}])
def test_settings_are_checked(settings):
    with pytest.raises(BadParameter):
        MatrixGame(PENNIES, **settings)


def test_a_number_of_rounds_is_checked():
    with pytest.raises(BadParameter, match="a number of rounds"):
        MatrixGame(PENNIES).play(-1)


def test_a_player_is_made_for_the_simplex_by_its_name():
    assert make_player("ogd", 4).domain.name == "simplex"
    assert make_player("eg", 4, eta=0.2).eta == 0.2
    assert make_player("hedge", 4, eta=0.2).given_eta == 0.2
