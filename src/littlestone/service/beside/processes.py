"""`Workers`: processes beside the writer, started when they are needed, replaced when they die; whose turn it is."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections import deque
from concurrent.futures import Future
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Condition, Thread

from msgspec import msgpack

from ..http.contract import Refusal
from .chores import Done, Task

MODULE = "littlestone.service.beside.working"


class Job:
    """A task in its line: `future` gets what came out, or why nothing did.

    seq     the row that who asked has seen; what comes out is about that row, or a later one
    """

    def __init__(self, task: Task, seq: int = 0) -> None:
        self.task, self.seq = task, seq
        self.begun = False
        self.future: Future[Done | Refusal] = Future()


class Workers:
    """Processes that work on tasks; every holder of a key has a line, and the lines are served in turn.

    count       how many processes there are at most
    most        how many tasks may wait in one line
    once        does a process end with its task? Its memory is free then
    """

    def __init__(
        self, folder: Path, address: str | None, *, count: int = 1, most: int = 32, once: bool = False
    ) -> None:
        self.folder, self.address, self.count, self.most, self.once = folder, address, count, most, once
        self.lines: dict[str, deque[Job]] = {}  # by who asked; the first one's turn is next
        self.changed = Condition()
        self.closing = False
        self.idle = 0
        self.workers: list[Worker] = []

    def submit(self, job: Job, who: str, *, always: bool = False) -> Job:
        """Queue a task; raises if too many of this holder wait already, unless it is taken `always`."""
        with self.changed:
            if self.closing:
                raise ending()
            line = self.lines.setdefault(who, deque())
            if len(line) >= self.most and not always:
                raise Refusal(
                    429, "busy_reading", f"{self.most} reads of this key wait already; retry after a second", 1
                )
            line.append(job)
            if not self.idle and len(self.workers) < self.count:
                self.workers.append(worker := Worker(self))
                worker.start()
            self.changed.notify()
        return job

    def next(self) -> Job | None:
        """The task whose turn it is; None at the end."""
        with self.changed:
            self.idle += 1
            self.changed.wait_for(lambda: self.lines or self.closing)
            self.idle -= 1
            if self.closing:
                return None
            who = next(iter(self.lines))
            line = self.lines.pop(who)
            job = line.popleft()
            if line:
                self.lines[who] = line  # behind all others
            job.begun = True
            return job

    def close(self) -> None:
        """End all processes, which only read; who waits is told to ask again."""
        with self.changed:
            self.closing = True
            self.changed.notify_all()
        for worker in self.workers:
            worker.kill()
            worker.join()
        for line in self.lines.values():
            for job in line:
                job.future.set_result(ending())
        self.lines.clear()


class Worker(Thread):
    """The thread that waits for one process, which it starts with the first task, and anew if it has died."""

    def __init__(self, workers: Workers) -> None:
        super().__init__(name="littlestone reader", daemon=True)
        self.workers = workers
        self.process: subprocess.Popen[bytes] | None = None
        self.connection: Connection[bytes, bytes] | None = None

    def run(self) -> None:
        while (job := self.workers.next()) is not None:
            try:
                done: Done | Refusal = self.ask(job.task)
            except (OSError, EOFError):
                self.end()
                done = ending() if self.workers.closing else died()
            if self.workers.once:
                self.end()
            job.future.set_result(done)
        self.end()

    def ask(self, task: Task) -> Done | Refusal:
        """Have a task done; raises if the process dies."""
        connection = self.connection or self.begin()
        connection.send_bytes(msgpack.encode(task))
        found = msgpack.decode(connection.recv_bytes(), type=Done)
        return Refusal(*found.refused) if isinstance(found.refused, tuple) else found

    def begin(self) -> Connection[bytes, bytes]:
        """Start the process. Which journal it reads goes through the socket: an address may have a password in it."""
        ours, theirs = socket.socketpair()
        try:
            command = [sys.executable, "-P", "-m", MODULE, str(theirs.fileno())]
            self.process = subprocess.Popen(  # noqa: S603 - this interpreter, with a module of this package
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
            )
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        self.connection = Connection(ours.detach())
        if self.workers.closing:
            self.kill()
        self.connection.send_bytes(msgpack.encode((str(self.workers.folder), self.workers.address)))
        return self.connection

    def kill(self) -> None:
        """End the process from another thread."""
        process = self.process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def died() -> Refusal:
    """What who waited is told when a process has died."""
    message = "the process that reads beside the service has ended in the middle; it is replaced: retry in a second"
    return Refusal(503, "reader_ended", message, 1)


def ending() -> Refusal:
    """What who waits is told when the service ends."""
    return Refusal(503, "service_ends", "the service ends; nothing was changed: retry when it is back", 1)
