"""What the chain of the journal costs: processor time an event, with the chain and without it, interleaved in one run.

Batches are played by a service in this process, without HTTP, so that nothing else dilutes the ratio: both services are
the same but for the hashes, the salts and the heads, which the second one does not compute or write. With `--http` both
are processes of their own, which are asked for single moves and for batches through HTTP.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from statistics import median
from typing import Any

from service import SERVE, Server, loaded

from littlestone.service.journal.folder import Folder
from littlestone.service.journal.journal import Links
from littlestone.service.journal.sqlite_journal import SQLiteJournal
from littlestone.service.making import read_settings
from littlestone.service.requests import Batch, Make
from littlestone.service.service import Service

UNCHAINED = f"import service_chain; service_chain.without_chains(); {SERVE}"
GAMES = {
    "perceptron": {"labels": ["ham", "spam"], "learner": "perceptron"},
    "linear committee": {"labels": ["ham", "spam"]},
}


class Unchained(SQLiteJournal):
    """A journal whose rows have no salts and no heads."""

    def chain(self, rows: Any, games: Any) -> Links:
        return Links(bytes(0), {}, {})


def without_chains() -> None:
    """Let no journal of this process have a chain."""
    SQLiteJournal.chain = Unchained.chain  # type: ignore[method-assign]


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


def through_http(folder: str, rounds: int, size: int) -> None:
    """The same through HTTP: processor time of the process that serves, an event."""
    servers = [Server(f"{folder}/with"), Server(f"{folder}/without", UNCHAINED)]
    for name, settings in GAMES.items():
        game = name.split()[0]
        for server in servers:
            server.ask("PUT", f"/v1/games/{game}", settings)
        for kind, connections, each, events in [("single", 16, 250, 0), ("batch", 2, 20, size)]:
            used: list[list[float]] = [[], []]
            for t in range(rounds):
                for place in (0, 1) if t % 2 else (1, 0):
                    found = loaded(servers[place], kind, game, f"{kind}{t}", connections, each, events)
                    used[place].append(found["cpu"])
            show(f"{name}, {kind}", *used)
    for server in servers:
        server.stop()


def show(what: str, with_chain: list[float], without: list[float]) -> None:
    ratio = median(a / b for a, b in zip(with_chain, without, strict=True))
    print(
        f"{what:26} {median(with_chain):6.2f} us an event with the chain, {median(without):6.2f} without: "
        f"{100 * (ratio - 1):+.1f} % (median of {len(without)} pairs)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--http", type=int, default=0, metavar="ROUNDS", help="through HTTP, so many pairs of loads")
    parser.add_argument("--rounds", type=int, default=120, help="batches of each service")
    parser.add_argument("--size", type=int, default=2000, help="events of a batch")
    given = parser.parse_args()
    if given.http:
        with tempfile.TemporaryDirectory() as folder:
            through_http(folder, given.http, given.size)
        sys.exit()
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
            show(name, *measured(services, settings, given.rounds, given.size))
            for service in services:
                service.close()


if __name__ == "__main__":
    main()
