"""The table of metrics, and how their names are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..errors import BadParameter, UnknownName
from .chances import ChanceSums
from .confusion import Confusion
from .number_metrics import ErrorSums
from .ranks import Ranks
from .tally import Tally

LONGEST = 10_000_000  # rounds of a window, 48 bytes each
ALSO_CALLED = {"logloss": "log_loss", "brier_score": "brier", "roc_auc": "auc", "balanced": "balanced_accuracy"}

# Every metric, and the tally whose method it is.
METRICS: dict[str, type[Tally]] = {
    name: tally
    for tally in (Confusion, Ranks, ChanceSums, ErrorSums)
    for name in (*tally.higher, *tally.lower, *tally.tables)
}


class Wanted(NamedTuple):
    """A metric that was asked for: as written, its name in the table, and how many rounds; 0 is the whole game."""

    written: str
    name: str
    window: int

    @property
    def tally(self) -> type[Tally]:
        """What it is read from."""
        return METRICS[self.name]

    @property
    def is_table(self) -> bool:
        """Is its value a dict, and no number?"""
        return self.name in self.tally.tables


def read_names(names: str | Iterable[str]) -> list[Wanted]:
    """The metrics asked for: names, or a text with commas between them; `name@1000` is of the last 1,000 labels."""
    parts = names.split(",") if isinstance(names, str) else list(names)
    if odd := [part for part in parts if not isinstance(part, str)]:
        raise BadParameter(f"a metric is asked for by its name, such as 'auc' or 'accuracy@1000', not by {odd[0]!r}")
    found = [read_name(part.strip()) for part in parts if part.strip()]
    return list({one.written: one for one in found}.values())


def read_name(text: str) -> Wanted:
    """One metric, such as "auc" or "accuracy@1000"."""
    name, at, size = text.partition("@")
    name = name.replace("-", "_")
    name = ALSO_CALLED.get(name, name)
    if name not in METRICS:
        raise UnknownName.among("metric", name, METRICS)
    plain = size.replace("_", "")
    if not at:
        return Wanted(name, name, 0)
    if not plain.isascii() or not plain.isdigit() or not 1 <= int(plain) <= LONGEST:
        raise BadParameter(f"{name}@1000 is of the last 1,000 labels, {LONGEST:,} at most; {text!r} says {size!r}")
    return Wanted(f"{name}@{int(plain)}", name, int(plain))


def sort_key(text: str) -> tuple[str, Any]:
    """The metric to sort by as it is written, and a function that is smaller for better values; None is the worst."""
    wanted = read_name(text)
    if wanted.is_table:
        raise BadParameter(f"{wanted.name} is a table, not a number to sort by; take its mean, such as f1")
    sign = -1.0 if wanted.name in wanted.tally.higher else 1.0
    return wanted.written, lambda value: (value is None or value != value, 0.0 if value is None else sign * value)
