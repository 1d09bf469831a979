"""Learners as experts: many prediction algorithms, and nobody knows which is best."""

from __future__ import annotations

from math import log
from typing import Any

from ...committees.committee import Committee
from ...features.arrays import as_batch
from ...natures import PlantedDisjunction
from ...rows.game import Game
from ..chapter import Claim, Measure, Table, cite

N, K = 20, 3
MEMBERS = (f"elimination:n={N}", f"winnow:n={N}", "perceptron:zero=-1", f"conjunction:n={N}")


def learners_as_experts(quick: bool, seed: int) -> Claim:
    """A committee mixed for mistakes, by the vote and by the coin, beside its members and the mixture of log losses."""
    rounds = 300 if quick else 2_000
    nature = PlantedDisjunction(N, K, rounds=rounds, seed=seed)
    X, y = zip(*(nature.draw() for _ in range(rounds)), strict=True)
    batch = as_batch(list(X), list(y))
    games: dict[str, Any] = {}
    for by in ("wma", "rwma"):
        games[by] = Game(Committee(list(MEMBERS), loss="mistake", by=by), seed=seed)
        games[by].play_batch(batch)
    vote, coin = (games[by].ledger for by in ("wma", "rwma"))
    erred = list(games["wma"].learner.erred)
    best = min(erred)
    rows = tuple(
        (f"`{name}`", int(made), float(weight))
        for name, made, weight in zip(MEMBERS, erred, games["wma"].learner.weights, strict=True)
    )
    return Claim(
        name="learners-as-experts",
        statement=(
            "Learners may be the experts: let $K$ of them play and learn, and take a weighted majority of what they "
            "do. If the best of them makes $m$ mistakes, the vote makes at most $2.41 m + 3.48 ln K$, and the coin "
            "expects at most $1.39 m + 2 ln K$. The proof asks nothing of the experts."
        ),
        source=cite("N1, Experts, many algorithms", "N1, Experts"),
        run=f"Four learners, {rounds:,} examples of a disjunction of {K} of {N} variables. An even vote is $-1$.",
        measures=(
            Measure("mistakes of the vote", vote.mistakes, "<=", 2.41 * best + 3.48 * log(len(MEMBERS))),
            Measure("mistakes that the coin expects", coin.expected, "<=", 1.39 * best + 2 * log(len(MEMBERS))),
            Measure.of("the certificate of the vote", vote.certificates[0]),
            Measure.of("the certificate of the coin", coin.certificates[0]),
        ),
        text=(
            '`Committee(members, loss="mistake")`, or `littlestone play FILE --label y --members ... --loss mistake`. '
            "Mixed for the log loss, which is the default of a committee, the same members are weighed by how sure "
            "they are, which says little of learners that only say yes or no.",
        ),
        tables=(Table("The members.", ("learner", "mistakes", "weight in the vote, at the end"), rows),),
    )
