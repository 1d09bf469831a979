"""Games of actions: numbers of rounds, chances, late rewards, replays, saved games, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import BANDITS, EXP3, EXP3IX, EXP4, ActionGame, EpsilonGreedy, Perceptron, TsallisINF, load, save
from littlestone.bandits.action_game import drawn
from littlestone.errors import AlreadyLabelled, BadLabel, BadParameter, LittlestoneError, StateError, UnknownRound
from littlestone.natures import Arms, Delayed, Rewarded
from littlestone.natures.adversaries import Likeliest
from littlestone.truth import ACTIONS

LIGHTS = 60 * [({"light": "red"}, "wait"), ({"light": "green"}, "go")]


def test_a_prediction_has_an_action_its_chance_and_a_ticket():
    game = ActionGame(EXP3(3), actions=("a", "b", "c"), seed=5)
    move = game.predict()
    assert move.action in ("a", "b", "c")
    assert move.chance == pytest.approx(1 / 3)
    assert move.guess.sum() == pytest.approx(1)
    game.reward(move.number, 1.0)
    assert (game.ledger.labelled, game.ledger.reward, game.ledger.loss) == (1, 1.0, 0.0)


def test_the_kind_of_truth_knows_its_labels_and_its_ledger():
    assert EXP3(2).truths == ACTIONS == "actions"
    assert isinstance(ActionGame(EXP3(2)).ledger, ACTIONS.ledger)
    assert ACTIONS.labels(2, -1.0, 3.0).inside(3.0) == 0.0


def test_rewards_of_any_range_become_losses():
    game = ActionGame(EXP3(2), low=-10, high=30)
    for value in (-10, 30, 10):
        game.reward(game.predict().number, value)
    assert game.ledger.loss == pytest.approx(1 + 0 + 0.5)
    assert game.ledger.reward == pytest.approx(30)


@pytest.mark.parametrize("value", [1.1, -0.1, float("nan"), float("inf"), "1", None])
def test_a_reward_out_of_range_is_refused_and_nothing_has_changed(value):
    game = ActionGame(EXP3(2))
    move = game.predict()
    before = game.state()
    with pytest.raises(BadLabel, match="from 0 to 1"):
        game.reward(move.number, value)
    after = game.state()
    assert all(np.array_equal(before[name], after[name]) for name in before)
    game.reward(move.number, 1)


def test_what_else_is_refused():
    game = ActionGame(EXP3(2))
    move = game.predict()
    with pytest.raises(BadLabel, match="2 numbers"):
        game.label(move.number, [0, 1, 0])
    with pytest.raises(BadParameter, match="label\\(\\)"):
        game.reward(move.number, [0, 1])
    with pytest.raises(UnknownRound):
        game.reward(7, 1.0)
    game.reward(move.number, 1.0)
    with pytest.raises(AlreadyLabelled):
        game.reward(move.number, 1.0)
    with pytest.raises(BadParameter, match="EXP3"):
        ActionGame(Perceptron())
    with pytest.raises(BadParameter, match="3 different"):
        ActionGame(EXP3(3), actions=("a", "b", "a"))
    with pytest.raises(BadParameter, match="low is less"):
        ActionGame(EXP3(3), low=1, high=1)
    with pytest.raises(BadParameter, match="horizon"):
        EXP3(2, horizon="tripling")
    with pytest.raises(BadParameter, match="look at an example"):
        ActionGame(EXP4(2, "perceptron")).predict()
    with pytest.raises(BadParameter, match="one-vs-rest/perceptron"):
        EXP4(3, "perceptron")
    with pytest.raises(BadParameter, match="says numbers"):
        EXP4(2, "vaw")


def test_the_coin_of_a_round_is_a_function_of_seed_and_round():
    def played(seed, late):
        game = ActionGame(EXP3(3), seed=seed)
        moves = [game.predict() for _ in range(5)]
        for move in reversed(moves) if late else moves:
            game.forget(move.number)
        return [move.action for move in moves]

    assert played(1, True) == played(1, False)
    assert len({tuple(played(seed, False)) for seed in range(20)}) > 10


def test_actions_come_as_often_as_their_chances_say():
    chances = np.array([0.5, 0.0, 0.2, 0.3, 0.0])
    places = np.bincount([drawn(chances, toss) for toss in np.linspace(0, 1, 10_001)[:-1]], minlength=5)
    assert places.tolist() == pytest.approx([5000, 0, 2000, 3000, 0], abs=1)
    assert drawn(np.array([1 / 3, 1 / 3, 1 / 3 - 1e-16, 0.0]), 1 - 2**-53) == 2  # never one without a chance


def test_a_late_reward_is_weighed_by_the_chance_it_was_drawn_with():
    game = ActionGame(EXP3(2), seed=3)
    first = game.predict()
    for _ in range(50):
        move = game.predict()
        game.reward(move.number, float(move.place == 1))
    now = float(game.learner.predict(None)[first.place])
    before = game.learner.losses.copy()
    game.reward(first.number, 0.0)
    assert now != pytest.approx(first.chance, abs=0.1)
    assert (game.learner.losses - before)[first.place] == pytest.approx(1 / first.chance)
    assert (game.ledger.late, game.ledger.longest_delay) == (1, 50)
    assert game.ledger.drift == pytest.approx(1.0 - now / first.chance)


@pytest.mark.parametrize("name", BANDITS)
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(name, tmp_path):
    rewards = np.random.default_rng(1).random((80, 2))
    examples = [{"a": float(value), "colour": "red" if value > 0 else "blue"} for value in rewards[:, 0] - 0.5]

    def play(game, rounds, waiting):
        for t in rounds:
            waiting.append((game.predict(examples[t]), t))
            if t % 3:
                move, then = waiting.pop(0 if t % 2 else -1)
                game.label(move.number, rewards[then])

    whole, waiting = ActionGame(BANDITS[name](2), actions=("x", "y"), seed=9), []
    play(whole, range(80), waiting)
    half, waiting = ActionGame(BANDITS[name](2), actions=("x", "y"), seed=9), []
    play(half, range(40), waiting)
    save(half, tmp_path / "game.npz")
    resumed = load(tmp_path / "game.npz")
    assert resumed.actions == ["x", "y"]
    assert len(resumed.open) == len(waiting)
    for move, _ in waiting:
        again = resumed.open[move.number]
        assert (again.action, again.chance, again.lessons) == (move.action, move.chance, move.lessons)
    play(resumed, range(40, 80), waiting)
    assert resumed.ledger.as_dict() == whole.ledger.as_dict()
    ours, theirs = resumed.state(), whole.state()
    assert all(np.array_equal(ours[key], theirs[key]) for key in ours)


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("open/places", lambda array: array + 9, "had no chance"),
        ("open/chances", lambda array: array * 2, "sum to 1"),
        ("ledger/counts", lambda array: array + 1, "how often"),
        ("ledger/estimates", lambda array: array - 1e9, "numbers of 0 or more"),
        ("ledger/done", lambda array: array * 0, "chances are above 0"),
        ("learner/losses", lambda array: array * np.nan, "finite numbers"),
        ("ledger/bound0/losses", lambda array: array[:1], "a vector of 2 numbers"),
    ],
)
def test_a_saved_game_that_was_meddled_with_is_refused(name, change, words, tmp_path):
    game = ActionGame(EXP3(2))
    for value in (0, 1, 0):
        game.reward(game.predict().number, value)
    game.predict()
    save(game, tmp_path / "game.npz")
    with np.load(tmp_path / "game.npz") as found:
        arrays = dict(found)
    arrays[name] = change(arrays[name])
    np.savez(tmp_path / "game.npz", **arrays)
    with pytest.raises(StateError, match=words):
        load(tmp_path / "game.npz")


def test_natures_play_and_never_see_what_is_drawn():
    class Nosy(Arms):
        def ask(self, last):
            assert last is None or last.number in seen
            return super().ask(last)

        def answer(self, number, guess):
            assert guess.shape == (2,)
            seen.append(number)
            return super().answer(number, guess)

    seen = []
    game = ActionGame(EXP3IX(2))
    ledger = game.play(Nosy([0.1, 0.9], rounds=500))
    assert ledger.counts[1] > 300
    assert ledger.regret == pytest.approx(ledger.loss - ledger.totals.min())
    move = game.predict()
    assert game._seen(move).action is None


def test_late_rewards_of_a_nature():
    ledger = ActionGame(EXP3(2)).play(Delayed(Arms([0.2, 0.8], rounds=300), delay=20))
    assert (ledger.labelled, ledger.longest_delay) == (300, 20)
    first, second = ledger.certificates
    assert first.verdict == "holds"
    assert second.verdict == "open"
    assert "late" in second.open


def test_labelled_examples_as_actions():
    game = ActionGame(EXP4(2, "perceptron:bias=1.0, adagrad"), actions=("wait", "go"))
    ledger = game.play(Rewarded(LIGHTS, game.actions))
    assert ledger.reward > 100
    assert ledger._known == ledger.labelled == 120
    assert list(ledger.as_dict()["estimates"]) == ["perceptron:bias=1.0", "adagrad"]
    assert ledger.certificates[0].verdict == "holds"


def test_of_more_than_two_actions():
    rng = np.random.default_rng(0)
    classes = rng.integers(3, size=600)
    pairs = [(np.eye(3)[c] + 0.1 * rng.normal(size=3), int(c)) for c in classes]
    game = ActionGame(EXP4(3, "one-vs-rest/perceptron, multiclass-pa1", explore=0.1))
    ledger = game.play(Rewarded(pairs, range(3)))
    assert ledger.reward > 450
    assert ledger._least_chance >= 0.1 / 3 - 1e-12


def test_the_adversary_of_the_likeliest_leaves_a_regret_within_the_theorem():
    for learner in (EXP3(4), EXP3IX(4), TsallisINF(4)):
        ledger = ActionGame(learner).play(Likeliest(2000))
        assert [certificate.verdict for certificate in ledger.certificates] == ["holds", "holds"]


def test_rounds_are_kept_with_their_chances():
    game = ActionGame(EXP3(2), keep=10)
    game.play(Arms([0.5, 0.5], rounds=30))
    done = game.ledger.done.array()
    assert done.shape == (10, 4)
    assert done[:, 0].tolist() == list(range(1, 11))
    assert set(done[:, 1]) <= {0.0, 1.0}
    assert ((done[:, 2] > 0) & (done[:, 2] <= 1)).all()


def test_the_receipt_in_words():
    game = ActionGame(EXP3IX(2), actions=("old", "new"))
    game.play(Arms([0.5, 0.5], rounds=30))
    words = str(game.ledger)
    assert "done: old " in words
    assert "with chance 0.95" in words


@pytest.mark.parametrize("learner", [EXP3(3), TsallisINF(3), EpsilonGreedy(3)], ids=lambda one: one.name)
def test_no_chance_is_below_the_floor_and_the_inequality_on_estimates_holds(learner):
    game = ActionGame(learner, floor=0.1, seed=4)
    ledger = game.play(Arms([0.1, 0.2, 0.9], rounds=300, seed=4))
    assert ledger._least_chance >= 0.1
    for certificate in ledger.certificates:
        assert certificate.verdict == "holds", str(certificate)
    move = game.predict()
    own = learner.predict(None)
    assert move.guess.tolist() == ((1.0 - 3 * 0.1) * own + 0.1).tolist()
    for floor in (-0.1, 0.34, float("nan")):
        with pytest.raises(BadParameter, match="floor"):
            ActionGame(EXP3(3), floor=floor)


def test_only_what_is_allowed_is_drawn_and_saved_with_its_chances(tmp_path):
    game = ActionGame(EXP3(3), actions=("a", "b", "c"), floor=0.05, seed=1)
    for t in range(50):
        move = game.predict(allowed=["a", "c"] if t % 2 else None)
        assert move.action != "b" or t % 2 == 0
        assert move.guess.sum() == pytest.approx(1.0)
        game.reward(move.number, float(move.action == "a"))
    first, second = game.predict(allowed=["c"]), game.predict()
    assert (first.action, first.chance, first.guess.tolist()) == ("c", 1.0, [0.0, 0.0, 1.0])
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    for one in (game, again):
        one.reward(second.number, 0.5)
        one.reward(first.number, 1.0)
    assert again.predict().guess.tolist() == game.predict().guess.tolist()
    assert again.floor == 0.05
    verdicts = {each.verdict for each in again.ledger.certificates}
    assert verdicts == {"open"}
    assert "in 26 rounds not every action could be chosen" in str(again.ledger)
    before = game.ledger.rounds
    for allowed in ([], ["d"], "a", 5):
        with pytest.raises(LittlestoneError):
            game.predict(allowed=allowed)
    assert game.ledger.rounds == before


def test_a_player_who_follows_another_learns_by_the_other_one_s_chances():
    leader, follower = ActionGame(EpsilonGreedy(2, epsilon=1.0), seed=3), ActionGame(EXP3(2), seed=3)
    for t in range(200):
        move = leader.predict()
        followed = follower._open(None, None, None, drawn_by=move)
        assert (followed.place, followed.chance) == (move.place, 0.5)
        for game in (leader, follower):
            game.reward(move.number, float(move.place == 1 and t % 4 > 0))
    path, average = follower.ledger.certificates
    assert path.verdict == "holds", str(path)
    assert (average.verdict, "200 rounds another player" in str(average)) == ("open", True)
    assert follower.predict().guess[1] > 0.9
