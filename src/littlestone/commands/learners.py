"""`littlestone learners`: the table of learners."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console
from rich.text import Text

from ..command_line.arguments import command_for
from ..command_line.options import Json
from ..command_line.printing import columns, print_account, settings
from ..learners import SIZED, TABLES, table_of

EXAMPLES = """\b
Examples:
  littlestone learners
  littlestone learners --json
"""


def learners(json: Json = False) -> int:
    """List all learners: rules, theorems, parameters and commands."""
    table = table_of_learners()
    print_account(table, lambda: print_learners(table), json=json)
    return 0


def table_of_learners() -> list[dict[str, Any]]:
    """Every learner with its kind, rule, theorems, parameters and command, as plain values."""
    return [
        {
            "name": name,
            "kind": kind.kind,
            "rule": first_sentence(kind),
            "theorems": [
                {
                    "name": bound.__name__,
                    "statement": first_sentence(bound),
                    "promise": bound.promise or None,
                    "beside_promise": list(bound.beside_promise),
                }
                for bound in kind.theorems
            ],
            "command": command_for(name, table),
            "parameters": (kind(2) if kind.kind in SIZED else kind()).parameters(),
        }
        for table in ("", *TABLES)
        for name, kind in table_of(table).items()
    ]


def print_learners(table: list[dict[str, Any]]) -> None:
    """Print the table of learners in words."""
    console = Console(highlight=False)
    for number, learner in enumerate(table):
        if number:
            console.print()
        console.print(Text.assemble((learner["name"], "bold"), f", {learner['kind']}"))
        lines = [("rule", learner["rule"], "")]
        for theorem in learner["theorems"]:
            lines.append(("theorem", theorem["statement"], ""))
            if theorem["promise"]:
                lines.append(("", f"promise: {', '.join([theorem['promise'], *theorem['beside_promise']])}", ""))
        lines.append(("parameters", settings(learner["parameters"]) or "none", ""))
        lines.append(("played by", learner["command"], ""))
        columns(console, lines)


def first_sentence(kind: type[Any]) -> str:
    """The first sentence of a docstring."""
    paragraph = " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split())
    return re.split(r"(?<=\.)(?<!et al\.)\s", paragraph)[0]
