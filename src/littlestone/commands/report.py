"""What the command line prints: the account of a game in words, and the table of learners."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from math import isfinite
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..learners.convex.point import PointLearner
from ..learners.table import EXPERTS, LEARNERS, POINTS, PORTFOLIOS
from ..ledger import Ledger
from ..words import amount, counted

COLOURS = {"holds": "green", "broken premise": "yellow", "violated": "bold red"}
LEFT = 18  # how wide the words on the left are


def report(ledger: Ledger, certificates: Sequence[Certificate], *, source: str, interrupted: bool) -> None:
    """Print the account of a game and what every theorem says of it."""
    console = Console(highlight=False)
    heading(console, f"{ledger.learner.name} on {source}")
    columns(console, account(ledger, interrupted))
    for certificate in certificates:
        console.print()
        heading(console, certificate.theorem)
        columns(console, verdict(certificate))


def account(ledger: Ledger, interrupted: bool) -> list[tuple[str, str, str]]:
    """The lines of the account: what, how much, and in which colour."""
    judged = ledger.labelled
    lines = [("parameters", settings(ledger.learner.parameters()) or "none", "")]
    lines += [("rounds", f"{ledger.rounds:,}" + (", then interrupted" if interrupted else ""), "")]
    if judged:
        wrong_plus = counted(ledger.false_positives, "false positive")
        wrong_minus = counted(ledger.false_negatives, "false negative")
        constant = "+1" if 2 * ledger.positives > judged else "-1"
        lost = "; the learner does worse" if ledger.mistakes > ledger.best_constant else ""
        lines += [
            ("mistakes", f"{ledger.mistakes:,} ({100 * ledger.mistakes / judged:.2f} %)", ""),
            ("", f"{wrong_plus}, {wrong_minus}", ""),
            ("best constant", f"{counted(ledger.best_constant, 'mistake')}, by always answering {constant}{lost}", ""),
            ("updates", f"{ledger.updates:,}", ""),
        ]
    if ledger.learner.randomised:
        lines.append(("expected", f"{amount(ledger.expected)} mistakes over the coin", ""))
    if judged and ledger.price.name != "mistake":
        lines.append((f"{ledger.price.name} loss", f"{amount(ledger.loss)}, {ledger.loss / judged:.4g} a round", ""))
    if ledger.longest_delay:
        mean = ledger.total_delay / judged
        lines.append(
            ("delay", f"labels came up to {counted(ledger.longest_delay, 'round')} late, {mean:.4g} on average", "")
        )
    if ledger.forgotten:
        lines.append(("unlabelled", f"{counted(ledger.forgotten, 'round')}, predicted and not judged", ""))
    if ledger.open:
        lines.append(("waiting", f"{counted(ledger.open, 'round')} without their label yet", ""))
    return lines


def verdict(certificate: Certificate) -> list[tuple[str, str, str]]:
    """The lines of a certificate."""
    allowed = "" if certificate.allowed is None else f" of {amount(certificate.allowed)} allowed"
    why = certificate.violated or certificate.broken
    paid = f"paid {amount(certificate.paid)}{allowed}"
    lines = [(certificate.verdict, why or paid, COLOURS[certificate.verdict])]
    if why:
        lines.append(("", paid, ""))
    if certificate.teaches:
        lines.append(("teaches", certificate.teaches, ""))
    return lines


def heading(console: Console, words: str) -> None:
    """Print words in bold; a long path in them is not torn apart."""
    for line in wrap(words, console.width, break_long_words=False, break_on_hyphens=False):
        console.print(Text(line, style="bold"), soft_wrap=True)


def columns(console: Console, lines: Sequence[tuple[str, str, str]]) -> None:
    """Print lines in two columns, the right one wrapped within itself."""
    for left, right, style in lines:
        first, *rest = wrap(right, max(20, console.width - LEFT)) or [""]
        console.print(Text.assemble((f"  {left}".ljust(LEFT), style), first))
        for line in rest:
            console.print(Text(" " * LEFT + line))


def table_of_learners() -> list[dict[str, Any]]:
    """Every learner with its kind, rule, theorems and parameters, as plain values."""
    return [
        {
            "name": name,
            "kind": kind.kind,
            "rule": first_sentence(kind),
            "theorems": [
                {"name": bound.__name__, "statement": first_sentence(bound), "promise": bound.promise or None}
                for bound in kind.theorems
            ],
            "parameters": (kind(d=2) if issubclass(kind, PointLearner) else kind()).parameters(),
        }
        for table in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS)
        for name, kind in table.items()
    ]


def print_learners() -> None:
    """Print the table of learners in words."""
    console = Console(highlight=False)
    for number, learner in enumerate(table_of_learners()):
        if number:
            console.print()
        console.print(Text.assemble((learner["name"], "bold"), f", {learner['kind']}"))
        lines = [("rule", learner["rule"], "")]
        for theorem in learner["theorems"]:
            lines.append(("theorem", theorem["statement"], ""))
            if theorem["promise"]:
                lines.append(("", f"promise: {theorem['promise']}", ""))
        lines.append(("parameters", settings(learner["parameters"]) or "none", ""))
        columns(console, lines)


def first_sentence(kind: type[Any]) -> str:
    """The first sentence of a docstring."""
    paragraph = " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split())
    return re.split(r"(?<=\.)(?<!et al\.)\s", paragraph)[0]


def settings(parameters: dict[str, Any]) -> str:
    """Parameters as they are written after --set."""
    return ", ".join(f"{name}={written(value)}" for name, value in parameters.items())


def written(value: Any) -> str:
    """A parameter's value as it is written after --set."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def strict_json(value: Any) -> str:
    """JSON as the standard has it: what is not a finite number is null."""
    return json.dumps(plain(value), indent=2, allow_nan=False)


def plain(value: Any) -> Any:
    """The value in dicts, lists, texts, finite numbers and None."""
    if isinstance(value, dict):
        return {str(name): plain(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if hasattr(value, "item"):  # a number of numpy's
        return plain(value.item())
    return None if isinstance(value, float) and not isfinite(value) else value
