"""Intervals and calibrated chances on thousands of adversarial and real runs: is what is promised kept at every round?

    python benchmarks/coverage.py [--runs 10000] [--load electric_load_experts.csv] [--flights 50000]

Every run has its own coverage, rule, step, adversary and delay, up to 1,000 rounds. At every label the identity
misses - alpha T = (position - start)/step is looked at; at the end, and at moments in between, every certificate: of
coverage, of the pinball loss, of calibeating (Brier score and log loss). Real runs are the electric load of France
by a mixture of forecasters, and the delays of flights from New York in minutes by `vaw`, told when they have arrived
(up to 634 departures later), and once more with every label held back further, up to 1,000 departures in all.
"""

from __future__ import annotations

import argparse
import csv
import heapq
import random
from collections import Counter
from collections.abc import Callable, Iterable
from math import inf
from typing import Any

import numpy as np

from littlestone import Game, LinearVAW, MLPoly
from littlestone.errors import InputError
from littlestone.formats import sample
from littlestone.guarantees import Calibrated, Intervals, Model

EXACT = 1e-9
LATEST = 1_000
Answer = Callable[[Any], float]  # the truth that an adversary gives to what was said


class Tally:
    """What was seen of one kind of run."""

    def __init__(self) -> None:
        self.runs = self.labels = self.latest = 0
        self.identity = 0.0
        self.verdicts: Counter[str] = Counter()

    def look(self, account: Any) -> None:
        self.labels += 1
        self.identity = max(self.identity, abs(account.identity))

    def certify(self, game: Any) -> None:
        self.verdicts.update(certificate.verdict for certificate in game.guarantees[0].certificates)

    def line(self, name: str) -> str:
        verdicts = ", ".join(f"{count:,} {verdict}" for verdict, count in self.verdicts.items())
        return f"{name:26}{self.runs:8,}{self.labels:12,}{self.latest:8,}   {self.identity:9.1e}   {verdicts}"


