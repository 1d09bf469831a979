"""A game text that is played again: its grade as plain values, and in print."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from ..arena.grading import Graded, grade
from ..errors import BadFile
from ..support.settings import counted
from .exits import CLAIM_FAILED
from .printing import Line, columns, heading

LARGEST = 10_000_000  # bytes of a text


def replay_file(path: str) -> tuple[dict[str, Any], int]:
    """The account of a replay, and the exit code: 1 if the package says something else than the file."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(LARGEST)
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path} is no game text: it is not UTF-8") from None
    graded = grade(text)
    return account_of(graded, path), 0 if graded.differs is None else CLAIM_FAILED


def account_of(graded: Graded, path: str) -> dict[str, Any]:
    """The grade as plain values."""
    game = graded.game.game
    return {
        "file": path,
        "you": graded.role,
        "learner": None if game is None else repr(game.learner),
        "world": graded.game.world_text or None,
        "same": graded.differs is None,
        "differs": graded.differs,
        "rounds": graded.rounds,
        "mistakes": graded.mistakes,
        "best": graded.best,
        "any_learner": graded.any_learner,
        "given_away": graded.given_away,
        "broken": graded.broken,
        "certificates": [] if game is None else [one.as_dict() for one in game.ledger.certify()],
        "receipt": None if game is None else str(game.ledger),
    }


def print_replay(account: dict[str, Any]) -> None:
    """Print the rounds in a table, the grade, and the receipt."""
    console = Console(highlight=False)
    heading(console, f"{account['learner'] or 'you'}, {account['world'] or 'no class'}, {account['file']}")
    shown = [(" ".join(f"{name}={value}" for name, value in line["x"].items()), line) for line in account["rounds"]]
    width = max([7, *(len(words) for words, _ in shown)])
    head = f"  round  {'example'.ljust(width)}  guess  label  mistakes  still to force"
    console.print(Text(head, style="bold"), soft_wrap=True)
    for words, line in shown:
        still = "" if line["still"] is None else str(line["still"])
        lost = f"  gave away {line['lost']}" if line.get("lost") else ""
        row = f"  {line['round']:>5}  {words.ljust(width)}  {line['act']:>+5d}  {line['y']:>+5d}  {line['mistakes']:>8}"
        console.print(Text(f"{row}  {still:>14}{lost}".rstrip()), soft_wrap=True)
    console.print()
    columns(console, grade_lines(account))
    if account["receipt"] is not None:
        console.print()
        console.print(Text(account["receipt"]), soft_wrap=True)


def grade_lines(account: dict[str, Any]) -> list[Line]:
    """The grade in words."""
    if account["same"]:
        lines: list[Line] = [("replay", "every line of the file is what the package says", "green")]
    else:
        there, here = account["differs"]
        lines = [("replay", f"the file says {there!r}, and the package {here!r}", "bold red")]
    mistakes = counted(account["mistakes"], "mistake")
    if account["you"] == "learner":
        lines.append(("you made", mistakes, "bold"))
    elif account["best"] is not None:
        lines.append(("you forced", f"{account['mistakes']} of {counted(account['best'], 'mistake')}", "bold"))
    else:
        lines.append(("you forced", mistakes, "bold"))
    if account["any_learner"] is not None:
        lines.append(("best learner", f"can be forced to {account['any_learner']}, exactly", ""))
    if account["given_away"]:
        rounds = ", ".join(map(str, account["given_away"]))
        lines.append(
            ("given away", f"in round {rounds}" if len(account["given_away"]) == 1 else f"in rounds {rounds}", "")
        )
    if account["broken"] is not None:
        lines.append(
            ("noise", f"nothing explains the label of round {account['broken']}: no grade from there on", "yellow")
        )
    return lines
