"""Matrix games: the minimax theorem as a run; experts against nature and boosting as two of its cases."""

from __future__ import annotations

from itertools import islice
from math import exp, log, sqrt
from typing import Any

import numpy as np

from ...experts.hedge import Hedge
from ...formats.tables.sample import sample
from ...matrix_games.matrix_game import MatrixGame
from ...matrix_games.matrix_value import game_value
from ..chapter import Chapter, Claim, Figure, Measure, Part, Section, Series, Table, cite
from ..runs import over_time
from ..sources import NO_TABLES, r_table

ROCK_PAPER_SCISSORS = ((0.5, 1.0, 0.0), (0.0, 0.5, 1.0), (1.0, 0.0, 0.5))  # who loses pays 1, a draw costs a half


def play(quick: bool, seed: int) -> Chapter:
    """Learners without regret find the value of a zero-sum game; experts against nature are such a game."""
    return Chapter(
        "matrix-games",
        "Matrix games",
        "The connection to game theory that the notes announce: two players who regret little prove the minimax "
        "theorem by playing, and have at every moment a proof of how far they are.",
        (
            Section(
                "The minimax theorem as a run",
                (
                    "The row player pays $A_{ij}$ to the column player. Against the average $y$ of what the columns "
                    "played every row pays at least $min_i (A y)_i$, against the average $x$ of the rows every column "
                    "gets at most $max_j (x A)_j$: the value lies between, whoever played. What one pays the other "
                    "gets, so that the two lie apart by what both regret, divided by the rounds.",
                    rock_paper_scissors(1000 if quick else 10_000),
                    drawn_games(20 if quick else 200, seed),
                ),
            ),
            Section(
                "Experts against nature",
                (
                    "A row for every expert, a column for everything that nature may do, and in the matrix what the "
                    "expert then loses: the game of experts is a matrix game. A nature that answers against the "
                    "weights is a best response, and Hedge pays the value and its regret at most.",
                    experts(400 if quick else 4000),
                ),
            ),
            Section(
                "Boosting",
                (
                    "A row for every example, a column for every simple rule, and a 1 in the matrix where the rule is "
                    "right. Hedge weighs the examples and pays for those that are easy; the *weak learner* answers "
                    "with the rule that is right most often by these weights. Suppose it always is right by a share "
                    "of $\\half + \\gamma$ at least. By the minimax theorem that is possible for the same "
                    "$\\gamma$ as some vote of the rules is right by that share on *every* example: then the value of "
                    "the game is $\\half + \\gamma$. Boosting finds such a vote by playing.",
                    boosting(100 if quick else 200),
                ),
            ),
        ),
    )


def rock_paper_scissors(rounds: int) -> Claim:
    """The bracket around the value closes as fast as the theorem says, at every moment."""
    game = MatrixGame(ROCK_PAPER_SCISSORS, "adahedge", "best-response")
    places = sorted({round(1.25**k) for k in range(40) if 1.25**k <= rounds} | {rounds})
    lower, upper, wide = [], [], 0
    for place in places:
        game.play(place - game.rounds)
        lower.append(game.lower)
        upper.append(game.upper)
        wide += any(certificate.verdict != "holds" for certificate in game.certificates)
    tuned = MatrixGame(ROCK_PAPER_SCISSORS, "hedge", "best-response", horizon=rounds)
    tuned.play(rounds)
    return Claim(
        "rock-paper-scissors",
        "Hedge at the rate $\\sqrt(8 ln n / T)$ against best responses, with payments from 0 to 1, brackets the value "
        "within $\\sqrt(ln n / (2T))$ (Freund and Schapire 1999).",
        cite("N0, Section 1, game theory", "N1, Experts, game theory"),
        f"Rock, paper, scissors, {rounds:,} rounds: AdaHedge, which knows no rate, watched on the way, and Hedge tuned "
        "for the number of rounds.",
        (
            Measure("gap of tuned Hedge", tuned.gap, "<=", sqrt(log(3) / (2 * rounds))),
            Measure("lower end of its bracket", tuned.lower, "<=", 0.5),
            Measure("upper end of its bracket", tuned.upper, ">=", 0.5),
            Measure("moments at which a certificate of AdaHedge's game does not hold", wide, "=", 0),
        ),
        figures=(
            Figure(
                "bracket-chart",
                "Between which numbers the value lies, by AdaHedge against best responses.",
                "Two lines close in on one half from below and above as rounds go by.",
                "round",
                "value",
                (
                    Series("upper end", places, upper),
                    Series("lower end", places, lower),
                    Series("value", [places[0], places[-1]], [0.5, 0.5], "bound"),
                ),
                log_x=True,
            ),
        ),
    )


def drawn_games(games: int, seed: int) -> Claim:
    """In drawn games the bracket holds the value that linear programming finds, and is as wide as both regret."""
    rng = np.random.default_rng(seed)
    outside, off = 0, 0.0
    for _ in range(games):
        A = rng.random(rng.integers(2, 6, size=2))
        game = MatrixGame(A, "adahedge", "ogd")
        game.play(100)
        value = game_value(A).value
        outside += not game.lower - 1e-9 <= value <= game.upper + 1e-9
        off = max(off, abs(game.gap - game.allowed))
    return Claim(
        "bracket",
        "The bracket holds the value whoever plays, and is as wide as $(R_row + R_column)/T$.",
        cite("N0, Section 1, game theory", "N1, Experts, game theory"),
        f"{games} drawn games of up to 5 rows and columns, AdaHedge against gradient descent on the simplex, 100 "
        "rounds each; the value by linear programming.",
        (
            Measure("games whose value lies outside of the bracket", outside, "=", 0),
            Measure("largest difference of the gap and what both regret", off, "=", 0.0, within=1e-9),
        ),
    )


