"""`Table`, the base of sources of tables: every line is an example, one column is the label."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

from ...errors import BadFeature, BadFile, BadLabel, BadParameter, Setting
from ...features.arrays import is_number
from ...features.event import Event
from ...features.indicator import Ready
from ...features.label_column import Labels
from ...features.schema import Entries
from ..source import Pair
from .column_source import AHEAD, ColumnSource

CLASSED = (
    "or let a learner of many classes play, such as multiclass-pa1 or one-vs-rest (compare takes --labels classes)"
)
NUMBERED = (
    "or, if they are numbers, let a learner of numbers play, such as vaw or pa-regression (compare takes --labels "
    "numbers); if they are classes, one-vs-rest or multiclass-pa1"
)
REMEMBERED = 200_000  # cells of all columns together whose features are cached

Records = Generator[tuple[int, list[str]], None, None]  # line number and cells; close() closes the file


class Column(NamedTuple):
    """A column of the table: its position in a line, and a cache from cells to features."""

    at: int
    name: str
    known: dict[str, Entries]


class Table(ColumnSource):
    """Base of sources whose lines have cells under a header. `Schema` says how cells become features.

    Space around cells and names does not count. The column `label` is read by `Labels`, if there is one; where it is
    missing the example is asked, and its round forgotten. `columns` are the names of the columns if there is no header.
    With `skip_bad` a line with a cell too many or too few, or with a cell or label that cannot be read, is counted and
    left out. All other settings are said at `ColumnSource`.

    It is a nature, so `Game(...).play(table)` plays it, and iterating gives pairs (x, y) with y = -1, +1, or
    None if missing; each game and each iteration starts at the first line.
    """

    def __init__(self, *, columns: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(**settings)
        self.label = self.schema.label
        self.positive = self.schema.positive
        self.drop = self.schema.drop
        self.at = 0  # the line that was read last
        self.given = [name.strip() for name in columns]
        if len(set(self.given)) < len(self.given) or "" in self.given:
            raise BadParameter(f"columns are different names, not {', '.join(map(repr, columns))}")

    @abstractmethod
    def records(self) -> Records:
        """The lines as number and cells, the header first. A subclass says where they come from."""

    def __iter__(self) -> Iterator[Pair]:
        self.restart()
        return self.pairs_of(self.records())

    def pairs_of(self, records: Records) -> Generator[Pair, None, None]:
        """The records as examples with their labels."""
        labels = self.label_reader()
        with closing(records):
            header = self.header(records)
            places = self.places(header)
            columns = self.columns(header)
            if self.noted is not None:
                self.noted |= dict.fromkeys(name for name in places if name not in self.schema.left_out)
            at = None if self.label is None else places[self.label]
            about = {name: places[name] for name in self.schema.about if name in places}
            for line, own in records:
                self.at = line
                try:
                    cells = self.cells_of(line, own, header)
                    try:
                        y = None if at is None else labels.sign(cells[at])
                    except BadLabel as error:
                        assert at is not None
                        raise self.unclear(line, labels, records, at, error) from None
                    if self.schema.about:
                        self.event = self.described(about, cells, y)
                    x = self.example(columns, line, cells)
                except BadFile as error:
                    self.refuse(error)
                else:
                    yield x, y
        self.check_positive(labels)

    def check_positive(self, labels: Labels) -> None:
        """Raise if no label was the positive one, when all have come."""
        if self.alone and labels.positive_never_came:
            raise BadFile(
                f"{self.name}: no line has the positive label {self.positive!r} in column {self.label!r}; "
                + hint(str(self.positive), labels.seen)
            )

    def described(self, about: dict[str, int], cells: list[str], y: Any) -> Event:
        """The id and the times of a line; `about` says where they stand."""
        try:
            return self.event_of(lambda name: cells[about[name]] if name in about else None, y)
        except BadFeature as error:
            raise self.wrong(str(error)) from None

    def wrong(self, what: str) -> BadFile:
        return BadFile(f"{self.name}, line {self.at}: {what}")

    def names(self, lines: int | None = None) -> list[str]:
        """All feature names of the table, or of its first lines, found by reading it; Winnow's n is their number.

        A column of numbers is one even if all of them are zero.
        """
        self.restart()
        found: dict[str, float] = {}
        with closing(self.records()) as records:
            header = self.header(records)
            columns = self.columns(header)
            for line, own in islice(records, lines):
                try:
                    found |= self.example(columns, line, self.cells_of(line, own, header), zeros=True)
                except BadFile as error:
                    self.refuse(error)
        return list(found)

    def column_names(self) -> list[str] | None:
        with closing(self.records() if self.repeatable else self.glimpsed()) as records:
            header = self.header(records) if self.repeatable or self.given else next(records, (0, []))[1]
        names = dict.fromkeys([*(name.strip() for name in header), *self.constants])
        return [name for name in names if name not in self.schema.left_out] or None

    def glimpsed(self) -> Records:
        """The first line of a stream, not consumed; nothing where that is not possible."""
        yield from ()

    def label_texts(self) -> Generator[str, None, None]:
        with closing(self.records()) as records:
            header = self.header(records)
            at = self.places(header)[str(self.label)]
            for _, cells in records:
                if at >= len(header):
                    yield self.constants[str(self.label)]
                elif len(cells) == len(
                    header
                ):  # any other line is refused, or left out, and says nothing of the labels
                    yield cells[at]

    def header(self, records: Records) -> list[str]:
        """The names of the columns, as given or from the first line, which must be different and not empty."""
        if self.given:
            self.check_names(self.given)
            return self.given
        line, cells = next(records, (0, []))
        if not cells:
            raise BadFile(f"{self.name} is empty; the first line should name the columns")
        names = [cell.strip() for cell in cells]
        for at, name in enumerate(names):
            if not name:
                raise BadFile(
                    f"{self.name}, line {line}: column {at + 1} of {len(names)} has no name; "
                    f"name it in the first line (pandas: to_csv(index=False) writes no nameless column)"
                )
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise BadFile(f"{self.name}, line {line}: two columns are named {twice!r}; give each its own name")
        self.check_names(names)
        return names

    def check_names(self, names: list[str]) -> None:
        """Raise if a column that a setting names is missing."""
        every = [*names, *self.constants]
        for wanted in self.schema.wanted:
            if wanted not in every:
                raise BadFile(f"{self.name} has no column {wanted!r}; {hint(wanted, every)}")

    def places(self, header: list[str]) -> dict[str, int]:
        """Where the columns stand in a line; those that all lines share stand behind, in place of others so named."""
        return {name: at for at, name in enumerate([*header, *self.constants])}

    def cells_of(self, line: int, own: list[str], header: list[str]) -> list[str]:
        """The cells of a line, if there are as many as names in the header, and behind them those of all lines."""
        self.check_width(line, own, header)
        return [*own, *self.constants.values()] if self.constants else own

    def columns(self, header: list[str]) -> list[Column]:
        """The columns that are features."""
        places = {} if self.bare else self.places(header)
        used = {name: at for name, at in places.items() if name not in self.schema.left_out}
        for name in used:
            for end, character in enumerate(name):
                texts = self.schema.text if character == ":" else used if character == "=" else ()
                if name[:end] in texts:
                    raise BadFile(
                        f"{self.name}: column {name!r} could be taken for a text in column {name[:end]!r}; "
                        f"rename or drop one of them"
                    )
        return [Column(at, name, {}) for name, at in used.items()]

    def check_width(self, line: int, cells: list[str], header: list[str]) -> None:
        """Raise unless the line has as many cells as the header."""
        if len(cells) != len(header):
            raise BadFile(
                f"{self.name}, line {line}: {len(header)} cells expected, one for each name in the header, "
                f"but here are {len(cells)}"
            )

    def example(self, columns: list[Column], line: int, cells: list[str], zeros: bool = False) -> dict[str, float]:
        """The features of one line; `zeros` keeps those of value zero too."""
        x = Ready()
        schema, zeros = self.schema, zeros or self.zeros
        room = REMEMBERED // max(1, len(columns))
        for at, name, known in columns:
            cell = cells[at]
            entries = known.get(cell)
            try:
                if entries is None:
                    entries = schema.cell(name, cell)
                    if len(known) < room and name not in schema.text:
                        known[cell] = entries
                schema.enter(x, name, entries, zeros)
            except BadFeature as error:
                raise BadFile(f"{self.name}, line {line}: {error}") from None
        return x

    def unclear(self, line: int, labels: Labels, rest: Records, at: int, error: BadLabel) -> BadFile:
        """The error for labels of which none is known to be positive; reads on to name two of them."""
        if self.skip_bad or self.schema.given is not None:
            return BadFile(f"{self.name}, line {line}, column {self.label!r}: {error}")
        with suppress(BadFile, IndexError):
            for _, cells in islice(rest, AHEAD if self.repeatable else 0):
                if len(labels.seen) > 2:
                    break
                with suppress(BadLabel):
                    labels.sign(cells[at])
        *first, last = labels.seen[:2]
        values = ("labels " if first else "label ") + " and ".join(map(repr, labels.seen[:2]))
        more = " and others" if len(labels.seen) > 2 else ""
        others = f"; {others_for(labels.seen)}" if more else ""
        return BadFile(
            f"{self.name}, line {line}: column {self.label!r} has the {values}{more}, "
            f"not 0/1, -1/+1, true/false or yes/no; say which is positive: positive={last!r}{others}"
        ).naming(Setting("positive", last))


def others_for(labels: Sequence[str]) -> str:
    """For messages: which learners take more than two labels, or numbers."""
    if all(is_number(label) for label in labels):
        return NUMBERED
    return CLASSED


def hint(wanted: str, names: Sequence[str]) -> str:
    """For messages: the nearest name, or the first few."""
    near = get_close_matches(wanted, names, n=1) or [name for name in names if name.casefold() == wanted.casefold()]
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there is {', '.join(map(repr, names[:8]))}" + (f" and {len(names) - 8} more" if len(names) > 8 else "")
