"""`Readers`: what is read of games beside the writer, once for all who ask for the same, within a budget of each key.

A small game is read by the writer itself, which is sooner done than asked elsewhere, while that takes a twentieth of
the writer's time at most; all else by a process beside it (`Workers`), and what changes who plays by another one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, cast

from msgspec import Raw

from ... import store
from ..hosted import Hosted
from ..http.contract import Refusal, decode_any, encode
from ..importing import imported
from ..journal.snapshots import revived
from ..row_events import events_between
from ..views import seen
from .chores import Done, Task
from .processes import Job, Workers

if TYPE_CHECKING:
    from ..requests import Change
    from ..service import Service

SMALL = 2000  # rows and names of a game that the writer reads itself
FEW = 200  # rows that the writer tells itself
BURST, SHARE = 0.25, 0.05  # seconds of the writer's time that may go at once, and how much of it in the long run
HELD = 16_000_000  # bytes of answers that are remembered
PATIENCE = 60.0  # seconds that a read waits for its answer


class Spare:
    """The time of the writer that may be spent on reading: a bucket that fills with a share of the time that passes."""

    def __init__(self) -> None:
        self.left, self.looked = BURST, monotonic()

    def any(self) -> bool:
        """Is there some left?"""
        now = monotonic()
        self.left = min(BURST, self.left + SHARE * (now - self.looked))
        self.looked = now
        return self.left > 0.0

    def spend(self, seconds: float) -> None:
        """Take so much of it."""
        self.left -= seconds


class Answers:
    """Answers by what was asked, each with the seq that it is about: those asked for last are kept."""

    def __init__(self) -> None:
        self.held: OrderedDict[Any, tuple[int, int, bytes]] = OrderedDict()
        self.bytes = 0

    def get(self, key: Any, seq: int) -> tuple[int, bytes] | None:
        """The answer, and the seq that it tells of, if the game is still at this row."""
        found = self.held.get(key)
        if found is None or found[0] != seq:
            return None
        self.held.move_to_end(key)
        return found[1:]

    def put(self, key: Any, seq: int, told: int, body: bytes) -> None:
        """Remember an answer."""
        if len(body) > HELD // 4:
            return
        before = self.held.pop(key, None)
        self.bytes += len(body) - (0 if before is None else len(before[2]))
        self.held[key] = seq, told, body
        while self.bytes > HELD:
            self.bytes -= len(self.held.popitem(last=False)[1][2])

    def forget(self, name: str) -> None:
        """Forget all answers about a game."""
        for key in [key for key in self.held if key[1] == name]:
            self.bytes -= len(self.held.pop(key)[2])


class Readers:
    """Reads for all who ask a service; `who` is the holder of the key, whose line is one among others.

    address     that of a journal in PostgreSQL
    count       how many processes read; 0 if the writer does all of it, as it did once
    """

    def __init__(self, service: Service, address: str | None, count: int) -> None:
        self.service, self.apart = service, count > 0
        self.readers = Workers(service.folder.path, address, count=count)
        self.replays = Workers(service.folder.path, address, most=4, once=True)
        self.spare, self.answers = Spare(), Answers()
        self.going: dict[Any, Job] = {}

    def close(self) -> None:
        """End the processes."""
        self.readers.close()
        self.replays.close()

    def forget(self, name: str) -> None:
        """Remember nothing of a game that was removed, or of which something was erased."""
        self.answers.forget(name)

    async def view(self, name: str, view: str, numbers: dict[str, int], who: str = "") -> Raw:
        """What a view finds, as JSON."""

        def look(hosted: Hosted) -> tuple[int, bytes]:
            found = seen(view, hosted, self.service.writer.books.journal, numbers)
            return found.seq, encode(found)

        told = {"view": view, "numbers": numbers}
        key = (name, view, *numbers.values())
        return Raw((await self.found(key, Task("view", name, 0, told), small, look, who))[1])

    async def model(self, name: str, who: str = "") -> bytes:
        """A game as a file: the player who answers."""

        def look(hosted: Hosted) -> tuple[int, bytes]:
            return hosted.seq, store.to_bytes(hosted.game)

        return (await self.found((name, "model"), Task("model", name, 0, {}), small, look, who))[1]

    async def imported(self, model: bytes, who: str = "") -> tuple[dict[str, Any], int]:
        """The settings of a saved game, and how many rounds it has played; it is read in a process that may fail."""
        if not self.apart:
            return await asyncio.to_thread(imported, model)
        job = self.replays.submit(Job(Task("import", "", 0, {"model": model})), who)
        done = await asyncio.shield(asyncio.wrap_future(job.future))
        if isinstance(done, Refusal):
            raise done
        assert isinstance(done.body, bytes), "what was read has a body"
        return decode_any(done.body), done.seq

    async def rows(self, name: str, after: int, who: str = "") -> tuple[int, bytes] | None:
        """The rows after one, as events, and the seq of the last of them; None if there are none."""
        seq = await self.service.read(name, last_row)
        if seq <= after:
            return None

        def few(hosted: Hosted) -> bool:
            return hosted.seq - after <= FEW

        def look(hosted: Hosted) -> tuple[int, bytes]:
            journal = self.service.writer.books.journal
            return events_between(journal, hosted.number, after, hosted.seq) or (after, b"")

        task = Task("rows", name, 0, {"after": after, "until": seq})
        last, body = await self.found((name, "rows", after), task, few, look, who, always=True)
        return (last, body) if body else None

    async def found(
        self,
        key: Any,
        task: Task,
        few: Callable[[Hosted], bool],
        look: Callable[[Hosted], tuple[int, bytes]],
        who: str,
        *,
        always: bool = False,
    ) -> tuple[int, bytes]:
        """What was found, and which row it tells of: remembered, looked at by the writer if that is little, or done."""

        def begin(hosted: Hosted) -> tuple[int, int, tuple[int, bytes] | None]:
            known = self.answers.get((hosted.number, *key), hosted.seq)
            if known is None and (not self.apart or (few(hosted) and self.spare.any())):
                began = perf_counter()
                known = look(hosted)
                self.spare.spend(perf_counter() - began)
                if task.what == "rows" or known[0] == hosted.seq:  # certificates may be those of a moment ago
                    self.answers.put((hosted.number, *key), hosted.seq, *known)
            return hosted.number, hosted.seq, known

        number, seq, known = await self.service.read(task.name, begin)
        if known is not None:
            return cast(tuple[int, bytes], known)
        task.number = number
        if task.what == "rows":
            task.told["until"] = seq
        done = await self.done((number, *key), task, seq, who, always=always)
        assert isinstance(done.body, bytes), "a task that is read has a body"
        return done.seq, done.body

    async def done(self, key: Any, task: Task, seq: int, who: str, *, always: bool) -> Done:
        """What a process makes of a task; who asks for the same gets what is made for others."""
        job = self.going.get(key)
        if job is None or job.future.done() or (job.begun and job.seq < seq):
            job = self.going[key] = self.readers.submit(Job(task, seq), who, always=always)
            mine = True
        else:
            mine = False
        try:
            done = await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(job.future)), PATIENCE)
        except TimeoutError:
            raise takes_long(task.name) from None
        if self.going.get(key) is job:
            del self.going[key]
        if isinstance(done, Refusal):
            raise Refusal(done.status, done.code, done.message, done.retry_after)
        if mine:
            await self.remember(key, task, seq, done)
        return done

    async def remember(self, key: Any, task: Task, seq: int, done: Done) -> None:
        """Keep an answer for those who ask next, and tell the writer what its curves should know."""
        assert isinstance(done.body, bytes), "a task that is read has a body"
        if task.what == "rows" or done.seq >= seq:
            self.answers.put(key, seq if task.what == "rows" else done.seq, done.seq, done.body)
        noted = done.noted
        if isinstance(noted, dict):
            await self.service.read(task.name, lambda hosted: hosted.curve.note(noted))

    async def begun(self, change: Change, who: str = "") -> None:
        """Let a new player play the rows that are there beside the writer, if they are many, before it is asked."""

        def look(hosted: Hosted) -> Any:
            return change.plan(hosted) if hosted.seq > SMALL else None

        plan = await self.service.read(change.name, look) if self.apart else None
        if plan is None:
            return
        job = self.replays.submit(Job(Task("again", change.name, plan.number, plan.told())), who)
        done = await asyncio.shield(asyncio.wrap_future(job.future))
        if isinstance(done, Refusal):
            raise done
        assert isinstance(done.parts, dict), "a game that was played again comes in parts"
        lone = await asyncio.to_thread(revived, change.name, plan.number, done.parts)
        lone.seq = done.seq
        change.begun = plan, lone


def small(hosted: Hosted) -> bool:
    """Is a game so small that reading it takes no time?"""
    return hosted.seq <= SMALL and len(hosted.game.features.columns) <= SMALL


def last_row(hosted: Hosted) -> int:
    """The seq of the last row."""
    return hosted.seq


def takes_long(name: str) -> Refusal:
    """What who waits for too long is told."""
    message = f"{name!r} is large, and is still being read beside the service; ask again in a few seconds"
    return Refusal(503, "takes_long", message, 5)
