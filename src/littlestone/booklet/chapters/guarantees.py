"""Guarantees beyond mistakes: intervals that cover, chances that are kept, and alarms that are rarely false."""

from __future__ import annotations

from math import inf
from statistics import fmean, median
from typing import Any

import numpy as np

from ...guarantees.alarm_ledger import AlarmLedger
from ...guarantees.calibrated import Calibrated
from ...guarantees.intervals import Intervals
from ...guarantees.outside_model import Model
from ..chapter import Chapter, Claim, Measure, Section, cite

EXACT = 1e-9
ADVERSARIES = ("outside", "inside", "turns", "drawn")


def play(quick: bool, seed: int) -> Chapter:
    """Each promise played against whoever would break it."""
    return Chapter(
        "guarantees",
        "Intervals, chances, alarms",
        "What users ask for besides few mistakes, by theorems that hold on every sequence: intervals that cover as "
        "often as was asked, chances that come true, and alarms whose false ones are counted beforehand.",
        (
            Section("Intervals that cover", (intervals(400 if quick else 2000, seed),)),
            Section("Chances that are kept", (chances(600 if quick else 5000, seed),)),
            Section("Alarms with a promised run length", (alarms(60 if quick else 400, seed),)),
        ),
    )


def truth(kind: str, move: Any, rng: Any) -> float:
    """A truth against the interval: just outside, just inside, far and near by turns, or drawn."""
    said, radius = move.interval, move.interval.radius
    if kind == "outside":
        return float(said.point + (radius + 1e-9 if 0 <= radius < 9.0 else 0.0))
    if kind == "inside":
        return float(said.point + (min(radius, 10.0) if 0 <= radius < inf else 0.0))
    if kind == "turns":
        return float(said.point + (10.0 if (move.number // 37) % 2 else 0.0))
    return float(said.point + min(10.0, abs(rng.normal(0.0, 2.0))))


def intervals(rounds: int, seed: int) -> Claim:
    """The identity of coverage at every round, and both theorems."""
    worst, verdicts, games = 0.0, [], 0
    rules: tuple[dict[str, Any], ...] = ({"eta": 0.7}, {"gamma": 0.02})
    for place, kind in enumerate(ADVERSARIES):
        for rule in rules:
            for late in (0, 50):
                rng = np.random.default_rng([seed, place, late])
                intervals, waiting = Intervals(0.9, **rule), []
                game = Model(lambda x: x, guarantees=[intervals])
                for t in range(rounds + late + 1):
                    if t < rounds:
                        move = game.predict(0.01 * t)
                        waiting.append((t + int(rng.integers(0, late + 1)), move.number, truth(kind, move, rng)))
                    for due in sorted(each for each in waiting if each[0] <= t):
                        waiting.remove(due)
                        game.label(due[1], due[2])
                        worst = max(worst, abs(intervals.account.identity))
                verdicts += [certificate.verdict for certificate in intervals.certificates]
                games += 1
    return Claim(
        "coverage-identity",
        "The radius follows its misses: $misses - \\alpha T = (q_{T+1} - q_1)/\\eta$ at every round of every sequence. "
        "So coverage is what was asked but for $(b + (D + 1) \\eta)/(\\eta T)$, with labels up to $D$ rounds late.",
        cite("Gibbs and Candes 2021; Angelopoulos and others 2023"),
        f"{games} games of {rounds} rounds against adversaries that see the interval, quantile tracking and adaptive "
        "conformal inference, labels at once or up to 50 rounds late.",
        (
            Measure("largest error of the identity, all rounds", worst, "<=", EXACT),
            Measure("certificates that hold", sum(each == "holds" for each in verdicts), "=", len(verdicts)),
        ),
    )


def chances(rounds: int, seed: int) -> Claim:
    """Calibeating: a boaster is put right, an adversary gains nothing."""
    rng = np.random.default_rng(seed)
    boasts, spite = Calibrated(20), Calibrated(5)
    boaster = Model(lambda x: 0.99 if x > 0.5 else 0.01, truths="signs", guarantees=[boasts])
    spited = Model(lambda x: x, truths="signs", guarantees=[spite])
    for _ in range(rounds):
        x = float(rng.random())
        boaster.label(boaster.predict(x).number, int(rng.random() < (0.7 if x > 0.5 else 0.3)))
        move = spited.predict(x)
        chance: Any = move.chance
        spited.label(move.number, int(chance < 0.5))
    account = boasts.account
    certificates = [*boasts.certificates, *spite.certificates]
    return Claim(
        "calibeating",
        "Answer what has happened so far where the learner said about the same: the Brier score is at most that of the "
        "best number for every bin, and $\\sum_b (1 + ln n_b)/T$. A boaster loses its whole calibration error.",
        cite("Foster and Hart 2023"),
        f"{rounds} rounds: a forecaster that says 99 % where it is 70 %, and an adversary that always gives the label "
        "the chance was against.",
        (
            Measure("Brier score of the boaster, after", account.brier / rounds, "<", account.base_brier / rounds),
            *(
                Measure.of(f"{who}, {what}", certificate)
                for (who, what), certificate in zip(
                    [(who, what) for who in ("boaster", "adversary") for what in ("Brier", "log loss")],
                    certificates,
                    strict=True,
                )
            ),
        ),
    )


def alarms(streams: int, seed: int) -> Claim:
    """The run length without a change, and the delay after one."""
    rng = np.random.default_rng(seed)
    promised, cut = 200.0, 4000
    lengths, delays = [], []
    for _ in range(streams):
        still, changed = AlarmLedger(promised, 0.1), AlarmLedger(10_000.0, 0.1)
        lengths.append(next((t for t in range(1, cut) if still.record(t, float(rng.random() < 0.1))), cut))
        for t in range(1, 301):
            changed.record(t, float(rng.random() < 0.1))
        delays.append(next((t for t in range(1, cut) if changed.record(300 + t, float(rng.random() < 0.3))), cut))
    return Claim(
        "run-length",
        "An e-detector that sounds at evidence $1/\\alpha$ has a false alarm after $1/\\alpha$ rounds or more on "
        "average, as long as mistakes are no more frequent than the level that was named; more mistakes it hears soon.",
        cite("Shin, Ramdas and Rinaldo 2023"),
        f"{streams} streams with 10 % mistakes, at that level; and as many where 10 % become 30 % after 300 rounds, "
        "with a run length of 10,000.",
        (
            Measure("mean rounds to a false alarm, 200 promised", fmean(lengths), ">=", promised),
            Measure("median rounds until 30 % are heard", float(median(delays)), "<=", 60),
        ),
    )
