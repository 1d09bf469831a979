"""How commands print: headings, lines in two columns, certificates, parameters, and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text

from ..account import NO_THEOREM
from ..bound import Certificate
from ..support.settings import amount

Line = tuple[str, str, str]  # the words on the left, those on the right, and a colour for the left

COLOURS = {"holds": "green", "broken premise": "yellow", "open": "cyan", "violated": "bold red"}
LEFT = 18  # how wide the words on the left are
COMPLAINTS = 3  # bad lines that are shown
MEMBER = "member"  # the head of the column of names in a table of parts


def verdict(certificate: Certificate) -> list[Line]:
    """The lines of a certificate."""
    paid = certificate.in_words(amount)
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


def columns(console: Console, lines: Iterable[Line]) -> None:
    """Print lines in two columns, the right one wrapped within itself."""
    for left, right, style in lines:
        first, *rest = folded(right, max(20, console.width - LEFT)) or [""]
        console.print(Text.assemble((f"  {left} ".ljust(LEFT), style), first))
        for line in rest:
            console.print(Text(" " * LEFT + line))


def folded(words: str, width: int) -> list[str]:
    """Lines of this width; a name with a hyphen is not torn apart, a list longer than a line ends one after a comma."""
    loose = [word if len(word) <= width else word.replace(",", ",\v") for word in words.replace("\n", " ").split(" ")]
    lines = wrap(" ".join(loose), width, break_on_hyphens=False, replace_whitespace=False)
    return [line.replace("\v", "") for line in lines]


def print_certificates(console: Console, certificates: Sequence[Certificate], known: bool = True) -> None:
    """Print what the theorems say, or that none is `known`."""
    if not known:
        console.print()
        heading(console, NO_THEOREM)
    for certificate in certificates:
        console.print()
        heading(console, certificate.theorem)
        columns(console, verdict(certificate))


def parameters_line(parameters: dict[str, Any]) -> Line:
    """The parameters that a game was played with; members, of which there is a table below, are only counted."""
    members = parameters.get("members")
    if not isinstance(members, list):
        return ("parameters", settings(parameters) or "none", "")
    others = {name: value for name, value in parameters.items() if name != "members"}
    return ("parameters", f"{len(members)} members, {settings(others)}", "")


def print_parts(console: Console, parts: Sequence[str]) -> None:
    """Print the table of what a learner is made of: its first line is the head."""
    if len(parts) > 1:
        console.print()
        begin = 2 + max(0, parts[0].find(MEMBER))
        for k, line in enumerate(parts):
            for piece in cut_in_name(f"  {line}", begin, console.width):
                console.print(Text(piece, style="" if k else "bold"), soft_wrap=True)


def cut_in_name(line: str, begin: int, width: int) -> list[str]:
    """A line of the table in pieces that fit, cut in the name of the member, which begins there, behind a sign of it.

    >>> cut_in_name(" 0.5  standardised/products/ogd:eta=0.02:bias=1.0", 6, 30)
    [' 0.5  standardised/products/', '        ogd:eta=0.02:bias=1.0']
    """
    lines, now = [], line[:begin]
    for part in re.findall(r"[^/:]+[/:]?", line[begin:]):
        if len(now) + len(part) > width and now.strip():
            lines.append(now)
            now = " " * (begin + 2)
        now += part
    return [*lines, now]


def part_lines(parts: Sequence[str]) -> list[Line]:
    """What a learner is made of, where that is one line and no table."""
    return [("made of", parts[0], "")] if len(parts) == 1 else []


def print_account(account: Any, in_words: Callable[[], None], *, json: bool, shown: bool = True) -> None:
    """Print an account as JSON, if that is wanted, or else in words, if anything is to be shown."""
    if json:
        print(strict_json(account))
    elif shown:
        in_words()


def mistakes_line(mistakes: int, judged: int) -> Line:
    """How many mistakes, and how often, of the rounds that were judged."""
    return ("mistakes", f"{mistakes:,} ({100 * mistakes / judged:.2f} %)", "")


def bad_lines(account: dict[str, Any]) -> list[Line]:
    """How many lines of a file were left out, and what was wrong with the first of them."""
    if not account["bad_lines"]:
        return []
    lines = [("bad lines", f"{account['bad_lines']:,}, left out", "")]
    return lines + [("", complaint, "") for complaint in account["complaints"][:COMPLAINTS]]


def settings(parameters: dict[str, Any]) -> str:
    """Parameters as they are written after --set."""
    return ", ".join(f"{name}={written(value)}" for name, value in parameters.items())


def written(value: Any) -> str:
    """A parameter's value as it is written after --set."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return ",".join(value)
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
