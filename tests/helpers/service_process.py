"""A service in a process of its own, which tests may kill; and clients that remember what was acknowledged."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

LABELS = ("ham", "spam")


class Process:
    """`littlestone serve` on a folder, on a free port; `mutant` is a module that spoils it before it starts."""

    def __init__(
        self, folder: Path, *, arguments: tuple[str, ...] = (), mutant: str = "", wrap: tuple[str, ...] = ()
    ) -> None:
        program = "import sys; from littlestone.cli import run; sys.exit(run(sys.argv[1:]))"
        if mutant:
            program = f"import service_mutants; service_mutants.{mutant}(); {program}"
        here = str(Path(__file__).parent)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])}
        command = [*wrap, sys.executable, "-c", program, "serve", "--data", str(folder), "--port", "0", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        self.port = 0
        self.errors = ""

    def wait(self, seconds: float = 60.0) -> Process:
        """Wait until it says where it listens; raises if it ends instead."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            self.process.wait(seconds)
            raise RuntimeError(f"it did not start: {line} {self.process.stderr.read() if self.process.stderr else ''}")
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def connect(self) -> http.client.HTTPConnection:
        """A connection to it."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One request on a connection of its own."""
        connection = self.connect()
        try:
            return ask(connection, method, path, body)
        finally:
            connection.close()

    def kill(self) -> None:
        """kill -9, and wait until it is gone."""
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> int:
        """Send it a signal, and return its exit code."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
        _, self.errors = self.process.communicate(timeout=60)
        return self.process.returncode


def ask(connection: http.client.HTTPConnection, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """One request."""
    sent = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    connection.request(method, path, sent)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


class Clients:
    """Clients that predict and label until they are stopped, and remember everything that was acknowledged.

    With a `batch`, each of them sends as many rounds in one request: predictions, and labels of those of the last one.
    With `acts` the game is one of actions: some rewards come late, some twice, and some never.
    """

    def __init__(
        self, process: Process, prefix: str, count: int = 8, game: str = "spam", batch: int = 0, acts: bool = False
    ) -> None:
        self.process, self.prefix, self.game, self.batch = process, prefix, game, batch
        self.predictions: dict[str, dict[str, Any]] = {}
        self.labels: dict[str, tuple[str, dict[str, Any]]] = {}
        self.refused: list[tuple[int, Any]] = []
        self.stopping = False
        run = self.run_acts if acts else self.run_batches if batch else self.run
        self.threads = [threading.Thread(target=run, args=(k,), daemon=True) for k in range(count)]

    def start(self) -> Clients:
        for thread in self.threads:
            thread.start()
        return self

    def stop(self) -> None:
        """Stop, and wait for all of them."""
        self.stopping = True
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive(), "a client hangs: somebody did not answer"

    def run(self, k: int) -> None:
        draw = random.Random(f"{self.prefix}{k}")
        connection = self.process.connect()
        t = 0
        try:
            while not self.stopping:
                id = f"{self.prefix}-{k}-{t}"
                t += 1
                x = {"a": draw.randrange(-3, 4), "b": f"w{draw.randrange(9)}", "c": draw.random()}
                status, said = ask(connection, "POST", f"/v1/games/{self.game}/predict", {"id": id, "x": x})
                if status != 200:
                    self.refused.append((status, said))
                    continue
                self.predictions[id] = said
                if draw.random() < 0.7:
                    y = draw.choice(LABELS)
                    status, told = ask(connection, "POST", f"/v1/games/{self.game}/label", {"id": id, "y": y})
                    if status == 200:
                        self.labels[id] = (y, told)
                    else:
                        self.refused.append((status, told))
        except (OSError, http.client.HTTPException, ValueError):
            return  # it was killed
        finally:
            connection.close()

    def run_acts(self, k: int) -> None:
        draw = random.Random(f"{self.prefix}{k}")
        connection = self.process.connect()
        path, t, waiting = f"/v1/games/{self.game}", 0, []
        try:
            while not self.stopping:
                id = f"{self.prefix}-{k}-{t}"
                t += 1
                body = {"id": id, **({"allowed": ["old", "new"]} if t % 7 == 0 else {})}
                for _ in range(1 + (draw.random() < 0.1)):
                    status, said = ask(connection, "POST", f"{path}/predict", body)
                    assert status == 200, said
                    assert self.predictions.setdefault(id, said) == said
                waiting += [id] if draw.random() < 0.8 else []
                while waiting and draw.random() < 0.6:
                    told = waiting.pop(draw.randrange(len(waiting)))
                    y = draw.choice((0.0, 0.25, 1.0))
                    for _ in range(1 + (draw.random() < 0.1)):
                        status, said = ask(connection, "POST", f"{path}/reward", {"id": told, "reward": y})
                        if status == 410 and told not in self.labels:
                            self.refused.append((status, said))  # it has expired
                            break
                        assert status == 200, said
                        assert self.labels.setdefault(told, (y, said)) == (y, said)
        except (OSError, http.client.HTTPException, ValueError):
            return  # it was killed
        finally:
            connection.close()

    def run_batches(self, k: int) -> None:
        draw = random.Random(f"{self.prefix}{k}")
        connection = self.process.connect()
        b, before = 0, []
        try:
            while not self.stopping:
                ids = [f"{self.prefix}-{k}-{b}-{t}" for t in range(self.batch)]
                events: list[Any] = [{"id": id, "x": {"a": draw.randrange(-3, 4), "c": draw.random()}} for id in ids]
                events += [{"id": id, "y": draw.choice(LABELS)} for id in before]
                connection.request("POST", f"/v1/games/{self.game}/events", "\n".join(map(json.dumps, events)))
                answer = connection.getresponse()
                lines = [json.loads(line) for line in answer.read().splitlines()]
                if answer.status != 200:
                    self.refused.append((answer.status, lines[0]))
                    continue
                for event, said in zip(events, lines, strict=True):
                    assert said.pop("status") == 200, said
                    if "y" in event:
                        self.labels[event["id"]] = (event["y"], said)
                    else:
                        self.predictions[event["id"]] = said
                b, before = b + 1, ids
        except (OSError, http.client.HTTPException, ValueError):
            return  # it was killed
        finally:
            connection.close()


def lost(folder: Path, clients: list[Clients]) -> list[str]:
    """What was acknowledged, and is not in the journal as it was said."""
    from littlestone.service.journal.journal import LABEL, PREDICT
    from littlestone.service.journal.sqlite_journal import SQLiteJournal

    journal = SQLiteJournal(folder / "journal.sqlite", writes=False)
    try:
        number = journal.games().get("spam")
        rows = {} if number is None else {(row.kind, row.id): row for row in journal.rows(number)}
    finally:
        journal.close()
    missing = []
    for each in clients:
        for id, said in each.predictions.items():
            row = rows.get((PREDICT, id))
            if row is None or row.seq != said["seq"]:
                missing.append(f"prediction {id}")
        for id, (y, told) in each.labels.items():
            row = rows.get((LABEL, id))
            if row is None or row.seq != told["seq"] or json.loads(row.record or b"")["y"] != y:
                missing.append(f"label {id}")
    return missing


def audited(folder: Path) -> Any:
    """The audit of the game on a folder."""
    from littlestone.service.journal.audit import audit
    from littlestone.service.journal.sqlite_journal import SQLiteJournal

    journal = SQLiteJournal(folder / "journal.sqlite", writes=False)
    try:
        return audit(journal, "spam")
    finally:
        journal.close()


def play_for(process: Process, prefix: str, seconds: float, count: int = 8, batch: int = 0) -> Clients:
    """Let clients play for a while; they go on."""
    clients = Clients(process, prefix, count, batch=batch).start()
    time.sleep(seconds)
    return clients
