"""`littlestone matrix-game`: two players find out what a zero-sum game is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json, Quiet
from ..command_line.reading import DELIMITERS, Delimiter

EXAMPLES = """\b
Examples:
  littlestone matrix-game payoff.csv
  littlestone matrix-game payoff.csv --row hedge --column best-response --rounds 10000
  littlestone matrix-game payoff.csv --row eg --set-row eta=0.1 --column 0.5,0.5 --json

\b
Players: hedge, adahedge, normalhedge, adanormalhedge, squint, fixed-share, boa, ml-poly (from advice),
eg, ogd, mirror, ons, follow-the-leader, follow-the-regularised-leader (of points, on the simplex),
best-response, uniform, or the chances of a strategy that never changes, such as 0.5,0.3,0.2.
"""
PLAYER = "a learner, best-response, uniform, or chances such as 0.5,0.5."
SETTING = "Set a parameter of the {} player; may be given again."


def matrix_game(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A CSV file (.gz, .bz2 and .xz too) with a line of numbers for every row of the matrix, and no names; "
            "'-' is standard input.",
        ),
    ],
    row: Annotated[str, typer.Option(metavar="PLAYER", help=f"Who plays the rows, and pays: {PLAYER}")] = "hedge",
    column: Annotated[
        str, typer.Option(metavar="PLAYER", help=f"Who plays the columns, and is paid: {PLAYER}")
    ] = "best-response",
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="Play N rounds.")] = 10_000,
    set_row: Annotated[
        list[str] | None, typer.Option("--set-row", metavar="NAME=VALUE", help=SETTING.format("row"))
    ] = None,
    set_column: Annotated[
        list[str] | None, typer.Option("--set-column", metavar="NAME=VALUE", help=SETTING.format("column"))
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Find the value by linear programming, too.")] = False,
    delimiter: Delimiter = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play a zero-sum matrix game and bracket its value.

    The number in row i and column j is what the row player pays the column player. Every round both choose chances
    for their actions, and are then told what each action would have cost them; a best response moves second. The
    averages of what they played prove between which numbers the value of the game lies. 'hedge' without settings takes
    the best rate for the number of rounds.
    """
    from ..command_line.exits import exit_code
    from ..command_line.printing import print_account
    from ..command_line.progress import saying
    from ..formats.tables.payoff_file import read_payoffs
    from .matrix_game_report import account_of, certificates_of, make_game, play_rounds, print_matrix_game

    matrix = read_payoffs(file, delimiter=DELIMITERS.get(delimiter or "", delimiter))
    game = make_game(matrix, (row, column), (set_row or (), set_column or ()), rounds)
    interrupted = play_rounds(game, rounds, shown=not quiet)
    with saying("asking the theorems", not quiet):
        certificates = certificates_of(game)
        account = account_of(game, file, interrupted, exact)
    scale = game.ledger.scale
    print_account(account, lambda: print_matrix_game(account, certificates, scale), json=json, shown=not quiet)
    return exit_code(certificates, interrupted)
