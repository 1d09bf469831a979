"""Training with a learner of the user's own: the rule that is played is the user's, or none is."""

from __future__ import annotations

import sys
from concurrent.futures import Executor, Future

import numpy as np
import pytest
from drawn_streams import commands, strict

from littlestone import Perceptron, load
from littlestone.cluster import train
from littlestone.cluster.own_rules import Rule, code_of, rule_of
from littlestone.cluster.training import digest_of
from littlestone.errors import BadParameter, StateError

MODULE = """
from littlestone import Perceptron


class Never(Perceptron):
    def learn(self, x, y, guess):
        pass


class Counting(Perceptron):
    def state(self):
        return {**super().state(), "seen": self.lessons}
"""


class Here(Executor):
    """Plays every task at once, in this process."""

    def submit(self, fn, /, *args, **kwargs):
        done = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "mine_shared.py").write_text(MODULE)
    yield __import__("mine_shared")
    sys.modules.pop("mine_shared", None)


def data(rows=200):
    random = np.random.default_rng(0)
    X = random.normal(size=(rows, 5))
    return X, np.where(X @ [1, -1, 2, 0, 0.5] > 0, 1, -1)


@pytest.mark.parametrize("where", [{"workers": 1}, {"workers": 2}, {"executor": Here()}])
def test_a_subclass_is_played_by_its_own_rule(mine, where):
    asked = {"shards": 4, "epochs": 2, **where}
    game = train(*data(), learner=mine.Never(), **asked)
    assert game.ledger.updates == 0
    assert not np.any(game.learner.state()["w"])
    assert digest_of(game) != digest_of(train(*data(), **asked))


def test_the_command_line_plays_and_saves_the_users_rule(mine, tmp_path, capsys):
    path = tmp_path / "f.vw"
    path.write_text("".join(f"{1 if t % 3 else -1} |f a{t % 3} b{t % 5}\n" for t in range(60)))
    command = commands(capsys)
    code, out, _ = command("train", path, "--learner", "mine_shared:Never", "-f", tmp_path / "m.npz", "--json")
    assert (code, strict(out)["updates"]) == (3, 0)  # its certificates say that this is no Perceptron
    assert load(tmp_path / "m.npz", learner=mine.Never).ledger.updates == 0


def test_a_worker_without_the_module_or_with_another_refuses(mine):
    rule = rule_of(mine.Never())
    assert rule == Rule("mine_shared:Never", code_of(mine.Never))
    assert type(rule.learner({})) is mine.Never
    with pytest.raises(StateError, match="this worker has no learner nowhere_to_be_found:Never"):
        Rule("nowhere_to_be_found:Never", rule.code).learner({})
    with pytest.raises(StateError, match="this worker has no learner mine_shared:Other"):
        Rule("mine_shared:Other", rule.code).learner({})
    with pytest.raises(StateError, match="is not that of the training"):
        Rule(rule.name, "another").learner({})


def test_what_no_worker_can_find_or_shards_cannot_share_is_refused(mine):
    class Local(Perceptron):
        pass

    with pytest.raises(BadParameter, match="made within a function"):
        train(*data(), learner=Local(), workers=1)
    with pytest.raises(BadParameter, match=r"keeps .seen.*`mixes`"):
        train(*data(), learner=mine.Counting(), workers=1)
