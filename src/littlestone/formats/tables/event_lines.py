"""Events: JSON lines with the example under "x", and beside it an id, a label, a weight and times."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from itertools import islice
from sys import float_info
from typing import Any

import numpy as np

from ...errors import BadFeature, BadFile, UnknownName
from ...features.batches import with_truths
from ...features.event import Event, read_id, read_moment, read_weight
from ...features.features import Features
from ...row import Batch
from ..format import reads
from ..named_source import ROWS
from ..source import Pair
from ..text.text_file import MARK
from .json_lines import JsonLines
from .record_source import POSITIVE, Wrong, label_text

KEYS = Event._fields
HEAD = 1 << 14  # bytes in which the first x is looked for
ELSE = rb'"(?:id|y|weight|asked_at|known_at)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^,"\[{]*)\s*,\s*'
BEGIN = rb"\s*\{\s*(?:" + ELSE + rb')*"x"\s*:\s*'


@reads("event", suffixes=(".events",), first_line=BEGIN + rb"[\[{].*")
class EventLines(JsonLines):
    """The events of a file of JSON lines: `Game(...).play(EventLines("clicks.events"))`.

    An event is an object with these keys and no others, of which only "x" must be there:

    id          a text or a number, by which a label that comes later finds the round
    x           the record, an object whose values become features by `Schema`; or an array of numbers
    y           the label; null, or left out, if it is not known
    weight      the sample weight, how much the example counts; 1 if left out
    asked_at    when the example was asked: a number, or a date in ISO 8601
    known_at    when its label became known

    `event` has what is beside x in the line that was read last. An event without x is the label of an earlier one of
    that id, for games that are played from the command line (`moves`). The settings are those of `JsonLines`, where
    `drop`, `text` and so on are keys of x.

    >>> import io
    >>> source = EventLines(io.BytesIO(b'{"id": 17, "x": {"words": 12, "from": "de"}, "y": true}'))
    >>> list(source), source.event.id
    ([({'words': 12.0, 'from=de': 1.0}, 1)], '17')
    """

    columnar = False
    events = True
    keeps_from = (
        *JsonLines.keeps_from,
        "id",
        "asked_at",
        "known_at",
        "weight",
    )  # they are keys of the event, and not of x

    def __init__(self, source: Any, **settings: Any) -> None:
        super().__init__(source, **settings)
        self.arrays = begins_with_array(self)
        if self.arrays:
            vars(self)["features"] = None  # columns are numbered

    @classmethod
    def knows(cls, line: bytes) -> bool:
        """Has the object no other keys than an event, as far as can be seen?"""
        try:
            return set(json.loads(line)) <= set(KEYS)
        except ValueError:  # cut, since it is long
            return True

    def __repr__(self) -> str:
        return f"EventLines({self.name!r})"

    def __iter__(self) -> Iterator[Pair]:
        with closing(self.moves()) as moves:
            for x, y in moves:
                if x is None:
                    self.refuse(self.wrong('an event has an "x"; without one it is a label, which only a game takes'))
                else:
                    yield x, y

    def moves(self) -> Generator[Pair, None, None]:
        """The same, with events that have no x, labels of earlier ones, as pairs of None and a label."""
        self.restart()
        labels = self.schema.labels()
        with closing(self.records()) as records:
            for record in records:
                try:
                    y = None if labels.mode == "none" else self.truth("y", record.get("y"), labels)
                    self.event = event_of(record, y)
                    if self.event.x is None and (record.get("y") is None or self.event.id is None):
                        raise Wrong("", 'an event has an "x"; a label that comes later has an "id" and a "y"')
                    x = None if self.event.x is None else {} if self.bare else self.example(self.event.x)
                except Wrong as wrong:
                    self.refuse(self.fault(wrong).naming(POSITIVE))
                except RecursionError:
                    self.refuse(self.fault(Wrong("", "objects within objects, too many to follow")))
                else:
                    yield x, y

    def example(self, record: Any) -> Any:
        if isinstance(record, dict) and not self.arrays:
            return super().example(record)
        if isinstance(record, dict | list) and isinstance(record, list) != self.arrays:
            said = ("arrays", "an object") if self.arrays else ("objects", "an array")
            raise Wrong("x", f'"x" is {said[1]} here, and the events before have {said[0]}')
        for at, value in enumerate(record):
            if not isinstance(value, int | float) or not abs(value) <= float_info.max:
                raise Wrong("x", f'"x" is an array of finite numbers, and number {at} is {value!r:.60}')
        return np.array(record, dtype=np.float64)

    def batches(self) -> Generator[Batch, None, None]:
        if not self.arrays:
            yield from super().batches()
            return
        columns = Features()
        with closing(self.examples()) as pairs:
            while found := [(x, y, self.event.weight) for x, y in islice(pairs, ROWS)]:
                rows = [columns.dense(x) for x, _, _ in found]
                weights = [weight for _, _, weight in found]
                starts = [0]
                for row in rows:
                    starts.append(starts[-1] + len(row))
                at, values = (np.concatenate([getattr(row, name) for row in rows]) for name in ("columns", "values"))
                width = max(row.width for row in rows)
                some = weights if any(weight != 1.0 for weight in weights) else None
                yield with_truths(Batch(starts, at, values, width, weights=some).check(), [y for _, y, _ in found])

    def label_texts(self) -> Generator[str, None, None]:
        with closing(self.records()) as records:
            for record in records:
                with suppress(Wrong):
                    yield label_text("y", record.get("y"))

    @property
    def labelled(self) -> bool:
        return True


def begins_with_array(source: EventLines) -> bool:
    """Is the first x an array, as far as can be seen before the file is read?"""
    try:
        head = (source.head(HEAD) or b"").removeprefix(MARK)
    except BadFile:  # said when it is read
        return False
    return re.match(BEGIN + rb"\[", head) is not None


def event_of(record: dict[str, Any], y: Any) -> Event:
    """The event that a JSON object is, with its label as the game is told it."""
    strange = [key for key in record if key not in KEYS]
    if strange:
        raise Wrong(strange[0], str(UnknownName.among("key of an event", strange[0], KEYS)))
    x = record.get("x")
    if "x" in record and not isinstance(x, dict | list):
        raise Wrong("x", f'"x" is a record, {{...}}, or an array of numbers, not {x!r:.60}')

    def read(key: str, reader: Callable[[Any], Any]) -> Any:
        try:
            return reader(record.get(key))
        except BadFeature as error:
            raise Wrong(key, f'"{key}": {error}') from None

    asked, known = read("asked_at", read_moment), read("known_at", read_moment)
    return Event(read("id", read_id), x, y, read("weight", read_weight), asked, known)
