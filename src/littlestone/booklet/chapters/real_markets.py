"""The part of the chapter on real data that is about electricity and about portfolios."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ...bound import Certificate
from ...experts.advice import as_advice
from ...experts.ml_poly import MLPoly
from ...formats.tables.price_file import read_prices
from ...portfolios.buy_and_hold import BuyAndHold
from ...portfolios.eg_portfolio import EGPortfolio
from ...portfolios.invest_game import InvestGame
from ...portfolios.universal_portfolio import UniversalPortfolio
from ...rows.game import Game
from ..chapter import Claim, Figure, Measure, Part, Table, cite
from ..runs import over_time
from ..sources import NO_TABLES, file_of, missing, r_table

LOAD, NYSE = "opera_electric_load/electric_load_experts.csv", "portfolios/nyse_o.csv.xz"
IROQUOIS, KIN_ARK = 19, 22  # their columns


def a_round(what: str, certificate: Certificate, rounds: int) -> Measure:
    """What a theorem allowed and was paid, a round."""
    allowed = Measure.of(what, certificate).allowed
    paid = None if certificate.paid is None else certificate.paid / rounds
    return Measure(what, paid, "<=", None if allowed is None else allowed / rounds)


def mixed(name: str, advice: Any, truths: Any, run: str, names: tuple[str, ...], unit: str) -> Claim:
    """ML-Poly over forecasts, and what its certificate says."""
    game = Game(MLPoly(gradient=True), loss="square", features=names)
    ledger: Any = game.play_batch(as_advice(advice, truths))
    roots = np.sqrt(np.asarray(ledger.expert_losses) / len(truths))
    own = sqrt(ledger.loss / len(truths))
    even = float(np.sqrt(np.mean((advice.mean(axis=1) - truths) ** 2)))
    rows = (
        *zip(names, roots.round(1).tolist(), strict=True),
        ("even mean", round(even, 1)),
        ("ML-Poly", round(own, 1)),
    )
    return Claim(
        name=name,
        statement="The mixture loses at most $\\sqrt(D (B + V_i))$ more than each forecaster $i$, whatever the "
        "forecasts.",
        source=cite("real data", "Gaillard, Stoltz and van Erven 2014"),
        run=run,
        measures=(
            a_round("regret a round, and what is allowed", ledger.certificates[0], len(truths)),
            Measure("error, and 1 % above the best forecaster's", own, "<=", 1.01 * float(roots.min())),
        ),
        tables=(Table(f"Root of the mean square error, {unit}", ("who", "error"), rows, marked=(len(rows) - 1,)),),
    )


def demand() -> Part:
    """Half-hourly demand in England and Wales, and five rules of thumb."""
    frame = r_table("forecast", "taylor")
    if frame is None:
        return NO_TABLES
    x = frame["x"].to_numpy(dtype=float)
    day, week = 48, 336
    now = np.arange(week + 1, len(x))
    last = x[now - 1]
    experts = {
        "as half an hour ago": last,
        "as yesterday": x[now - day],
        "as a week ago": x[now - week],
        "change of yesterday": last + x[now - day] - x[now - day - 1],
        "change of a week ago": last + x[now - week] - x[now - week - 1],
    }
    return mixed(
        "demand",
        np.column_stack(list(experts.values())),
        x[now],
        f"{len(now):,} half-hours of demand in England and Wales in 2000 (Taylor 2003, in R's data sets), forecast by "
        "five rules of thumb.",
        tuple(experts),
        "MW",
    )


def load() -> Part:
    """The forecasters of the R package opera."""
    path = file_of(LOAD)
    if path is None:
        return missing(LOAD, "the three forecasters of French electricity that the package opera shows")
    weeks = np.genfromtxt(path, delimiter=",", skip_header=1)
    return mixed(
        "load",
        weeks[:, 2:],
        weeks[:, 1],
        f"{len(weeks)} weeks of French electricity, three forecasters (the package opera of Gaillard and Goude).",
        ("gam", "ar", "gbm"),
        "MW",
    )


def invested(name: str, relatives: Any, learners: dict[str, Any], run: str) -> Claim:
    """Some portfolios over a market."""
    measures, series = [], []
    rows: list[tuple[str, float, Any]] = []
    for who, learner in learners.items():
        game = InvestGame(learner)
        for x in relatives:
            game.label(game.predict().number, x)
        ledger = game.ledger
        series.append(over_time(who, ledger.path, "line"))
        rows.append((who, round(float(ledger.wealth), 3), round(100 * float(ledger.drawdown), 1)))
        measures.append(Measure.of(f"{who}: regret, and what is allowed", ledger.certificates[0]))
    rows.append(("best single stock", round(float(ledger.best_stock.wealth), 3), ""))
    figure = Figure(
        name=f"{name}-wealth",
        caption="What a stake of 1 became.",
        alt="; ".join(f"{who} ends at {wealth:,g}" for who, wealth, _ in rows) + ".",
        x_label="day",
        y_label="wealth",
        series=tuple(series),
        log_y=True,
    )
    return Claim(
        name=name,
        statement="Without any assumption on the market, the logarithm of the wealth stays within the theorem's regret "
        "of the best in hindsight.",
        source=cite(
            "N2, Online Regret, investment", "N2, Why online?", "real data", "Cover 1991, Helmbold et al. 1998"
        ),
        run=run,
        measures=tuple(measures),
        text=("Before costs, and no advice: the theorems compare, they do not promise a profit.",),
        figures=(figure,),
        tables=(Table("Wealth from a stake of 1", ("who", "wealth", "largest loss from a peak, %"), tuple(rows)),),
    )


def three_stocks() -> Part:
    """GE, IBM and Mobil."""
    frame = r_table("Ecdat", "CRSPday")
    if frame is None:
        return NO_TABLES
    relatives = 1.0 + frame[["ge", "ibm", "mobil"]].to_numpy(dtype=float)
    return invested(
        "three-stocks",
        relatives,
        {"buy and hold": BuyAndHold(3), "EG": EGPortfolio(3), "universal": UniversalPortfolio(3)},
        f"{len(relatives):,} days of General Electric, IBM and Mobil, 1989 to 1998 (CRSP, in R's data sets).",
    )


def new_york() -> Part:
    """Two stocks of the market of the literature."""
    path = file_of(NYSE)
    if path is None:
        return missing(NYSE, "two stocks of the New York Stock Exchange, 1962 to 1984")
    relatives = read_prices(path, relatives=True).relatives[:, [IROQUOIS, KIN_ARK]]
    return invested(
        "new-york",
        relatives,
        {"buy and hold": BuyAndHold(2), "EG": EGPortfolio(2), "universal": UniversalPortfolio(2)},
        f"{len(relatives):,} days of Iroquois Brands and Kin Ark on the New York Stock Exchange from July 1962 on, "
        "which Cover took for his example: both go up and down, and whoever rebalances gains from it.",
    )
