"""How a command ends: its exit code, and the one line that says what went wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import typer

from ...errors import LittlestoneError

if TYPE_CHECKING:
    from ...bound import Certificate

CLAIM_FAILED = 1  # a claim of the booklet does not hold
BAD_INPUT = 2  # bad usage or a bad file
VIOLATED = 3  # a theorem was violated
INTERRUPTED = 130  # Ctrl-C: 128 and the number of the signal
BUG = "a theorem was violated: that is a bug in littlestone, never the data's doing; please report it"

# What messages of the package call a keyword, and the option that stands for it on the command line.
KEYWORDS: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
    (r"(?<=have no )(\w+)=(?=;)", lambda found: "--" + found[1].replace("_", "-")),
    (r"\bpositive='[^']*', or (?=--positive )", ""),
    (r"\bpositive=\.\.\.", "--positive LABEL"),
    (r"\b(positive|labels)= ", r"--\1 "),
    (r"\blabels=\(negative, positive\)", "--labels NEG,POS"),
    (r"\blabels='numbers'", "--labels numbers"),
    (r"say so when the game is made: Game\(\.\.\., labels=\('?(\w+)'?, '?(\w+)'?\)\)", r"give --labels \1,\2"),
    (r"\bloss='mistake'", "--loss mistake"),
    (r"\blabel=\.\.\.", "--label COLUMN"),
    (r"\bquote=None\b", "--quote none"),
    (r"\bbase=([01])\b", r"--base \1"),
    (r"^(epsilon|delta) is (?=an? )", r"--\1 is "),
    (r"\bworst_case\(\.\.\., states=(\d+)\)", r"--states \1"),
]


def complain(words: str) -> None:
    """Print one line on standard error."""
    print("littlestone: " + " ".join(words.split()), file=sys.stderr)


def exit_code(certificates: Iterable[Certificate], interrupted: bool = False) -> int:
    """The exit code of a game that was played, perhaps not to its end; a violated theorem is reported."""
    if any(certificate.violated for certificate in certificates):
        complain(BUG)
        return VIOLATED
    return INTERRUPTED if interrupted else 0


def ended(command: Callable[[], Any]) -> int:
    """Run a command; its exit code. Whatever goes wrong, Ctrl-C apart, is reported in one line."""
    try:
        return int(command() or 0)
    except LittlestoneError as error:
        complain(in_options(str(error)))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        usage = getattr(error, "format_message", None)  # of typer's own errors, whichever version raised them
        if usage is None:
            raise
        complain(usage())
    return BAD_INPUT


def in_options(message: str) -> str:
    """A message of the package as the command line puts it: options, not keywords."""
    for keyword, option in KEYWORDS:
        message = re.sub(keyword, option, message)
    return message
