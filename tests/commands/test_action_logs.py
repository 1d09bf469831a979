"""`littlestone bandit` on logs: policies learn from what others did, are judged meanwhile, saved, and play on."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from littlestone import ActionGame, LinUCB, load, save
from littlestone.bandits import Policy, replay
from littlestone.cli import run
from littlestone.formats import Logged, LoggedActions

ARTICLES = ("politics", "sports", "music", "food", "finance")
LIKED = {("Tom", "am"): 0, ("Tom", "pm"): 2, ("Anna", "am"): 1, ("Anna", "pm"): 0}


def news(rounds):
    """Who came when, what was shown at random, and whether it was clicked: at most nine in ten do."""
    random = np.random.default_rng(11)
    for _ in range(rounds):
        user, time = ("Tom", "Anna")[random.integers(2)], ("am", "pm")[random.integers(2)]
        shown = int(random.integers(5))
        yield user, time, shown, int(random.random() < (0.9 if LIKED[user, time] == shown else 0.05))


def as_adf(rounds):
    for user, time, shown, clicked in rounds:
        lines = [f"shared |User user={user} time={time}"]
        lines += [f"{f'0:{-clicked}:0.2 ' if k == shown else ''}|Action article={a}" for k, a in enumerate(ARTICLES)]
        yield "\n".join(lines) + "\n\n"


def as_cb(rounds):
    for user, time, shown, clicked in rounds:
        yield f"{shown + 1}:{-clicked}:0.2 |User user={user} time={time} both={user}{time}\n"


def as_events(rounds):
    for t, (user, time, shown, clicked) in enumerate(rounds):
        choices = {article: {"article": article} for article in ARTICLES}
        event = {"id": t, "x": {"user": user, "time": time}, "choices": choices, "action": ARTICLES[shown]}
        yield json.dumps({**event, "chance": 0.2} if t % 3 else {**event, "chance": 0.2, "reward": clicked}) + "\n"
        if t % 3:
            yield json.dumps({"id": t, "reward": clicked}) + "\n"


KINDS = {
    "adf": (as_adf, "--low -1 --high 0 -q UA", -1),
    "cb": (as_cb, "--low -1 --high 0 --learner linucb", -1),
    "events": (as_events, "-q user*article -q time*article", 1),
}


@pytest.fixture(params=KINDS)
def log(request, tmp_path):
    write, words, sign = KINDS[request.param]
    path = tmp_path / f"log.{request.param}"
    path.write_text("".join(write(news(800))))
    return str(path), words.split(), sign


def account(capsys, *words):
    assert run([*words, "--json", "--quiet"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_policy_is_learned_from_a_log_and_plays_on(log, tmp_path, capsys):
    path, words, sign = log
    model = str(tmp_path / "game.npz")
    found = account(capsys, "bandit", path, *words, "--save", model)
    assert list(found["policies"]) == ["linucb", "logged", "uniform"]
    assert (found["rounds"], found["unlabelled"], found["unit"]) == (800, 0, "cost" if sign < 0 else "reward")
    learned, logged = (found["policies"][name]["ips"] for name in ("linucb", "logged"))
    assert sign * learned["estimate"] > 0.7
    assert sign * learned["estimate"] > 3 * sign * logged["estimate"]
    assert learned["low"] < learned["estimate"] < learned["high"]

    game = load(model)
    assert (game.ledger.rounds, game.learner.lessons, game.price.low, game.price.high) == (0, 800, 0.0, 1.0)
    later = account(capsys, "evaluate", path, *words[: 4 if sign < 0 else 0], "--policy", model)
    assert sign * later["policies"][model]["ips"]["estimate"] > 0.8
    again = account(capsys, "bandit", path, *(words[:4] if sign < 0 else ()), "--resume", model, "--save", model)
    assert sign * again["policies"]["linucb"]["ips"]["estimate"] > 0.8
    assert load(model).learner.lessons == 1600


def test_the_saved_game_answers_requests_by_the_names_of_the_log(tmp_path, capsys):
    path, model = tmp_path / "log.events", tmp_path / "game.npz"
    path.write_text("".join(as_events(news(800))))
    account(capsys, "bandit", str(path), *["-q", "user*article", "-q", "time*article", "--save"], str(model))
    game = load(model)
    for (user, time), liked in LIKED.items():
        move = game.predict({"user": user, "time": time}, {article: {"article": article} for article in ARTICLES})
        assert game.actions[int(np.argmax(move.guess))] == ARTICLES[liked]
        game.reward(move.number, 1.0)
    assert game.ledger.labelled == 4


def test_evaluate_takes_products_and_learners_of_actions(tmp_path, capsys):
    path = tmp_path / "log.adf"
    path.write_text("".join(as_adf(news(800))))
    words = ["evaluate", str(path), "--low", "-1", "--high", "0"]
    policies = [word for name in ("vaw", "linucb:alpha=0.5", "linear-thompson") for word in ("--policy", name)]
    with_products = account(capsys, *words, *policies, "-q", "UA")["policies"]
    assert {name: one["ips"]["estimate"] < -0.7 for name, one in with_products.items()} == dict.fromkeys(
        ["vaw", "linucb:alpha=0.5", "linear-thompson"], True
    )
    without = account(capsys, *words, "--policy", "vaw")["policies"]
    assert without["vaw"]["ips"]["estimate"] > -0.6


def test_what_is_learned_by_hand_from_a_log_is_what_the_command_learns(tmp_path, capsys):
    path, model = tmp_path / "log.cb", tmp_path / "game.npz"
    path.write_text("".join(as_cb(news(300))))
    account(capsys, "bandit", str(path), *["--low", "-1", "--high", "0", "--learner", "linucb", "--save"], str(model))
    ours = ActionGame(LinUCB(5), actions=(1, 2, 3, 4, 5))
    for one in LoggedActions(path):
        ours.teach(one.x, one.action + 1, -one.cost, one.chance)
    theirs = load(model)
    assert np.array_equal(ours.learner.theta, theirs.learner.theta)
    assert ours.learner.lessons == theirs.learner.lessons == 300


def test_a_certificate_of_a_learner_that_was_taught_elsewhere_says_so(tmp_path, capsys):
    path, model = tmp_path / "log.cb", tmp_path / "game.npz"
    path.write_text("".join(as_cb(news(50))))
    account(capsys, "bandit", str(path), *["--low", "-1", "--high", "0", "--learner", "exp3", "--save"], str(model))
    game = load(model)
    game.reward(game.predict().number, 1.0)
    assert {certificate.verdict for certificate in game.ledger.certificates} <= {"broken premise", "open"}


def test_in_words(log, capsys):
    assert run(["bandit", log[0], *log[1], "--limit", "200", "--learner", "linear-thompson"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "linear-thompson IPS" in out


def test_taught_rounds_are_checked():
    game = ActionGame(LinUCB(2), actions=("a", "b"))
    before = game.state()
    for action, reward, chance, choices in (
        ("c", 1.0, 0.5, None),
        ("a", 2.0, 0.5, None),
        ("a", 1.0, 0.0, None),
        ("a", 1.0, 1.5, None),
        ("a", 1.0, 0.5, {"b": {"new": 1}}),
    ):
        with pytest.raises(ValueError, match=r"action|reward|chance|choices"):
            game.teach({"k": 1}, action, reward, chance, choices)
    after = game.state()
    assert all(np.array_equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("-q XA", "no namespace whose name begins with 'X'"),
        ("--learner exp4", "exp4 does not look at features of actions"),
        ("--logged --rewards", "leave out"),
        ("--log out.vw", "leave out"),
        ("--label a", "leave out --label"),
        ("--text a", "--interactions only"),
        ("--set alpha=x", "alpha"),
        ("--learner nobody", "nobody"),
        ("--high 1 --low 0.5", "does not lie from 0.5 to 1"),
        ("--resume missing.npz", "missing.npz"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_saved(words, complaint, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.adf").write_text("".join(as_adf(news(20))))
    given = words.split()
    limits = [] if "--low" in given else ["--low", "-1", "--high", "0"]
    assert run(["bandit", "log.adf", *limits, *given, "--save", "game.npz"]) == 2
    err = capsys.readouterr().err
    assert complaint in " ".join(err.split())
    assert len(err.strip().splitlines()) == 1
    assert not (tmp_path / "game.npz").exists()


def test_a_log_through_a_pipe_needs_the_number_of_actions(tmp_path, monkeypatch, capsys):
    class Pipe(io.BytesIO):
        buffer = property(lambda self: self)

    text = "".join(as_cb(news(20))).encode()
    monkeypatch.setattr("sys.stdin", Pipe(text))
    assert run(["bandit", "-", "--logged", "--low", "-1", "--high", "0", "--quiet"]) == 2
    assert "--actions K" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", Pipe(text))
    words = ["bandit", "-", "--logged", "--low", "-1", "--high", "0", "--actions", "5", "--learner", "linucb"]
    assert account(capsys, *words)["rounds"] == 20


def test_a_round_whose_reward_comes_late_has_the_chance_of_when_it_was_asked():
    class Counting(Policy):
        asked = 0

        def chance(self, logged, K):
            self.asked += 1
            return 1.0 / self.asked

    late = Logged({}, 0, None, 1.0, None, 1, "a")
    policy = Counting("counting")
    values = replay([late, late._replace(cost=1.0)], [policy], K=1)
    assert values["counting"].ips.estimate == 1.0  # the second time its chance is 1/2
    assert values["counting"].count == 1


def test_a_game_that_was_saved_by_hand_is_a_policy_of_choices(tmp_path, capsys):
    path, model = tmp_path / "log.adf", tmp_path / "game.npz"
    path.write_text("".join(as_adf(news(50))))
    save(ActionGame(LinUCB(7, shared=True)), model)
    found = account(capsys, "evaluate", str(path), "--low", "-1", "--high", "0", "--policy", str(model))
    assert found["policies"][str(model)]["mean_weight"] == pytest.approx(1.0, abs=0.01)
