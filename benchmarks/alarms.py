"""Alarms on streams of mistakes: run length without a change, delay after one; beside River's detectors and a dummy.

    python benchmarks/alarms.py [--streams 1000] [--rounds 40000]

Mistakes come with chance 0.1, independently, and after the change with 0.3. A stream without a change is cut off after
so many rounds: a mean run length that was cut off is too small, never too large.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

from littlestone.guarantees.alarm_ledger import AlarmLedger

Detector = Callable[[float], bool]  # told a value, it says whether there is an alarm


def ours(level: float) -> Detector:
    ledger = AlarmLedger(10_000.0, level)
    return lambda value: ledger.record(1, value)


def river(make: Callable[[], Any]) -> Detector:
    detector = make()

    def told(value: float) -> bool:
        detector.update(value)
        return bool(detector.drift_detected)

    return told


def detectors() -> dict[str, Callable[[], Detector]]:
    found: dict[str, Callable[[], Detector]] = {
        "e-detector, level 0.10": lambda: ours(0.10),
        "e-detector, level 0.12": lambda: ours(0.12),
        "always fires": lambda: lambda value: True,
    }
    try:
        from river import drift
        from river.drift.binary import DDM
    except ImportError:
        print("River is not installed: its detectors are left out")
        return found
    return found | {
        "ADWIN (River)": lambda: river(drift.ADWIN),
        "Page-Hinkley (River)": lambda: river(drift.PageHinkley),
        "DDM (River)": lambda: river(DDM),
    }


def first(detector: Detector, values: Any) -> int | None:
    """The place of the first alarm, from 1; None if there is none."""
    return next((t for t, value in enumerate(values.tolist(), 1) if detector(value)), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=40_000)
    parser.add_argument("--before", type=int, default=1_000, help="rounds before the change")
    told = parser.parse_args()
    print(f"{'':24}{'run length':>12}{'95 % above':>12}{'early':>8}{'median delay':>14}{'missed':>8}")
    for name, make in detectors().items():
        rng = np.random.default_rng(0)
        lengths, delays, early, missed = [], [], 0, 0
        for _ in range(told.streams):
            still = (rng.random(told.rounds) < 0.1).astype(float)
            lengths.append(first(make(), still) or told.rounds)
            changed = np.concatenate([rng.random(told.before) < 0.1, rng.random(2_000) < 0.3]).astype(float)
            at = first(make(), changed)
            early += at is not None and at <= told.before
            missed += at is None
            if at is not None and at > told.before:
                delays.append(at - told.before)
        mean, error = np.mean(lengths), 1.645 * np.std(lengths) / np.sqrt(told.streams)
        delay = f"{np.median(delays):,.0f}" if delays else "-"
        print(f"{name:24}{mean:12,.0f}{mean - error:12,.0f}{early:8,}{delay:>14}{missed:8,}", flush=True)


if __name__ == "__main__":
    main()
