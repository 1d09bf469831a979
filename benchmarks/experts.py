"""Learners from advice against numpy in place and River's EWA, in one run and as ratios: part of `make bench`.

Numpy plays Hedge as one would write it by hand: the weighted mean, the experts' square losses, their sums, the weights
anew, every step in place. The learner does the same and more: it also adds up its own loss and how far the losses
lie apart, which its theorem needs. The game moreover keeps every expert's loss and the rounds.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from measure import Candidate, report, take_turns
from page import figure, fill, versions
from river import linear_model, preprocessing
from river.ensemble import EWARegressor

from littlestone import EXPERTS, Game, Hedge
from littlestone.experts import as_advice
from littlestone.row import Batch
from littlestone.support.loading import core

ETA = 0.1


def by_hand(advice: Any, outcomes: Any) -> None:
    """Hedge in numpy, in place."""
    n = advice.shape[1]
    totals, weights, losses = np.zeros(n), np.ones(n), np.empty(n)
    for x, y in zip(advice, outcomes, strict=True):
        np.dot(weights, x) / weights.sum()
        np.subtract(x, y, out=losses)
        np.multiply(losses, losses, out=losses)
        np.add(totals, losses, out=totals)
        np.subtract(totals.min(), totals, out=weights)
        np.multiply(weights, ETA, out=weights)
        np.exp(weights, out=weights)


def learner(batch: Batch, outcomes: Any, make: Any) -> None:
    """The learner alone, round by round."""
    hedge = make()
    hedge.widen(batch.width)
    for t in range(batch.rows):
        x = batch.row(t)
        hedge.learn(x, outcomes[t], hedge.predict(x))


def hedge() -> Hedge:
    return Hedge(eta=ETA)


def many(n: int, count: int, aim: float, rounds: int) -> list[Candidate]:
    rng = np.random.default_rng(0)
    advice, outcomes = rng.random((count, n)), rng.random(count)
    batch, truths = as_advice(advice, outcomes), outcomes.tolist()
    candidates = [
        Candidate("numpy in place", lambda: by_hand(advice, outcomes)),
        Candidate("littlestone learner, predict + learn", lambda: learner(batch, truths, hedge)),
        Candidate("littlestone game, play_batch", lambda: Game(hedge(), loss="square", bounds=[]).play_batch(batch)),
    ]
    take_turns(candidates, rounds)
    report(f"Hedge over {n:,} experts", candidates, count * n, "expert and round", aim)
    return candidates


def against_river(n: int, count: int, rounds: int) -> None:
    """River's EWA trains its experts too, so they are as light as River has them: a model of one weight."""
    rng = np.random.default_rng(1)
    stream = [({"x": float(x)}, float(y)) for x, y in zip(rng.random(count), rng.random(count), strict=True)]
    advice = [({f"e{i}": float(v) for i, v in enumerate(rng.random(n))}, y) for _, y in stream]

    def river() -> None:
        experts = [preprocessing.StandardScaler() | linear_model.LinearRegression() for _ in range(n)]
        model = EWARegressor(experts)
        for x, y in stream:
            model.predict_one(x)
            model.learn_one(x, y)

    def experts_alone() -> None:
        experts = [preprocessing.StandardScaler() | linear_model.LinearRegression() for _ in range(n)]
        for x, y in stream:
            for expert in experts:
                expert.predict_one(x)
                expert.learn_one(x, y)

    def ours() -> None:
        game = Game(hedge(), loss="square")
        for x, y in advice:
            game.label(game.predict(x).number, y)

    candidates = [
        Candidate("River EWARegressor with its experts", river),
        Candidate("River's experts alone", experts_alone),
        Candidate("littlestone game, advice from a dict", ours),
    ]
    take_turns(candidates, rounds)
    report(f"One event, {n} experts", candidates, count, "event", 5)
    mixing = candidates[0].median() - candidates[1].median()
    print(f"  the mixing alone: River {1e6 * mixing / count:.1f} us, {mixing / candidates[2].median():.1f}x ours")


def all_learners(n: int, count: int, rounds: int) -> None:
    rng = np.random.default_rng(2)
    advice, outcomes = rng.random((count, n)), rng.random(count)
    batch = as_advice(advice, outcomes)
    candidates = [Candidate("numpy in place, Hedge", lambda: by_hand(advice, outcomes))]
    for name, kind in EXPERTS.items():
        loss = "mistake" if name in ("wma", "rwma") else "square"
        played = as_advice(np.sign(advice - 0.5), np.sign(outcomes - 0.5)) if loss == "mistake" else batch
        candidates.append(
            Candidate(name, lambda kind=kind, loss=loss, played=played: Game(kind(), loss=loss).play_batch(played))
        )
    take_turns(candidates, rounds)
    report(f"Every learner from advice, {n} experts", candidates, count, "round", 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9, help="how often every candidate is measured")
    parser.add_argument("--write", type=Path, help="the page whose part is written")
    options = parser.parse_args()
    print(f"littlestone, {core()} core; medians of {options.rounds} turns each; more than 1x is faster than the first")
    heads = ["experts", "rounds", "", "us a round", "ratio", "of processors", "ratio", "aim"]
    lines, busy = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"], 0.0
    for n, count, aim in ((10, 5_000, 5.0), (1_000, 500, 1.0), (1_000, 10_000, 1.0), (1_000_000, 4, 1 / 1.2)):
        candidates = many(n, count, aim, options.rounds)
        busy = max(busy, *(candidate.others() for candidate in candidates))
        for one in candidates:
            seconds, cpu = one.median(), max(one.cpu(), 1e-9)
            ratios = candidates[0].median() / seconds, candidates[0].cpu() / cpu
            clock = f"{figure(1e6 * seconds / count)} | {ratios[0]:.2f}x"
            processors = f"{figure(1e6 * cpu / count)} | {ratios[1]:.2f}x"
            lines.append(f"| {n:,} | {count:,} | {one.name} | {clock} | {processors} | {aim:.2g}x |")
    if options.write:
        fill(options.write, "experts.py", [f"Medians of {options.rounds}: {versions(busy)}", "", *lines])
    against_river(3, 1_000, options.rounds)
    against_river(10, 500, options.rounds)
    all_learners(10, 2_000, options.rounds)


if __name__ == "__main__":
    main()
