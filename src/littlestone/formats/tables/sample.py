"""`sample`: a small real data set, by its name, as a source of examples."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...errors import BadParameter
from ...samples import SAMPLE
from ...samples.samples import Origin, find_sample, frame_of, with_classes
from ..named_source import ROWS
from .frame import Frame


class Sample(Frame):
    """A sample as a nature; made by `sample`."""

    most = ROWS

    def __init__(
        self, name: str, origin: Origin, *, drop: Sequence[str], boolean: bool, numbers: bool, zeros: bool
    ) -> None:
        classed = origin.above is not None and not numbers
        super().__init__(
            None,
            label=origin.label,
            labels="numbers" if numbers else origin.classes if classed and origin.classes != (0, 1) else None,
            drop=tuple(dict.fromkeys((*origin.drop, *drop))),
            zeros=zeros,
            categorical=origin.categorical,
            boolean=boolean,
            asked_at=origin.asked_at,
            known_at=origin.known_at,
        )
        self.name = f"{SAMPLE}{name}"
        self.origin = origin
        self.classes = (origin.label,) if classed else ()

    def __repr__(self) -> str:
        return f"sample({self.name.removeprefix(SAMPLE)!r})"

    @cached_property
    def frame(self) -> Any:  # loaded when it is asked for
        """The data frame, with its label as it is told."""
        return with_classes(frame_of(self.name, self.origin), self.origin, self.classes)

    def label_texts(self) -> Generator[str, None, None]:
        yield from map(str, self.frame[self.schema.label])

    def times(self, begin: int, stop: int) -> tuple[Any, Any] | None:
        if self.origin.asked_at is None or self.origin.known_at is None:
            return None
        columns = (self.frame[name].to_numpy()[begin:stop] for name in (self.origin.asked_at, self.origin.known_at))
        asked, known = (column.astype("datetime64[s]").astype(np.int64) for column in columns)
        return asked, known


def sample(
    name: str,
    *,
    drop: str | Sequence[str] = (),
    boolean: bool = False,
    labels: str | None = None,
    zeros: bool = False,
) -> Sample:
    """The sample of that name as a nature, the same kind as `read` gives: `Game(Perceptron()).play(sample("email"))`.

    name       "email", "rain", which is labelled by whether it rained, or "flights", by whether they were late;
               "stocks" are prices, for `read_prices`
    drop       further columns to leave out
    boolean    numbers above zero become 1, others are left out: for Boolean learners such as Winnow
    labels     "numbers" labels the rain by how much it was, and flights by how many minutes they were late, for
               learners of numbers; None by two classes
    zeros      keep numbers that are zero as features, which a learner that standardises needs
    """
    origin = find_sample(name)
    if origin.label is None:
        raise BadParameter(
            f"{SAMPLE}{name} has {origin.file} and no labels: it is for 'littlestone invest {SAMPLE}{name}', and for "
            f"read_prices('{SAMPLE}{name}')"
        )
    if labels not in (None, "numbers") or (labels and origin.above is None):
        may = "None" if origin.above is None else "'numbers' or None"
        raise BadParameter(f"labels of {SAMPLE}{name} is {may}, not {labels!r}")
    left_out = (drop,) if isinstance(drop, str) else drop
    return Sample(name, origin, drop=left_out, boolean=boolean, numbers=labels is not None, zeros=zeros)
