"""The roles of the columns of a file, or of the keys of its records: label, category, text, id, time, or dropped."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadParameter, Setting
from .label_column import MISSING, NONE, Labels


class Roles:
    """Which column is the label, if any, and how it is read; which are dropped, categorical, texts, ids or times."""

    label: str | None
    positive: str | None
    given: tuple[object, object] | str | None  # the setting `labels`
    drop: tuple[str, ...]
    categorical: tuple[str, ...]
    text: tuple[str, ...]
    id: str | None
    asked_at: str | None
    known_at: str | None
    weight: str | None

    def check_roles(self) -> None:
        """Raise if a column has two roles that do not go together."""
        label, positive, labels = self.label, self.positive, self.given
        about = (self.id, self.asked_at, self.known_at, self.weight)
        self.timed = any(name is not None for name in about[:3])  # may labels come in their own order?
        self.about = tuple(name for name in about if name is not None)  # of the round, not features
        for role, names in (("be dropped", self.drop), ("be a text", self.text)):
            if label is not None and label in names:
                raise BadParameter(f"{label!r} cannot be the label and {role} too")
        for name in self.about:
            if name == label or name in (*self.drop, *self.text, *self.categorical):
                raise BadParameter(f"{name!r} is an id, a time or the weight of a round, and can be nothing else")
        if len(set(self.about)) < len(self.about):
            raise BadParameter(
                f"an id, two times and a weight are columns of their own, not {', '.join(map(repr, self.about))}"
            )
        for name in self.text:
            if name in self.drop or name in self.categorical:
                raise BadParameter(f"{name!r} cannot be a text and dropped, or a category, too")
        if positive is not None and positive.strip().casefold() in MISSING:
            raise BadParameter(f"{positive!r} stands for a missing label, so it cannot be the positive one")
        if positive is not None and labels is not None:
            what = "positive= names one label of two, labels= both or their kind; give only one of the two"
            raise BadParameter(what).naming(Setting("positive", ""), Setting("labels", ""))
        self.labels()  # raises now if the arguments are wrong

    @property
    def wanted(self) -> tuple[str, ...]:
        """The columns that were named, which the file must have; if it is only to be guessed, not those left out."""
        if self.given == NONE:
            return (*self.categorical, *self.text)
        labels = () if self.label is None else (self.label,)
        return (*labels, *self.about, *self.drop, *self.categorical, *self.text)

    def labels(self) -> Labels:
        """A new reader of labels."""
        return Labels(self.positive, self.given)


def listed(names: str | Sequence[str]) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    return (names,) if isinstance(names, str) else tuple(names)
