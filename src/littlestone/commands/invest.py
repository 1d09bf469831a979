"""`littlestone invest`: a portfolio played over a file of prices."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Annotated, Any

import typer
from rich.console import Console

from ..bound import Certificate
from ..command_line.arguments import check_plot, make, named, promised, settings_of
from ..command_line.exits import complain, exit_code
from ..command_line.options import Json, Promise, Quiet, Resume, Settings, Theorems, takes_options
from ..command_line.playing import Stop
from ..command_line.printing import Line, columns, heading, print_account, print_certificates, settings
from ..command_line.progress import Bar, saying
from ..command_line.reading import DELIMITERS, Delimiter
from ..command_line.receipt_files import Receipts
from ..command_line.saved import STREAM, keep_apart, load_invest, saved, writing
from ..command_line.set_up import Wanted, check_not_given
from ..errors import BadParameter
from ..formats.tables.price_file import FIRST, Market, read_prices
from ..portfolios.invest_game import InvestGame
from ..portfolios.portfolio import PortfolioLearner
from ..support.settings import counted

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
KEEP = 1_000_000  # price relatives that are kept at least, for days that come after the file
SHOWN = 5  # assets of the best constant rebalanced portfolio that are named


@takes_options(without=("receipt_rows",))
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
    *,
    receipts: Receipts,
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
    others = {"--predictions": predictions, "--plot": plot, **receipts.paths}
    keep_apart([file], {"--save": save, **others})
    keep_apart([resume], others)
    if plot:
        check_plot(plot)
    wanted = Wanted(learner, set_, promise, cost=cost)
    named(learner or "eg", "portfolio")  # an unknown name raises before the file is read
    market = read_prices(file, relatives=relatives, delimiter=DELIMITERS.get(delimiter or "", delimiter))
    if market.doubt:
        complain(f"{file}: {market.doubt}")
    game = resumed(resume, wanted, market, file) if resume else fresh(wanted, market)
    receipt = receipts.begun(game, [file])
    interrupted = play_market(game, market, path=predictions, shown=not quiet)
    safe = saved(game, save)
    with saying("asking the theorems", not quiet):
        certificates = game.ledger.certify(theorems)
        account = account_of(game, market, file, interrupted, theorems)
        receipt.write(theorems)
    if plot:
        game.ledger.plot(plot, names=market.names, title=f"{game.learner.name} on {file}: wealth of one coin")
    print_account(account, lambda: print_invest(game, market, account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, interrupted, safe)


class WealthBar(Bar):
    """A bar that shows the wealth."""

    def words(self, now: float) -> str:
        ledger = self.game.ledger
        return f"{counted(ledger.labelled, 'day')}, wealth {ledger.wealth:,.6g}"


def make_portfolio(name: str, d: int, texts: Sequence[str]) -> PortfolioLearner:
    """The portfolio over d assets with the parameters given with --set."""
    defaults = make(name, {}, "portfolio", d).parameters()
    del defaults["d"]  # the file says how many assets there are
    given = settings_of(name, defaults, texts)
    for parameter, value in given.items():
        if isinstance(value, str) and "," in value:
            raise BadParameter(f"--set: {parameter} is a list of numbers between commas, not {value!r}")
    learner: PortfolioLearner = make(name, given, "portfolio", d)
    return learner


def fresh(wanted: Wanted, market: Market) -> InvestGame:
    """A new game, with room to keep all days of the market."""
    player = make_portfolio(wanted.learner or "eg", len(market.names), wanted.set_ or ())
    bounds = promised(player, wanted.promise or ())
    return InvestGame(player, cost=wanted.cost, bounds=bounds, keep=max(KEEP, market.relatives.size))


def resumed(model: str, wanted: Wanted, market: Market, file: str) -> InvestGame:
    """The saved game, if it has as many assets as the market."""
    game = load_invest(model)
    check_not_given(model, game, wanted)
    if game.learner.d != len(market.names):
        raise BadParameter(
            f"the game in {model} is of {counted(game.learner.d, 'asset')}, and {file} has "
            f"{counted(len(market.names), 'asset')}: give the same ones, in the same order"
        )
    return game


def play_market(game: InvestGame, market: Market, *, path: str | None = None, shown: bool) -> bool:
    """Play the market day by day until its end or Ctrl-C; return whether it was interrupted."""
    bar = WealthBar(game, None, len(market.relatives), shown)
    with writing(path or ""), diary(path, market) as write, Stop() as stop, bar:
        for stamp, day in stop.examples(zip(market.days, market.relatives, strict=True)):
            move = game.predict()
            game.label(move.number, day)
            write([stamp or move.number, repr(float(game.ledger.wealth)), *map(repr, move.guess.tolist())])
            bar.tick()
    return stop.wanted


@contextmanager
def diary(path: str | None, market: Market) -> Iterator[Callable[[list[Any]], object]]:
    """A function that writes down a day: when it was, the wealth after it, and the shares that were held."""
    if path is None:
        yield lambda cells: None
        return
    with nullcontext(sys.stdout) if path == STREAM else open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([market.skipped if market.skipped not in (None, FIRST) else "day", "wealth", *market.names])
        yield writer.writerow


def account_of(
    game: InvestGame, market: Market, file: str, interrupted: bool, theorems: str = "quick"
) -> dict[str, Any]:
    """The account as plain values for JSON, with the assets by name."""
    account = {
        "source": file,
        **game.ledger.as_dict(theorems),
        "skipped_column": market.skipped,
        "doubt": market.doubt,
        "interrupted": interrupted,
    }
    account["best_stock_name"] = market.names[account.pop("best_stock_asset")]
    if account["best_crp_weights"] is not None:
        account["best_crp_weights"] = dict(zip(market.names, account["best_crp_weights"], strict=True))
    return account


def print_invest(game: InvestGame, market: Market, account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the account and what every theorem says of it."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} on {account['source']}")
    columns(console, lines(market, account))
    print_certificates(console, certificates, known=bool(game.learner.bounds()))


def lines(market: Market, account: dict[str, Any]) -> list[Line]:
    """The lines of the account: what, how much, and in which colour."""
    parameters = {name: value for name, value in account["parameters"].items() if name != "d"}
    days, ended = counted(account["days"], "day"), ", then interrupted" if account["interrupted"] else ""
    skipped = f"; column {market.skipped!r} is taken for the days" if market.skipped else ""
    said = [
        ("parameters", settings(parameters) or "none", ""),
        ("market", f"{days}{ended}, {counted(account['assets'], 'asset')}{skipped}", ""),
        ("wealth", f"{account['wealth']:,.6g} from a stake of 1", "bold"),
        ("drawdown", f"{100 * account['drawdown']:.1f} %, the most that was lost since a highest point", ""),
        ("turnover", f"{account['turnover']:,.4g} times the wealth bought and sold", ""),
    ]
    if account["cost"]:
        free = f"{account['wealth_before_costs']:,.6g}"
        said.append(("costs", f"{account['cost']:.4g} of all that is traded; without them the wealth is {free}", ""))
    said += [
        ("buy and hold", f"{account['uniform_buy_and_hold']:,.6g} with equal shares", ""),
        ("best stock", f"{account['best_stock']:,.6g}, {account['best_stock_name']}", ""),
    ]
    if account["best_crp"] is not None:
        said.append(("best CRP", f"{account['best_crp']:,.6g}, {mixed(account['best_crp_weights'])}", ""))
        before = " before costs, which is what theorems are about" if account["cost"] else ""
        said.append(("regret", f"{account['regret']:.4g} = ln(best CRP) - ln(wealth){before}", ""))
        if account["cost"]:
            said.append(("after costs", f"{account['regret_after_costs']:.4g} = ln(best CRP) - ln(wealth)", ""))
    return said


def mixed(weights: dict[str, float]) -> str:
    """The largest shares in words."""
    held = sorted(((share, name) for name, share in weights.items() if share > 1e-6), reverse=True)
    words = [f"{share:.3f} {name}" for share, name in held[:SHOWN]]
    return ", ".join(words) + (f" and {len(held) - SHOWN} more" if len(held) > SHOWN else "")
