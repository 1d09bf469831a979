"""The data classes of a chapter. Chapters compute the data, templates show it.

All texts are written in the notation of `markup.py`: mathematics between dollars, code between backticks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..bound import SLACK, Certificate
from ..errors import BadParameter
from .errata import CAVEAT, ERRATA, SLIP, TIGHT, Slip
from .notes import Place, at

RELATIONS = ("<=", ">=", "<", ">", "=")
STYLES = ("line", "step", "points", "bound", "bound-step", "forced")
ZEROS = {"+1": "stands for $+1$", "-1": "stands for $-1$", "mistake": "is a mistake, whatever the label"}
MEANT = (SLIP, TIGHT, CAVEAT)  # grades of errata that need no counterexample: nothing that was meant is false


@dataclass(frozen=True, slots=True)
class Measure:
    """A comparison of two numbers: what was paid, the relation, and what it is compared with.

    A claim holds if all its measures do. A measure with a None, because a theorem allowed no number, never holds.
    `within` is the tolerance for two numbers that should be equal.
    """

    what: str
    paid: float | None
    relation: str
    allowed: float | None
    within: float = 0.0

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise BadParameter(f"a measure is one of {', '.join(RELATIONS)}, not {self.relation!r}")

    @classmethod
    def of(cls, what: str, certificate: Certificate) -> Measure:
        """The measure of a certificate: paid <= allowed; a broken premise allows None."""
        return cls(what, certificate.paid, "<=", certificate.allowed if certificate.verdict == "holds" else None)

    @property
    def holds(self) -> bool:
        """Does the relation hold, up to rounding?"""
        if self.paid is None or self.allowed is None:
            return False
        above = self.paid - self.allowed
        slack = SLACK * max(1.0, abs(self.allowed))
        return {
            "<=": above <= slack,
            ">=": above >= -slack,
            "<": above < 0,
            ">": above > 0,
            "=": abs(above) <= max(slack, self.within),
        }[self.relation]


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a figure: a line, a step, points, a bound (dashed), a bound-step (dashed stairs) or forced (dotted)."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    style: str = "line"

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise BadParameter(f"a series is drawn as one of {', '.join(STYLES)}, not {self.style!r}")
        if len(self.x) != len(self.y):
            raise BadParameter(f"series {self.label!r} has {len(self.x)} places and {len(self.y)} heights")


@dataclass(frozen=True, slots=True)
class Band:
    """A shaded area between two heights."""

    label: str
    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


@dataclass(frozen=True, slots=True)
class Note:
    """A few words at a place of a figure."""

    x: float
    y: float
    words: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart as data; `svg.py` draws it. `alt` is its alternative text. Labels are plain text.

    ticks       names for the places 0, 1, 2, ... of the x axis, instead of numbers
    """

    name: str
    caption: str
    alt: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    bands: tuple[Band, ...] = ()
    notes: tuple[Note, ...] = ()
    log_x: bool = False
    log_y: bool = False
    ticks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished picture, such as a mistake tree: a whole <svg> element."""

    name: str
    caption: str
    alt: str
    svg: str


def zero_words(rules: Sequence[str]) -> str:
    """What a guess of exactly 0 counts as under these rules, in a sentence; nothing without rules."""
    if unknown := [rule for rule in rules if rule not in ZEROS]:
        raise BadParameter(f"a guess of exactly 0 is one of {', '.join(ZEROS)}, not {unknown[0]!r}")
    words = [ZEROS[rule] for rule in rules]
    if len(words) > 1:
        return f"By turns, a guess of exactly 0 {', '.join(words[:-1])}, and {words[-1]}."
    return f"A guess of exactly 0 {words[0]}." if words else ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of numbers and texts under headings. `marked` are the indices of highlighted rows.

    zero        see `Claim`; a table of a claim leaves it to the claim
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    marked: tuple[int, ...] = ()
    zero: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        zero_words(self.zero)
        for row in self.rows:
            if len(row) != len(self.head):
                raise BadParameter(f"a row of {self.caption!r} has {len(row)} cells under {len(self.head)} headings")


Picture = Figure | Drawing


@dataclass(frozen=True, slots=True)
class Source:
    """Who says so: places of the notes, the errata that amend them, and whom else to thank."""

    places: tuple[Place, ...] = ()
    errata: tuple[str, ...] = ()
    credit: str = ""

    @property
    def text(self) -> str:
        """In words: "N0, Theorem 3; N1, WMA (E5)"."""
        words = "; ".join([*(place.text for place in self.places), *([self.credit] if self.credit else [])])
        return f"{words} ({', '.join(self.errata)})" if self.errata else words


def cite(*texts: str) -> Source:
    """A source of texts: places such as "N0, Theorem 3", errata such as "E5", and papers."""
    places = [text for text in texts if text[:2] in ("N0", "N1", "N2", "N3", "N4") and text[2:4] == ", "]
    errata = [text for text in texts if text in ERRATA]
    credit = [text for text in texts if text not in places and text not in errata]
    return Source(at(*places), tuple(errata), "; ".join(credit))


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement, how it was played, and what was measured.

    name        a short identifier, unique in its chapter, for links
    statement   the theorem in our words
    source      which places of the notes say so, the errata that amend them, and papers
    run         who played what, in a sentence
    measures    the claim holds if all of these do
    zero        what a guess of exactly 0 counts as, if a learner that played may make one: see `runs.zero_rule`
    line        what a reader can run: a command, or six lines of Python at most; see `lines.py`
    output      what it prints
    """

    name: str
    statement: str
    source: Source
    run: str
    measures: tuple[Measure, ...]
    text: tuple[str, ...] = ()
    figures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    zero: tuple[str, ...] = ()
    line: str = ""
    output: str = ""

    def __post_init__(self) -> None:
        zero_words(self.zero)

    @property
    def holds(self) -> bool:
        """Is there something measured, and does all of it hold?"""
        return bool(self.measures) and all(measure.holds for measure in self.measures)


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place of the notes that is not to be taken literally, as `errata.py` tells it, and its counterexample, played.

    run         who played what, in a sentence
    evidence    the measures of the counterexample: those that refute the literal statement and those that show the
                right one. The page is red if one of them does not come out.
    zero        see `Claim`
    """

    slip: Slip
    run: str = ""
    evidence: tuple[Measure, ...] = ()
    figures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    zero: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        zero_words(self.zero)

    @property
    def id(self) -> str:
        """Its number, such as "E4a"."""
        return self.slip.id

    @property
    def name(self) -> str:
        """The identifier for links."""
        return self.id.lower()

    @property
    def holds(self) -> bool:
        """Does the counterexample come out as told? What is false as stated needs one."""
        return bool(self.evidence or self.slip.grade in MEANT) and all(measure.holds for measure in self.evidence)


def erratum(id: str, **shown: Any) -> Erratum:
    """The erratum of this number with what was played: see `Erratum`."""
    return Erratum(ERRATA[id], **shown)


Part = Claim | Erratum | Figure | Drawing | Table | str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it, in order: paragraphs, claims, errata, pictures, tables."""

    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the booklet. `name` is its file and its name on the command line; `summary` stands in the contents."""

    name: str
    title: str
    summary: str
    sections: tuple[Section, ...] = field(default=())

    def parts(self) -> Iterator[Part]:
        """Everything on the page, in order."""
        for section in self.sections:
            yield from section.parts

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, in order."""
        return tuple(part for part in self.parts() if isinstance(part, Claim))

    @property
    def errata(self) -> tuple[Erratum, ...]:
        """The errata, in order."""
        return tuple(part for part in self.parts() if isinstance(part, Erratum))

    @property
    def holds(self) -> bool:
        """Do all claims hold, and all counterexamples come out?"""
        return all(claim.holds for claim in self.claims) and all(erratum.holds for erratum in self.errata)
