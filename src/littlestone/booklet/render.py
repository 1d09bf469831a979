"""Renders the pages of the booklet from the data of the chapters, with the templates."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtra
from ..support.loading import VERSION
from ..support.settings import amount
from .chapter import Chapter, Claim, Drawing, Erratum, Figure, Measure, Part, Picture, Source, Table, zero_words
from .errata import ERRATA, GRADES
from .exercises import Exercise
from .lines import COMMAND, for_the_prompt, run_line
from .markup import html, plain
from .notes import NOTES, Item, Note, Place
from .svg import STYLE, chart

if TYPE_CHECKING:
    from jinja2 import Environment

SHEET = {"file": "sheet.html", "title": "Exercises", "words": "Drawn classes, trees and streams, with hidden answers."}
ARENA = {
    "file": "arena.html",
    "title": "You are the adversary",
    "words": "Eight of these learners, to play against.",
}
RELATIONS = {"<=": "\u2264", ">=": "\u2265", "<": "<", ">": ">", "=": "="}


def write_booklet(
    chapters: Sequence[Chapter],
    out: str | os.PathLike[str],
    *,
    date: str,
    seed: int,
    quick: bool,
    exercises: Sequence[Exercise] = (),
    arena: str | None = None,
) -> list[Path]:
    """Write the book into a folder: a page a chapter and a note, the contents, the errata, the style. Returns them.

    exercises   a sheet of these is added
    arena       the page of the arena, a whole HTML page, is added
    """
    templates = environment()
    links = Links(chapters)
    pages = {"style.css": style()}
    for number, chapter in enumerate(chapters):
        before = chapters[number - 1] if number else None
        after = chapters[number + 1] if number + 1 < len(chapters) else None
        pages[file_name(chapter)] = templates.get_template("chapter.html").render(
            **page(chapter, links), number=number + 1, before=before and entry(before), after=after and entry(after)
        )
    for note in NOTES.values():
        pages[note.file] = templates.get_template("note.html").render(**note_page(note, links))
    pages["errata.html"] = templates.get_template("errata.html").render(groups=errata_groups(chapters, links))
    if exercises:
        sheet = [exercise_words(exercise) for exercise in exercises]
        pages["sheet.html"] = templates.get_template("sheet.html").render(exercises=sheet, seed=seed)
    if arena is not None:
        pages["arena.html"] = arena
    more = [*([SHEET] if exercises else []), *([ARENA] if arena is not None else [])]
    pages["index.html"] = templates.get_template("index.html").render(
        **contents(chapters), date=date, seed=seed, quick=quick, version=VERSION, more=more
    )
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in pages]


class Links:
    """Where claims and errata of the chapters that were played are, by the place of a note or the number."""

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        self.errata = {each.id: f"{file_name(chapter)}#{each.name}" for chapter in chapters for each in chapter.errata}
        self.claims: dict[Place, list[tuple[Chapter, Claim]]] = {}
        for chapter in chapters:
            for claim in chapter.claims:
                for place in claim.source.places:
                    self.claims.setdefault(place, []).append((chapter, claim))

    def erratum(self, id: str) -> dict[str, Any]:
        """An erratum as others refer to it; its link is empty if its chapter was not played."""
        return {"id": id, "link": self.errata.get(id, "")}


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
        "notes": [
            {"name": note.name, "title": note.title, "author": note.author, "file": note.file, "count": len(note.items)}
            for note in NOTES.values()
        ],
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


def errata_groups(chapters: Sequence[Chapter], links: Links) -> list[dict[str, Any]]:
    """The errata of all chapters by grade, the gravest first."""
    return [
        {
            "grade": grade,
            "meaning": meaning,
            "errata": [
                {**erratum_words(erratum), "link": links.errata[erratum.id]}
                for chapter in chapters
                for erratum in chapter.errata
                if erratum.slip.grade == grade
            ],
        }
        for grade, meaning in GRADES.items()
    ]


def note_page(note: Note, links: Links) -> dict[str, Any]:
    """What the page of a note shows: every item in order, with our claims and errata about it."""
    notes = list(NOTES.values())
    number = notes.index(note)
    items = [item_words(note, item, links) for item in note.items]
    mark_repeats(items)
    return {
        "name": note.name,
        "title": note.title,
        "author": note.author,
        "items": items,
        "claims": len({claim["link"] for item in items for claim in item["claims"]}),
        "holds": all(claim["holds"] for item in items for claim in item["claims"]),
        "before": notes[number - 1] if number else None,
        "after": notes[number + 1] if number + 1 < len(notes) else None,
    }


def mark_repeats(items: list[dict[str, Any]]) -> None:
    """Let a claim or an erratum that stands under an earlier item already refer to it, so that it is told once."""
    first: dict[str, dict[str, Any]] = {}
    for item in items:
        for part in (*item["claims"], *item["errata"]):
            part["above"] = first.get(part["link"] or part["id"])
            first.setdefault(part["link"] or part["id"], {"place": item["place"], "name": item["name"]})


def exercise_words(exercise: Exercise) -> dict[str, Any]:
    """An exercise in words."""
    return {
        "asks": exercise.asks,
        "question": marked(exercise.question),
        "table": table_words(exercise.table),
        "answer": marked(exercise.answer),
        "shown": exercise.shown,
        "line": for_the_prompt(exercise.line),
        "output": run_line(exercise.line),
    }


def item_words(note: Note, item: Item, links: Links) -> dict[str, Any]:
    """An item of a note in words."""
    place = Place(note.name, item.place)
    return {
        "name": place.link.partition("#")[2],
        "place": place.text,
        "short": item.place,
        "kind": item.kind,
        "words": marked(item.words),
        "claims": [
            {
                "link": f"{file_name(chapter)}#{claim.name}",
                "chapter": marked(chapter.title),
                **claim_words(claim, links),
            }
            for chapter, claim in links.claims.get(place, ())
        ],
        "errata": [
            {
                **links.erratum(slip.id),
                "grade": slip.grade,
                "said": marked(slip.said),
                "right": marked(slip.right),
            }
            for slip in ERRATA.values()
            if place in slip.places
        ],
        "line": for_the_prompt(item.line),
        "output": run_line(item.line) if item.line else "",
        "nothing": marked(item.nothing),
    }


def page(chapter: Chapter, links: Links) -> dict[str, Any]:
    """What the page of a chapter shows."""
    return {
        "title": marked(chapter.title),
        "title_words": plain(chapter.title),
        "summary": marked(chapter.summary),
        "holds": chapter.holds,
        "sections": [
            {"title": marked(section.title), "parts": [part_words(part, links) for part in section.parts]}
            for section in chapter.sections
        ],
    }


def part_words(part: Part, links: Links) -> Mapping[str, Any]:
    """One part of a page, for the templates."""
    if isinstance(part, str):
        return {"is": "text", "html": marked(part)}
    if isinstance(part, Claim):
        return {"is": "claim", **claim_words(part, links)}
    if isinstance(part, Erratum):
        return {"is": "erratum", **erratum_words(part)}
    if isinstance(part, Table):
        return {"is": "table", **table_words(part)}
    return {"is": "picture", **picture_words(part)}


def source_words(source: Source, links: Links) -> dict[str, Any]:
    """Who says so: links to the pages of the notes and to the errata."""
    return {
        "places": [{"text": place.text, "link": place.link} for place in source.places],
        "errata": [links.erratum(id) for id in source.errata],
        "credit": source.credit,
    }


def claim_words(claim: Claim, links: Links) -> dict[str, Any]:
    """A claim in words."""
    return {
        "name": claim.name,
        "holds": claim.holds,
        "statement": marked(claim.statement),
        "source": source_words(claim.source, links),
        "line": for_the_prompt(claim.line),
        "output": claim.output,
        "command": claim.line.startswith(COMMAND),
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
        "grade": erratum.slip.grade,
        "title": marked(erratum.slip.title),
        "places": [{"text": place.text, "link": place.link} for place in erratum.slip.places],
        "said": marked(erratum.slip.said),
        "right": marked(erratum.slip.right),
        "run": marked(f"{erratum.run} {zero_words(erratum.zero)}".strip()),
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
