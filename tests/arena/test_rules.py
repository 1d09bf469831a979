"""The rules of the page are those of the package: drawn rounds give the same guesses, acts, states and receipts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from arena_games import draw, in_javascript, job, play

from littlestone.arena.presets import PRESETS, Preset
from littlestone.rows.game import Game

LEARNERS = list(dict.fromkeys(preset.learner for preset in PRESETS))
SHORT, LONG = 2_000, 100_000


def presets_of(learner: str) -> list[Preset]:
    return [preset for preset in PRESETS if preset.learner == learner]


def knows(learner: Any, preset: Preset) -> dict[str, Any]:
    """What the learner of the package knows, as the page says it."""
    state = learner.state()
    name = preset.learner
    if name in ("halving", "soa"):
        return {"space": str(int.from_bytes(state["space"].tobytes(), "little"))}
    if name == "perceptron":
        w = np.zeros(len(preset.place.columns))  # columns that were never on have no weight yet
        w[: len(state["w"])] = state["w"]
        return {"w": [*w.tolist(), *([] if "bias" not in preset.settings else [float(state["bias_weight"])])]}
    fields = {"elimination": ["plain"], "conjunction": ["plain", "negated"], "decision-list": ["levels"]}
    fields |= {"winnow": ["exponents"], "wma": ["totals"]}
    return {field: np.asarray(state[field]).astype(int).tolist() for field in fields[name]}


def check(preset: Preset, games: list[Any], played: list[Any]) -> int:
    """Play the games with the package, and compare every round; how many there were."""
    rounds = 0
    for moves, there in zip(games, played, strict=True):
        game = Game(preset.make())
        for (point, y), round_ in zip(moves, there["rounds"], strict=True):
            move = game.predict(preset.place.points[point])
            assert move.act == round_["act"]
            assert move.guess == (
                pytest.approx(round_["guess"], abs=1e-12) if preset.learner == "wma" else round_["guess"]
            )
            game.label(move.number, y)
            state = {name: value for name, value in round_["state"].items() if name not in ("promotions", "demotions")}
            assert state == knows(game.learner, preset)
            rounds += 1
    return rounds


def compare(learner: str, rounds: int, seed: int) -> None:
    presets = presets_of(learner)
    drawn = [draw(preset, rounds // len(presets) + 1, seed + number) for number, preset in enumerate(presets)]
    played = in_javascript([job(preset, games) for preset, games in zip(presets, drawn, strict=True)])
    assert sum(check(*each) for each in zip(presets, drawn, played, strict=True)) >= rounds


@pytest.mark.parametrize("learner", LEARNERS)
def test_drawn_rounds_give_the_same_acts_and_weights(learner):
    compare(learner, SHORT, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_hundred_thousand_drawn_rounds_give_the_same_acts_and_weights(learner):
    compare(learner, LONG, seed=1000)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_receipt_allows_what_the_certificate_allows(preset):
    games = draw(preset, 120, seed=7, noise=0.0)
    (played,) = in_javascript([job(preset, games)])
    for moves, there in zip(games, played, strict=True):
        certificate = play(preset, moves).ledger.certificates[0]
        assert there["broken"] is None
        assert certificate.verdict == "holds"
        assert certificate.allowed == pytest.approx(there["allowed"], rel=1e-9)
