"""Reading ahead: the next batches are parsed on another thread while the learner plays this one."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import suppress
from queue import Full, Queue
from threading import Event, Thread
from typing import TypeVar

from ..errors import BadParameter
from ..support.settings import whole

T = TypeVar("T")
WAIT = 0.05  # seconds between checks whether the consumer is still there


def ahead(source: Iterable[T], room: int = 2) -> Generator[T, None, None]:
    """Iterate over `source` with up to `room` items read ahead on a thread: `ahead(SvmlightReader(p, copy=True))`.

    Worth it where a second processor is idle and the learner is slow or the file compressed: decompression and the
    parser of `SvmlightReader` release the GIL. Items must stay valid until they are used: a reader whose batches share
    their arrays is refused. An error is raised at the item where the source raised it. If the iteration is left early,
    the thread ends and the source is closed.
    """
    if getattr(source, "copy", True) is False:
        raise BadParameter(f"batches read ahead must not share their arrays: make {source!r} with copy=True")
    return drained(source, Queue(whole("room", room, "a number of pieces", least=1)))


def drained(source: Iterable[T], waiting: Queue[tuple[str, T | BaseException | None]]) -> Generator[T, None, None]:
    """The items that the thread puts into the queue."""
    left = Event()

    def put(kind: str, piece: T | BaseException | None) -> None:
        while not left.is_set():
            with suppress(Full):
                waiting.put((kind, piece), timeout=WAIT)
                return

    def read() -> None:
        pieces = iter(source)
        try:
            for piece in pieces:
                put("piece", piece)
                if left.is_set():
                    break
            put("end", None)
        except BaseException as error:  # whatever it is, it is raised in the thread of the consumer
            put("error", error)
        finally:
            if isinstance(pieces, Generator):
                pieces.close()

    thread = Thread(target=read, name="littlestone-ahead", daemon=True)
    thread.start()
    try:
        while True:
            kind, piece = waiting.get()
            if kind == "end":
                return
            if isinstance(piece, BaseException) and kind == "error":
                raise piece
            yield piece  # type: ignore[misc]
    finally:
        left.set()
        thread.join()
