"""Real data: spam, electricity, portfolios, weather and bookmakers; the same certificates on data nobody here wrote."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from ...boolean.winnow import Winnow
from ...bound import Certificate
from ...experts.advice import as_advice
from ...experts.aggregating import AggregatingAlgorithm
from ...experts.randomised_weighted_majority import RandomisedWeightedMajority
from ...experts.weighted_majority import WeightedMajority
from ...features.words_of_text import TextWords
from ...formats.tables.sample import sample
from ...learner import RowLearner
from ...linear.arow import AROW
from ...linear.perceptron import Perceptron
from ...rows.game import Game
from ...samples.samples import SAMPLES
from ..chapter import Chapter, Claim, Figure, Measure, Part, Section, Series, Table, cite
from ..runs import over_time, played, zero_rule
from ..sources import NO_TABLES, file_of, missing, r_table
from .real_markets import demand, load, new_york, three_stocks

SMS, TENNIS = "sms_spam/SMSSpamCollection", "tennis_brier/tennis1.txt"


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played on whatever data is there."""
    return Chapter(
        name="real-data",
        title="Real data",
        summary="Spam, electricity, portfolios, weather and bookmakers: theorems do not ask where the data comes from.",
        sections=(
            Section("Spam", (SPAM, emails(), messages())),
            Section("Electricity", (ELECTRICITY, demand(), load())),
            Section("Portfolios", (PORTFOLIOS, three_stocks(), new_york())),
            Section("Weather and bookmakers", (ADVICE, rain(seed), tennis())),
        ),
    )


SPAM = (
    "Nobody planted a separator in other people's mail. A certificate says so, with the round that proved it, and the "
    "theorem that needs no premise takes over."
)
ELECTRICITY = (
    "Forecasts of the demand for electricity are the classic of expert advice: mix several forecasters, and never fall "
    "far behind the best of them. The regret of ML-Poly is certified without any knowledge of the range of the losses."
)
PORTFOLIOS = (
    "A portfolio is a point of the simplex, its loss $-ln\\langle b, x\\rangle$ for the price relatives $x$ of the "
    "day. Regret is the logarithm of the best constant rebalanced portfolio's wealth over one's own."
)
ADVICE = (
    "Experts from the real world: the eleven members of a weather model's ensemble, each a forecast of its own; and "
    "bookmakers, whose odds are chances."
)


def settled(certificate: Certificate) -> tuple[str, str, str, str]:
    """A row of a table of certificates."""
    allowed = "" if certificate.allowed is None else f"{certificate.allowed:,.5g}"
    return certificate.theorem.split(":")[0], f"{certificate.paid:,.5g}", allowed, certificate.verdict


VERDICTS = ("theorem", "mistakes", "allowed", "verdict")


def emails() -> Part:
    """The e-mails of openintro, in the order they came."""
    if r_table("openintro", "email") is None:
        return NO_TABLES
    certificates, measures = [], []
    learners: dict[str, RowLearner] = {
        "Perceptron": Perceptron(bias=1.0, normalise=True),
        "AROW": AROW(covariance="full", bias=1.0, normalise=True),
    }
    for name, learner in learners.items():
        ledger = Game(learner).play(sample("email"))
        certificates += ledger.certificates
        measures.append(Measure.of(f"{name}: mistakes, and what is allowed", ledger.certificates[-1]))
        constant = ledger.best_constant
    pairs = list(sample("email", boolean=True))
    names = sorted({name for x, _ in pairs for name in x})
    winnow = played(Winnow(n=len(names)), pairs, features=names)
    certificates += winnow.ledger.certificates
    measures.append(
        Measure("Winnow is told that no disjunction fits", float(bool(winnow.ledger.certificates[0].broken)), "=", 1.0)
    )
    return Claim(
        name="emails",
        statement="Certificates of premises that fail name the round; those without a premise hold.",
        source=cite("N2, Why online?", "real data"),
        run="3,921 e-mails to one address in early 2012, 367 of them spam (openintro, in R's data sets), in order.",
        measures=tuple(measures),
        text=(
            f"Always saying *no spam* errs {constant} times: such columns say little, and the ledger does not hide it.",
            f"What the broken premises say: {'; '.join(each.broken for each in certificates if each.broken)}.",
        ),
        tables=(Table("Every theorem's verdict", VERDICTS, tuple(map(settled, certificates))),),
        zero=zero_rule(*learners.values()),
    )


