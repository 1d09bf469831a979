"""Renders the pages of the booklet from the data of the chapters, with the templates."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtra
from ..support.loading import VERSION
from ..support.settings import amount
from .chapter import SEVERITIES, Chapter, Claim, Drawing, Erratum, Figure, Measure, Part, Picture, Table, zero_words
from .markup import html, plain
from .svg import STYLE, chart

if TYPE_CHECKING:
    from jinja2 import Environment

NOTES = {
    "N0": "Online learning, mistake bounds, Perceptron (Marmolejo)",
    "N1": "Prediction from expert advice, slides",
    "N2": "Online learning: realisable, agnostic, convex; lecture 15 (Srebro)",
    "N3": "Online linear classification, scribe notes (Kitani)",
    "N4": "The mistake bound model, lecture 4 (Balcan)",
}
RELATIONS = {"<=": "\u2264", ">=": "\u2265", "<": "<", ">": ">", "=": "="}


def write_booklet(
    chapters: Sequence[Chapter],
    out: str | os.PathLike[str],
    *,
    date: str,
    seed: int,
    quick: bool,
    arena: str | None = None,
) -> list[Path]:
    """Write the book into a folder: a page a chapter, the contents, the errata and the style. Returns the files.

    `arena` is the page of the arena, which lies beside them if it is given.
    """
    templates = environment()
    pages = {"style.css": style()}
    for number, chapter in enumerate(chapters):
        before = chapters[number - 1] if number else None
        after = chapters[number + 1] if number + 1 < len(chapters) else None
        pages[file_name(chapter)] = templates.get_template("chapter.html").render(
            **page(chapter), number=number + 1, before=before and entry(before), after=after and entry(after)
        )
    pages["errata.html"] = templates.get_template("errata.html").render(groups=errata_groups(chapters))
    pages["index.html"] = templates.get_template("index.html").render(
        **contents(chapters), date=date, seed=seed, quick=quick, version=VERSION, arena=arena is not None
    )
    if arena is not None:
        pages["arena.html"] = arena
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in pages]


def environment() -> Environment:
    """The templates, which come with the package."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise MissingExtra(
            "the booklet is set with jinja2; install it with: pip install littlestone[booklet]"
        ) from None
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )


def style() -> str:
    """The one style sheet, with the colours of the charts."""
    return (Path(__file__).parent / "templates" / "style.css").read_text(encoding="utf-8") + STYLE


def file_name(chapter: Chapter) -> str:
    """The page of a chapter."""
    return f"{chapter.name}.html"


def marked(text: str) -> Any:
    """A text in our markup as HTML that a template does not escape again."""
    from markupsafe import Markup

    return Markup(html(text))  # noqa: S704  html() has escaped all that is not its own


def entry(chapter: Chapter) -> dict[str, Any]:
    """A chapter as others refer to it."""
    return {"file": file_name(chapter), "title": marked(chapter.title)}


def contents(chapters: Sequence[Chapter]) -> dict[str, Any]:
    """What the first page shows."""
    claims = [claim for chapter in chapters for claim in chapter.claims]
    errata = [erratum for chapter in chapters for erratum in chapter.errata]
    return {
        "holds": all(chapter.holds for chapter in chapters),
        "claims": len(claims),
        "claims_hold": sum(claim.holds for claim in claims),
        "errata": len(errata),
        "errata_shown": sum(erratum.holds for erratum in errata),
        "notes": [{"name": name, "title": title} for name, title in NOTES.items()],
        "chapters": [
            {
                **entry(chapter),
                "summary": marked(chapter.summary),
                "claims": [
                    {"name": claim.name, "holds": claim.holds, "statement": marked(claim.statement)}
                    for claim in chapter.claims
                ],
                "errata": [{"name": each.name, "id": each.id, "holds": each.holds} for each in chapter.errata],
            }
            for chapter in chapters
        ],
    }


def errata_groups(chapters: Sequence[Chapter]) -> list[dict[str, Any]]:
    """The errata of all chapters by severity, the gravest first."""
    return [
        {
            "severity": severity,
            "meaning": meaning,
            "errata": [
                {**erratum_words(erratum), "link": f"{file_name(chapter)}#{erratum.name}"}
                for chapter in chapters
                for erratum in chapter.errata
                if erratum.severity == severity
            ],
        }
        for severity, meaning in SEVERITIES.items()
    ]


