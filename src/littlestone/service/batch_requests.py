"""Batches: many events in one request, a line of JSON each, answered line by line in the same order."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.json import Encoder

from .books import Books
from .http.contract import CLIENTS_FAULT, EventBody, Refusal, decode_event, decode_events, refused
from .requests import Request, take_turn

encode_lines = Encoder().encode_lines


class Batch(Request):
    """A batch of events of one game. They are played one after the other, and committed together.

    Its lines are read by the thread that plays them, just before: what that made is still near the processor then, and
    the thread that listens does not keep others waiting for a long batch.
    """

    __slots__ = ("events", "most", "raw", "weight")
    media_type = b"application/x-ndjson"

    def __init__(self, name: str, body: bytes, most: int) -> None:
        super().__init__(name)
        self.raw, self.most = body, most
        self.events: list[EventBody | Refusal] = []
        self.weight = max(body.count(b"\n") + 1, body.count(b"\r") + 1, body.count(b'"id"'))  # or fewer
        if self.weight > most:
            self.weight = max(1, len(read_events(body)))
            self.check(self.weight)

    def check(self, events: int) -> None:
        """Raise if these are too many events."""
        if events > self.most:
            raise Refusal(413, "too_large", f"a batch may have {self.most:,} events here, not {events:,}")

    def asks(self) -> list[str]:
        self.events = read_events(self.raw)
        return [event.id for event in self.events if isinstance(event, EventBody) and event.x is not UNSET]

    def play(self, books: Books) -> None:
        events, self.events = self.events, []
        self.check(len(events))  # who wants to can make them look like fewer
        self.body = encode_lines(take_turn(books, self.name).events(events))


def read_events(body: bytes) -> list[EventBody | Refusal]:
    """The lines of a body; one that is no event is its refusal."""
    try:
        return list(decode_events(body))
    except CLIENTS_FAULT:
        return [read_event(line) for line in body.splitlines() if line.strip()]


def read_event(line: bytes) -> EventBody | Refusal:
    """One line."""
    try:
        return decode_event(line)
    except CLIENTS_FAULT as error:
        return refused(error)