def experts(rounds: int) -> Claim:
    """Forecasters against a nature that answers as badly as it can."""
    chances = (0.1, 0.5, 0.8)
    A: Any = [[abs(p - y) for y in (0, 1)] for p in chances]
    game = MatrixGame(A, "hedge", "best-response", horizon=rounds)
    game.play(rounds)
    found = game_value(A)
    (own,) = game.players[0].ledger.certificates
    return Claim(
        "experts-against-nature",
        "Against every nature Hedge pays at most the value of the matrix of losses, and its regret bound over $T$, a "
        "round.",
        cite("N1, Experts, game theory", "N1, Experts"),
        f"Three forecasters of rain, with the absolute loss, {rounds:,} rounds against best responses.",
        (
            Measure("paid a round", game.ledger.payment, "<=", found.value + (own.allowed or 0.0) / rounds),
            Measure("paid a round, against a best response", game.ledger.payment, ">=", found.value),
            Measure.of("regret of Hedge", own),
        ),
        tables=(
            Table(
                "The forecasters: what they lose if it is dry and if it rains, and how they are weighed.",
                ("chance of rain", "dry", "rain", "on average", "at the optimum"),
                tuple(
                    (p, dry, rain, round(float(mean), 4), round(float(best), 4))
                    for p, (dry, rain), mean, best in zip(chances, A, game.row, found.row, strict=True)
                ),
            ),
        ),
    )


def boosting(mails: int) -> Part:
    """Hedge on the examples against the best decision stump."""
    if r_table("openintro", "email") is None:
        return NO_TABLES
    X, y = first_mails(mails)
    A = right_stumps(X, y)
    n, rules = A.shape
    gamma = game_value(A).value - 0.5
    rounds = int(log(n) / (2 * gamma**2)) + 1  # from here on the bound is below 1/n
    game = MatrixGame(A, Hedge(eta=log((1 + 2 * gamma) / (1 - 2 * gamma))), "best-response")
    votes = np.zeros(n)
    errors, shares = [], []
    for t in range(1, rounds + 1):
        move = game.step()
        votes += A @ move.column
        errors.append(float((votes <= t / 2).mean()))
        shares.append(move.payment)
    bounds = [exp(-2 * gamma**2 * t) for t in range(1, rounds + 1)]
    above = sum(error > bound for error, bound in zip(errors, bounds, strict=True))
    last = max((t for t, error in enumerate(errors, start=1) if error > 0), default=0)
    return Claim(
        "boosting",
        "If the weak learner is right by a share of $\\half + \\gamma$ at least in each of $T$ rounds, by the weights "
        "of Hedge at the rate $ln((1 + 2\\gamma)/(1 - 2\\gamma))$, then the majority of its $T$ rules errs on a share "
        "of $e^{-2\\gamma^2 T}$ of the examples at most (Freund and Schapire 1997).",
        cite("N0, Section 1, game theory", "N1, Experts, game theory"),
        f"The first {mails} e-mails of the sample, less {mails - n} that are alike in all but the label; {rules} "
        f"stumps, which ask whether one column is above a number; {rounds:,} rounds. The value of the game by linear "
        f"programming: $\\gamma = {gamma:.4f}$.",
        (
            Measure("least share by which a stump was right, and the value", min(shares), ">=", 0.5 + gamma),
            Measure("rounds with a training error above $e^{-2\\gamma^2 t}$", above, "=", 0),
            Measure("training error of the vote, and $e^{-2\\gamma^2 T}$", errors[-1], "<=", bounds[-1]),
            Measure("last round in which the vote errs on a mail, and $T$", last, "<", rounds),
            Measure("share of the votes that are right on the hardest mail", game.lower, ">", 0.5),
        ),
        text=(
            "A mail on which the majority errs has cost Hedge at most half of the rounds, so that its weight is still "
            "large; and the sum of all weights shrinks with every stump that is right more often than not.",
        ),
        figures=(
            Figure(
                "boosting-error",
                "Training error of the majority of the stumps so far, and what the theorem allows.",
                f"The training error falls from {errors[0]:.2f} to 0 after round {last}, below a curve that falls "
                f"later, to 1/{n} in round {rounds}.",
                "round",
                "training error",
                (over_time("vote of the stumps", errors), over_time("exp(-2 gamma^2 t)", bounds, "bound")),
                log_x=True,
            ),
        ),
    )


def first_mails(count: int) -> tuple[Any, Any]:
    """The first e-mails of the sample, without those alike in all but the label: no vote is right on both."""
    pairs = list(islice(sample("email"), count))
    labels: dict[Any, set[Any]] = {}
    for x, y in pairs:
        labels.setdefault(frozenset(x.items()), set()).add(y)
    kept = [(x, y) for x, y in pairs if len(labels[frozenset(x.items())]) == 1]
    names = sorted({name for x, _ in kept for name in x})
    return np.array([[x.get(name, 0.0) for name in names] for x, _ in kept]), np.array([float(y) for _, y in kept])


def right_stumps(X: Any, y: Any) -> Any:
    """A row for every example and a column for every decision stump: 1 where it is right. No two columns are alike."""
    says = [np.ones(len(y))]
    for column in X.T:
        values = np.unique(column)
        says += [np.where(column > cut, 1.0, -1.0) for cut in (values[1:] + values[:-1]) / 2]
    stumps = np.array([*says, *(-each for each in says)]).T
    return np.unique((stumps == y[:, None]).astype(float), axis=1)
