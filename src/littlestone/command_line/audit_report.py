"""What audits found, in words and as JSON."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ..support.settings import counted
from .printing import Line, columns, heading, print_account

SHOWN = 5  # mismatches that are shown of one game


def print_audits(folder: str, found: list[Any], *, json: bool) -> None:
    """Print what the audits of these games found."""
    account = {
        "folder": folder,
        "good": all(each.good for each in found),
        "games": [
            {
                **each._asdict(),
                "good": each.good,
                "mismatches": [one._asdict() for one in each.mismatches],
                "foreign": [one._asdict() for one in each.foreign],
                "broken": [one._asdict() for one in each.broken],
            }
            for each in found
        ],
    }

    def in_words() -> None:
        console = Console(highlight=False)
        if not found:
            console.print(f"there is no game in {folder} yet")
        for each in found:
            heading(console, f"{each.game} in {folder}")
            columns(console, lines_of(each))

    print_account(account, in_words, json=json)


def lines_of(audit: Any) -> list[Line]:
    """The lines about one game."""
    lines: list[Line] = []
    if audit.failure:
        return [("bad", audit.failure, "bold red")]
    if audit.broken:
        lines.append(("bad", "the journal is not what was written, and was not replayed", "bold red"))
        return lines + [("", str(one), "") for one in audit.broken[:SHOWN]]
    if audit.good:
        lines.append(("good", f"{counted(audit.compared, 'answer')} reproduced, bit for bit", "green"))
        if audit.foreign:
            same = audit.compared - len(audit.foreign)
            lines[0] = ("good", f"{counted(same, 'answer')} of {audit.compared:,} reproduced, bit for bit", "green")
    else:
        lines.append(("bad", f"{counted(len(audit.mismatches), 'answer')} not reproduced", "bold red"))
        lines += [("", str(one), "") for one in audit.mismatches[:SHOWN]]
    lines.append(("rows", f"{audit.rows:,} replayed, of {counted(audit.rounds, 'round')}", ""))
    if audit.since:
        lines.append(("since", f"row {audit.since:,}: records before it were erased, or somebody began anew there", ""))
    if audit.foreign:
        first, last = audit.foreign[0], audit.foreign[-1]
        lines.append(
            (
                "not compared",
                f"{counted(len(audit.foreign), 'row')} from {first.seq:,} to {last.seq:,}, which another release or "
                f"numpy computed: {', '.join(audit.makers)}; --rebase begins anew",
                "yellow",
            )
        )
    lines += [("digest", audit.digest[:16], ""), ("head", audit.head[:16], "")]
    return lines
