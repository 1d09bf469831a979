"""The command `invest` and its arguments; `investment.py` does the work, and is imported when it is needed."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import Theorems

EXAMPLES = """\b
Examples:
  littlestone invest prices.csv
  littlestone invest prices.csv.gz --learner ons --cost 0.001
  littlestone invest relatives.csv --relatives --learner universal --json
  littlestone invest prices.csv --learner crp --set weights=0.6,0.4

\b
Portfolios: crp (constant rebalanced), buy-and-hold, eg, ons, universal, pamr.
"""


def invest(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A CSV file of prices (.gz, .bz2 and .xz too), a line a day; '-' for stdin."
        ),
    ],
    learner: Annotated[
        str, typer.Option(metavar="NAME", help="Who invests: crp, buy-and-hold, eg, ons, universal or pamr.")
    ] = "eg",
    relatives: Annotated[
        bool, typer.Option("--relatives", help="The file has price relatives, today's price over yesterday's.")
    ] = False,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the learner.")
    ] = None,
    promise: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What you vouch for, such as r=0.5 for eg, to be held to."),
    ] = None,
    cost: Annotated[
        float,
        typer.Option(metavar="RATE", help="Paid for a coin's worth bought or sold: 0.001 is a tenth of a percent."),
    ] = 0.0,
    delimiter: Annotated[
        str | None, typer.Option(metavar="CHAR", help="What stands between cells; found out if not given.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the wealth day by day into a PNG or SVG file.")
    ] = None,
    theorems: Theorems = "quick",
    json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no report.")] = False,
) -> int:
    """Invest day by day, shares before prices, and print what became of a stake of 1.

    A line of the file is a day, a column an asset. A first line with names is recognised, and so is a first column of
    dates or numbers of days. The shares of a day are fixed before its prices are looked at. The account compares the
    wealth with the best stock, with equal shares bought and held, and with the best constant rebalanced
    portfolio in hindsight, all three without costs.
    """
    from ..cli import complain, verdict_code
    from ..files.prices import read_prices
    from ..games.shares import InvestGame
    from ..learners.table import find_learner
    from .arguments import check_plot, promised
    from .investment import account_of, make, play, report
    from .progress import saying
    from .reading import DELIMITERS
    from .report import strict_json

    if plot:
        check_plot(plot)
    kind = find_learner(learner, "portfolio")
    market = read_prices(file, relatives=relatives, delimiter=DELIMITERS.get(delimiter or "", delimiter))
    if market.doubt:
        complain(f"{file}: {market.doubt}")
    player = make(kind, len(market.names), set_ or ())
    bounds = promised(player, promise or ())
    game = InvestGame(player, cost=cost, bounds=bounds, keep=market.relatives.size)
    interrupted = play(game, market, shown=not quiet)
    with saying("asking the theorems", not quiet):
        account = account_of(game, market, file, interrupted, theorems)
    if plot:
        game.ledger.plot(plot, names=market.names, title=f"{learner} on {file}: wealth of one coin")
    if json:
        print(strict_json(account))
    elif not quiet:
        report(game, market, account)
    return verdict_code(found["verdict"] for found in account["certificates"]) or (130 if interrupted else 0)