def truth_of(kind: str, rng: random.Random) -> Answer:
    """A truth against an interval: just outside, just inside, far and near by turns, drawn with jumps, or any of it."""

    def answer(move: Any) -> float:
        said = move.interval
        play = rng.choice(("outside", "inside", "turns", "drawn")) if kind == "mixed" else kind
        radius = said.radius
        if play == "outside":
            return float(said.point + (radius + 1e-9 if 0 <= radius < 9.0 else 0.0))
        if play == "inside":
            return float(said.point + (min(radius, 10.0) if radius >= 0 else 0.0))
        if play == "turns":
            return float(said.point + (10.0 if (move.number // 37) % 2 else 0.0))
        return float(said.point + min(10.0, abs(rng.gauss(0.0, 1.0 if move.number % 400 < 200 else 4.0))))

    return answer


def play(game: Any, asked: Iterable[tuple[int, Any]], answer: Answer, tally: Tally, looks: bool, every: int) -> None:
    """Play examples, each with the rounds that its label is late; certify now and then, and at the end."""
    due: list[tuple[int, int, Any]] = []
    labelled = 0

    def tell(now: float) -> None:
        nonlocal labelled
        while due and due[0][0] <= now:
            _, number, y = heapq.heappop(due)
            game.label(number, y)
            labelled += 1
            if looks:
                tally.look(game.guarantees[0].account)
            else:
                tally.labels += 1
            if labelled % every == 0:
                tally.certify(game)

    for t, (late, x) in enumerate(asked):
        said = game.predict(x)
        heapq.heappush(due, (t + late, said.number, answer(said)))
        tally.latest = max(tally.latest, late)
        tell(t)
    tell(inf)
    tally.runs += 1
    tally.certify(game)


def adversarial(runs: int, tallies: dict[str, Tally]) -> None:
    for seed in range(runs):
        rng = random.Random(seed)
        kind = rng.choice(("outside", "inside", "turns", "drawn", "mixed"))
        late = rng.choice((0, 0, 3, 30, 200)) if seed % 20 else LATEST
        rounds = 2_500 if late == LATEST else rng.randint(50, 400)
        asked = [(rng.randint(0, late), 0.01 * t) for t in range(rounds)]
        coverage = rng.choice((0.5, 0.8, 0.9, 0.95, 0.99))
        rules: tuple[dict[str, Any], ...] = (
            {"eta": rng.uniform(0.01, 2.0)},
            {"gamma": rng.uniform(0.001, 0.1)},
            {"eta": rng.uniform(0.01, 2.0), "b": 11.0, "start": 3.0},
        )
        game = Model(lambda x: x, guarantees=[Intervals(coverage, **rules[seed % 3])])
        play(game, asked, truth_of(kind, rng), tallies["adversarial intervals"], True, 500)
        chances = Model(lambda x: x, truths="signs", guarantees=[Calibrated(rng.choice((1, 5, 20)))])
        spite = rng.random()

        def against(said: Any, rng: random.Random = rng, spite: float = spite) -> float:
            return float(said.chance < 0.5) if rng.random() < spite else float(rng.random() < said.said[0].base ** 2)

        play(chances, [(each[0], rng.random()) for each in asked], against, tallies["adversarial chances"], False, 500)


def electric_load(path: str, tallies: dict[str, Tally]) -> None:
    with open(path, newline="") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    truths = [row["Y"] for row in rows]
    rules: tuple[dict[str, Any], ...] = ({"eta": 150.0}, {"gamma": 0.02}, {"eta": 150.0, "b": 60_000.0})
    for rule in rules:
        for late in (0, 30, LATEST):
            game = Game(MLPoly(), loss="square", guarantees=[Intervals(0.9, **rule)])
            rng = random.Random(late)
            asked = [(rng.randint(0, late), [row["gam"], row["ar"], row["gbm"]]) for row in rows]
            play(game, asked, lambda said: truths[said.number - 1], tallies["electric load"], True, 50)


def flights(rounds: int, tallies: dict[str, Tally]) -> None:
    frame = sample("flights", labels="numbers").frame.head(rounds)
    departed, arrived = frame.departed.to_numpy(), frame.arrived.to_numpy()
    late = (np.searchsorted(departed, arrived) - np.arange(len(frame))).tolist()
    truths = frame.arr_delay.tolist()
    known = frame[["month", "hour", "distance", "dep_delay"]].astype(float).to_dict("records")
    rng = random.Random(0)
    held = [rng.randint(each, LATEST) for each in late]
    rules: tuple[dict[str, Any], ...] = ({"eta": 1.0}, {"gamma": 0.005})
    for name, delays in (("flights, minutes late", late), ("flights, held back", held)):
        for rule in rules:
            game = Game(LinearVAW(), guarantees=[Intervals(0.9, **rule, keep=len(frame))])
            asked = zip(delays, known, strict=True)
            play(game, asked, lambda said: truths[said.number - 1], tallies[name], True, 10_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--load", help="the forecasts of electric load, with columns Y, gam, ar, gbm")
    parser.add_argument("--flights", type=int, default=20_000, help="how many flights; 0 for none")
    told = parser.parse_args()
    names = (
        "adversarial intervals",
        "adversarial chances",
        "electric load",
        "flights, minutes late",
        "flights, held back",
    )
    tallies = {name: Tally() for name in names}
    adversarial(told.runs, tallies)
    if told.load:
        electric_load(told.load, tallies)
    if told.flights:
        try:
            flights(told.flights, tallies)
        except InputError as error:
            print(f"no flights: {error}")
    print(f"{'':26}{'runs':>8}{'labels':>12}{'latest':>8}   {'identity':>9}   certificates")
    for name, tally in tallies.items():
        if tally.runs:
            print(tally.line(name))
    broken = sum(tally.verdicts[verdict] for tally in tallies.values() for verdict in ("violated", "broken premise"))
    worst = max(tally.identity for tally in tallies.values())
    print(f"largest error of the identity {worst:.1e}, allowed {EXACT:g}; certificates not kept: {broken}")
    raise SystemExit(worst > EXACT or broken > 0)


if __name__ == "__main__":
    main()
