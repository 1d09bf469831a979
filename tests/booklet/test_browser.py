"""The booklet as a person sees it: opened from disk in a real browser, narrow and wide, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from played_booklet import chapter
from real_browser import CONTRASTS, LEAST_CONTRAST, TOO_WIDE

from littlestone.booklet.chapter import Chapter, Claim, Measure, Section, cite
from littlestone.booklet.chapters import CHAPTERS
from littlestone.booklet.exercises import draw_exercises
from littlestone.booklet.render import write_booklet

NARROW, WIDE = 390, 1300
PAGES = ("index", "errata", "sheet", *(f"n{k}" for k in range(5)), *CHAPTERS)
PICTURES = """() => [...document.querySelectorAll("img, svg[role=img]")].map(picture => ({
  words: picture.getAttribute("alt") || picture.getAttribute("aria-label") || "",
  given: Number(picture.getAttribute("width")) > 0 && Number(picture.getAttribute("height")) > 0,
  shown: picture.getBoundingClientRect().width > 0 && picture.getBoundingClientRect().height > 0,
}))"""


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Path:
    """The whole booklet, played quickly."""
    folder = tmp_path_factory.mktemp("booklet")
    chapters = [chapter(name) for name in CHAPTERS]
    write_booklet(chapters, folder, date="2000-01-01", seed=0, quick=True, exercises=draw_exercises(0))
    return folder


def faults(page) -> list[str]:
    """What is wrong with the page that is open."""
    found = []
    if over := page.evaluate(TOO_WIDE):  # wide tables scroll within themselves
        found.append(f"{over} pixels too wide")
    for picture in page.evaluate(PICTURES):
        if len(picture["words"].split()) < 5 or not picture["given"] or not picture["shown"]:
            found.append(f"a picture without words, or without a size: {picture}")
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 10
    return found + [f"hard to read, {ratio:.2f}: {words}" for ratio, words in contrasts if ratio < LEAST_CONTRAST]


@pytest.mark.parametrize(("width", "scheme"), [(NARROW, "dark"), (WIDE, "light")])
def test_every_page_is_fit_to_be_seen(browser, book, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", lambda request: request.url.startswith("file:") or found.append(f"asks for {request.url}"))
    page.on("requestfailed", lambda request: found.append(f"cannot load {request.url}"))
    for name in PAGES:
        page.goto((book / f"{name}.html").as_uri())
        found += [f"{name}: {fault}" for fault in faults(page)]
    context.close()
    assert found == []


def test_dark_is_dark_and_light_is_light(browser, book):
    papers = {}
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto((book / "index.html").as_uri())
        papers[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number)")
        page.close()
    assert min(papers["light"][:3]) > 200
    assert max(papers["dark"][:3]) < 60


def test_a_failing_page_is_as_readable_as_any(browser, tmp_path):
    claim = Claim("claim", "One is two.", cite("N0, Theorem 3"), "We looked.", (Measure("it", 2, "<=", 1),))
    red = Chapter("red", "Red", "A claim that fails.", (Section("Only section", (claim,)),))
    write_booklet([red], tmp_path, date="2000-01-01", seed=0, quick=True)
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto((tmp_path / "red.html").as_uri())
        assert faults(page) == []
        page.close()


@pytest.mark.parametrize(
    ("style", "fault"),
    [
        ("p { color: #999999; background: #aaaaaa }", "hard to read"),
        ("main { min-width: 900px }", "pixels too wide"),
        ("svg { display: none !important }", "a picture without words, or without a size"),
    ],
)
def test_what_is_not_fit_to_be_seen_is_found(browser, book, style, fault):
    page = browser.new_page(viewport={"width": NARROW, "height": 800})
    page.goto((book / "winnow.html").as_uri())
    assert faults(page) == []
    page.add_style_tag(content=style)
    assert any(fault in each for each in faults(page))
    page.close()
