"""Records as examples: values under keys, each with a type of its own, as in JSON lines and in Arrow tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator
from contextlib import closing
from math import isfinite
from typing import Any

from ..door.label_column import MISSING, Labels
from ..errors import BadFile, BadLabel
from .column_source import ColumnSource
from .source import Pair
from .table import hint

EXACT = 2**53  # beyond it, not every whole number is a double

Records = Generator[dict[str, Any], None, None]  # a generator, whose close() closes the file


class Wrong(Exception):
    """An error in a record, with its key."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(what)
        self.key = key


class RecordSource(ColumnSource):
    """Base of sources of records. A value becomes features by these rules:

    - null is missing, and so is a text that is empty or says NA, NaN, null or ? (in any case): it is left out;
    - a number is the feature "key" with that value, true is 1 and false 0; zero is left out. A number that is not
      finite, or a whole one beyond 2^53, which a double need not hold exactly, is an error; with `boolean`, a number
      above zero is 1 and any other is left out;
    - a text t is the feature "key=t" with value 1, and so is a number under a key that `categorical` names;
    - under a key that `text` names, every word of the text is a feature, by the rules of `TextWords`;
    - an array of texts is one such feature each; an array of numbers has the features "key.0", "key.1", ...;
    - an object within an object has keys like "user.age".

    Keys named in `drop` are left out with all that is below them. The value under `label` is read by `Labels`; where it
    is missing the example is asked, and its round forgotten. The settings are those of `ColumnSource`, of keys.
    """

    @abstractmethod
    def records(self) -> Records:
        """The records, one by one. A subclass says where they come from."""

    @abstractmethod
    def fault(self, wrong: Wrong) -> BadFile:
        """The error for what is wrong with the record that was read last."""

    def __iter__(self) -> Iterator[Pair]:
        self.restart()
        roles = self.roles
        labels = roles.labels()
        told, cells = False, dict[str, Any]()
        with closing(self.records()) as records:
            for record in records:
                try:
                    cells = {}
                    self.flatten(record, "", cells)
                    y = None
                    if roles.label is not None:
                        told = told or roles.label in cells
                        y = self.truth(roles.label, cells.pop(roles.label, None), labels)
                    x: dict[str, float] = {}
                    for key, value in cells.items():
                        self.enter(x, key, value)
                except Wrong as wrong:
                    self.refuse(self.fault(wrong))
                except RecursionError:
                    self.refuse(self.fault(Wrong("", "objects within objects, too many to follow")))
                else:
                    yield x, y
        if roles.label is not None and cells and not told:
            raise BadFile(f"{self.name}: no record has the label {roles.label!r}; {hint(roles.label, list(cells))}")
        if labels.positive_never_came:
            raise BadFile(
                f"{self.name}: no record has the positive label {roles.positive!r} under {roles.label!r}; "
                + hint(str(roles.positive), labels.seen)
            )

    def truth(self, key: str, value: Any, labels: Labels) -> Any:
        """The label of a record."""
        try:
            return labels.sign(label_text(key, value))
        except BadLabel as error:
            advice = "; positive= says which is positive" if self.roles.given is None else ""
            raise Wrong(key, f"{error}{advice}") from None

    def flatten(self, record: dict[str, Any], prefix: str, cells: dict[str, Any]) -> None:
        """Flatten a record: the key of a nested value is the path to it, joined by dots."""
        for key, value in record.items():
            name = prefix + key
            if name in self.roles.drop:
                continue
            if isinstance(value, dict):
                self.flatten(value, name + ".", cells)
            elif name in cells or not name:
                raise Wrong(name, f"two values under {name!r}" if name else "a value under an empty key")
            else:
                cells[name] = value

    def enter(self, x: dict[str, float], key: str, value: Any) -> None:
        """Add the features of one value."""
        if value is None:
            return
        if isinstance(value, list):
            self.enter_all(x, key, value)
        elif isinstance(value, str):
            if key in self.roles.text:
                self.add(x, key, self.words.features(key, value))
            elif value.strip().casefold() not in MISSING:
                self.add(x, key, {f"{key}={value.strip()}": 1.0})
        elif key in self.roles.categorical:
            self.add(x, key, {f"{key}={label_text(key, value)}": 1.0})
        else:
            number = as_number(key, value)
            number = float(number > 0.0) if self.boolean else number
            if number and number == number:
                self.add(x, key, {key: number})

    def enter_all(self, x: dict[str, float], key: str, values: list[Any]) -> None:
        """Add the features of an array."""
        there = [value for value in values if value is not None]
        if all(isinstance(value, str) for value in there):
            for text in dict.fromkeys(there):
                self.enter(x, key, text)
        elif all(isinstance(value, int | float) for value in there):
            for place, value in enumerate(values):
                self.enter(x, f"{key}.{place}", value)
        else:
            raise Wrong(key, "an array must be of texts only or of numbers only")

    def add(self, x: dict[str, float], key: str, features: dict[str, float]) -> None:
        """Add features; a name that is there already is an error."""
        if not x.keys().isdisjoint(features):
            twice = next(name for name in features if name in x)
            if key not in self.roles.text:
                raise Wrong(key, f"another value gives the feature {twice!r} too; rename or drop one of the keys")
            features = {name: features[name] + (x.get(name, 0.0) if self.words.counts else 0.0) for name in features}
        x |= features


def as_number(key: str, value: Any) -> float:
    """A value as a double; a whole number must be exact. NaN, a missing value, stays NaN."""
    if isinstance(value, int):
        if abs(value) > EXACT:
            raise Wrong(
                key, "a whole number beyond 2^53, which a double does not hold; quote it if it is a name, or drop it"
            )
        return float(value)
    if isinstance(value, float) and (isfinite(value) or value != value):
        return value
    what = "a number that is not finite" if isinstance(value, float) else f"a value of type {type(value).__name__}"
    raise Wrong(key, f"{what}; a number, a text, true, false or null was expected")


def label_text(key: str, value: Any) -> str:
    """A label as it would be written in a CSV cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise Wrong(key, "a text, a number, true, false or null was expected")
