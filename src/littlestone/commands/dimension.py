"""`littlestone dimension`: how hard a concept class is to learn."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import log2
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from ..command_line.exits import INTERRUPTED, complain
from ..command_line.options import Json, takes_options
from ..command_line.printing import Line, columns, heading, print_account
from ..command_line.progress import saying
from ..command_line.receipt_files import Receipts
from ..command_line.saved import keep_apart, writing
from ..concepts.builders import LABEL_BUILDERS
from ..concepts.class_receipt import class_receipt
from ..concepts.concept_class import ConceptClass
from ..concepts.exact_littlestone import Interrupted, Littlestone, littlestone_dimension
from ..concepts.exact_randomised import randomised_dimension
from ..concepts.exact_vc import Vc, vc_dimension
from ..concepts.forcing import KINDS, extreme_orders
from ..concepts.game_values import Value, ValueInterrupted, game_value
from ..concepts.halfspace_dimension import WordTree, halfspace_dimension
from ..concepts.labellings import Labellings
from ..concepts.threshold_words import threshold_words
from ..errors import BadParameter, TooLarge, UnknownName
from ..support.settings import counted

EXAMPLES = """\b
Examples:
  littlestone dimension intervals:5
  littlestone dimension monotone-disjunctions:6,k=2 --json
  littlestone dimension --table concepts.txt --svg tree.svg
  littlestone dimension thresholds:7 --receipt receipt.json
  littlestone dimension labellings:3,k=4 --kind bandit
  littlestone dimension thresholds:8 --kind known-sequence --order 3,1,5,0,2,4,6,7
