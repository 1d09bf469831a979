"""`littlestone arena`: a page on which the reader is the adversary; `littlestone.arena` does the work."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from ..arena.arena_page import write_arena
from ..arena.presets import PRESETS
from ..command_line.options import Json, Quiet
from ..command_line.printing import columns, print_account
from ..command_line.saved import writing
from ..support.settings import counted

EXAMPLES = """\b
Examples:
  littlestone arena --out arena.html
  littlestone duel --replay game.txt
"""


def arena(
    out: Annotated[str, typer.Option(metavar="FILE", help="The page to write.")] = "arena.html",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Write a page on which you play the adversary of eight learners.

    The page is one file, which opens from disk. You choose examples and labels, or play the learner; the receipt says
    how many mistakes the theorem allows and, exactly, how many anybody could force. A game that was played there is
    saved as text, and `littlestone duel --replay` plays it again and grades it.
    """
    with writing(out):
        path = write_arena(out)
    size = path.stat().st_size
    games = len({preset.learner for preset in PRESETS})
    account = {"page": str(path), "bytes": size, "games": games, "classes": len(PRESETS)}
    print_account(account, lambda: print_arena(account), json=json, shown=not quiet)
    return 0


def print_arena(account: dict[str, Any]) -> None:
    """Print where the page is."""
    games = f"{counted(account['games'], 'game')} with {account['classes']} classes"
    columns(Console(highlight=False), [("arena", games, ""), ("written", account["page"], "")])
