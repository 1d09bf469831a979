"""The receipt of a game as a dict for JSON: docs/receipt_format.md has the format, `littlestone verify` checks it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from ..support.effort import Effort
from ..support.loading import VERSION
from .exact_text import exact, line_of, plain

FORMAT, FORMAT_VERSION = "littlestone receipt", 1
LARGEST_TABLE = 300_000  # cells of the table of a concept class


def receipt_of(game: Any, *, source: Any = None, effort: str = "quick") -> dict[str, Any]:
    """The receipt of a game so far: what was played and read, the account, the evidence, and every certificate."""
    ledger = game.ledger
    evidence = {
        "mistakes": lines_of(getattr(ledger, "kept", None)),
        "advice": lines_of(getattr(ledger, "rows", None)),
        "splits": None if (rows := transcript_of(ledger)) is None else rows.splits(),
    }
    read = {"source": source, "rows": rows_of(ledger)}
    return sealed(played(game), read, account_of(ledger), evidence, certificates_of(game, effort))


def receipt_without_rows(
    kind: str,
    certificates: list[dict[str, Any]],
    *,
    settings: dict[str, Any] | None = None,
    concepts: Any = None,
    rounds: int = 0,
    source: Any = None,
) -> dict[str, Any]:
    """The receipt of what is no game of a learner on rows: of a concept class, or of a matrix game."""
    nothing = {"mistakes": None, "expected": None, "loss": "0"}
    game = {
        "kind": kind,
        "learner": "",
        "settings": plain(settings or {}),
        "around": None,
        "variables": None,
        "concepts": None if concepts is None else table_of(concepts),
        "randomised": False,
        "setup": {},
    }
    counts = {"rounds": rounds, "labelled": rounds, "forgotten": 0, "longest_delay": 0, "loss": ""}
    account = {**counts, "given": nothing, "in_order": nothing, "weights": None}
    evidence = {"mistakes": None, "advice": None, "splits": None}
    return sealed(game, {"source": source, "rows": None}, account, evidence, certificates)


def sealed(game: Any, read: Any, account: Any, evidence: Any, certificates: Any) -> dict[str, Any]:
    """The parts of a receipt, with its hash."""
    body = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "package": f"littlestone {VERSION}",
        "game": game,
        "read": read,
        "account": account,
        "evidence": evidence,
        "certificates": certificates,
    }
    return {**body, "sha256": digest(body)}


def certificate_of(theorem: str, statement: str, paid: Any, allowed: Any, witness: Any) -> dict[str, Any]:
    """A certificate that holds, of what no game kept a ledger of."""
    sides = {"paid": exact(paid), "allowed": exact(allowed)}
    said = {"theorem": theorem, "statement": statement, "verdict": "holds", "why": None}
    return {**said, **sides, "times": None, "promised": {}, "witness": plain(witness)}


def digest(body: dict[str, Any]) -> str:
    """The SHA-256 of a receipt without this field, as JSON with sorted keys and no spaces, beyond ASCII escaped."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def played(game: Any) -> dict[str, Any]:
    """What was played: the kind of game, the learner whose rule theorems are about, and all settings."""
    learner = game.learner
    rule = learner.rule
    return {
        "kind": game._kind,
        "learner": rule.name or type(rule).__name__,
        "settings": plain(rule.parameters()),
        "around": None if rule is learner else {"learner": learner.name, "settings": plain(learner.parameters())},
        "variables": number_of(rule),
        "concepts": concepts_of(rule),
        "randomised": bool(getattr(game, "_randomised", learner.randomised)),
        "setup": plain({name: value for name, value in game.settings().items() if name != "schema"}),
    }


def rows_of(ledger: Any) -> dict[str, Any] | None:
    """What is known of the rows as the rule saw them: their number and hash; None where nobody wrote them down."""
    found = transcript_of(ledger)
    return None if found is None else found.transcript()


def transcript_of(ledger: Any) -> Any:
    """Who writes the rows down; None if nobody does."""
    return next((each for each in getattr(ledger, "_watchers", ()) if hasattr(each, "transcript")), None)


