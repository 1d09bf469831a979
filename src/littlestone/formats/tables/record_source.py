"""Records as examples: values under keys, each with a type of its own, as in JSON lines and in Arrow tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from typing import Any

from ...errors import BadFeature, BadFile, BadLabel, Setting
from ...features.event import Event
from ...features.label_column import Labels
from ..source import Pair
from .column_source import ColumnSource
from .table import hint, others_for

Records = Generator[dict[str, Any], None, None]  # a generator, whose close() closes the file


POSITIVE = Setting("positive", "")


class Wrong(Exception):
    """An error in a record, with its key."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(what)
        self.key = key


class RecordSource(ColumnSource):
    """Base of sources of records. `Schema` says how the values under their keys become features.

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
        return self.pairs_of(self.records())

    def restart(self) -> None:
        """Set counts back to zero."""
        super().restart()
        self.label_came = False
        self.keys: list[str] = []  # of the record that was read last, until the label has come

    def pairs_of(self, records: Records) -> Generator[Pair, None, None]:
        """The records as examples with their labels."""
        labels = self.label_reader()
        with closing(records):
            for record in records:
                try:
                    pair = self.pair(record, labels)
                except BadFile as error:
                    self.refuse(error)
                else:
                    yield pair
        self.check_labels(labels)

    def pair(self, record: dict[str, Any], labels: Labels) -> Pair:
        """A record as an example with its label; raises `BadFile`."""
        schema = self.schema
        try:
            y = None
            if schema.label is not None:
                there, value = found(record, schema.label)
                self.label_came = self.label_came or there
                self.keys = [] if self.label_came else list(record)
                y = self.truth(schema.label, value, labels)
            if schema.about:
                self.event = self.described(record, y)
            return {} if self.bare else self.example(record), y
        except Wrong as wrong:
            raise self.fault(wrong).naming(POSITIVE) from None
        except RecursionError:
            raise self.fault(Wrong("", "objects within objects, too many to follow")) from None

    def check_labels(self, labels: Labels) -> None:
        """Raise if no record had the label, or none the positive one, when all have come."""
        label, positive = self.schema.label, self.schema.positive
        if label is not None and self.keys:
            raise BadFile(f"{self.name}: no record has the label {label!r}; {hint(label, self.keys)}")
        if self.alone and labels.positive_never_came:
            raise BadFile(
                f"{self.name}: no record has the positive label {positive!r} under {label!r}; "
                + hint(str(positive), labels.seen)
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
        if self.noted is not None:
            self.noted |= dict.fromkeys(name for name in record if name not in self.schema.left_out)
        try:
            return self.schema.single(record, self.zeros)
        except BadFeature as error:
            raise Wrong(error.cell, str(error)) from None

    def label_texts(self) -> Generator[str, None, None]:
        with closing(self.records()) as records, suppress(Wrong):
            for record in records:
                yield label_text("", found(record, str(self.schema.label))[1])

    def truth(self, key: str, value: Any, labels: Labels) -> Any:
        """The label of a record."""
        try:
            return labels.sign(label_text(key, value))
        except BadLabel as error:
            advice = (
                f"; {POSITIVE} says which is positive; {others_for(labels.seen)}" if self.schema.given is None else ""
            )
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
