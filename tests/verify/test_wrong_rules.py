"""The wrong rules of the tests, where the verifier plays the rule: what runs otherwise is refused."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from receipt_games import as_read, recorded
from receipt_learners import LEARNERS, NATURES, votes

from littlestone import Game
from littlestone.errors import LittlestoneError
from littlestone.learners import EXPERTS
from littlestone.learners import LEARNERS as ROWS
from littlestone.verify.littlestone_verify import RULES, verified

TESTS = Path(__file__).parents[1]
RIGHT = {(ROWS[name] if name in ROWS else EXPERTS[name]) for name in RULES}
FILES = [
    path for room in ("certificates", "boolean", "linear", "experts") for path in sorted((TESTS / room).glob("*.py"))
]
STREAMS = {"ogd": "ogd", "wma": "wma", "rwma": "wma", "hedge": "hedge, votes"}


def wrong_rules():
    """The classes of the tests that are derived from a rule which the verifier plays."""
    for path in FILES:
        text = path.read_text()
        if not any(f"({kind.__name__}):" in text for kind in RIGHT):
            continue
        spec = spec_from_file_location(f"wrong_rules_{path.stem}", path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, kind in vars(module).items():
            if isinstance(kind, type) and kind.__module__ == module.__name__ and kind.__bases__[0] in RIGHT:
                yield f"{path.stem}-{name}", kind


def run(learner):
    """A game of this learner, and its rows; None if it does not get through."""
    honest = learner.name
    game, rows = recorded(Game(learner, bounds=[]))
    try:
        game.play(NATURES[STREAMS.get(honest, honest)]())
    except (LittlestoneError, ArithmeticError, AttributeError, ValueError):
        return None
    return as_read(game), rows.getvalue()


@pytest.mark.slow
def test_a_wrong_rule_whose_run_differs_is_refused():
    tried, missed = 0, []
    for name, kind in wrong_rules():
        parameters = LEARNERS[kind.name]().parameters()
        try:
            wrong = run(kind(**parameters))
        except (TypeError, LittlestoneError):
            continue
        if wrong is None or wrong[1] == run(kind.__bases__[0](**parameters))[1]:
            continue
        tried += 1
        said = verified(wrong[0], iter(wrong[1].splitlines(keepends=True)))[1]
        if said.what != "refused":
            missed.append((name, str(said)))
    assert missed == []
    assert tried >= 70


def test_votes_are_drawn_the_same_every_time():
    assert list(votes()) == list(votes())
