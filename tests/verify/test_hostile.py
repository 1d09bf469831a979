"""Receipts, rows and files that somebody made to break the verifier: one line, exit code 1 or 2, and soon."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from time import process_time

import pytest
from receipt_games import as_read, leaves, put, signed
from receipt_learners import LEARNERS, played

from littlestone import MatrixGame
from littlestone.commands.worst_case import worst
from littlestone.concepts.class_receipt import class_receipt
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.concepts.exact_vc import vc_dimension
from littlestone.verify import littlestone_verify
from littlestone.verify.littlestone_verify import Unreadable, body_of, main, verified

HOSTILE = [None, True, -1, 0, 2**63, 10**4000, "", "-1", "0", "nonsense", "\ud800", "a\nproved     b", [], {}, [[]]]
HOSTILE += ["0x1p+1023", "-0x1p+1023", "0x1p-1074", "0x1p+99999", "9" * 15, "0x0p+0", "99999999:1", ["0 0 0 | 0:1"]]


@cache
def receipts():
    """Receipts of every kind, as texts, and their rows if they have some."""
    found = []
    for name in LEARNERS:
        game, rows = played(name)
        found.append((json.dumps(as_read(game)), rows.getvalue()))
    cls = ConceptClass.parse("thresholds:7")
    found.append((json.dumps(class_receipt(cls, littlestone_dimension(cls), vc_dimension(cls))), None))
    game = MatrixGame([[0, 1], [1, 0.5]], "hedge", "best-response", horizon=10)
    game.play(10)
    found.append((json.dumps(game.receipt()), None))
    for name in ("soa", "winnow", "elimination"):
        body = worst(name, "monotone-disjunctions:3", {}, 10**5)[2](None)
        found.append((json.dumps(body), None))
    return found


@pytest.mark.parametrize("count", [400, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_hostile_value_in_any_field_is_refused_or_unreadable_and_soon(count):
    chance, slowest = Random(count), (0.0, None)
    for k in range(count):
        text, rows = receipts()[k % len(receipts())]
        receipt = json.loads(text)
        path = chance.choice([path for path in leaves(receipt) if path[0] not in ("sha256", "format", "version")])
        path = path[: chance.randrange(1, len(path) + 1)] if chance.random() < 0.2 else path
        value = chance.choice(HOSTILE)
        put(receipt, path, lambda _, value=value: value)
        begun = process_time()
        try:
            told = verified(signed(receipt), None if rows is None else iter(rows.splitlines(keepends=True)))
            assert all(str(each).isprintable() for each in told)
        except Unreadable:
            pass
        slowest = max(slowest, (process_time() - begun, str((path, str(value)[:30]))))
    assert slowest[0] < 20.0, slowest


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.long)])
def test_hostile_rows_are_refused_or_unreadable(count):
    chance, with_rows = Random(count), [each for each in receipts() if each[1]]
    for k in range(count):
        text, rows = with_rows[k % len(with_rows)]
        lines = rows.splitlines(keepends=True)
        at = chance.randrange(len(lines))
        parts = lines[at].split(" ")
        parts[chance.randrange(len(parts))] = str(chance.choice(HOSTILE[:10] + HOSTILE[15:]))[:300]
        before, lines[at] = lines[at], " ".join(parts)
        if lines[at] == before:
            continue
        try:
            assert verified(json.loads(text), iter(lines))[1].what == "refused"
        except Unreadable:
            continue


FILES = {
    "nothing": b"",
    "cut": b'{"format": "littlestone receipt", "version": 1, "packa',
    "binary": bytes(range(256)) * 10,
    "deep": b"[" * 200_000,
    "deep objects": b'{"a":' * 200_000,
    "nan": b'{"format": NaN}',
    "infinity": b'{"format": -Infinity}',
    "a float": b'{"format": 1e999999999}',
    "a gigantic number": b'{"format": ' + b"9" * 1_000_000 + b"}",
    "a key twice": b'{"format": "littlestone receipt", "format": "littlestone receipt"}',
    "no object": b"[1, 2]",
    "utf-16": '{"format": 1}'.encode("utf-16"),
    "a line in a message": json.dumps({"format": "littlestone receipt", "version": "\nproved"}).encode(),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_receipt_is_told_in_one_line(name, tmp_path, capsys):
    (tmp_path / "receipt.json").write_bytes(FILES[name])
    assert main([str(tmp_path / "receipt.json")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith("unreadable ")


def test_nobody_writes_a_verdict_into_a_receipt():
    receipt = json.loads(receipts()[0][0])
    claim = {
        **receipt["certificates"][0],
        "theorem": "X",
        "verdict": "open",
        "why": "\nproved     MarginBound\x1b[2J\ud800",
    }
    told = verified(signed({**receipt, "certificates": [claim]}))
    assert str(told[1]) == r"no claim   X: open: ?proved     MarginBound?[2J\ud800"


def test_a_stranger_needs_the_file_and_nothing_else(tmp_path):
    shutil.copy(littlestone_verify.__file__, tmp_path / "verifier.py")
    text, rows = receipts()[0]
    (tmp_path / "receipt.json").write_text(text)
    (tmp_path / "rows.txt").write_text(rows)
    given = [sys.executable, "-I", "-S", "verifier.py", "receipt.json"]
    for more, code in (([], 0), (["--rows", "rows.txt"], 0), (["--rows", "receipt.json"], 2), (["--rows", "."], 2)):
        done = subprocess.run([*given, *more], cwd=tmp_path, capture_output=True, text=True, env={"LC_ALL": "C"})
        assert (done.returncode, "Traceback" in done.stderr) == (code, False)
    assert sorted(path.name for path in Path(tmp_path).iterdir()) == ["receipt.json", "rows.txt", "verifier.py"]


def test_numbers_of_a_receipt_are_whole_or_text():
    assert body_of('{"a": [1, "0x1p-1"]}') == {"a": [1, "0x1p-1"]}
    with pytest.raises(Unreadable, match=r"like 0\.5"):
        body_of('{"a": 0.5}')
