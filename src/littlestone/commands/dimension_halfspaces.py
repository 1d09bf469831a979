"""The work of `littlestone dimension halfspaces:6`, a class that no table holds: its dimensions, until Ctrl-C."""

from __future__ import annotations

from math import log2
from typing import Any

import numpy as np
from rich.console import Console

from ..command_line.printing import Line, columns, heading
from ..command_line.progress import saying
from ..concepts.exact_littlestone import Interrupted, Littlestone
from ..concepts.halfspace_dimension import WordTree, halfspace_dimension
from ..concepts.threshold_words import threshold_words
from ..errors import BadParameter
from ..support.words import counted

NAME = "halfspaces:6"
N = 6


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
