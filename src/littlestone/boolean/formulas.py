"""Hypotheses written as formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

NOT, AND, OR, THEN = "\N{NOT SIGN}", "\N{LOGICAL AND}", "\N{LOGICAL OR}", "\N{RIGHTWARDS ARROW}"
AT_LEAST = "\N{GREATER-THAN OR EQUAL TO}"
SHOWN = 12  # terms of a formula; the others are three dots
Names = Sequence[str] | None  # what the variables are called, if not x1, x2, ...


def literal(i: int, names: Names = None, *, negated: bool = False) -> str:
    """Variable i, counted from 0, or its negation: by its name, or by its number, counted from 1."""
    name = names[i] if names is not None and i < len(names) else f"x{i + 1}"
    return NOT + name if negated else name


def order_of(i: int, names: Names = None) -> Any:
    """Where variable i stands in a formula: by its name, x2 before x10, or by its number; then its negation."""
    words = re.split(r"(\d+)", literal(i, names))
    return [(int(word), "") if word.isdecimal() else (-1, word) for word in words], i


def joined(terms: Sequence[str], sign: str, empty: str) -> str:
    """The terms with a sign between them; `empty` if there are none."""
    shown = [*terms[:SHOWN], "..."] if len(terms) > SHOWN else terms
    return f" {sign} ".join(shown) or empty
