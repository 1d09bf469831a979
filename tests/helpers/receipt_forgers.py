"""What forgers begin with: honest receipts with their rows, and the same of other rows."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from io import StringIO

from receipt_games import as_read, found, recorded, signed
from receipt_learners import WEIGHTS, played

from littlestone import Game
from littlestone.verify.littlestone_verify import Unreadable


@cache
def honest(name, weights=False):
    game, rows = played(name, class_weight=WEIGHTS if weights else None)
    return json.dumps(as_read(game)), rows.getvalue()


def receipt_of(name, weights=False):
    return json.loads(honest(name, weights)[0])


def theorem_of(receipt, place=0):
    return receipt["certificates"][place]["theorem"]


def judged(receipt, rows=None):
    """What the verifier says of a receipt, "unreadable" of everything where it is none."""
    try:
        return found(receipt, None if rows is None else StringIO(rows))
    except Unreadable:
        return {"the receipt": "unreadable"}


def refused(receipt, rows=None):
    return bool({"refused", "unreadable"} & set(judged(receipt, rows).values()))


def rewritten(receipt, lines):
    """The receipt of other rows: counts, sums and evidence are those of the rows, and so is the hash."""
    receipt = json.loads(json.dumps(receipt))
    parts = [line.split(" |")[0].split(" ") for line in lines[1:]]
    receipt["read"]["rows"].update(lines=len(parts), sha256=hashlib.sha256("".join(lines).encode()).hexdigest())
    mistakes = sum(part[4] == "wrong" for part in parts)
    paid = {"mistakes": mistakes, "expected": str(mistakes), "loss": str(mistakes)}
    receipt["account"].update(labelled=len(parts), given=paid, in_order=paid)
    receipt["account"]["rounds"] = max(receipt["account"]["rounds"], len(parts))
    if receipt["evidence"]["mistakes"] is not None:
        kept = [
            " ".join(part[:3]) + " |" + line.rstrip("\n").split(" |")[1]
            for part, line in zip(parts, lines[1:], strict=True)
            if part[4] == "wrong"
        ]
        receipt["evidence"]["mistakes"] = {"total": mistakes, "kept": kept}
    if receipt["evidence"]["advice"] is not None:
        kept = [
            " ".join(p[:3]) + " |" + line.rstrip("\n").split(" |")[1] for p, line in zip(parts, lines[1:], strict=True)
        ]
        receipt["evidence"]["advice"] = {"total": len(kept), "kept": kept}
    receipt["certificates"] = []
    return signed(receipt)


def run(learner, rounds):
    game, rows = recorded(Game(learner, bounds=[]))
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return as_read(game), rows.getvalue().splitlines(keepends=True)
