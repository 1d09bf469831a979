"""The work of `littlestone dimension`: computes the dimensions of a class until Ctrl-C, and prints them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Any

from rich.console import Console

from ..command_line.printing import Line, columns, heading
from ..command_line.progress import saying
from ..command_line.saved import writing
from ..concepts.concept_class import ConceptClass
from ..concepts.exact_littlestone import Interrupted, Littlestone, littlestone_dimension
from ..concepts.exact_randomised import randomised_dimension
from ..concepts.exact_vc import Vc, vc_dimension
from ..errors import BadParameter, TooLarge
from ..support.words import counted

SPACES = 200_000  # version spaces searched for the randomised dimension: a few seconds
DEEPEST = 4  # trees up to this depth are printed
WIDEST = 64  # concepts on up to so many points are printed


@dataclass
class Measured:
    """The dimensions of a class, as far as they are known."""

    cls: ConceptClass
    source: str
    littlestone: Littlestone
    vc: Vc | None = None
    randomised: Fraction | None = None
    skipped: str | None = None
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The result as plain values, for JSON."""
        found = self.littlestone
        return {
            "class": self.source,
            "concepts": self.cls.size,
            "points": self.cls.points,
            "duplicates": self.cls.duplicates,
            "lines": self.cls.lines,
            "log2": log2(self.cls.size),
            "vc": self.vc and self.vc.dimension,
            "shattered": self.vc and list(self.vc.shattered),
            "littlestone": found.lower if found.lower == found.upper else None,
            "lower": found.lower,
            "upper": found.upper,
            "randomised": None if self.randomised is None else float(self.randomised),
            "randomised_exact": None if self.randomised is None else str(self.randomised),
            "skipped": self.skipped,
            "tree": found.tree and found.tree.as_dict(),
            "interrupted": self.interrupted,
        }


def find_class(text: str | None, table: str | None) -> tuple[ConceptClass, str]:
    """The concept class, by name or from a file, and its title."""
    if (text is None) == (table is None):
        raise BadParameter("give a concept class such as intervals:5, or --table FILE, one of the two")
    if table is not None:
        return ConceptClass.from_file(table), table
    cls = ConceptClass.parse(text or "")
    return cls, cls.given_spec or "the table given"


def measure(cls: ConceptClass, source: str, *, tree: bool) -> Measured:
    """Compute the three dimensions in turn; Ctrl-C ends the search and keeps what is known."""
    measured = Measured(cls, source, Littlestone(0, cls.size.bit_length() - 1))
    try:
        with saying("searching") as say:
            measured.littlestone = littlestone_dimension(
                cls,
                tree=tree,
                progress=lambda lower, upper, seen: say(
                    f"Littlestone dimension from {lower} to {upper}, {counted(seen, 'version space')}"
                ),
            )
            measured.vc = vc_dimension(cls, progress=lambda best: say(f"VC dimension at least {best}"))
            try:
                measured.randomised = randomised_dimension(
                    cls, spaces=SPACES, progress=lambda seen: say(f"randomised, {counted(seen, 'version space')}")
                )
            except TooLarge as error:
                measured.skipped = str(error)
    except KeyboardInterrupt as interruption:
        if isinstance(interruption, Interrupted):
            measured.littlestone = interruption.best
        measured.interrupted = True
    return measured


def print_dimension(measured: Measured) -> None:
    """Print the account."""
    console = Console(highlight=False)
    heading(
        console,
        f"{measured.source}: {counted(measured.cls.size, 'concept')} on {counted(measured.cls.points, 'point')}",
    )
    columns(console, lines(measured))
    tree = measured.littlestone.tree
    if tree is not None and tree.depth <= DEEPEST and measured.cls.points <= WIDEST:
        console.print()
        heading(console, "a mistake tree, checked")
        print("\n".join("  " + line for line in tree.show().splitlines()))


def lines(measured: Measured) -> list[Line]:
    """The lines of the account: what, how much, and in which colour."""
    cls, found = measured.cls, measured.littlestone
    unknown = "not known: interrupted"
    settled = found.lower == found.upper
    said = [
        ("VC", unknown if measured.vc is None else f"{measured.vc.dimension}{shattered(measured)}", ""),
        (
            "Littlestone",
            f"{found.lower}" if settled else f"from {found.lower} to {found.upper}, then interrupted",
            "green" if settled else "yellow",
        ),
        ("log2 |C|", f"{log2(cls.size):.4g}", ""),
    ]
    if measured.randomised is not None:
        said.append(("randomised", f"{float(measured.randomised):.10g} = {measured.randomised}", ""))
    else:
        said.append(("randomised", f"skipped: {measured.skipped}" if measured.skipped else unknown, ""))
    if cls.duplicates:
        said.append(("duplicates", f"{counted(cls.duplicates, 'concept')} occurred before and count once", ""))
    return said


def shattered(measured: Measured) -> str:
    """The shattered set, the witness of the VC dimension, in words."""
    assert measured.vc is not None
    points = ", ".join(measured.cls.point_name(point) for point in measured.vc.shattered)
    return f", shattering {points}" if points else ""


def write(path: str | None, picture: str) -> None:
    """Write a picture into a file, if a path is given."""
    if path is not None:
        with writing(path), open(path, "w", encoding="utf-8") as file:
            file.write(picture)
