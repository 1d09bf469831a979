"""What a committee tells of its members: their losses, mistakes and weights, and their own theorems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bound import Certificate
from ..losses.guess_losses import Mistake, Percentage
from ..rows.class_ledger import ClassLedger
from ..rows.ledger import Ledger
from ..rows.number_ledger import NumberLedger
from ..support.effort import Effort
from ..support.settings import counted
from ..truth import CLASSES, NUMBERS
from ..watcher import Watcher

if TYPE_CHECKING:
    from .committee import Committee

ANEW = "this member was begun anew, and its mistakes are not counted from there on"
ALONE = "a committee keeps no examples for the theorems of its members; this one has to play alone for it"


def accounts_of(committee: Committee) -> dict[str, Any]:
    """The members with loss, mistakes and present weight, as a dict for JSON."""
    losses, weights = losses_of(committee), committee.weights.tolist()
    counts = committee.truths != NUMBERS
    return {
        "members": [
            {
                "name": title,
                "loss": losses[i],
                **({"mistakes": int(committee.erred[i])} if counts else {}),
                "weight": weights[i],
            }
            for i, title in enumerate(committee.titles)
        ],
        "best_member": committee.account.best_expert or None,
    }


def lines_of(committee: Committee) -> list[str]:
    """The same in lines, the member of most weight first."""
    losses, weights = losses_of(committee), committee.weights.tolist()
    judged = max(1, committee.account.labelled)
    lines = []
    for i in sorted(range(committee.size), key=lambda i: (-weights[i], i)):
        words = f"{committee.titles[i]}: weight {weights[i]:.3g}, {committee.loss} loss {losses[i]:,.6g}"
        words += f" ({losses[i] / judged:.4g} a round)"
        if committee.truths != NUMBERS:
            words += f", {counted(int(committee.erred[i]), 'mistake')}"
        lines.append(words)
    return lines


def losses_of(committee: Committee) -> list[float]:
    """The loss of every member, 0 before the first label."""
    losses: list[float] = committee.account.expert_losses.tolist()
    return losses or [0.0] * committee.size


def certificates_of(committee: Committee) -> dict[str, list[Certificate]]:
    """What the theorems of every member say of it; those that need the examples themselves are open."""
    return {title: certified(committee, i) for i, title in enumerate(committee.titles)}


def certified(committee: Committee, i: int) -> list[Certificate]:
    """What the theorems of member i say of it."""
    member, bounds = committee.members[i], committee.members[i].bounds()
    renewed = committee.renewed
    kind: Any = {NUMBERS: NumberLedger, CLASSES: ClassLedger}.get(committee.truths, Ledger)
    # The account of a member counts mistakes: its loss is not the one that it follows.
    ledger = kind(member, Percentage() if kind is NumberLedger else Mistake(), bounds, 0)
    erred = int(committee.erred[i])
    ledger._updates_before = ledger._lessons_before = 0
    ledger.rounds = ledger.labelled = committee.account.labelled + committee.unforeseen
    if kind is not NumberLedger:
        ledger.mistakes, ledger.expected, ledger.loss = erred, float(erred), float(erred)
    begun = renewed is not None and renewed.times > 0 and i == committee.size - 1
    return [certificate_of(bound, ledger, ANEW if begun else "") for bound in bounds]


def certificate_of(bound: Any, ledger: Any, unknown: str = "") -> Certificate:
    """What one theorem says; it is open if it needs the rounds themselves, or for a reason that is given."""
    if unknown or bound.keeps_mistakes or isinstance(bound, Watcher):
        effort = Effort.quick(ledger.labelled)
        return Certificate(bound.statement(bound.looks_at(bound, ledger, effort)), None, None, open=unknown or ALONE)
    certificate: Certificate = bound.certificate(ledger)
    return certificate


def by_record(guess: int, classes: int, judged: int, erred: int) -> list[float]:
    """Chances of a member that says only a class: that it is right as often as it was, the others alike."""
    if not 0 <= guess < classes:
        return [1.0 / max(1, classes)] * classes
    right = (judged - erred + 0.5) / (judged + 1.0) if classes > 1 else 1.0
    return [right if c == guess else (1.0 - right) / (classes - 1) for c in range(classes)]
