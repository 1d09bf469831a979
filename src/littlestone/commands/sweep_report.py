"""The report of a sweep: the best settings, and what choosing among them costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..command_line.printing import columns, heading, print_certificates, settings
from ..support.words import counted

SHOWN = 20  # settings that are shown


def print_sweep(account: dict[str, Any], certificates: Sequence[Certificate]) -> None:
    """Print the table, and what the committee of the best settings says."""
    console = Console(highlight=False)
    heading(console, f"{counted(len(account['settings']), 'setting')} on {account['source']}")
    games = f"{account['games']:,} of {counted(account['rounds'], 'round')}"
    reading, playing = account["seconds_reading"], account["seconds_playing"]
    seconds = f"{reading:.2f} s to read the file, {playing:.2f} s to play, {counted(account['workers'], 'worker')}"
    lines = [("games", games, ""), ("time", seconds, "")]
    if account["interrupted"]:
        went = f"; what was played is in {account['kept']}, and the same command goes on" if account["kept"] else ""
        lines.append(("interrupted", f"there is no table yet{went}", "yellow"))
    if account["failed"]:
        first = account["failed"][0]
        failed = counted(len(account["failed"]), "game")
        lines.append(("failed", f"{failed}; the first, {first['learner']}: {first['error']}", "yellow"))
    columns(console, lines)
    if account["settings"]:
        console.print()
        print_table(console, account)
    told = account["committee"]
    if told and "error" not in told:
        console.print()
        heading(
            console, f"what choosing costs: a committee of the best {len(told['members'])}, in the order of the file"
        )
        rate = f"{100 * told['mistake_rate']:.2f} % mistakes, log loss {told['log_loss']:.4g} a round"
        columns(console, [("committee", rate, ""), ("members", ", ".join(told["members"]), "")])
        print_certificates(console, certificates)


def print_table(console: Console, account: dict[str, Any]) -> None:
    """The best settings, one a line, each with its mean over the orders and the deviation."""
    key, rows = account["sorted_by"], account["settings"]
    shown = rows[:SHOWN]
    words = [settings(one["parameters"]) or "as it is" for one in shown]
    left = max(len("learner"), *(len(one["learner"]) for one in shown))
    middle = max(len("settings"), *map(len, words))
    same = all(one.get("mistake_rate") == one["mean_loss"] for one in shown)  # the loss is that of mistakes
    others = [name for name in ("mistake_rate", "mean_loss")[: 1 if same else 2] if name in shown[0] and name != key]
    names = [key, *others]
    titles = "".join(f"  {name.replace('_', ' '):>20}" for name in names)
    console.print(Text(f"  {'learner'.ljust(left)}  {'settings'.ljust(middle)}{titles}  {'ms':>8}", style="bold"))
    for one, told in zip(shown, words, strict=True):
        cells = "".join(f"  {cell(one, name):>20}" for name in names)
        milliseconds = f"  {1000 * one['seconds']:>8.1f}"
        console.print(
            Text(f"  {one['learner'].ljust(left)}  {told.ljust(middle)}{cells}{milliseconds}"), soft_wrap=True
        )
    if len(rows) > SHOWN:
        console.print(f"  and {counted(len(rows) - SHOWN, 'setting')} more")


def cell(one: dict[str, Any], name: str) -> str:
    """A number with its deviation over the orders."""
    value, off = one.get(name), one.get(f"{name}_deviation")
    if value is None:
        return "none"
    if name == "mistake_rate":
        return f"{100 * value:.2f} ± {100 * (off or 0.0):.2f} %"
    return f"{value:.4g} ± {off or 0.0:.2g}"
