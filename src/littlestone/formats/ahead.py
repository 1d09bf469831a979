"""Reading ahead: the next batches are parsed on another thread while the learner plays this one."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from queue import SimpleQueue
from threading import Event, Thread
from typing import TypeVar

from ..errors import BadParameter
from ..support.settings import whole

T = TypeVar("T")


def ahead(source: Iterable[T], room: int = 2) -> Generator[T, None, None]:
    """Iterate over `source` with up to `room` items read ahead on a thread: `ahead(SvmlightReader(p, copy=True))`.

    Worth it where a second processor is idle and the learner is slow or the file compressed: decompression and the
    parser of `SvmlightReader` release the GIL. Items must stay valid until they are used: a reader whose batches share
    their arrays is refused. An error is raised at the item where the source raised it. If the iteration is left early,
    the thread ends and the source is closed.
    """
    if getattr(source, "copy", True) is False:
        raise BadParameter(f"batches read ahead must not share their arrays: make {source!r} with copy=True")
    return drained(source, whole("room", room, "a number of pieces", least=1))


def drained(source: Iterable[T], room: int) -> Generator[T, None, None]:
    """The items that the thread reads; it takes a place from `free` for each, and none once the consumer has left."""
    free: SimpleQueue[bool] = SimpleQueue()
    waiting: SimpleQueue[tuple[str, T | BaseException | None]] = SimpleQueue()
    left = Event()
    for _ in range(room):
        free.put(True)

    def read() -> None:
        pieces = iter(source)
        try:
            for piece in pieces:
                if not free.get() or left.is_set():
                    return
                waiting.put(("piece", piece))
            waiting.put(("end", None))
        except BaseException as error:  # whatever it is, it is raised in the thread of the consumer
            waiting.put(("error", error))
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
            free.put(True)
            yield piece  # type: ignore[misc]
    finally:
        left.set()
        free.put(False)
        thread.join()
