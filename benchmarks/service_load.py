"""The load on a service: clients on connections of their own, each waiting for its answer before it asks again."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

FEATURES = 12


def record(draw: random.Random) -> dict[str, float]:
    return {f"f{draw.randrange(200)}": round(draw.random(), 3) for _ in range(FEATURES)}


def post(path: str, body: bytes) -> bytes:
    return b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" % (path.encode(), len(body), body)


class Client(asyncio.Protocol):
    """One connection: the next request leaves when the answer to the last one is complete."""

    def __init__(self, requests: list[bytes], done: asyncio.Future[None], times: list[float]) -> None:
        self.requests, self.done, self.times = requests, done, times
        self.place = 0
        self.buffer = b""
        self.bad = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        if self.place >= len(self.requests):
            self.transport.close()
            if not self.done.done():
                self.done.set_result(None)
            return
        self.asked = time.perf_counter()
        self.transport.write(self.requests[self.place])
        self.place += 1

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        start = head.lower().index(b"content-length:") + 15
        if len(body) < int(head[start:].split(b"\r\n", 1)[0]):
            return
        self.bad += not head.startswith(b"HTTP/1.1 200")
        self.times.append(time.perf_counter() - self.asked)
        self.buffer = b""
        self.ask()


async def load(port: int, by_connection: list[list[bytes]]) -> dict[str, float]:
    loop = asyncio.get_running_loop()
    times: list[float] = []
    clients = [Client(requests, loop.create_future(), times) for requests in by_connection]
    begun = time.perf_counter()
    for client in clients:
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)
    await asyncio.gather(*(client.done for client in clients))
    seconds = time.perf_counter() - begun
    times.sort()
    return {
        "seconds": seconds,
        "requests": len(times),
        "bad": sum(client.bad for client in clients),
        "p50": 1000 * times[len(times) // 2],
        "p99": 1000 * times[len(times) * 99 // 100],
    }


def single(game: str, tag: str, connections: int, each: int) -> list[list[bytes]]:
    draw = random.Random(tag)
    path = f"/v1/games/{game}/predict"
    return [
        [post(path, json.dumps({"id": f"{tag}-{c}-{k}", "x": record(draw)}).encode()) for k in range(each)]
        for c in range(connections)
    ]


def decisions(game: str, tag: str, connections: int, each: int) -> list[list[bytes]]:
    """Decisions of a game of actions, and no rewards."""
    path = f"/v1/games/{game}/predict"
    return [[post(path, b'{"id":"%s-%d-%d"}' % (tag.encode(), c, k)) for k in range(each)] for c in range(connections)]


def rewarded(game: str, tag: str, connections: int, each: int) -> list[list[bytes]]:
    """Decisions of a game of actions, each with its reward after the next decision."""
    draw = random.Random(tag)
    path = f"/v1/games/{game}/reward"
    found = []
    for c, asked in enumerate(decisions(game, tag, connections, each)):
        mine: list[bytes] = []
        for k, request in enumerate(asked):
            mine.append(request)
            if k:
                id = f"{tag}-{c}-{k - 1}"
                mine.append(post(path, b'{"id":"%s","reward":%d}' % (id.encode(), draw.random() < 0.3)))
        found.append(mine)
    return found


def batches(game: str, tag: str, connections: int, each: int, size: int) -> list[list[bytes]]:
    """Batches, half of them predictions, half labels of those of the batch before; the first is predictions alone."""
    draw = random.Random(tag)
    path = f"/v1/games/{game}/events"
    requests = []
    for c in range(connections):
        mine: list[bytes] = []
        waiting: list[str] = []
        for b in range(each):
            ids = [f"{tag}-{c}-{b}-{k}" for k in range(size // 2 if waiting else size)]
            told, waiting = waiting[: size // 2], waiting[size // 2 :] + ids
            lines = [json.dumps({"id": id, "x": record(draw)}) for id in ids]
            lines += [json.dumps({"id": id, "y": draw.choice(["ham", "spam"])}) for id in told]
            mine.append(post(path, "\n".join(lines).encode()))
        requests.append(mine)
    return requests


if __name__ == "__main__":
    import uvloop

    port, kind, game, tag = int(sys.argv[1]), *sys.argv[2:5]
    connections, each, size = map(int, sys.argv[5:8])
    kinds = {"single": single, "decisions": decisions, "rewarded": rewarded}
    made = kinds[kind](game, tag, connections, each) if kind in kinds else batches(game, tag, connections, each, size)
    print("ready", flush=True)
    sys.stdin.readline()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(load(port, made))), flush=True)
