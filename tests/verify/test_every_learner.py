"""Every learner on six streams: what holds is never refused, and rules that the verifier plays are found again."""

from __future__ import annotations

import re
from copy import deepcopy
from random import Random

import pytest
from receipt_games import as_read, found, recorded, signed
from receipt_learners import LEARNERS, LOSSES, NATURES, NUMBERS, WEIGHTS
from variants import VARIANTS

from littlestone import Game
from littlestone.checks import drawn, game_of, play_late, play_rounds, ready, rounds_of
from littlestone.errors import BadParameter, InputError, LittlestoneError
from littlestone.learner import RowLearner
from littlestone.verify.littlestone_verify import RULES

STREAMS = ("fits", "noisy", "contrary", "late", "weights", "resumed")
MORE_LOSSES = (None, "mistake", "hinge", "log", "square", "absolute", "brier")
SLOW = ("agnostic", "second-order", "portfolio", "full")
SHOWN = [name for k, name in enumerate(VARIANTS) if k % 9 == 4 and not any(word in name for word in SLOW)]


def rounds_for(game, stream):
    """Rounds for a game: labels as the learner itself says after it has learned, as they are, or against it."""
    rounds = rounds_of(game.learner, drawn(game.learner))
    if not isinstance(game, Game) or game._numbers or stream not in ("fits", "contrary"):
        return rounds
    taught = deepcopy(game)
    play_rounds(taught, rounds)
    if stream == "fits":
        return [(x, y if (said := taught.predict(x).act) is None else said) for x, y in rounds]
    labels = sorted({y for _, y in rounds})
    return [(x, next((y for y in labels if y != taught.predict(x).act), truth)) for x, truth in rounds]


def played(make, stream):
    """A game on a stream, with its rows if it has any."""
    game, rows = game_of(ready(make)), None
    rounds = rounds_for(game, stream)
    if isinstance(game, Game):
        game, rows = recorded(game)
    if stream == "late":
        play_late(game, rounds, seed=1)
    elif stream == "weights" and isinstance(game, Game):
        for t, (x, y) in enumerate(rounds):
            game.label(game.predict(x).number, y, weight=(1.0, 2.5, 0.3)[t % 3])
    elif stream == "resumed":
        play_rounds(game, rounds[: len(rounds) // 2])
        game = deepcopy(game)
        if rows is not None:
            game, rows = recorded(game)
        play_rounds(game, rounds[len(rounds) // 2 :])
    else:
        play_rounds(game, rounds)
    return game, rows


@pytest.mark.parametrize(
    "name", [name if name in SHOWN else pytest.param(name, marks=pytest.mark.long) for name in VARIANTS]
)
def test_no_honest_receipt_is_refused(name):
    for stream in STREAMS:
        try:
            game, rows = played(VARIANTS[name], stream)
        except (InputError, BadParameter):  # a rule may refuse a label or a weight, before anything is learned
            continue
        receipt = as_read(game)
        said = found(receipt, rows)
        assert "refused" not in said.values(), (stream, [each for each in said.items() if each[1] == "refused"])
        if isinstance(game.learner, RowLearner) and stream in ("fits", "noisy", "contrary"):
            assert receipt["game"]["learner"] not in RULES or said["the run"] in ("replayed", "summarised")


def drawn_game(draw):
    """A game of a rule that the verifier plays, with any loss, weights, noise, order and lateness; None if refused."""
    name = draw.choice(list(LEARNERS))
    loss, weights = draw.choice([LOSSES.get(name), *MORE_LOSSES]), draw.choice([None, None, WEIGHTS, {-1: 0.5, 1: 2.0}])
    rounds = (NATURES.get(name) or NATURES[re.sub(r"1?(,.*)?$", "", name)])()
    rounds = [rounds.draw() for _ in range(120)] if hasattr(rounds, "draw") else list(rounds)
    draw.shuffle(rounds)
    noise, late, waiting = draw.choice([0.0, 0.0, 0.2]), draw.choice([0, 0, 0, 4]), []
    try:
        game, rows = recorded(Game(LEARNERS[name](), loss=loss, class_weight=weights, seed=draw.randrange(10**6)))
        for x, y in rounds * draw.choice([1, 3]):
            flipped = draw.random() < noise and name not in NUMBERS and y in (1, -1)
            waiting.append((game.predict(x).number, -y if flipped else y))
            while len(waiting) > late:
                game.label(*waiting.pop(draw.randrange(len(waiting))))
    except LittlestoneError:
        return None
    return game, rows


@pytest.mark.parametrize("count", [40, pytest.param(2_000, marks=pytest.mark.long)])
def test_no_drawn_game_is_refused_and_every_loss_of_one_is_added_up(count):
    draw, replayed = Random(count), 0
    for _ in range(count):
        drawn_one = drawn_game(draw)
        if drawn_one is None:
            continue
        receipt, rows = as_read(drawn_one[0]), drawn_one[1]
        said = found(receipt, rows)
        assert "refused" not in said.values(), (receipt["game"], said)
        if said["the run"] != "replayed":
            continue
        replayed += 1
        for paid in (receipt["account"]["given"], receipt["account"]["in_order"]):
            paid["loss"] = (1.0 + 2.0 * float.fromhex(paid["loss"])).hex()
        assert "refused" in found(signed(receipt), rows).values(), receipt["account"]
    assert replayed > count / 4