"""
SPACES = 200_000  # version spaces searched for the randomised dimension: a few seconds
DEEPEST = 4  # trees up to this depth are printed
WIDEST = 64  # concepts on up to so many points are printed
LITTLESTONE = "littlestone"  # the kind of two labels, which `dimension_measure` computes
ALL = "all"
LONGEST = 64  # lines of a strategy that are printed
NAME = "halfspaces:6"
N = 6


@takes_options(without=("receipt_rows",))
def dimension(
    class_: Annotated[
        str | None, typer.Argument(metavar="CLASS", help="A concept class, as name:n or name:n,key=value.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="FILE", help="A class as text: a line of labels, 0 and 1, for each concept.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Of two labels littlestone (usual); of any number multiclass, bandit, known-sequence, self-directed, "
            "or all.",
        ),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(metavar="POINTS", help="Of known-sequence: the points in order, with commas; or best or worst."),
    ] = None,
    json: Json = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the mistake tree into an SVG file.")] = None,
    dot: Annotated[str | None, typer.Option(metavar="FILE", help="Write the mistake tree for Graphviz.")] = None,
    tree: Annotated[bool, typer.Option("--tree/--no-tree", help="Grow, check and print the mistake tree.")] = True,
    *,
    receipts: Receipts,
) -> int:
    """Compute the VC and Littlestone dimension of a concept class.

    Both are exact, as is the randomised dimension. Ctrl-C ends the search and prints what is proven so far.

    With --kind, and for classes of several labels: the mistakes of the best learner if the adversary chooses the
    points (multiclass), if besides it is told only right or wrong (bandit), if it knows the sequence of points
    (known-sequence), or chooses it (self-directed).
    """
    keep_apart([table], {"--svg": svg, "--dot": dot, **receipts.paths})
    if not tree and (svg or dot):
        raise BadParameter("--svg and --dot draw the tree that --no-tree leaves out")
    if receipts.receipt and (not tree or is_of_labels(class_, kind) or (table is None and is_beyond_a_table(class_))):
        raise BadParameter("--receipt is of a class of two labels with a table, and its mistake tree")
    if is_of_labels(class_, kind):
        if svg or dot:
            raise BadParameter("--svg and --dot draw the mistake tree of two labels, of --kind littlestone")
        cls, source = find_labellings(class_, table)
        values = measure_values(cls, source, kind, find_order(order, kind, cls), tree=tree)
        print_account(values.as_dict(), lambda: print_values(values), json=json)
        return INTERRUPTED if values.interrupted else 0
    if table is None and is_beyond_a_table(class_):
        account = measure_halfspaces(tree=tree, drawn=bool(svg or dot))
        print_account(account, lambda: print_halfspaces(account), json=json)
        return INTERRUPTED if account["interrupted"] else 0
    if order is not None:
        raise BadParameter("--order is the sequence that a learner knows, for --kind known-sequence")
    measured = measure(*find_class(class_, table), tree=tree)
    print_account(measured.as_dict(), lambda: print_dimension(measured), json=json)
    receipts.write(measured.receipt, [table])
    witness = measured.littlestone.tree
    if witness is not None:
        write(svg, witness.svg() if svg else "")
        write(dot, witness.dot() if dot else "")
    elif svg or dot:
        complain("interrupted before there was a tree to draw")
    return INTERRUPTED if measured.interrupted else 0


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

    def receipt(self, source: Any) -> dict[str, Any]:
        """The receipt: both dimensions with their witnesses."""
        return class_receipt(self.cls, self.littlestone, self.vc, source=source)

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
    columns(console, lines_of_values(values))
    if len(values.found) == 1:
        ((kind, value),) = values.found.items()
        shown = value.strategy.show().splitlines() if value.strategy and value.lower else []
        if 0 < len(shown) <= LONGEST and cls.points <= WIDEST:
            console.print()
            heading(console, f"how an adversary forces {counted(value.lower, 'mistake')} ({kind}), checked")
            print("\n".join("  " + line for line in shown))


def lines_of_values(values: Values) -> list[Line]:
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


def is_beyond_a_table(text: str | None) -> bool:
    """Is it the class that is held as words?"""
    return (text or "").replace(" ", "") == NAME


def measure_halfspaces(*, tree: bool, drawn: bool) -> dict[str, Any]:
    """The account of the class as plain values; Ctrl-C ends the search and keeps what is proven."""
    if drawn:
        raise BadParameter(f"--svg and --dot draw no tree of {NAME}: it has millions of leaves")
    witness: WordTree | None = None
    with saying("searching") as say:
        say("listing the halfspaces over six variables")
        words = threshold_words(N)
        found, interrupted = Littlestone(0, len(words).bit_length() - 1), False
        try:
            done = halfspace_dimension(
                N,
                words=words,
                tree=tree,
                progress=lambda lower, upper, seen: say(
                    f"Littlestone dimension from {lower} to {upper}, {counted(seen, 'version space')}"
                ),
            )
            found, witness = done.littlestone, done.tree
        except Interrupted as interruption:
            found, interrupted = interruption.best, True
    corners = [0, *(1 << place for place in range(N))]  # shattered: n + 1 points, and n + 1 is all (Dudley 1978)
    patterns = sum(((words >> np.uint64(point)) & np.uint64(1)) << np.uint64(k) for k, point in enumerate(corners))
    assert len(np.unique(patterns)) == 1 << len(corners)
    return {
        "class": NAME,
        "concepts": len(words),
        "points": 1 << N,
        "log2": log2(len(words)),
        "vc": len(corners),
        "shattered": corners,
        "littlestone": found.lower if found.lower == found.upper else None,
        "lower": found.lower,
        "upper": found.upper,
        "leaves": None if witness is None else len(witness.leaves),
        "interrupted": interrupted,
    }


def print_halfspaces(account: dict[str, Any]) -> None:
    """Print the account."""
    console = Console(highlight=False)
    concepts, points = counted(account["concepts"], "concept"), counted(account["points"], "point")
    heading(console, f"{account['class']}: {concepts} on {points}")
    settled = account["littlestone"] is not None
    words = f"{account['lower']}" if settled else f"from {account['lower']} to {account['upper']}, then interrupted"
    if account["leaves"] is not None:
        words += f"  (a mistake tree of {account['leaves']:,} leaves checked)"
    names = ", ".join(format(point, f"0{N}b") for point in account["shattered"])
    said: list[Line] = [
        ("VC", f"{account['vc']}, shattering {names}", ""),
        ("Littlestone", words, "green" if settled else "yellow"),
        ("log2 |C|", f"{account['log2']:.4g}", ""),
    ]
    columns(console, said)
