"""`littlestone matrix-game`: two players find out what a zero-sum game is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console

from ..bound import Certificate
from ..command_line.arguments import is_number, one_or_many, settings_of, words_or_numbers
from ..command_line.exits import exit_code
from ..command_line.options import Json, Quiet, takes_options
from ..command_line.playing import Stop
from ..command_line.printing import Line, columns, heading, print_account, print_certificates, settings
from ..command_line.progress import Bar, saying
from ..command_line.reading import DELIMITERS, Delimiter
from ..command_line.receipt_files import Receipts
from ..command_line.saved import keep_apart
from ..errors import BadParameter, LittlestoneError
from ..formats.tables.payoff_file import read_payoffs
from ..matrix_games.matrix_game import MatrixGame
from ..matrix_games.matrix_value import game_value
from ..matrix_games.players import BEST_RESPONSE, UNIFORM, make_player
from ..support.settings import counted

EXAMPLES = """\b
Examples:
  littlestone matrix-game payoff.csv
  littlestone matrix-game payoff.csv --row hedge --column best-response --rounds 10000
  littlestone matrix-game payoff.csv --receipt receipt.json
  littlestone matrix-game payoff.csv --row eg --set-row eta=0.1 --column 0.5,0.5 --json

\b
Players: hedge, adahedge, normalhedge, adanormalhedge, squint, fixed-share, boa, ml-poly (from advice),
eg, ogd, mirror, ons, follow-the-leader, follow-the-regularised-leader (of points, on the simplex),
best-response, uniform, or the chances of a strategy that never changes, such as 0.5,0.3,0.2.
"""
PLAYER = "a learner, best-response, uniform, or chances such as 0.5,0.5."
SETTING = "Set a parameter of the {} player; may be given again."
ROUNDING = 1e-12  # of a payment, by which a value of zero may be off
SHOWN = 12  # chances of a strategy that are shown
OURS = ("d", "domain")  # settings that the matrix decides


@takes_options(without=("receipt_rows",))
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
    *,
    receipts: Receipts,
) -> int:
    """Play a zero-sum matrix game and bracket its value.

    The number in row i and column j is what the row player pays the column player. Every round both choose chances
    for their actions, and are then told what each action would have cost them; a best response moves second. The
    averages of what they played prove between which numbers the value of the game lies. 'hedge' without settings takes
    the best rate for the number of rounds.
    """
    keep_apart([file], receipts.paths)
    matrix = read_payoffs(file, delimiter=DELIMITERS.get(delimiter or "", delimiter))
    game = make_game(matrix, (row, column), (set_row or (), set_column or ()), rounds)
    interrupted = play_rounds(game, rounds, shown=not quiet)
    with saying("asking the theorems", not quiet):
        certificates = certificates_of(game)
        account = account_of(game, file, interrupted, exact)
        receipts.write(lambda source: game.receipt(source=source), [file])
    scale = game.ledger.scale
    print_account(account, lambda: print_matrix_game(account, certificates, scale), json=json, shown=not quiet)
    return exit_code(certificates, interrupted)


class BracketBar(Bar):
    """A bar that shows between which numbers the value lies."""

    def words(self, now: float) -> str:
        ledger = self.game.ledger
        return f"{counted(ledger.rounds, 'round')}, value from {ledger.lower:,.6g} to {ledger.upper:,.6g}"


def make_game(matrix: Any, names: Sequence[str], texts: Sequence[Sequence[str]], rounds: int) -> MatrixGame:
    """The game on this matrix, with players as the command line names them."""
    row, column = (
        read_player(side, name, given, size)
        for side, name, given, size in zip(("row", "column"), names, texts, matrix.shape, strict=True)
    )
    return MatrixGame(matrix, row, column, horizon=rounds)


def read_player(side: str, name: str, texts: Sequence[str], n: int) -> Any:
    """A player of n actions as --row or --column names it, with the settings of --set-row or --set-column."""
    option = f"--set-{side}"
    chances = one_or_many(name)
    fixed = isinstance(chances, list) or is_number(chances)
    if fixed or name in (BEST_RESPONSE, UNIFORM):
        if texts:
            raise BadParameter(f"{option}: {name} has nothing to set; leave {option} out, or name a learner")
        return name if not fixed else chances if isinstance(chances, list) else [chances]
    if not texts:
        return name
    defaults = {known: value for known, value in make_player(name, n).parameters().items() if known not in OURS}
    given = words_or_numbers(settings_of(name, defaults, texts, option))
    try:
        return make_player(name, n, **given)
    except LittlestoneError:
        raise
    except (TypeError, ValueError, OverflowError, MemoryError) as error:
        raise BadParameter(f"{name} cannot play with {settings(given)}: {error}") from None


def play_rounds(game: MatrixGame, rounds: int, *, shown: bool) -> bool:
    """Play round by round, to the end or Ctrl-C; was it interrupted?"""
    with Stop() as stop, BracketBar(game, None, rounds, shown) as bar:
        for _ in stop.examples(iter(range(rounds))):
            game.step()
            bar.tick()
    return stop.wanted


def certificates_of(game: MatrixGame) -> list[Certificate]:
    """What the theorems say of the game, and then of each player by itself."""
    found = game.certificates
    for player in game.players:
        own = [] if player.ledger is None else player.ledger.certificates
        found += [each._replace(theorem=f"The {player.who} player. {each.theorem}") for each in own]
    return found


def account_of(game: MatrixGame, file: str, interrupted: bool, exact: bool) -> dict[str, Any]:
    """The account as plain values."""
    value = {"value": game_value(game.matrix).value} if exact else {}
    return {
        "source": file,
        "actions": list(game.matrix.shape),
        **value,
        **game.ledger.as_dict(),
        "interrupted": interrupted,
    }


def print_matrix_game(account: dict[str, Any], certificates: list[Certificate], scale: float) -> None:
    """Print the account and what every theorem says of it."""
    console = Console(highlight=False)
    row, column = (account["players"][side]["player"] for side in ("row", "column"))
    heading(console, f"{row} pays {column} on {account['source']}")
    columns(console, lines(account, scale))
    print_certificates(console, certificates)


def lines(account: dict[str, Any], scale: float) -> list[Line]:
    """The lines of the account: what, how much, and in which colour; payments are at most `scale`."""
    n, m = account["actions"]
    ended = ", then interrupted" if account["interrupted"] else ""
    said = [
        ("game", f"{counted(n, 'row')}, {counted(m, 'column')}; {counted(account['rounds'], 'round')}{ended}", ""),
        ("value", f"from {account['lower']:,.6g} to {account['upper']:,.6g}", "bold"),
        ("gap", f"{account['gap']:.4g} of {account['allowed']:.4g} allowed by what both players regret", ""),
        ("paid", f"{account['payment']:,.6g} a round", ""),
    ]
    if "value" in account:
        value = account["value"] if abs(account["value"]) > ROUNDING * scale else 0.0
        said.insert(2, ("exactly", f"{value:,.6g}, by linear programming", ""))
    for side in ("row", "column"):
        player = account["players"][side]
        known = {name: value for name, value in player["parameters"].items() if name not in OURS}
        with_settings = f" with {settings(known)}" if known else ""
        said.append((f"{side} player", f"{player['player']}{with_settings}, regret {player['regret']:.4g}", ""))
        said.append((f"{side} plays", chances(account[side]), ""))
    return said


def chances(strategy: Sequence[float]) -> str:
    """An average strategy in words, the likeliest actions only if there are many."""
    if len(strategy) <= SHOWN:
        return ", ".join(f"{chance:.4f}" for chance in strategy)
    likely = sorted(enumerate(strategy, start=1), key=lambda pair: -pair[1])[:SHOWN]
    words = ", ".join(f"action {number} {chance:.4f}" for number, chance in likely)
    return f"{words} and {len(strategy) - SHOWN} more"