def messages() -> Part:
    """Raw text messages, word by word."""
    path = file_of(SMS)
    if path is None:
        return missing(SMS, "5,574 text messages, word by word")
    words = TextWords()
    game = Game(Perceptron(), labels=("ham", "spam"))
    mistakes = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            label, text = line.split("\t", 1)
            game.label(game.predict(words.features("m", text)).number, label)
            mistakes.append(game.ledger.mistakes)
    margin, hinge = game.ledger.certificates
    figure = Figure(
        name="sms",
        caption="The Perceptron on raw text messages, every word a feature as it comes.",
        alt=f"{mistakes[-1]} mistakes after {len(mistakes):,} messages, ever more slowly.",
        x_label="message",
        y_label="mistakes",
        series=(over_time("Perceptron", mistakes),),
    )
    return Claim(
        name="messages",
        statement="With a feature for every word some vector separates the mistaken messages, and the margin bound "
        "applies.",
        source=cite("real data"),
        run=f"{len(mistakes):,} text messages, {game.ledger._positives} of them spam (Almeida, Hidalgo and Yamakami "
        "2011).",
        measures=(
            Measure.of("mistakes, and $(R/\\gamma)^2$ for the best margin in hindsight", margin),
            Measure.of("mistakes, and the hinge bound", hinge),
            Measure(
                "mistakes, and those of always saying *ham*",
                float(game.ledger.mistakes),
                "<",
                float(game.ledger.best_constant),
            ),
        ),
        figures=(figure,),
        zero=zero_rule(game.learner),
    )


def rain(seed: int) -> Part:
    """The members of a weather model's ensemble, at Innsbruck."""
    frame = r_table("crch", "RainIbk")
    if frame is None:
        return NO_TABLES
    wet = SAMPLES["rain"].above
    said = frame[[name for name in frame.columns if name.startswith("rainfc")]].to_numpy(dtype=float)
    advice, truths = np.where(said > wet, 1.0, -1.0), np.where(frame["rain"].to_numpy(dtype=float) > wet, 1.0, -1.0)
    vote: Any = Game(WeightedMajority()).play_batch(as_advice(advice, truths))
    coin: Any = Game(RandomisedWeightedMajority(), seed=seed).play_batch(as_advice(advice, truths))
    best = float(np.min(vote.expert_losses))
    return Claim(
        name="rain",
        statement="Weighted majority and its randomised form stay within their bounds of the best member of the "
        "ensemble.",
        source=cite("N2, Why online?", "N1, Experts", "real data"),
        run=f"{len(truths):,} days at Innsbruck: will it be wet over the next days? Eleven members of an ensemble say "
        "(the package crch, in R's data sets).",
        measures=(
            Measure.of("the vote: mistakes, and what the theorem allows", vote.certificates[0]),
            Measure.of("the coin: expected mistakes, and what the theorem allows", coin.certificates[0]),
            Measure("the vote, and $2.41 m + 3.48 ln n$", float(vote.mistakes), "<=", 2.41 * best + 3.48 * log(11)),
            Measure("the coin, and $1.39 m + 2 ln n$", float(coin.expected), "<=", 1.39 * best + 2 * log(11)),
        ),
        text=(
            f"The best member errs in {100 * best / len(truths):.1f} % of the days: the very case of which the notes "
            "say that the bound of the vote is no better than guessing.",
        ),
        zero=zero_rule(vote.learner),
    )


def tennis() -> Part:
    """Four bookmakers."""
    path = file_of(TENNIS)
    if path is None:
        return missing(TENNIS, "four bookmakers on 10,087 tennis matches")
    chances = np.loadtxt(path)[:, 3::2]
    game = Game(AggregatingAlgorithm(), loss="brier")
    ledger: Any = game.ledger
    regrets, step = [], max(1, len(chances) // 200)
    for t in range(0, len(chances), step):
        game.play_batch(as_advice(chances[t : t + step], np.ones(len(chances[t : t + step]))))
        regrets.append(float(ledger.best_regret))
    times = [min(step * (k + 1), len(chances)) for k in range(len(regrets))]
    figure = Figure(
        name="bookmakers",
        caption="Regret of the Aggregating Algorithm against the best of four bookmakers so far.",
        alt=f"Regret moves below {max(regrets):.2f} all the time, never above ln 4 = 1.386.",
        x_label="match",
        y_label="regret, Brier loss",
        series=(
            Series("Aggregating Algorithm", times, regrets),
            Series("ln 4", [0, times[-1]], [log(4), log(4)], "bound"),
        ),
    )
    return Claim(
        name="tennis",
        statement="For the Brier loss the regret against the best of $n$ bookmakers is never above $ln n$, however "
        "long the game.",
        source=cite("real data; Vovk and Zhdanov 2009"),
        run=f"{len(chances):,} tennis matches, four bookmakers' chances of the winner.",
        measures=(
            Measure.of("regret at the end, and what the theorem allows", ledger.certificates[0]),
            Measure("largest regret at any moment looked at, and $ln 4$", max(regrets), "<=", log(4)),
        ),
        figures=(figure,),
    )
