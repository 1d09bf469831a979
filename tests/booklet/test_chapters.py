"""Every chapter of the booklet, quick: its claims hold, its pages are well-formed, and it is the same every time."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from played_booklet import chapter

from littlestone.booklet.chapter import Figure
from littlestone.booklet.chapters import CHAPTERS, play_chapter
from littlestone.booklet.errata import ERRATA, GRADES
from littlestone.booklet.render import write_booklet

SHORT = {*CHAPTERS[: CHAPTERS.index("reductions")], "perceptron", "no-margin", "guarantees"}  # a second each at most
VOID = {"meta", "link", "br", "img", "hr", "input"}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    write_booklet([chapter(name) for name in CHAPTERS], folder, date="2000-01-01", seed=0, quick=True)
    return folder


class Page(HTMLParser):
    """Finds tags that do not match, and keeps ids, links and pictures."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.ids, self.links, self.pictures = [], [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.note(tag, dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.note(tag, dict(attrs))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append((tag, self.getpos()))

    def note(self, tag, found):
        if "id" in found:
            self.ids.append(found["id"])
        if tag in ("a", "link"):
            self.links.append(found["href"])
        if tag in ("svg", "img"):
            self.pictures.append(found)


def pages(folder):
    return {path.name: Page(path.read_text(encoding="utf-8")) for path in sorted(Path(folder).glob("*.html"))}


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_claim_holds_and_every_counterexample_comes_out(name):
    played = chapter(name)
    assert played.name == name
    assert played.claims
    for part in (*played.claims, *played.errata):
        measures = part.measures if hasattr(part, "measures") else part.evidence
        assert part.holds, (part.name, [measure for measure in measures if not measure.holds])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SHORT else pytest.mark.long) for name in CHAPTERS]
)
def test_a_chapter_played_twice_is_the_same(name):
    assert play_chapter(name, quick=True, seed=0) == chapter(name)


@pytest.mark.long
@pytest.mark.parametrize("name", CHAPTERS)
def test_other_seeds_hold_too(name):
    assert play_chapter(name, quick=True, seed=1).holds


@pytest.mark.parametrize("name", CHAPTERS)
def test_figures_have_words_for_those_who_do_not_see_them(name):
    for part in chapter(name).parts():
        for figure in getattr(part, "figures", (part,) if isinstance(part, Figure) else ()):
            assert len(figure.alt.split()) >= 5
            assert figure.caption
            assert not isinstance(figure, Figure) or (figure.series and figure.x_label and figure.y_label)


def test_pages_are_well_formed_and_no_name_is_there_twice(book):
    for name, page in pages(book).items():
        assert not page.wrong, name
        assert not page.open, name
        assert len(page.ids) == len(set(page.ids)), name


def test_every_link_leads_somewhere_within_the_book(book):
    found = pages(book)
    for name, page in found.items():
        for link in page.links:
            file, _, place = link.partition("#")
            assert (book / file).exists() if file else place, (name, link)
            if place:
                assert place in found[file or name].ids, (name, link)


def test_every_picture_has_a_size_and_an_alternative_text(book):
    pictures = [picture for page in pages(book).values() for picture in page.pictures]
    assert len(pictures) >= len(CHAPTERS)
    for picture in pictures:
        assert float(picture["width"]) > 0
        assert float(picture["height"]) > 0
        assert picture.get("alt") or picture.get("aria-label")


def test_nothing_is_fetched_from_the_network(book):
    for path in book.iterdir():
        text = path.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"https?://|@import|src=", text), path.name


def test_the_contents_name_every_claim_and_every_erratum_by_grade(book):
    index, errata = ((book / name).read_text(encoding="utf-8") for name in ("index.html", "errata.html"))
    for name in CHAPTERS:
        for claim in chapter(name).claims:
            assert f'href="{name}.html#{claim.name}"' in index
        for erratum in chapter(name).errata:
            assert f'href="{name}.html#{erratum.name}"' in index
            assert f'href="{name}.html#{erratum.name}"' in errata
    headings = [f"<h2>{grade.capitalize()}</h2>" for grade in GRADES]
    assert sorted(headings, key=errata.index) == headings


def test_every_erratum_of_the_table_is_on_one_page():
    ids = [erratum.id for name in CHAPTERS for erratum in chapter(name).errata]
    assert sorted(ids) == sorted(ERRATA)


def test_an_erratum_was_played_by_the_rules_for_zero_that_the_table_states():
    for name in CHAPTERS:
        for erratum in chapter(name).errata:
            assert erratum.zero == erratum.slip.zero, erratum.id


def test_all_mathematics_and_code_has_become_html(book):
    for name, page in ((path.name, path.read_text(encoding="utf-8")) for path in book.glob("*.html")):
        page = re.sub(r"<pre .*?</pre>", "", page, flags=re.S)  # what a line is, and what it prints
        assert not re.search(r"[$`\\]", page), (name, re.search(r".{0,40}[$`\\].{0,40}", page))
