"""What the chain of the journal costs: processor time an event, with the chain and without it, interleaved in one run.

Batches are played by a service in this process, without HTTP, so that nothing else dilutes the ratio: both services are
the same but for the hashes, the salts and the heads, which the second one does not compute or write.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from statistics import median
from typing import Any

from littlestone.service.journal.folder import Folder
from littlestone.service.journal.journal import Links
from littlestone.service.journal.sqlite_journal import SQLiteJournal
from littlestone.service.making import read_settings
from littlestone.service.requests import Batch, Make
from littlestone.service.service import Service

GAMES = {
    "perceptron": {"labels": ["ham", "spam"], "learner": "perceptron"},
    "default committee": {"labels": ["ham", "spam"]},
}


class Unchained(SQLiteJournal):
    """A journal whose rows have no salts and no heads: the place of a salt is there, and empty."""

    def chain(self, rows: Any, games: Any) -> Links:
        return Links(bytes(0), {}, {})


def batches(draw: random.Random, tag: str, size: int) -> bytes:
    """A batch of rounds as NDJSON: a record with six cells, then its label."""
    lines = []
    for k in range(size // 2):
        x = {f"w{draw.randrange(2000)}": 1, **{f"n{j}": draw.random() for j in range(5)}}
        lines.append(json.dumps({"id": f"{tag}-{k}", "x": x}))
        lines.append(json.dumps({"id": f"{tag}-{k}", "y": draw.choice(["ham", "spam"])}))
    return "\n".join(lines).encode()


def measured(services: list[Service], settings: dict[str, Any], rounds: int, size: int) -> list[list[float]]:
    """Microseconds of processor time an event, of each service, round by round."""
    for service in services:
        service.call(Make("g", read_settings(settings)))
    used: list[list[float]] = [[] for _ in services]
    for t in range(rounds):
        body = batches(random.Random(t), f"r{t}", size)
        order = list(enumerate(services))
        for place, service in order if t % 2 else order[::-1]:
            before = time.process_time()
            answer = service.call(Batch("g", body, 100_000))
            used[place].append(1e6 * (time.process_time() - before) / size)
            assert answer.status == 200
    return used


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=120, help="batches of each service")
    parser.add_argument("--size", type=int, default=2000, help="events of a batch")
    given = parser.parse_args()
    for name, settings in GAMES.items():
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            plain, chained = Folder(one), Folder(other)
            services = [
                Service(chained),
                Service(plain, journal=lambda folder=plain: Unchained(folder.journal)),
            ]
            for service in services:
                service.wait()
                service.writer.ready.wait()
            with_chain, without = measured(services, settings, given.rounds, given.size)
            ratio = median(a / b for a, b in zip(with_chain, without, strict=True))
            print(
                f"{name:18} {median(with_chain):6.2f} us an event with the chain, {median(without):6.2f} without: "
                f"{100 * (ratio - 1):+.1f} % (median of {given.rounds} pairs)",
                flush=True,
            )
            for service in services:
                service.close()


if __name__ == "__main__":
    main()
