"""Batches: many events in one request, a line of JSON each, answered line by line in the same order."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw
from msgspec.json import Encoder

from .books import Books
from .contract import CLIENTS_FAULT, EventAnswer, EventBody, Refusal, decode_event, decode_events, refused
from .hosted import Hosted
from .requests import Request, label, predict

encode_lines = Encoder().encode_lines


class Batch(Request):
    """A batch of events of one game. They are played one after the other, and committed together."""

    __slots__ = ("events", "weight")
    media_type = b"application/x-ndjson"

    def __init__(self, name: str, body: bytes, most: int) -> None:
        super().__init__(name)
        self.events: list[EventBody | Refusal] = read_events(body)
        self.weight = max(1, len(self.events))
        if len(self.events) > most:
            raise Refusal(413, "too_large", f"a batch may have {most:,} events here, not {len(self.events):,}")

    def asks(self) -> list[str]:
        return [event.id for event in self.events if isinstance(event, EventBody) and event.x is not UNSET]

    def play(self, books: Books) -> None:
        hosted = books.hosted(self.name)
        answers: list[Any] = []
        for event in self.events:
            try:
                answers.append(played(books, hosted, event))
            except CLIENTS_FAULT as error:
                refusal = refused(error)
                id = event.id if isinstance(event, EventBody) else None
                answers.append(EventAnswer(refusal.status, id, error=refusal.code, message=refusal.message))
        self.body = encode_lines(answers)


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


def played(books: Books, hosted: Hosted, event: EventBody | Refusal) -> Any:
    """The answer to one event; the label of an example that is refused is refused with it."""
    if isinstance(event, Refusal):
        raise event
    said = None
    if isinstance(event.x, Raw):
        said = predict(books, hosted, event.id, bytes(event.x))
        said.status = 200
        if event.y is UNSET:
            return said
    if event.y is UNSET:
        raise Refusal(422, "bad_body", "an event has x, which asks for a prediction, or y, its label, or both")
    told = label(books, hosted, event.id, event.y, event.weight)
    told.status = 200
    if said is None:
        return told
    return EventAnswer(200, said.id, said.round, said.act, said.guess, said.chance, told.seq, told.mistake)