def account_of(ledger: Any) -> dict[str, Any]:
    """What was paid, of the guesses as given and in the order of the labels, and by weight if rounds had weights."""
    weights = ledger.in_order.weights
    return {
        "rounds": ledger.rounds,
        "labelled": ledger.labelled,
        "forgotten": ledger.forgotten,
        "longest_delay": getattr(ledger, "longest_delay", 0),
        "loss": getattr(ledger.price, "full_name", ""),
        "given": paid(ledger),
        "in_order": paid(ledger.in_order),
        "weights": None if weights is None else {name: exact(value) for name, value in weights.as_dict().items()},
    }


def paid(ledger: Any) -> dict[str, Any]:
    """The losses and, where mistakes are counted, these."""
    found = ledger._paid
    counts = "mistakes" in ledger._paid_as_dict()
    return {
        "mistakes": found.mistakes if counts else None,
        "expected": exact(found.expected) if counts else None,
        "loss": exact(found.loss),
    }


def lines_of(kept: Any) -> dict[str, Any] | None:
    """Examples that were kept, as the rule saw them, a line each; None where no theorem asked for them.

    `total` says how many there were: where fewer lines follow, there was no room for the others.
    """
    if kept is None:
        return None
    batch, weights = kept.batch(), kept.row_weights().tolist()
    starts, columns, values = batch.starts, np.asarray(batch.columns).tolist(), np.asarray(batch.values).tolist()
    lines = []
    for t in range(batch.rows):
        head = f"{kept.numbers[t]} {exact(batch.labels[t])} {exact(weights[t])}"
        lines.append(line_of(head, columns[starts[t] : starts[t + 1]], values[starts[t] : starts[t + 1]]))
    return {"total": int(kept.total), "kept": lines}


def number_of(rule: Any) -> int | None:
    """How many variables a learner of Boolean variables plays with, or how many experts it has heard of."""
    counts = rule.kind == "experts" or (rule.counts_first and hasattr(rule, "n"))
    return int(rule.n) if counts and rule.n >= 0 else None


def concepts_of(rule: Any) -> dict[str, Any] | None:
    """The class of a learner of a finite class as its table, a line a concept; None if it has none, or a large one."""
    found = getattr(rule, "concepts", None)
    return None if found is None else table_of(found)


def table_of(concepts: Any) -> dict[str, Any] | None:
    """A class as its table; None of a large one."""
    if concepts.size * concepts.points > LARGEST_TABLE:
        return None
    names = ["".join(concepts.symbols[label] for label in row) for row in concepts.table.tolist()]
    return {"variables": concepts.variables, "table": names}


def certificates_of(game: Any, effort: str) -> list[dict[str, Any]]:
    """Every certificate with its witness: of the learner's theorems, and then of the game's guarantees."""
    ledger = game.ledger
    if effort == "none":
        return []
    found = [certified(bound, ledger, effort) for bound in ledger.bounds]
    for guarantee in ledger._guarantees:
        found += [certified(bound, guarantee.account, effort) for bound in guarantee.bounds]
    return found


def certified(bound: Any, ledger: Any, effort: str) -> dict[str, Any]:
    """A certificate, its witness, and by how much a bound on mistakes is multiplied where rounds have weights."""
    certificate, witness = bound.attested(ledger, Effort.full() if effort == "full" else Effort.quick(ledger.labelled))
    weights = ledger.weights
    by_weight = weights is not None and bound.mistakes and not ledger.learner.rule.weighs
    return {
        "theorem": type(bound).__name__,
        "statement": certificate.theorem,
        "verdict": certificate.verdict,
        "why": certificate.why,
        "paid": None if certificate.paid is None else exact(certificate.paid),
        "allowed": None if certificate.allowed is None else exact(certificate.allowed),
        "times": exact(weights.heaviest) if by_weight else None,
        "promised": plain(bound.parameters()),
        "witness": plain(witness),
    }
