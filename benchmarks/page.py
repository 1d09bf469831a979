"""Writes tables into docs/benchmarks.md: every script replaces its own part of the page, and nothing else.

A part begins with a line `<!-- python benchmarks/named.py --write docs/benchmarks.md -->`, the command that makes it,
and ends with `<!-- end -->`; what stands around the parts is written by hand.
"""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np
import vowpalwabbit

from littlestone.support.loading import VERSION, core

END = "<!-- end -->"


def fill(path: Path, script: str, lines: list[str]) -> None:
    """Replace the part that a script makes."""
    begin = f"<!-- python benchmarks/{script} --write docs/benchmarks.md -->"
    before, found, rest = path.read_text().partition(begin)
    _, ended, after = rest.partition(END)
    if not (found and ended):
        raise SystemExit(f"{path} has no part that begins with {begin} and ends with {END}")
    body = "\n".join([begin, "", *lines, "", END])
    path.write_text(before + body + after)


def versions(busy: float) -> str:
    """What was measured, and what others did meanwhile."""
    return (
        f"littlestone {VERSION} ({core()} core), Python {platform.python_version()}, numpy {np.__version__}, VW "
        f"{vowpalwabbit.__version__}, {platform.machine()}; other processes kept {busy:.1f} of two cores busy."
    )


def figure(number: float) -> str:
    """A number with three digits, without exponents."""
    return f"{number:,.0f}" if number >= 100.0 else f"{number:.3g}"
