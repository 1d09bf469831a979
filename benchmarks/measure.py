"""Measuring on a machine that others use too: candidates take turns, disturbed samples are put aside."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")
DIRTY = 0.10  # share of one core that other processes may use before a sample is put aside


class Sample(NamedTuple):
    seconds: float
    others: float  # cores that other processes kept busy meanwhile
    cpu: float = 0.0  # seconds of processors that it used itself, on all threads


@dataclass
class Candidate:
    """One contender: `work` is timed; it returns nothing anyone looks at."""

    name: str
    work: Callable[[], object]
    samples: list[Sample] = field(default_factory=list)

    def clean(self) -> list[Sample]:
        return [sample for sample in self.samples if sample.others <= DIRTY]

    def median(self) -> float:
        chosen = self.clean() if len(self.clean()) >= 3 else self.samples
        return statistics.median(sample.seconds for sample in chosen)

    def cpu(self) -> float:
        """The median of the seconds of processors, which other load moves less than those of the clock."""
        return statistics.median(sample.cpu for sample in self.samples)

    def others(self) -> float:
        """The median of the cores that others kept busy."""
        return statistics.median(sample.others for sample in self.samples)


def busy() -> float:
    """CPU seconds that everybody has used since the machine started, where the system tells."""
    try:
        with open("/proc/stat") as file:
            user, nice, system, _idle, _wait, irq, soft, steal = map(int, file.readline().split()[1:9])
    except OSError:
        return 0.0
    return (user + nice + system + irq + soft + steal) / TICK


def timed(work: Callable[[], object]) -> Sample:
    gc.collect()
    everyone, own, began = busy(), sum(os.times()[:4]), time.process_time()
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    used = sum(os.times()[:4]) - own
    cpu = time.process_time() - began
    others = (busy() - everyone) - used
    # The system counts in hundredths of a second, so nothing can be said about a shorter sample.
    return Sample(seconds, max(0.0, others - 2 / TICK) / seconds if seconds > 0.05 else 0.0, cpu)


def take_turns(candidates: list[Candidate], rounds: int) -> None:
    """Every candidate once to warm up, then round after round."""
    for candidate in candidates:
        candidate.work()
    for _ in range(rounds):
        for candidate in candidates:
            candidate.samples.append(timed(candidate.work))


def report(title: str, candidates: list[Candidate], per: int, unit: str, aim: float | None = None) -> None:
    """Print a table against the first candidate, the peer; times are for one of `per` things."""
    peer = candidates[0]
    print(f"\n{title}")
    for candidate in candidates:
        each = candidate.median() / per
        scale, name = (1e6, "us") if each >= 1e-6 else (1e9, "ns")
        dirty = len(candidate.samples) - len(candidate.clean())
        note = f"  ({dirty} of {len(candidate.samples)} samples disturbed)" if dirty else ""
        ratio = peer.median() / candidate.median()
        print(f"  {candidate.name:<44} {each * scale:9.2f} {name}/{unit}   {ratio:6.2f}x{note}")
    if aim is not None:
        print(f"  aim: {aim:g}x")
