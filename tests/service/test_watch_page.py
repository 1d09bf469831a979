"""The page as a person sees it: in a real browser, narrow and wide, light and dark, with a game that goes on."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

for library in ("starlette", "msgspec", "uvicorn", "httpx", "uplot"):
    pytest.importorskip(library, reason="the service needs littlestone[service], its tests httpx")

from real_browser import CONTRASTS, LEAST_CONTRAST, TOO_WIDE  # noqa: E402
from service_front import served  # noqa: E402

from littlestone.service.keys.keys import Keyring  # noqa: E402

NAMELESS = """() => [...document.querySelectorAll("button, input, select, textarea, a, meter, [role=img]")]
  .filter(each => !(each.getAttribute("aria-label") || each.textContent.trim() || each.labels?.length))
  .map(each => each.outerHTML)"""
PAINTED = """() => {
  const canvas = document.querySelector(".chart canvas");
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels.some((value, place) => place % 4 === 3 && value > 0);
}"""
SHADOWS = {"second": {"learner": "arow"}}


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A service with a game that has been played, one of numbers, and one that has not begun."""
    with served(tmp_path_factory.mktemp("page")) as found:
        found.play(60, shadows=SHADOWS, metrics=["accuracy", "accuracy@20"], learner="perceptron")
        found.ask("POST", "/v1/games/spam/predict", {"id": "waits", "x": {"a": 1}})
        found.ask("PUT", "/v1/games/new", {"labels": ["no", "yes"]})
        found.ask("PUT", "/v1/games/prices", {"labels": "numbers"})
        for i in range(10):
            found.ask("POST", "/v1/games/prices/predict", {"id": f"p{i}", "x": {"a": i}})
            found.ask("POST", "/v1/games/prices/label", {"id": f"p{i}", "y": 2.5 * i})
        acts = {"actions": ["old", "new"], "floor": 0.05, "seed": 5, "shadows": {"second": {"learner": "exp3"}}}
        found.ask("PUT", "/v1/games/acts", acts)
        for i in range(31):
            said = found.ask("POST", "/v1/games/acts/predict", {"id": f"a{i}"}).json()
            if i < 30:
                found.ask("POST", "/v1/games/acts/reward", {"id": f"a{i}", "reward": float(said["action"] == "new")})
        yield found


