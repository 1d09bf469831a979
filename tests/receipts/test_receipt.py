"""What is in a receipt, and that the schema says so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from receipt_games import as_read, found, recorded

from littlestone import (
    ConvexGame,
    Game,
    Hedge,
    LinearDescent,
    LinearVAW,
    MatrixGame,
    OnlineGradientDescent,
    Perceptron,
    PruningTree,
)
from littlestone.commands.worst_case import worst
from littlestone.concepts.class_receipt import class_receipt
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.concepts.exact_vc import vc_dimension
from littlestone.errors import BadParameter
from littlestone.natures import PlantedHalfspace
from littlestone.receipts.exact_text import entries, exact, vector
from littlestone.rows.transcript import Transcript
from littlestone.verify import littlestone_verify
from littlestone.verify.littlestone_verify import number

SCHEMA = json.loads((Path(littlestone_verify.__file__).parent / "receipt.schema.json").read_text())
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


def faults(value, schema, where="receipt"):
    """What is wrong with a value by a schema: the words that ours uses."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(type(value) is TYPES[kind] for kind in kinds):
        yield f"{where} is {value!r:.30}"
    if "const" in schema and value != schema["const"]:
        yield f"{where} is {value!r:.30}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is {value!r:.30}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{where} is {value!r:.30}"
    if isinstance(value, dict):
        known = schema.get("properties", {})
        yield from (f"{where} lacks {name}" for name in schema.get("required", ()) if name not in value)
        more = schema.get("additionalProperties", True)
        for name, each in value.items():
            if name not in known and more is False:
                yield f"{where} has {name}"
            inner = known.get(name, more if isinstance(more, dict) else {})
            yield from faults(each, inner, f"{where}.{name}")
    if isinstance(value, list):
        for k, each in enumerate(value):
            yield from faults(each, schema.get("items", {}), f"{where}[{k}]")


def halfspace():
    return PlantedHalfspace(3, margin=0.1, rounds=50, seed=2)


def games():
    game = Game(Perceptron(), class_weight="balanced", metrics="accuracy")
    game.play(halfspace())
    yield game
    game = Game(LinearVAW())
    for x in ([1.0, 0.5], [0.25, 2.0]):
        game.label(game.predict(x).number, 3.0)
    yield game
    game = Game(Hedge())
    for x in ([1.0, -1.0], [-1.0, 1.0]):
        game.label(game.predict(x).number, 1)
    yield game
    game = ConvexGame(OnlineGradientDescent(2))
    yield game
    game, _ = recorded(Game(PruningTree(leaf=2, gain=0.0)))
    game.play(halfspace())
    yield game
    game = Game(LinearDescent(rate="root"))
    game.play(halfspace())
    yield game


def without_rows():
    """Receipts of what is no game of a learner on rows."""
    game = MatrixGame([[0, 1], [1, 0.5]], "hedge", "best-response", horizon=9)
    game.play(9)
    yield game.receipt()
    assert game.receipt(effort="none")["certificates"] == []
    cls = ConceptClass.parse("thresholds:4")
    yield class_receipt(cls, littlestone_dimension(cls), vc_dimension(cls), source=[])
    yield worst("winnow", "monotone-disjunctions:2", {}, 1000)[2](None)


@pytest.mark.parametrize("game", list(games()), ids=lambda game: game.learner.name)
def test_a_receipt_is_what_the_schema_says(game):
    receipt = as_read(game)
    assert list(faults(receipt, SCHEMA)) == []
    assert "refused" not in found(receipt).values()


def test_receipts_of_classes_and_matrix_games_are_what_the_schema_says():
    for body in without_rows():
        receipt = json.loads(json.dumps(body))
        assert list(faults(receipt, SCHEMA)) == []
        assert "refused" not in found(receipt).values()


def test_every_split_of_a_tree_is_written_down_once():
    game, _ = recorded(Game(PruningTree(leaf=2, gain=0.0)))
    game.play(halfspace())
    splits = as_read(game)["evidence"]["splits"]
    assert len(splits) == sum(1 for line in splits if len(line.split(" ")) == 6) > 5
    assert len(splits) == (game.learner.count - 1) // 2
    assert as_read(Game(PruningTree()))["evidence"]["splits"] is None


def test_the_schema_finds_faults():
    receipt = as_read(next(games()))
    assert list(faults({**receipt, "more": 1}, SCHEMA))
    assert list(faults({**receipt, "version": 2}, SCHEMA))
    assert list(faults({**receipt, "account": {}}, SCHEMA))


def test_numbers_are_exact():
    chance = np.random.default_rng(1)
    for value in [0.0, -0.0, 5e-324, 2.0**53, 2.0**1000, *chance.normal(size=50), *chance.integers(-9, 9, 20) / 4]:
        assert float(number(exact(float(value)))) == value
    assert entries([0, 3, 5], [1.0, 0.0, 0.5]) == "0:1 3:0 5:0x1p-1"
    assert vector([1.0, 0.0, 0.5]) == "0:1 2:0x1p-1"


def test_asking_for_rows_changes_no_result_and_twice_is_refused():
    plain, (watched, rows) = Game(Perceptron()), recorded(Game(Perceptron()))
    assert plain.play(halfspace()).as_dict() == watched.play(halfspace()).as_dict()
    assert len(rows.getvalue().splitlines()) == 51
    with pytest.raises(BadParameter, match="already"):
        Transcript(watched)
    with pytest.raises(BadParameter, match="rows are written down in games of rows"):
        Transcript(ConvexGame(OnlineGradientDescent(2)))


def test_effort_none_asks_no_theorem():
    assert next(games()).receipt(effort="none")["certificates"] == []
