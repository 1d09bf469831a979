"""The work of `littlestone dimension --kind`: computes the values of games on a class until Ctrl-C, and prints them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log2
from typing import Any

from rich.console import Console

from ..command_line.printing import Line, columns, heading
from ..command_line.progress import saying
from ..concepts.builders import LABEL_BUILDERS
from ..concepts.forcing import KINDS, extreme_orders
from ..concepts.game_values import Value, ValueInterrupted, game_value
from ..concepts.labellings import Labellings
from ..errors import BadParameter, UnknownName
from ..support.words import counted

LITTLESTONE = "littlestone"  # the kind of two labels, which `dimension_measure` computes
ALL = "all"
LONGEST = 64  # lines of a strategy that are printed
WIDEST = 64  # concepts on up to so many points are printed


@dataclass
class Values:
    """The values of a class, as far as they are known."""

    cls: Labellings
    source: str
    kinds: list[str]
    found: dict[str, Value] = field(default_factory=dict)
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The result as plain values, for JSON."""
        return {
            "class": self.source,
            "concepts": self.cls.size,
            "points": self.cls.points,
            "labels": self.cls.labels,
            "duplicates": self.cls.duplicates,
            "lines": self.cls.lines,
            "log2": log2(self.cls.size),
            "values": {kind: self.plain(value) for kind, value in self.found.items()},
            "interrupted": self.interrupted,
        }

    def plain(self, value: Value) -> dict[str, Any]:
        """One value as a dict."""
        return {
            "value": value.lower if value.lower == value.upper else None,
            "lower": value.lower,
            "upper": value.upper,
            "strategy": value.strategy and value.strategy.as_dict(),
            "promises": None if value.promises is None else len(value.promises.bounds),
        }


def is_of_labels(text: str | None, kind: str | None) -> bool:
    """Is it asked for the values of several labels: by the kind, or by the name of the class?"""
    if kind not in (None, ALL, LITTLESTONE, *KINDS):
        raise UnknownName.among("kind of dimension", str(kind), [LITTLESTONE, *KINDS, ALL])
    named = (text or "").partition(":")[0].strip() in LABEL_BUILDERS
    if named and kind == LITTLESTONE:
        raise BadParameter(f"{text} has several labels: its Littlestone dimension is --kind multiclass")
    return named if kind is None else kind != LITTLESTONE


def find_labellings(text: str | None, table: str | None) -> tuple[Labellings, str]:
    """The class of several labels, by name or from a file, and its title."""
    if (text is None) == (table is None):
        raise BadParameter("give a concept class such as labellings:3,k=4, or --table FILE, one of the two")
    if table is not None:
        return Labellings.from_file(table), table
    cls = Labellings.parse(text or "")
    return cls, cls.given_spec or "the table given"


def find_order(text: str | None, kind: str | None, cls: Labellings) -> list[int] | None:
    """The known sequence of points, by their names or numbers."""
    if text is None:
        return None
    if kind != "known-sequence":
        raise BadParameter("--order is the sequence that a learner knows, for --kind known-sequence")
    if text in ("best", "worst"):
        return extreme_orders(cls)[text == "worst"]
    names = {cls.point_name(point): point for point in range(cls.points)}
    order = [names.get(part.strip(), -1) for part in text.split(",")]
    if -1 in order:
        some = ",".join(list(names)[:3])
        raise BadParameter(f"--order names points with commas between them, such as {some}; or it is best or worst")
    return order


def measure_values(cls: Labellings, source: str, kind: str | None, order: list[int] | None, *, tree: bool) -> Values:
    """Compute the values in turn; Ctrl-C ends the search and keeps what is known."""
    values = Values(cls, source, list(KINDS) if kind in (None, ALL) else [str(kind)])
    try:
        with saying("searching") as say:
            for each in values.kinds:
                told = f"{each} value from"
                values.found[each] = game_value(
                    cls,
                    each,
                    order=order,
                    witness=tree,
                    progress=lambda *now, told=told: say(
                        f"{told} {now[0]} to {now[1]}, {counted(now[2], 'version space')}"
                    ),
                )
    except ValueInterrupted as interruption:
        values.found[interruption.best.kind] = interruption.best
        values.interrupted = True
    return values


def print_values(values: Values) -> None:
    """Print the account."""
    console = Console(highlight=False)
    cls = values.cls
    sizes = f"{counted(cls.size, 'concept')} on {counted(cls.points, 'point')}, {counted(cls.labels, 'label')}"
    heading(console, f"{values.source}: {sizes}")
    columns(console, lines(values))
    if len(values.found) == 1:
        ((kind, value),) = values.found.items()
        shown = value.strategy.show().splitlines() if value.strategy and value.lower else []
        if 0 < len(shown) <= LONGEST and cls.points <= WIDEST:
            console.print()
            heading(console, f"how an adversary forces {counted(value.lower, 'mistake')} ({kind}), checked")
            print("\n".join("  " + line for line in shown))


def lines(values: Values) -> list[Line]:
    """The lines of the account: what, how much, and in which colour."""
    said: list[Line] = []
    for kind in values.kinds:
        value = values.found.get(kind)
        if value is None:
            said.append((kind, "not known: interrupted", ""))
            continue
        settled = value.lower == value.upper
        why = "interrupted" if values.interrupted else "given up"
        words = f"{value.lower}" if settled else f"from {value.lower} to {value.upper}, then {why}"
        proofs = [
            f"{counted(len(value.strategy.nodes()), 'position')} of an adversary" if value.strategy else "",
            f"{counted(len(value.promises.bounds), 'promise')} of a learner"
            if value.promises and value.promises.bounds
            else "",
        ]
        checked = " and ".join(filter(None, proofs))
        said.append((kind, words + (f"  ({checked} checked)" if checked else ""), "green" if settled else "yellow"))
    said.append(("log2 |C|", f"{log2(values.cls.size):.4g}", ""))
    if values.cls.duplicates:
        said.append(("duplicates", f"{counted(values.cls.duplicates, 'concept')} occurred before and count once", ""))
    return said
