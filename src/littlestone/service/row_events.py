"""Rows of a journal as Server-Sent Events: what happened, without the records."""

from __future__ import annotations

from itertools import islice
from typing import Any

from .hosted import answered
from .http.contract import decode_any, encode
from .journal.journal import KINDS, LABEL, LATE, PREDICT, PROMOTE, Journal, JournalRow

ROWS = 1000  # rows in one look


def event_of(kind: str, seq: int, body: Any) -> bytes:
    """An event of a stream."""
    return b"event: %b\nid: %d\ndata: %b\n\n" % (kind.encode(), seq, encode(body))


def events_between(journal: Journal, number: int, after: int, until: int) -> tuple[int, bytes] | None:
    """The rows of a game after one and up to another, as events, and the seq of the last of them; None for none."""
    found = [row for row in islice(journal.rows(number, after), ROWS) if row.seq <= until]
    return (found[-1].seq, b"".join(map(row_event, found))) if found else None


def row_event(row: JournalRow) -> bytes:
    """A row as an event: what happened, without the record."""
    body: dict[str, Any] = {"seq": row.seq, "kind": KINDS[row.kind], "id": row.id, "at": row.at / 1e6}
    if row.kind == PREDICT and row.answer is not None:
        body["act"], _ = answered(row.answer)
    if row.kind == LABEL and row.answer is not None:
        body["mistake"] = decode_any(row.answer)
    if row.kind in (LABEL, LATE, PROMOTE) and row.record is not None:
        body |= decode_any(row.record)
    return event_of(KINDS[row.kind], row.seq, body)