def page(chapter: Chapter) -> dict[str, Any]:
    """What the page of a chapter shows."""
    return {
        "title": marked(chapter.title),
        "title_words": plain(chapter.title),
        "summary": marked(chapter.summary),
        "holds": chapter.holds,
        "sections": [
            {"title": marked(section.title), "parts": [part_words(part) for part in section.parts]}
            for section in chapter.sections
        ],
    }


def part_words(part: Part) -> Mapping[str, Any]:
    """One part of a page, for the templates."""
    if isinstance(part, str):
        return {"is": "text", "html": marked(part)}
    if isinstance(part, Claim):
        return {"is": "claim", **claim_words(part)}
    if isinstance(part, Erratum):
        return {"is": "erratum", **erratum_words(part)}
    if isinstance(part, Table):
        return {"is": "table", **table_words(part)}
    return {"is": "picture", **picture_words(part)}


def claim_words(claim: Claim) -> dict[str, Any]:
    """A claim in words."""
    return {
        "name": claim.name,
        "holds": claim.holds,
        "statement": marked(claim.statement),
        "source": claim.source,
        "run": marked(f"{claim.run} {zero_words(claim.zero)}".strip()),
        "measures": [measure_words(measure) for measure in claim.measures],
        "text": [marked(paragraph) for paragraph in claim.text],
        **shown(claim.figures, claim.tables),
    }


def erratum_words(erratum: Erratum) -> dict[str, Any]:
    """An erratum in words."""
    return {
        "name": erratum.name,
        "id": erratum.id,
        "holds": erratum.holds,
        "severity": erratum.severity,
        "where": erratum.where,
        "said": marked(erratum.said),
        "right": marked(erratum.right),
        "counterexample": marked(f"{erratum.counterexample} {zero_words(erratum.zero)}".strip()),
        "measures": [measure_words(measure) for measure in erratum.evidence],
        **shown(erratum.figures, erratum.tables),
    }


def shown(figures: Sequence[Picture], tables: Sequence[Table]) -> dict[str, Any]:
    """The pictures and tables that go with something."""
    return {
        "figures": [picture_words(picture) for picture in figures],
        "tables": [table_words(table) for table in tables],
    }


def measure_words(measure: Measure) -> dict[str, Any]:
    """A measure in words."""
    return {
        "what": marked(measure.what),
        "paid": number_words(measure.paid),
        "relation": RELATIONS[measure.relation],
        "allowed": number_words(measure.allowed) + (f" \u00b1 {amount(measure.within)}" if measure.within else ""),
        "holds": measure.holds,
    }


def number_words(number: float | None) -> str:
    """A number as text; None is a dash."""
    if number is None:
        return "\u2013"
    whole = isinstance(number, int) or (float(number).is_integer() and abs(number) < 1e9)
    return (f"{int(number):,}" if whole else amount(number)).replace("-", "\u2212")


def picture_words(picture: Picture) -> dict[str, Any]:
    """A picture, drawn."""
    from markupsafe import Markup

    drawing = chart(picture) if isinstance(picture, Figure) else labelled(picture)
    return {
        "name": picture.name,
        "caption": marked(picture.caption),
        "kind": "drawing" if isinstance(picture, Drawing) else "plot",
        "svg": Markup(drawing),  # noqa: S704  drawn by ourselves, texts escaped
    }


def labelled(drawing: Drawing) -> str:
    """The finished picture with its alternative text, and without ids that would be on the page twice."""
    from html import escape

    head, rest = drawing.svg.strip().split(">", 1)
    for attribute in (' role="img"', ' aria-labelledby="title about"'):
        head = head.replace(attribute, "")
    rest = rest.replace(' id="title"', "").replace(' id="about"', "")
    return f'{head} role="img" aria-label="{escape(drawing.alt)}">{rest}'


def table_words(table: Table) -> dict[str, Any]:
    """A table in words."""
    return {
        "caption": marked(table.caption),
        "zero": marked(zero_words(table.zero)),
        "head": [marked(cell) for cell in table.head],
        "rows": [
            {"marked": number in table.marked, "cells": [cell_words(cell) for cell in row]}
            for number, row in enumerate(table.rows)
        ],
    }


def cell_words(cell: Any) -> dict[str, Any]:
    """A cell of a table: a text in our notation, or a number."""
    if isinstance(cell, str):
        return {"html": marked(cell), "number": False}
    return {"html": number_words(cell), "number": True}
