"""Records as examples: values under keys, each with a type of its own, as in JSON lines and in Arrow tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from typing import Any

from ..door.event import Event
from ..door.label_column import Labels
from ..errors import BadFeature, BadFile, BadLabel
from .column_source import ColumnSource
from .source import Pair
from .table import hint, others_for

Records = Generator[dict[str, Any], None, None]  # a generator, whose close() closes the file


class Wrong(Exception):
    """An error in a record, with its key."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(what)
        self.key = key


class RecordSource(ColumnSource):
    """Base of sources of records. How the values under their keys become features is said at `Door`.

    The value under `label` is read by `Labels`; where it is missing the example is asked, and its round forgotten. The
    settings are those of `ColumnSource`, of keys.
    """

    @abstractmethod
    def records(self) -> Records:
        """The records, one by one. A subclass says where they come from."""

    @abstractmethod
    def fault(self, wrong: Wrong) -> BadFile:
        """The error for what is wrong with the record that was read last."""

    def __iter__(self) -> Iterator[Pair]:
        self.restart()
        door = self.door
        labels = door.labels()
        told, record = False, dict[str, Any]()
        with closing(self.records()) as records:
            for record in records:
                try:
                    y = None
                    if door.label is not None:
                        there, value = found(record, door.label)
                        told = told or there
                        y = self.truth(door.label, value, labels)
                    if door.about:
                        self.event = self.described(record, y)
                    x = {} if self.bare else self.example(record)
                except Wrong as wrong:
                    self.refuse(self.fault(wrong))
                except RecursionError:
                    self.refuse(self.fault(Wrong("", "objects within objects, too many to follow")))
                else:
                    yield x, y
        if door.label is not None and record and not told:
            raise BadFile(f"{self.name}: no record has the label {door.label!r}; {hint(door.label, list(record))}")
        if self.alone and labels.positive_never_came:
            raise BadFile(
                f"{self.name}: no record has the positive label {door.positive!r} under {door.label!r}; "
                + hint(str(door.positive), labels.seen)
            )

    def described(self, record: dict[str, Any], y: Any) -> Event:
        """The id and the times of a record."""
        try:
            return self.event_of(lambda name: found(record, name)[1], y)
        except BadFeature as error:
            raise Wrong(error.cell, str(error)) from None

    def wrong(self, what: str) -> BadFile:
        return self.fault(Wrong("", what))

    def example(self, record: dict[str, Any]) -> dict[str, float]:
        """The features of a record."""
        try:
            return self.door.single(record, self.zeros)
        except BadFeature as error:
            raise Wrong(error.cell, str(error)) from None

    def label_texts(self) -> Generator[str, None, None]:
        with closing(self.records()) as records, suppress(Wrong):
            for record in records:
                yield label_text("", found(record, str(self.door.label))[1])

    def truth(self, key: str, value: Any, labels: Labels) -> Any:
        """The label of a record."""
        try:
            return labels.sign(label_text(key, value))
        except BadLabel as error:
            advice = f"; positive= says which is positive; {others_for(labels.seen)}" if self.door.given is None else ""
            raise Wrong(key, f"{error}{advice}") from None


def found(record: dict[str, Any], path: str) -> tuple[bool, Any]:
    """Is there a value under this key, or along this path of keys joined by dots; and which?"""
    if path in record and not isinstance(record[path], dict):
        return True, record[path]
    first, dot, rest = path.partition(".")
    while dot:
        if isinstance(record.get(first), dict):
            return found(record[first], rest)
        more, dot, rest = rest.partition(".")
        first = f"{first}.{more}"
    return False, None


def label_text(key: str, value: Any) -> str:
    """A label as it would be written in a CSV cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise Wrong(key, "a text, a number, true, false or null was expected")
