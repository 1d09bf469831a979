"""Files whose examples have columns or keys: one is the label, others are dropped, categorical or text."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, suppress
from itertools import islice
from typing import Any, ClassVar

from ...errors import BadFeature, BadFile, BadLabel
from ...features.event import Event, read_id, read_moment, read_weight
from ...features.label_column import Labels
from ...features.schema import Schema, made
from ...support.settings import flag
from ..named_source import NamedSource

AHEAD = 10_000  # lines in which the two labels are looked for


class ColumnSource(NamedSource):
    """Base of tables and records: a `Schema` makes their features, and its settings give each column its role.

    skip_bad    go on after lines that are wrong: `bad` counts them, `complaints` are the first few
    zeros       keep numbers that are zero as features, which a learner that standardises needs

    All others, such as `label`, `positive`, `drop` and `text`, are settings of `Schema`.

    constants    columns that have the same text in all rows: those of the folders of the file, such as year=2024
    """

    columnar = True
    constants: Mapping[str, str] = {}  # replaced, never changed
    passes_to = (Schema,)
    keeps_from: ClassVar[tuple[str, ...]] = (
        "interactions",
        "base",
    )  # the first is a setting of `read`, the second of numbered columns

    def __init__(self, *, skip_bad: bool = False, zeros: bool = False, **settings: Any) -> None:
        self.roles = Schema(**settings)
        self.skip_bad = flag("skip_bad", skip_bad)
        self.zeros = flag("zeros", zeros)
        self.labels_met: Labels | None = None
        self.restart()

    @property
    def schema(self) -> Schema:
        return self.roles

    def event_of(self, cell: Callable[[str], Any], y: Any) -> Event:
        """The id, the weight and the times of an example with label y, read from its cells."""
        schema = self.roles

        def read(name: str | None, reader: Callable[[Any], Any]) -> Any:
            try:
                return None if name is None else reader(cell(name))
            except BadFeature as error:
                raise BadFeature.of(str(name), f"{name!r}: {error}") from None

        asked, known = read(schema.asked_at, read_moment), read(schema.known_at, read_moment)
        weight = 1.0 if schema.weight is None else read(schema.weight, self.weight_in)
        return Event(read(schema.id, read_id), y=y, weight=weight, asked_at=asked, known_at=known)

    def weight_in(self, cell: Any) -> float:
        """The weight that is written in a cell."""
        if cell is None or (isinstance(cell, str) and not cell.strip()):
            raise BadFeature("no weight; a round counts 0 or more times")
        return read_weight(cell.replace(",", ".") if isinstance(cell, str) and self.roles.decimal == "," else cell)

    @property
    def labelled(self) -> bool:
        """Is it known where labels stand?"""
        return self.roles.label is not None

    @abstractmethod
    def label_texts(self) -> Generator[str, None, None]:
        """The labels as texts, from the beginning."""

    def label_reader(self) -> Labels:
        """Who reads the labels of a pass over the file, and has met them afterwards."""
        self.labels_met = self.schema.labels()
        return self.labels_met

    def met_labels(self) -> tuple[Any, Any] | None:
        return None if self.labels_met is None else self.labels_met.named()

    def take_labels(self, labels: Any) -> None:
        self.roles = made({**self.roles.settings(), "labels": labels})

    def keep_zeros(self) -> None:
        self.zeros = True

    def written_labels(self) -> tuple[Any, Any] | None:
        labels = self.roles.labels()
        if self.labelled and self.repeatable and not labels.mode and labels.negative is None:
            with closing(self.label_texts()) as texts, suppress(BadLabel, BadFile):
                for text in islice(texts, AHEAD):
                    labels.sign(text)
                    if len(labels.seen) > (1 if labels.positive is None else 2):
                        break
        return labels.named()
