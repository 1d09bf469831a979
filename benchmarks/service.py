"""The service: durable predictions per second, batches, the same without a journal, replays, a start with a snapshot.

Load generator and service share the machine. What other processes do falls on both, so ratios and CPU time per request
say more than rates.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SERVE = "import sys; from littlestone.cli import run; sys.exit(run(sys.argv[1:]))"
NO_JOURNAL = f"import service_nowhere; service_nowhere.forget_journals(); {SERVE}"


class Server:
    """A service in a process of its own."""

    def __init__(self, folder: str, program: str = SERVE) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])}
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, "serve", "--data", folder, "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        while not self.ready():
            time.sleep(0.01)
        self.started = time.perf_counter() - begun

    def ready(self) -> bool:
        try:
            return bool(self.ask("GET", "/readyz")["ready"])
        except urllib.error.HTTPError:
            return False

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def cpu(self) -> float:
        """The seconds of processor time that it has used, by its own clock, which counts nanoseconds."""
        return time.clock_gettime(~self.process.pid << 3 | 2)  # clock_getcpuclockid(3) in words of Linux

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def loaded(
    server: Server, kind: str, game: str, tag: str, connections: int, each: int, size: int = 0
) -> dict[str, Any]:
    """Load on a game, and what it took."""
    words = [str(word) for word in (server.port, kind, game, tag, connections, each, size)]
    client = subprocess.Popen(
        [sys.executable, str(HERE / "service_load.py"), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert client.stdin is not None
    assert client.stdout is not None
    client.stdout.readline()
    before = server.cpu()
    client.stdin.write("\n")
    client.stdin.close()
    found = json.loads(client.stdout.read())
    used = server.cpu() - before
    client.wait()
    found["events"] = found["requests"] * max(1, size)
    found["rate"] = found["events"] / found["seconds"]
    found["cpu"] = 1e6 * used / found["events"]
    return found


def show(what: str, found: dict[str, Any]) -> None:
    bad = f"   BAD {found['bad']}" if found["bad"] else ""
    print(
        f"{what:44} {found['rate']:10,.0f} /s   {found['cpu']:6.1f} CPU us each   "
        f"p50 {found['p50']:6.2f} ms   p99 {found['p99']:7.2f} ms{bad}",
        flush=True,
    )


def take_turn(server: Server, name: str, given: argparse.Namespace, turn: int) -> None:
    """Games of actions, one after the other; a turn of labels beside them tells what the machine does else."""
    if given.actions:
        found = loaded(server, "single", "p", f"turn{turn}", 64, given.each)
        show(f"{name}, perceptron, single, 64 connections", found)
    for game, kind, words in (
        ("a", "decisions", "decisions"),
        ("a", "rewarded", "decisions and their rewards"),
        ("s", "rewarded", "the same with a shadow"),
    ):
        show(f"{name}, tsallis-inf, {words}", loaded(server, kind, game, f"{kind}{turn}", 64, given.each))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=600, help="single requests of each of 64 connections")
    parser.add_argument("--batches", type=int, default=100, help="half of the batches of 1000 events")
    parser.add_argument("--actions", action="store_true", help="games of actions, beside single predictions of labels")
    parser.add_argument("--turns", type=int, default=3, help="with --actions: how often all of them take turns")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the journal that is replayed")
    given = parser.parse_args()
    perceptron = {"labels": ["ham", "spam"], "learner": "perceptron"}
    rates: dict[str, float] = {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        for name, program in (("durable", SERVE), ("without a journal", NO_JOURNAL)):
            server = Server(f"{folder}/{name.replace(' ', '-')}", program)
            server.ask("PUT", "/v1/games/p", perceptron)
            server.ask("PUT", "/v1/games/c", {"labels": ["ham", "spam"]})
            loaded(server, "single", "p", "warm", 8, 100)
            for game, learner in () if given.actions else (("p", "perceptron"), ("c", "committee")):
                for connections in (1, 8, 64):
                    if game == "c" and connections < 64:
                        continue
                    tag = f"s{connections}"
                    found = loaded(
                        server, "single", game, tag, connections, given.each * (8 if connections == 1 else 1)
                    )
                    rates[f"{name} {game} {connections}"] = found["rate"]
                    show(f"{name}, {learner}, single, {connections} connections", found)
                for connections in (2, 8):
                    each = given.batches * 2 // connections
                    found = loaded(server, "batch", game, f"b{connections}", connections, each, 1000)
                    rates[f"{name} {game} batch {connections}"] = found["rate"]
                    show(f"{name}, {learner}, batches of 1000, {connections} connections", found)
            server.ask("PUT", "/v1/games/a", {"actions": ["old", "new", "none"], "floor": 0.02})
            shadows = {"shadows": {"second": {"learner": "exp3"}}}
            server.ask("PUT", "/v1/games/s", {"actions": ["old", "new", "none"], "floor": 0.02, **shadows})
            loaded(server, "decisions", "a", "warm", 8, 100)
            for turn in range(given.turns if given.actions else 1):
                take_turn(server, name, given, turn)
            server.stop()
        if given.actions:
            return
        for what in ("p 8", "p 64", "p batch 2", "p batch 8", "c 64", "c batch 2", "c batch 8"):
            ratio = rates[f"durable {what}"] / rates[f"without a journal {what}"]
            print(f"durable / without a journal, {what:36} {ratio:6.2f}")
        replay(folder, given.rows)


def replay(folder: str, rows: int) -> None:
    """Fill a journal, then start on it with and without a snapshot."""
    home = f"{folder}/replay"
    server = Server(home)
    server.ask("PUT", "/v1/games/p", {"labels": ["ham", "spam"], "learner": "perceptron"})
    loaded(server, "batch", "p", "r", 1, max(1, rows // 1000), 1000)
    digest = server.ask("GET", "/v1/games/p/digest")
    server.stop()
    with_snapshot = Server(home)
    assert with_snapshot.ask("GET", "/v1/games/p/digest") == digest
    with_snapshot.stop()
    subprocess.run(["rm", "-r", f"{home}/snapshots"], check=True)
    without = Server(home)
    assert without.ask("GET", "/v1/games/p/digest") == digest
    without.stop()
    empty = Server(f"{folder}/empty")
    empty.stop()
    print(f"start on {digest['seq']:,} rows: {with_snapshot.started:.2f} s with a snapshot, {without.started:.2f} s "
          f"without, {empty.started:.2f} s on nothing")  # fmt: skip
    print(f"replay: {digest['seq'] / max(0.001, without.started - empty.started):,.0f} events/s")


if __name__ == "__main__":
    main()
