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
from ..support.words import amount

COLOURS = {"holds": "green", "broken premise": "yellow", "open": "cyan", "violated": "bold red"}
LEFT = 18  # how wide the words on the left are


def verdict(certificate: Certificate) -> list[tuple[str, str, str]]:
    """The lines of a certificate."""
    allowed = "" if certificate.allowed is None else f" of {amount(certificate.allowed)} allowed"
    paid = "" if certificate.paid is None else f"paid {amount(certificate.paid)}{allowed}"
    lines = [(certificate.verdict, certificate.why or paid, COLOURS[certificate.verdict])]
    if certificate.why and paid:
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
