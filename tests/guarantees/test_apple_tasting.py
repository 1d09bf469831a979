"""One-sided feedback: what is seen, what it costs, and the theorem on drawn and adversarial games."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from littlestone import Conjunction, Elimination, Game, Perceptron, RandomisedOptimal, Winnow, load, save
from littlestone.concepts import ConceptClass
from littlestone.errors import AlreadyLabelled, BadLabel, BadParameter, StateError, UnknownRound
from littlestone.guarantees import Alarm, AppleTasting, Intervals, Model
from littlestone.guarantees.tasting_ledger import TastingLedger
from littlestone.natures import Delayed, OneSided, PlantedDisjunction, PlantedHalfspace
from littlestone.natures.adversaries import SecretPositives


def played(learner, **settings):
    tasting = AppleTasting(**settings)
    return Game(learner, guarantees=[tasting]), tasting


def careful(**settings):
    """A game of a learner that says no to what it does not know, and its guarantee."""
    return played(Perceptron(zero="-1"), **settings)


def test_a_label_is_learned_only_if_the_round_was_tasted():
    game, tasting = careful(misses=0)
    move = game.predict({"a": 1})
    assert (move.act, move.taste.tasted, move.taste.explored, move.taste.chance) == (-1, False, False, 0.0)
    game.label(move.number, 1)
    assert game.ledger.labelled == game.learner.updates == 0
    account = tasting.account
    assert (account.told, account.missed, account.hidden, account.mistakes) == (1, 1, 0, 1)
    game.forget(game.predict({"a": 1}).number)
    assert account.hidden == 1
    assert account.mistakes == 0  # by estimate: nothing was found


def test_what_is_explored_is_learned():
    game, tasting = careful(misses=1, horizon=1)  # with chance 1
    move = game.predict({"a": 1})
    assert (move.act, move.taste.tasted, move.taste.explored, move.sign) == (1, True, True, -1)
    game.label(move.number, 1)
    assert game.learner.updates == tasting.account.found == 1
    assert tasting.account.mistakes == 0
    assert game.predict({"a": 1}).taste.explored is False


def test_chances_of_exploring():
    assert AppleTasting(misses=4, horizon=400).account.chance() == pytest.approx(0.1)
    game, tasting = careful(misses=4)
    for t in range(1, 60):
        assert tasting.account.chance() == pytest.approx(min(1.0, sqrt(4 / t)))
        game.forget(game.predict({"a": 1}).number)
    account = AppleTasting().account
    account.found, account.rounds = 8, 99
    assert account.chance() == pytest.approx(0.3)


def test_what_is_refused():
    with pytest.raises(BadParameter, match="two classes"):
        Model(lambda x: 1.0, guarantees=[AppleTasting()])
    with pytest.raises(BadParameter, match="tosses no coin"):
        Game(RandomisedOptimal(ConceptClass([[0, 1], [1, 0]])), guarantees=[AppleTasting()])
    for others in ([Alarm(0.1), AppleTasting()], [AppleTasting(), Intervals(0.9)]):
        with pytest.raises(BadParameter, match="hides labels"):
            Game(Perceptron(), guarantees=others)
    with pytest.raises(BadParameter, match="misses"):
        AppleTasting(misses=-1)
    with pytest.raises(BadParameter, match="leave both out"):
        AppleTasting(horizon=100)
    game, _ = careful(misses=1, horizon=4)
    move = game.predict({"a": 1})
    with pytest.raises(BadLabel):
        game.label(move.number, "ripe")
    game.label(move.number, 1)
    with pytest.raises(AlreadyLabelled):
        game.label(move.number, 1)
    with pytest.raises(UnknownRound):
        game.label(99, 1)


@pytest.mark.parametrize("settings", [{"misses": 5, "horizon": 600}, {"misses": 5}, {}])
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(settings, tmp_path):
    def play(game, rounds, waiting):
        for t in rounds:
            waiting.append((game.predict({f"x{t % 7}": 1, "b": 1}).number, 1 if t % 7 < 3 else -1))
            if t % 4:
                game.label(*waiting.pop(0))

    (whole, tasting), waiting = careful(**settings, seed=3), []
    play(whole, range(120), waiting)
    (half, _), waiting = careful(**settings, seed=3), []
    play(half, range(60), waiting)
    save(half, tmp_path / "game.npz")
    game = load(tmp_path / "game.npz")
    assert game.settings() == half.settings()
    assert [(move.act, move.said) for move in game.open.values()] == [(m.act, m.said) for m in half.open.values()]
    play(game, range(60, 120), waiting)
    assert game.guarantees[0].as_dict() == tasting.as_dict()
    assert game.ledger.as_dict() == whole.ledger.as_dict()


def test_a_state_that_cannot_be_is_refused():
    game, tasting = careful()
    game.label(game.predict({"a": 1}).number, 1)
    state = tasting.state()
    for name, value in [("account/counts", np.zeros(2)), ("account/sums", np.full(3, np.nan))]:
        with pytest.raises(StateError):
            tasting.restore({**state, name: value})
    with pytest.raises(StateError, match="open in the game"):
        tasting.restore({**state, "open": np.array([1])})


def mean_mistakes(make, nature, runs=30):
    games = []
    for seed in range(runs):
        game, tasting = make(seed)
        game.play(nature(seed))
        (certificate,) = tasting.certificates
        assert certificate.verdict in ("holds", "open"), certificate
        games.append(game)
    return np.mean([game.guarantees[0].account.mistakes for game in games]), games


def test_an_adversary_pays_the_bound_and_no_more():
    mean, games = mean_mistakes(
        lambda seed: careful(misses=9, horizon=2500, seed=seed), lambda seed: SecretPositives(9, 2500), runs=40
    )
    bound = 2 * sqrt(2500 * 9) - 9
    assert 0.85 * bound <= mean <= 1.06 * bound  # 291, and the mean of 40 runs of deviation 50
    assert games[0].guarantees[0].account.found == 9


@pytest.mark.parametrize("settings", [{"misses": 9}, {}])
def test_without_the_horizon_or_the_misses_the_adversary_is_within_the_bound(settings):
    mean, games = mean_mistakes(
        lambda seed: careful(**settings, seed=seed), lambda seed: SecretPositives(9, 2500), runs=15
    )
    allowed = np.mean([game.guarantees[0].certificates[0].allowed or 0.0 for game in games])
    assert mean <= 4 * sqrt(2500 * 10)
    assert mean <= allowed


def test_drawn_games_of_a_margin():
    rounds, margin = 2000, 0.2
    mistakes = int(1 / margin**2)  # of either kind, by the Perceptron's theorem
    mean, games = mean_mistakes(
        lambda seed: played(Perceptron(), misses=mistakes, horizon=rounds, seed=seed),
        lambda seed: PlantedHalfspace(6, margin=margin, rounds=rounds, seed=seed),
        runs=10,
    )
    assert mean <= mistakes + 2 * sqrt(rounds * mistakes)
    for game in games:
        assert game.ledger.certificates[0].verdict == "holds"  # of what was tasted, its own theorem


def test_a_learner_that_errs_on_one_side_has_nothing_to_explore():
    game, tasting = played(Elimination(n=12), misses=0)
    game.play(PlantedDisjunction(12, 3, rounds=600))
    assert tasting.account.explored == tasting.account.missed == 0
    assert tasting.account.mistakes <= 9
    assert tasting.certificates[0].allowed == tasting.account.mistakes
    game, misses = played(Conjunction(n=12), misses=13, horizon=600)
    game.play(PlantedDisjunction(12, 12, rounds=600))
    assert misses.certificates[0].verdict in ("holds", "open")


def test_the_estimate_is_right_on_average():
    estimates, truths = [], []
    for seed in range(200):
        game, tasting = careful(misses=4, horizon=300, seed=seed)
        game.play(SecretPositives(4, 300))
        estimates.append(tasting.account.estimate)
        truths.append(tasting.account.missed)
    assert np.mean(estimates) == pytest.approx(np.mean(truths), rel=0.15)


class CountedTwice(TastingLedger):
    """Counts a miss that was found among those that were not: 1/q for 1/q - 1."""

    def judged(self, positive, chance, tasted, right, late):
        super().judged(positive, chance, tasted, right, late)
        self.estimate += tasted and right and not positive


class Overlooked(TastingLedger):
    """Takes the misses that were found for all that there were."""

    def judged(self, positive, chance, tasted, right, late):
        super().judged(positive, chance, tasted, right, late)
        self.estimate = 0.0


@pytest.mark.parametrize("settings", [{"misses": 60, "horizon": 300}, {"misses": 60}, {}])
def test_an_estimate_that_does_not_add_up_is_found_out(settings):
    found = {}
    for ledger in (TastingLedger, CountedTwice, Overlooked):
        (game, tasting), verdicts = careful(seed=1, **settings), set()
        tasting.tastes = ledger(settings.get("misses"), settings.get("horizon"))
        for t in range(100):
            game.label(game.predict({f"x{t}": 1}).number, 1)  # which nothing before has told of
            verdicts.add(tasting.certificates[0].verdict)
        assert tasting.account.found
        found[ledger] = "violated" in verdicts
    assert found == {TastingLedger: False, CountedTwice: True, Overlooked: "horizon" in settings}


def test_premises_that_break_are_named():
    game, tasting = careful(misses=1, horizon=100, seed=2)
    game.play(SecretPositives(50, 100))
    tasting.tastes.found = 2
    assert "2 misses of the learner were found, and 1" in tasting.certificates[0].broken
    game, tasting = careful(misses=1, horizon=3)
    game.play(SecretPositives(1, 5))
    assert "5 rounds were played" in tasting.certificates[0].broken


def test_late_labels_leave_it_open():
    game, tasting = careful()
    game.play(Delayed(SecretPositives(3, 50), delay=7))
    assert "came late" in tasting.certificates[0].open


def test_without_tasting_a_learner_that_says_no_never_learns():
    hidden = OneSided(SecretPositives(3, 200))
    ledger = Game(Perceptron(zero="-1")).play(hidden)
    assert (ledger.labelled, ledger.forgotten, hidden.hidden) == (0, 200, 200)
    assert Game(Winnow(n=8)).play(OneSided(PlantedDisjunction(8, 2, rounds=50))).rounds == 50


def test_words():
    game, tasting = careful()
    game.play(SecretPositives(2, 200))
    assert "tasted" in str(tasting)
    assert "missed" in str(game.ledger)
    assert tasting.as_dict()["rounds"] == game.ledger.as_dict()["apple-tasting"]["rounds"] == 200
