"""The work of `littlestone invest`: plays a portfolio over a market and prints the account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from ..bound import Certificate
from ..errors import BadParameter
from ..files.prices import Market
from ..games.shares import InvestGame
from ..learners.portfolio.portfolio import PortfolioLearner
from ..support.words import counted
from .shelf.arguments import make, settings_of
from .shelf.printing import Line, columns, heading, print_certificates, settings
from .shelf.progress import Bar, Rounds, Stop

SHOWN = 5  # assets of the best constant rebalanced portfolio that are named


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


def play_market(game: InvestGame, market: Market, *, shown: bool) -> bool:
    """Play the market day by day until its end or Ctrl-C; return whether it was interrupted."""
    with Stop() as stop, WealthBar(game, Rounds(game, len(market.relatives)), None, shown) as bar:
        for day in stop.examples(iter(market.relatives)):
            game.label(game.predict().number, day)
            bar.tick()
    return stop.wanted


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
