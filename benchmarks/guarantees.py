"""What intervals and an alarm cost beside the game that they stand in: single events, and batches.

    python benchmarks/guarantees.py [--events 20000] [--turns 15]

The same events are played by the bare game and by the game with guarantees, by turns; the time is that of
the processor, and of all turns the quickest counts, as other load only adds. What is printed of a guarantee is what it
costs beyond the game's own event.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from littlestone import Batch, Game, LinearDescent
from littlestone.guarantees import Alarm, Intervals

AIM = 0.5  # microseconds for both together


def game(*guarantees: Any) -> Any:
    return Game(LinearDescent(loss="square"), guarantees=guarantees)


def alarm() -> Any:
    return Alarm(1.0, largest=4.0)


KINDS: dict[str, Callable[[], Any]] = {
    "the game alone": game,
    "intervals, tracking": lambda: game(Intervals(0.9, eta=0.1)),
    "intervals, conformal": lambda: game(Intervals(0.9)),
    "alarm": lambda: game(alarm()),
    "tracking and alarm": lambda: game(Intervals(0.9, eta=0.1), alarm()),
    "conformal and alarm": lambda: game(Intervals(0.9), alarm()),
}


def singly(game: Any, events: list[tuple[Any, float]]) -> None:
    for x, y in events:
        game.label(game.predict(x).number, y)


def timed(work: Callable[[], None]) -> float:
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=15)
    told = parser.parse_args()
    rng = np.random.default_rng(0)
    n = told.events
    x, y = rng.random((n, 3)), rng.normal(size=n)
    events = [(dict(zip("abc", row, strict=True)), truth) for row, truth in zip(x.tolist(), y.tolist(), strict=True)]
    batch = Batch(np.arange(0, 3 * n + 1, 3), np.tile(np.arange(3), n), x.ravel(), 3, y)
    ways: dict[str, Callable[[Any], Any]] = {
        "single events": lambda game: singly(game, events),
        "a batch": lambda game: game.play_batch(batch),
    }
    best = {(way, kind): float("inf") for way in ways for kind in KINDS}
    for _ in range(told.turns):
        for way, play in ways.items():
            for kind, make in KINDS.items():
                made = make()
                best[way, kind] = min(best[way, kind], timed(lambda play=play, made=made: play(made)) / n * 1e6)
    for way in ways:
        alone = best[way, "the game alone"]
        print(f"\n{way}, microseconds an event (aim for both together: {AIM} or less)")
        for kind in KINDS:
            more = "" if kind == "the game alone" else f"   + {best[way, kind] - alone:.3f}"
            print(f"  {kind:24}{best[way, kind]:8.3f}{more}")


if __name__ == "__main__":
    main()
