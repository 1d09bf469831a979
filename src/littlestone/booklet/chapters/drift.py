"""A part of the chapter on what came after: targets that change while the game is played."""

from __future__ import annotations

from itertools import pairwise
from math import log, log1p, sqrt
from typing import Any

import numpy as np

from ...experts.best_path import best_switching
from ...experts.fixed_share import FixedShare
from ...experts.fixed_share_theorems import FixedShareBound
from ...experts.hedge import Hedge
from ...linear.perceptron import Perceptron
from ...natures import Analysts, Drifting, PlantedHalfspace
from ...rows.game import Game
from ...rows.round import Round
from ..chapter import Claim, Figure, Measure, cite
from ..runs import Watched, level, over_time, zero_rule

DRIFT = (
    "The notes praise online learning for streams that are not stationary and criteria that evolve, and prove nothing "
    "about them: regret is measured against one fixed expert, a margin against one fixed separator. Fixed-Share "
    "(Herbster and Warmuth 1998) is Hedge that deals out a small share of all weight evenly after every round. Nobody "
    "falls so far as not to come back, and the comparator may be any *sequence* of experts that changes seldom."
)
EXPERTS = 16


def rate_for(n: int, rounds: int, switches: int) -> tuple[float, float]:
    """The rate and the share for which Fixed-Share's theorem is best, with losses from 0 to 1."""
    share = max(1, switches) / (rounds - 1)
    path = (switches + 1) * log(n) - switches * log(share) - (rounds - 1 - switches) * log1p(-share)
    return sqrt(8 * path / rounds), share


def fixed_share(quick: bool, seed: int) -> Claim:
    """One analyst is always right, and from time to time it is another one."""
    parts, each = 5, 200 if quick else 1000
    rounds = parts * each
    natures = [Analysts(EXPERTS, 1, rounds=each, seed=parts * seed + part) for part in range(parts)]
    said: list[Any] = []
    told: list[float] = []
    world = Drifting(natures)
    while (x := world.ask(None)) is not None:
        (label,) = world.answer(len(said) + 1, 0.0)
        said.append(x)
        told.append(label.y)
    leads = [nature.target for nature in natures]
    switches = sum(now != then for then, now in pairwise(leads))
    best = best_switching(told, np.array(said), switches=switches, loss="mistake")
    eta, share = rate_for(EXPERTS, rounds, switches)
    games = {
        "Hedge": Game(Hedge(eta=sqrt(8 * log(EXPERTS) / rounds))),
        "Fixed-Share": Game(FixedShare(eta=eta, share=share), bounds=[FixedShareBound(switches=switches)]),
    }
    courses = {name: expected(game, said, told) for name, game in games.items()}
    hedge, followed = (game.ledger.certificates[0] for game in games.values())
    most = followed.allowed or 0.0
    figure = Figure(
        name="drift",
        caption="Expected mistakes while the analyst who is right changes. The best path makes none.",
        alt=f"Hedge rises after every change, to {courses['Hedge'][-1]:.0f} expected mistakes after {rounds:,} rounds; "
        f"Fixed-Share rises a little after each, to {courses['Fixed-Share'][-1]:.0f}.",
        x_label="round",
        y_label="expected mistakes",
        series=(
            *(over_time(name, course, "line") for name, course in courses.items()),
            level("Fixed-Share may make", most, 1, rounds),
        ),
    )
    return Claim(
        name="drift-experts",
        statement="Against every sequence of experts with $S$ changes the regret of Fixed-Share is at most $((S + 1) "
        "ln n + S ln(1/a) + (T - 1 - S) ln(1/(1 - a)))/\\eta + \\eta T/8$, where $a$ is the share that is dealt out. "
        "Hedge keeps its promise too, which is about one expert, and is left behind.",
        source=cite("N2, Why online?, non-stationarity", "N3, Section 2.3", "Herbster and Warmuth 1998"),
        run=f"{EXPERTS} analysts who guess, one of whom is always right: another one after every {each:,} rounds, "
        f"{switches} changes in all. $a = S/(T - 1)$, and the rates for which the theorems are best.",
        measures=(
            Measure("mistakes of the best path with so many changes, in hindsight", best.loss, "=", 0.0),
            Measure.of("Fixed-Share: regret against it, and what the theorem allows", followed),
            Measure("Hedge: the same regret, and Fixed-Share's bound", courses["Hedge"][-1] - best.loss, ">", most),
            Measure.of("Hedge: regret against the best expert, and what the theorem allows", hedge),
        ),
        figures=(figure,),
    )


def expected(game: Game, said: list[Any], told: list[float]) -> list[float]:
    """The mistakes that a learner from advice expects, after every round of a game."""
    account: Any = game.ledger
    course = []
    for x, y in zip(said, told, strict=True):
        game.label(game.predict(x).number, y)
        course.append(float(account.expected))
    return course


def separators(quick: bool, seed: int) -> Claim:
    """A halfspace that turns."""
    n, parts, each, margin = 10, 4, 300 if quick else 1500, 0.1
    natures = [PlantedHalfspace(n, margin=margin, rounds=each, seed=parts * seed + part) for part in range(parts)]
    game = Game(Perceptron())
    course: list[int] = []
    verdicts: list[str] = []

    def look(last: Round) -> None:
        course.append(game.ledger.mistakes)
        if len(course) == each:
            verdicts.append(game.ledger.certificates[0].verdict)

    game.play(Watched(Drifting(natures), look))
    margin_bound, hinge = game.ledger.certificates
    late = [course[each * (part + 1) - 1] - course[each * part + each // 2] for part in range(parts)]
    soon = [course[each * part + each // 2] - (course[each * part - 1] if part else 0) for part in range(parts)]
    return Claim(
        name="drift-separator",
        statement="If the target turns, no separator fits, and the Perceptron's certificate says from which round on. "
        "The hinge bound holds all the same, and the Perceptron, whose steps never get smaller, learns every target "
        "anew.",
        source=cite("N2, Why online?, non-stationarity", "N3, Section 2.3"),
        run=f"A halfspace in {n} dimensions with margin {margin}, another one after every {each:,} of {parts * each:,} "
        "rounds.",
        measures=(
            Measure("certificates that held before the first change", verdicts.count("holds"), "=", 1),
            Measure("certificates broken at the end", int(margin_bound.verdict == "broken premise"), "=", 1),
            Measure.of("mistakes, and the hinge bound", hinge),
            Measure("mistakes in the second halves of the periods, and in the first", sum(late), "<", sum(soon)),
        ),
        text=(f"The certificate says: {margin_bound.broken}.",),
        figures=(
            Figure(
                name="drift-perceptron",
                caption="The Perceptron while the target changes: steep after every change, then flat.",
                alt=f"Mistakes rise steeply {parts} times and flatten in between, to {course[-1]} at the end.",
                x_label="round",
                y_label="mistakes",
                series=(over_time("Perceptron", course),),
            ),
        ),
        zero=zero_rule(game.learner),
    )
