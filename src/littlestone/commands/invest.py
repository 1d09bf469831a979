"""`littlestone invest`: a portfolio played over a file of prices."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json, Promise, Quiet, Resume, Settings, Theorems
from ..command_line.reading import DELIMITERS, Delimiter

EXAMPLES = """\b
Examples:
  littlestone invest prices.csv
  littlestone invest prices.csv.gz --learner ons --cost 0.001
  littlestone invest relatives.csv --relatives --learner universal --json
  littlestone invest prices.csv --learner crp --set weights=0.6,0.4
  littlestone invest sample:stocks --learner universal

\b
Portfolios: crp (constant rebalanced), buy-and-hold, eg, ons, universal, pamr.
"""


def invest(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A CSV file of prices (.gz, .bz2 and .xz too), a line a day; '-' is standard input, sample:stocks a "
            "sample.",
        ),
    ],
    learner: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The portfolio: crp, buy-and-hold, eg, ons, universal or pamr.  [default: eg]"
        ),
    ] = None,
    relatives: Annotated[
        bool, typer.Option("--relatives", help="The file has price relatives, today's price over yesterday's.")
    ] = False,
    set_: Settings = None,
    promise: Promise = None,
    cost: Annotated[
        float,
        typer.Option(
            metavar="RATE",
            help="The cost of buying or selling, as a part of the amount: 0.001 is a tenth of a percent.",
        ),
    ] = 0.0,
    delimiter: Delimiter = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the wealth day by day into a PNG or SVG file.")
    ] = None,
    predictions: Annotated[
        str | None,
        typer.Option("--predictions", "-p", metavar="FILE", help="Write wealth and shares of every day to a CSV file."),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", "-f", metavar="MODEL", help="Save the game, such as game.npz.")
    ] = None,
    resume: Resume = None,
    theorems: Theorems = "quick",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Invest day by day in a file of prices and print the wealth.

    The stake is 1. A line of the file is a day, a column an asset. A first line with names is recognised, and so is
    a first column of dates or numbers of days. The shares of a day are fixed before its prices are looked at. The
    account compares the wealth with the best stock, with equal shares bought and held, and with the best constant
    rebalanced portfolio in hindsight, all three without costs. A game that goes on with --resume needs the last day
    of the file before as the first line of prices, since a day is a change.
    """
    from ..command_line.arguments import check_plot, named
    from ..command_line.exits import complain, exit_code
    from ..command_line.printing import print_account
    from ..command_line.progress import saying
    from ..command_line.saved import keep_apart, saved
    from ..formats.tables.price_file import read_prices
    from .invest_market import Wanted, account_of, fresh, play_market, print_invest, resumed

    keep_apart([file], {"--save": save, "--predictions": predictions, "--plot": plot})
    keep_apart([resume], {"--predictions": predictions, "--plot": plot})
    if plot:
        check_plot(plot)
    wanted = Wanted(learner, set_, promise, cost)
    named(learner or "eg", "portfolio")  # an unknown name raises before the file is read
    market = read_prices(file, relatives=relatives, delimiter=DELIMITERS.get(delimiter or "", delimiter))
    if market.doubt:
        complain(f"{file}: {market.doubt}")
    game = resumed(resume, wanted, market, file) if resume else fresh(wanted, market)
    interrupted = play_market(game, market, path=predictions, shown=not quiet)
    safe = saved(game, save)
    with saying("asking the theorems", not quiet):
        certificates = game.ledger.certify(theorems)
        account = account_of(game, market, file, interrupted, theorems)
    if plot:
        game.ledger.plot(plot, names=market.names, title=f"{game.learner.name} on {file}: wealth of one coin")
    print_account(account, lambda: print_invest(game, market, account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, interrupted, safe)
