"""`littlestone learners`: the table of learners."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..command_line.arguments import command_for
from ..command_line.options import Json
from ..command_line.printing import columns, print_account, settings
from ..errors import UnknownName
from ..learners import SIZED, TABLES, others_in, table_name, table_of

EXAMPLES = """\b
Examples:
  littlestone learners
  littlestone learners arow
  littlestone learners --json
"""


def learners(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Only these, by any name that a command takes.")
    ] = None,
    json: Json = False,
) -> int:
    """List all learners: rules, theorems, parameters and commands."""
    table = table_of_learners(names)
    print_account(table, lambda: print_learners(table), json=json)
    return 0


def table_of_learners(names: list[str] | None = None) -> list[dict[str, Any]]:
    """Learners with kind, rule, theorems, parameters and command, as plain values: all, or those of some names."""
    tables = ("", *TABLES)
    for name in names or ():
        if not any(table_name(name, table) in table_of(table) for table in tables):
            every = [table_of(table) for table in tables]
            raise UnknownName.among("learner", name, {known for table in every for known in table}, others_in(*every))
    return [
        {
            "name": name,
            "class": kind.__name__,
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
        for table in tables
        for name, kind in table_of(table).items()
        if not names or any(table_name(wanted, table) == name for wanted in names)
    ]


def print_learners(table: list[dict[str, Any]]) -> None:
    """Print the table of learners in words."""
    console = Console(highlight=False)
    for number, learner in enumerate(table):
        if number:
            console.print()
        console.print(Text.assemble((learner["name"], "bold"), f", {learner['kind']}, {learner['class']} in Python"))
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
