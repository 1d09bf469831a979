"""Forged receipts, by level: what each level has to refuse, it refuses, whatever hash the forger computed anew."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from random import Random

import pytest
from receipt_games import as_read, found, leaves, put, signed
from receipt_learners import LEARNERS, played

from littlestone.receipts.exact_text import exact
from littlestone.verify.littlestone_verify import RULES, Unreadable, number, verified

NAMES = [name for name in LEARNERS if "committee" not in name]
FULL = pytest.param(10_000, marks=pytest.mark.long)


@cache
def honest(name):
    """The text of a receipt, and its rows."""
    game, rows = played(name)
    return json.dumps(as_read(game)), rows.getvalue().splitlines(keepends=True)


def other(value, chance):
    """Another value of the same kind, far enough from it for nothing to be rounding."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([1, 2, 10]) if value < 1 or chance.random() < 0.5 else value - 1
    if isinstance(value, str):
        try:
            said = float(number(value))
        except Unreadable:
            return value + "x"
        return exact(said + chance.choice([1.0, -1.0, 0.5]) * max(1.0, abs(said)) * chance.choice([1, 1e-3, 1e-6]))
    return value


@pytest.mark.parametrize("mutants", [300, FULL])
def test_summarised_any_mutation_is_refused_by_the_hash(mutants):
    chance = Random(1)
    for k in range(mutants):
        receipt = json.loads(honest(NAMES[k % len(NAMES)])[0])
        path = chance.choice([path for path in leaves(receipt) if path[0] not in ("sha256", "format", "version")])
        put(receipt, path, lambda value: other(value, chance))
        try:
            assert found(receipt)["the receipt"] == "refused", path
        except Unreadable:
            continue


def contradictions(receipt, chance):
    """A change of what the evidence says otherwise: its path, and what becomes of it."""
    place = chance.choice([k for k, each in enumerate(receipt["certificates"]) if each["verdict"] == "holds"])
    ways = [(("certificates", place, side), lambda value: other(value, chance)) for side in ("paid", "allowed")]
    if receipt["evidence"]["mistakes"] is not None:
        kept = ("evidence", "mistakes", "kept")
        ways.append((("evidence", "mistakes", "total"), lambda total: total + chance.choice([-1, 1])))
        ways.append((kept, lambda lines: [*lines, chance.choice(lines)]))
        ways.append((kept, lambda lines: [f"{99_999} {lines[0].split(' ', 1)[1]}", *lines[1:]]))
    return chance.choice(ways)


@pytest.mark.parametrize("mutants", [300, FULL])
def test_witnessed_what_contradicts_the_evidence_is_refused(mutants):
    chance = Random(2)
    for k in range(mutants):
        receipt = json.loads(honest(NAMES[k % len(NAMES)])[0])
        if not any(each["verdict"] == "holds" for each in receipt["certificates"]):
            continue
        path, change = contradictions(receipt, chance)
        put(receipt, path, change)
        said = found(signed(receipt))
        assert "refused" in said.values(), (receipt["game"]["learner"], path)


PLAYED = [
    ("account", "labelled"),
    ("account", "in_order", "mistakes"),
    ("account", "in_order", "loss"),
    ("account", "in_order", "expected"),
    ("read", "rows", "lines"),
]


@pytest.mark.parametrize("mutants", [200, FULL])
def test_replayed_no_played_number_can_be_another(mutants):
    """In the receipt, with the hash that fits; or a round, label, weight, guess or mark of a row, with both hashes."""
    chance, names = Random(3), [name for name in NAMES if json.loads(honest(name)[0])["game"]["learner"] in RULES]
    for k in range(mutants):
        text, lines = honest(names[k % len(names)])
        receipt, lines = json.loads(text), list(lines)
        if chance.random() < 0.5:
            path = chance.choice([path for path in PLAYED if value_at(receipt, path) is not None])
            put(receipt, path, lambda value: other(value, chance))
            if path[0] == "account" and path[1] == "in_order":
                receipt["account"]["given"] = receipt["account"]["in_order"]
        else:
            at, place = chance.randrange(1, len(lines)), chance.randrange(5)
            if place == 4 and receipt["account"]["in_order"]["mistakes"] is None:
                place = 3  # no mistakes there
            parts = lines[at].split(" ")
            turned = {"right": "wrong", "wrong": "right"}
            parts[place] = turned[parts[place]] if place == 4 else other(parts[place], chance)
            lines[at] = " ".join(parts)
            receipt["read"]["rows"]["sha256"] = hashlib.sha256("".join(lines).encode()).hexdigest()
        try:
            said = [each.what for each in verified(signed(receipt), iter(lines))]
        except Unreadable:
            continue
        assert "refused" in said[:2], (names[k % len(names)], said)


def value_at(body, path):
    for key in path:
        body = body[key]
    return body