@contextmanager
def looking(browser, url, width=1200, scheme="light"):
    """A page of the browser; what it complains about, and whom it asks, must be nothing and nobody else."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    complaints, hosts = [], set()
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: hosts.add(re.match(r"\w+://([^/]+)/", asked.url)[1]))
    page.goto(url)
    try:
        yield page
        assert complaints == [], "errors, or what the Content-Security-Policy forbids"
        assert hosts == {url.split("/")[2]}, "nobody outside this process is asked"
    finally:
        context.close()


def see(page, words, timeout=10_000):
    page.get_by_text(words).first.wait_for(timeout=timeout)


def test_the_list_has_every_game_and_leads_to_it(browser, there):
    with looking(browser, there.url + "/") as page:
        see(page, "4 games")
        see(page, "60")
        assert page.locator(".games h2").all_inner_texts() == ["acts", "new", "prices", "spam"]
        assert not page.get_by_label("Learner").is_visible(), "the form of a new game opens with its button"
        page.get_by_role("link", name=re.compile("^spam")).click()
        page.locator(".certificate").first.wait_for()  # of the game: the list has a heading of this name too
        page.get_by_role("heading", name="spam", exact=True).wait_for()


def test_a_game_shows_what_was_paid_and_what_the_theorems_say(browser, there):
    account = there.ask("GET", "/v1/games/spam/account").json()
    with looking(browser, there.url + "/#/games/spam") as page:
        see(page, "What was paid, and what was allowed")
        page.locator(".chart canvas").wait_for()
        page.locator(".certificate").first.wait_for()
        assert page.evaluate(PAINTED)
        tiles = dict(
            zip(page.locator(".tile dt").all_inner_texts(), page.locator(".tile dd").all_inner_texts(), strict=True)
        )
        assert tiles["rounds"].startswith("61")
        assert tiles["mistakes"].startswith(str(account["mistakes"]))
        assert tiles["open rounds"].startswith("1")
        said = page.locator(".chart").get_attribute("aria-label")
        assert f"mistakes after 60 labelled rounds: the answers given {account['mistakes']}" in said
        assert "best constant answer" in said
        assert f"shadow second {account['shadows']['second']['paid']:.0f}" in said
        certified = there.ask("GET", "/v1/games/spam/certificates").json()["certificates"]
        cards = page.locator(".certificate").all_inner_texts()
        assert len(cards) == len(certified)
        for card, certificate in zip(cards, certified, strict=True):
            assert certificate["verdict"] in card
            assert certificate["theorem"] in card
            assert certificate["teaches"] in card
        page.get_by_text("The values as a table").click()
        first = page.locator(".values tbody tr").first.locator("td").all_inner_texts()
        assert first[:2] == ["60", str(account["mistakes"])]
        weights = there.ask("GET", "/v1/games/spam/weights").json()["weights"]
        assert page.locator(".bars tbody tr").count() == len(weights)
        assert page.get_by_text("accuracy@20").count() == 1
        assert page.get_by_text("waits", exact=True).count() >= 1


def test_a_game_of_actions_shows_what_was_earned_and_what_others_would_have(browser, there):
    account = there.ask("GET", "/v1/games/acts/account").json()
    with looking(browser, there.url + "/#/games/acts") as page:
        see(page, "What was earned")
        page.locator(".certificate").first.wait_for()
        said = page.locator(".chart").get_attribute("aria-label")
        assert f"what was done {account['reward']:.0f}, best single action, by estimates" in said
        assert page.get_by_role("heading", name="What was paid").count() == 0
        assert page.get_by_role("heading", name="Largest weights").count() == 0, "there are none to show"
        cells = page.locator("table", has_text="always old").locator("tbody tr").all_inner_texts()
        assert [row.split("\t")[0] for row in cells] == [
            "what was done (main answers)", "second: exp3", "always old", "always new"
        ]  # fmt: skip
        assert page.get_by_role("columnheader", name="cut off").count() == 0
        page.get_by_role("button", name="Decide").click()
        page.locator("#answer").get_by_text(re.compile("old|new")).first.wait_for()
        page.get_by_label("Reward of the round").fill("a30")
        page.get_by_label("The reward", exact=True).fill("0.5")
        page.get_by_role("button", name="Tell", exact=True).click()
        see(page, re.compile("Told. Row"))
    assert there.ask("GET", "/v1/games/acts/account").json()["reward"] == account["reward"] + 0.5


def test_what_is_played_elsewhere_is_seen_at_once(browser, there):
    with looking(browser, there.url + "/#/games/spam") as page:
        see(page, re.compile("live · row"))
        rounds = there.ask("GET", "/v1/games/spam/account").json()["rounds"]
        there.ask("POST", "/v1/games/spam/predict", {"id": f"elsewhere{rounds}", "x": {"a": 1}})
        page.locator(".tile dd", has_text=re.compile(f"^{rounds + 1}")).first.wait_for(timeout=5_000)


@pytest.mark.parametrize("record", ['{"a": 2, "c": "x"}', "a = 2\nc = x"])
def test_a_round_is_played_by_hand(browser, there, record):
    before = there.ask("GET", "/v1/games/spam/account").json()
    with looking(browser, there.url + "/#/games/spam") as page:
        page.get_by_label("Record").fill(record)
        page.get_by_role("button", name="Predict").click()
        page.locator("#answer .said").wait_for()
        assert page.locator("#answer .said").inner_text() in ("ham", "spam")
        assert page.get_by_label("Label of the round").input_value().startswith("hand-")
        page.get_by_label("The label", exact=True).select_option("spam")
        page.get_by_role("button", name="Tell", exact=True).click()
        see(page, re.compile("Told: it was"))
    after = there.ask("GET", "/v1/games/spam/account").json()
    assert (after["rounds"], after["labelled"]) == (before["rounds"] + 1, before["labelled"] + 1)
    first, second = (there.ask("GET", f"/v1/games/spam/{what}").json()["seq"] for what in ("account", "digest"))
    assert first == second == before["seq"] + 2


def test_an_open_round_is_told_from_the_list_and_mistakes_of_the_user_are_explained(browser, there):
    there.ask("POST", "/v1/games/new/predict", {"id": "one", "x": {"a": 1}})
    with looking(browser, there.url + "/#/games/new") as page:
        page.get_by_role("button", name="Tell about one").click()
        assert page.get_by_label("Label of the round").input_value() == "one"
        page.get_by_label("The label", exact=True).select_option("yes")
        page.get_by_role("button", name="Tell", exact=True).click()
        see(page, re.compile("Told: it was"))
        page.get_by_label("Record").fill('{"a": ')
        page.get_by_role("button", name="Predict").click()
        see(page, re.compile("The record is no JSON"))


def test_a_refusal_is_shown_in_the_words_of_the_service(browser, there):
    context = browser.new_context()
    page = context.new_page()  # the browser itself notes a 404 in its console
    page.goto(there.url + "/#/games/prices")
    page.get_by_label("Label of the round").fill("never")
    page.get_by_label("The label", exact=True).fill("3")
    page.get_by_role("button", name="Tell", exact=True).click()
    see(page, re.compile("no round of 'prices' has the id 'never'"))
    page.goto(there.url + "/#/games/nowhere")
    see(page, re.compile("there is no game 'nowhere'"))
    context.close()


@pytest.mark.parametrize("width", [360, 768, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["", "games/spam", "games/prices", "games/new", "games/acts"])
def test_it_fits_and_can_be_read(browser, there, place, width, scheme):
    with looking(browser, f"{there.url}/#/{place}", width, scheme) as page:
        page.locator("h1").first.wait_for()
        page.locator(".chart canvas" if place else ".games h2").first.wait_for()  # what is asked for when it is open
        page.wait_for_timeout(200)
        assert page.evaluate(TOO_WIDE) == 0
        assert [said for ratio, said in page.evaluate(CONTRASTS) if ratio < LEAST_CONTRAST] == []
        assert page.evaluate(NAMELESS) == []
        for table in page.locator("main table").all():
            assert table.locator("th").count() > 0


def test_a_service_that_goes_away_and_comes_back_is_waited_for(browser, tmp_path):
    context = browser.new_context()
    page = context.new_page()
    with served(tmp_path) as first:
        first.play(3)
        page.goto(first.url + "/#/games/spam")
        see(page, re.compile("live · row 7"))
    see(page, re.compile("trying again"))
    assert page.get_by_role("heading", name="spam", exact=True).count() == 1, "what is there stays"
    with served(tmp_path, port=int(first.url.rpartition(":")[2])) as second:
        see(page, re.compile("^live"), timeout=20_000)
        second.ask("POST", "/v1/games/spam/predict", {"id": "new", "x": {"a": 1}})
        see(page, re.compile("live · row 8"))
    context.close()


def test_it_is_all_done_by_keyboard(browser, there):
    with looking(browser, there.url + "/#/games/spam") as page:
        page.get_by_label("Record").focus()
        page.keyboard.type("a = 1")
        page.keyboard.press("Tab")
        page.keyboard.type("by-keyboard")
        page.keyboard.press("Enter")
        see(page, "by-keyboard")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_with_keys_it_asks_who_is_there_and_a_key_that_may_only_read_reads(browser, tmp_path):
    with served(tmp_path) as there:
        there.play(5)
        ring = Keyring(tmp_path)
        ring.add("me", ["admin"])
        _, key = ring.add("guest", ["read"], ["spam"])
        context = browser.new_context()
        page = context.new_page()
        page.goto(there.url + "/")
        page.get_by_label("Key").fill("ls-wrong")
        page.get_by_role("button", name="Log in").click()
        see(page, re.compile("a key of this service was expected"))
        page.get_by_label("Key").fill(key)
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("link", name=re.compile("^spam")).click()
        see(page, re.compile("live · row"))
        assert page.evaluate("document.cookie") == "", "no script can read the cookie"
        assert key not in page.content()
        page.get_by_label("Record").fill("a = 1")
        page.get_by_role("button", name="Predict").click()
        see(page, re.compile("has no role 'predict'"))
        page.reload()
        see(page, "guest")
        page.get_by_role("button", name="Log out").click()
        see(page, "Who is there?")
        assert there.ask("GET", "/v1/games").status_code == 401
        context.close()


def test_a_game_is_made_on_the_page_with_a_learner_from_the_table(browser, there):
    with looking(browser, there.url + "/") as page:
        page.get_by_role("button", name="New game").click()
        page.get_by_label("Name", exact=True).fill("made-here")
        page.get_by_label("Learner").select_option("arow")
        see(page, "surer of those")
        page.get_by_role("button", name="Make it").click()
        page.get_by_role("heading", name="made-here", exact=True).wait_for()
    made = there.ask("GET", "/v1/games/made-here").json()["settings"]
    assert made == {"labels": ["ham", "spam"], "learner": "arow"}


def test_a_game_of_actions_is_made_on_the_page(browser, there):
    with looking(browser, there.url + "/") as page:
        page.get_by_role("button", name="New game").click()
        page.get_by_label("Name", exact=True).fill("acts-here")
        page.get_by_label("Labels are").select_option("actions")
        see(page, "best of both worlds")
        page.get_by_label("Actions", exact=True).fill("old, new, none")
        page.get_by_label("Learner").select_option("exp3")
        page.get_by_role("button", name="Make it").click()
        page.get_by_role("heading", name="acts-here", exact=True).wait_for()
        see(page, "Certificates come with the first reward.")
    made = there.ask("GET", "/v1/games/acts-here").json()["settings"]
    assert made == {"actions": ["old", "new", "none"], "learner": "exp3"}


def test_guarantees_are_shown(browser, there):
    promised = [{"guarantee": "intervals"}, {"guarantee": "alarm", "settings": {"level": 0.1, "largest": 2.0}}]
    there.ask("PUT", "/v1/games/promised", {"labels": "numbers", "guarantees": promised})
    for i in range(30):
        there.ask("POST", "/v1/games/promised/predict", {"id": f"p{i}", "x": {"a": 1}})
        there.ask("POST", "/v1/games/promised/label", {"id": f"p{i}", "y": 1.0})
    with looking(browser, there.url + "/#/games/promised") as page:
        page.get_by_role("heading", name="Guarantees").wait_for()
        for words in ("covered", "asked for", "sounded", "a false one"):
            see(page, words)
