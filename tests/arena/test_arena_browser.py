"""The arena as a person plays it: opened from disk in a real browser, by mouse and keys, in every look."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from real_browser import CONTRASTS, LEAST_CONTRAST, TOO_WIDE

from littlestone.arena.arena_page import write_arena
from littlestone.arena.grading import grade
from littlestone.arena.presets import PRESETS

NARROW, WIDE = 390, 1300
LEARNERS = list(dict.fromkeys(preset.learner for preset in PRESETS))
LOOKS = [(NARROW, "dark"), (NARROW, "light"), (WIDE, "dark"), (WIDE, "light")]


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> str:
    return write_arena(tmp_path_factory.mktemp("arena") / "arena.html").as_uri()


@pytest.fixture
def page(browser, address):
    """The page, wide and light; whatever it complains of or asks for is an error."""
    context = browser.new_context(viewport={"width": WIDE, "height": 900}, accept_downloads=True)
    opened = context.new_page()
    found: list[str] = []
    opened.on("console", lambda message: found.append(message.text))
    opened.on("pageerror", lambda error: found.append(str(error)))
    opened.on("request", lambda request: request.url.startswith(("file:", "blob:")) or found.append(request.url))
    opened.goto(address)
    yield opened
    context.close()
    assert found == []


def transcript(page) -> str:
    return page.locator("#transcript").text_content()


def play_by_hints(page, moves: int) -> None:
    for _ in range(moves):
        page.click("#hint")
        words = page.locator("#hinted").text_content()
        if not words.startswith("Ask"):
            return
        page.locator(".answer.plus" if words.split(" and say ")[1].startswith(("1", "+1")) else ".answer.minus").click()


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_game_is_played_by_hints_to_its_end_and_nothing_is_given_away(page, learner):
    page.click(f"[data-game={learner}]")
    best = next(preset for preset in PRESETS if preset.learner == learner).positions.values[0]
    play_by_hints(page, 40)
    assert "No mistake can be forced any more" in page.locator("#hinted").text_content()
    assert page.locator(".count b").text_content() == str(best)
    assert page.locator(".pips .made").count() == best
    assert "nobody could have forced more" in page.locator(".verdict").text_content()
    graded = grade(transcript(page))
    assert (graded.differs, graded.mistakes, graded.best, graded.given_away) == (None, best, best, [])


def test_the_first_move_is_made_within_a_second(browser, address):
    page = browser.new_page(viewport={"width": NARROW, "height": 800})
    begun = time.monotonic()
    page.goto(address)
    page.locator(".points label").nth(2).click()
    page.locator(".answer.minus").click()
    assert "Round 1" in page.locator("#said").text_content()
    took = time.monotonic() - begun
    inside = page.evaluate("performance.now()")
    page.close()
    assert min(took, inside / 1000) < 1.0


def test_a_label_that_nothing_explains_is_refused_with_the_reason_or_allowed_as_noise(page):
    page.locator(".points label").nth(2).click()
    page.locator(".answer.minus").click()
    page.locator(".answer.plus").click()
    assert "No disjunction says 1 of 010: round 1 excludes it" in page.locator("#refusal").text_content()
    assert page.locator("#rounds tbody tr").count() == 1
    page.check("#noise")
    page.locator(".answer.plus").click()
    assert page.locator("#rounds tbody tr").count() == 2
    assert "the premise broke in round 2" in page.locator("#account").text_content()
    graded = grade(transcript(page))
    assert (graded.differs, graded.broken) == (None, 2)
    page.click("#undo")
    assert page.locator("#rounds tbody tr").count() == 1
    assert "the premise broke" not in page.locator("#account").text_content()


def test_the_keyboard_is_enough(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "point"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert (
        "says 1 of 010" in page.locator("#said").text_content()
        or "says 1 of 001" in page.locator("#said").text_content()
    )
    page.keyboard.press("0")
    assert "a mistake" in page.locator("#said").text_content()
    page.keyboard.press("u")
    assert page.locator("#rounds tbody tr").count() == 0
    page.keyboard.press("h")
    assert page.locator("#hinted").text_content().startswith("Ask ")
    assert page.evaluate("document.activeElement.name") == "point"  # the focus stays where the player is


def test_a_link_replays_the_game(page, browser):
    page.click("[data-game=winnow]")
    play_by_hints(page, 3)
    address, text = page.url, transcript(page)
    assert "#winnow/monotone-disjunctions:3/adversary/" in address
    other = browser.new_page()
    other.goto(address)
    assert transcript(other) == text
    for nonsense in ("#nonsense/7/x", "#winnow/monotone-disjunctions:3/adversary/99p", "#%E0"):
        other.goto(address.partition("#")[0] + nonsense)
        assert transcript(other) == text  # a link that makes no sense changes nothing
    other.close()
    fresh = browser.new_page()
    fresh.goto(address.partition("#")[0] + "#%E0")
    assert "elimination" in transcript(fresh)
    fresh.close()


def test_the_transcript_is_saved(page):
    page.locator(".points label").nth(2).click()
    page.locator(".answer.minus").click()
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == "game.txt"
    assert grade(Path(download.value.path()).read_text()).differs is None


@pytest.mark.parametrize("learner", LEARNERS)
def test_whoever_plays_the_learner_makes_the_mistakes_that_can_be_forced_and_by_the_hints_no_more(page, learner):
    page.click(f"[data-game={learner}]")
    page.check("[name=role][value=learner]")
    best = next(preset for preset in PRESETS if preset.learner == learner).spaces.values[0]
    for _ in range(best):
        page.click("#hint")
        words = page.locator("#hinted").text_content()
        assert "would say" in words
        page.locator(".answer.plus" if words.startswith(("Say 1", "Say +1")) else ".answer.minus").click()
    assert page.locator(".count b").text_content() == str(best)
    assert page.locator(".answer.plus").is_disabled()
    graded = grade(transcript(page))
    assert (graded.role, graded.differs, graded.mistakes, graded.any_learner) == ("learner", None, best, best)
    assert graded.given_away == []


def faults(page) -> list[str]:
    """What is hard to read, or too wide."""
    over = page.evaluate(TOO_WIDE)
    dim = [f"hard to read, {ratio:.2f}: {words}" for ratio, words in page.evaluate(CONTRASTS) if ratio < LEAST_CONTRAST]
    return dim + ([f"{over} pixels too wide"] if over else [])


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_every_game_is_fit_to_be_seen_and_has_no_violation_of_accessibility(browser, address, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address)
    found = []
    for learner in LEARNERS:
        page.click(f"[data-game={learner}]")
        play_by_hints(page, 2)
        page.click("#hint")
        page.locator(".answer").first.click()
        page.locator(".answer").last.click()
        found += [f"{learner}: {fault}" for fault in faults(page)]
        told = axe.run(page, options={"resultTypes": ["violations"]})
        found += [f"{learner}: {each['id']} {each['nodes'][0]['html'][:120]}" for each in told.response["violations"]]
    page.check("[name=role][value=learner]")
    page.evaluate("document.querySelector('#text').open = true")
    found += faults(page)
    found += [each["id"] for each in axe.run(page).response["violations"]]
    context.close()
    assert found == []


def test_motion_is_left_out_where_it_is_not_wanted(browser, address):
    moved = {}
    for motion in ("reduce", "no-preference"):
        context = browser.new_context(reduced_motion=motion)
        page = context.new_page()
        page.goto(address)
        page.click("[data-game=winnow]")
        play_by_hints(page, 1)
        moved[motion] = page.evaluate("document.querySelector('#picture').getAnimations({subtree: true}).length")
        context.close()
    assert moved["reduce"] == 0
    assert moved["no-preference"] > 0
