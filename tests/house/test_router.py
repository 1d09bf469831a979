"""The router of the examples: it runs, its world is as its page tells, and a service plays the same games."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest
from service_front import served

ROUTER = Path(__file__).parents[2] / "examples" / "router"


@pytest.fixture
def router(monkeypatch):
    monkeypatch.syspath_prepend(str(ROUTER))
    yield runpy.run_path(str(ROUTER / "router.py"))
    sys.modules.pop("world", None)


def test_the_router_runs_and_says_what_every_strategy_brought(router, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["router.py", "--rounds", "200", "--learners", "linucb,tsallis-inf"])
    router["main"]()
    out = capsys.readouterr().out
    assert "200 requests, 11 models" in out
    for title in ("the best policy", "always frontier", "round robin", "linucb", "tsallis-inf"):
        assert out.count(f"\n{title} ") == 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--learners", "linucb,lucky"], "there is no learner 'lucky' here; there is epsilon-greedy, "),
        (["--rounds", "19"], "--rounds is 20 or more"),
        (
            ["--learners", "linucb", "--rounds", "20", "--service", "nowhere"],
            "begins with http:// or https://, not 'nowhere'",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(router, monkeypatch, capsys, words, complaint):
    monkeypatch.setattr(sys, "argv", ["router.py", *words])
    with pytest.raises(SystemExit) as left:
        router["main"]()
    assert left.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


def test_two_models_fail_for_a_while_and_two_change(router):
    world, names = router["World"](1000), router["NAMES"]
    request = world.request(460)
    assert [name for name in names if world.is_out(name, 460)] == ["coder-small", "scribe"]
    assert {world.reward(name, 460, request) for name in ("coder-small", "scribe")} == {0.0}
    assert not any(world.is_out(name, number) for name in names for number in (450, 501))
    assert [name for name in names if world.model(name, 600) != world.model(name, 601)] == ["small", "maths"]
    rewards = [world.reward(name, number, world.request(number)) for name in names for number in range(1, 200)]
    assert world.low <= min(rewards)
    assert max(rewards) <= world.high


def test_what_the_same_grade_costs_without_looking_is_the_cheapest_mixture(router):
    run, mixed = router["Run"], router["mixed_cost"]
    fixed = {"dear": run([1.0], [2.0], [], []), "cheap": run([0.5], [0.1], [], []), "bad": run([0.4], [1.0], [], [])}
    assert mixed(fixed, 0.75) == pytest.approx(1.05)
    assert mixed(fixed, 0.3) == 0.1
    assert mixed(fixed, 1.1) == float("inf")


@pytest.mark.system
def test_a_service_plays_the_same_games(router, tmp_path, monkeypatch, capsys):
    words = ["router.py", "--rounds", "60", "--learners", "linucb,tsallis-inf"]
    shown = []
    with served(tmp_path / "games") as there:
        for more in ([], ["--service", there.url]):
            monkeypatch.setattr(sys, "argv", [*words, *more])
            router["main"]()
            shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
