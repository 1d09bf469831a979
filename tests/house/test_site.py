"""The site: what its pages are made of is whole, and nothing on them is kept by hand that the code knows."""

from __future__ import annotations

import re
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from shared_data import shared
from typer.main import get_command

from littlestone import AROW, PA1, Game, Perceptron, read
from littlestone.booklet.errata import ERRATA, FALSE, GRADES
from littlestone.cli import app
from littlestone.learners import BANDITS, EXPERTS, LEARNERS, POINTS, PORTFOLIOS

ROOT = Path(__file__).parents[2]


def from_docs(name):
    spec = spec_from_file_location(f"site_{name}", ROOT / "docs" / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def hooks():
    return from_docs("hooks")


@pytest.mark.system
def test_the_picture_shows_what_the_learners_do():
    picture = (ROOT / "docs" / "images" / "perceptron_and_winnow.svg").read_text()
    readme = (ROOT / "README.md").read_text()
    ends = {key: curve[-1] for key, curve in from_docs("make_picture").curves().items()}
    for (name, n), mistakes in ends.items():
        assert f"{name}, N = {n}: {mistakes:.0f}" in picture
        assert f"{mistakes:.0f}" in readme
    assert 1.4 <= ends["Perceptron", 400] / ends["Perceptron", 200] <= 2.1
    assert 1.0 <= ends["Winnow", 400] / ends["Winnow", 200] <= 1.35


def test_the_picture_of_a_pruning_is_the_one_that_its_page_draws(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in {"COLUMNS": "80", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    page = ROOT / "docs" / "how_to" / "trees.md"
    assert from_docs("make_pruning").replay(page.read_text()) == page.read_text()
    assert (tmp_path / "pruning.svg").read_text() == (ROOT / "docs" / "images" / "pruning.svg").read_text()


def test_every_page_is_in_the_navigation_and_every_entry_is_a_page(hooks):
    listed = set(re.findall(r"([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text(), flags=re.M))
    written = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert listed == written | set(hooks.reference_pages())


def test_the_reference_has_every_public_name_once(hooks):
    shown = re.findall(r"^::: littlestone\.(\S+)$", "\n".join(hooks.reference_pages().values()), flags=re.M)
    assert sorted(shown) == sorted(hooks.public_names())
    assert len(shown) > 150


def test_the_page_of_commands_has_every_option_of_every_command(hooks):
    sections = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", hooks.commands_page(), flags=re.M | re.S))
    commands = get_command(app).commands
    assert list(sections) == list(commands)
    for name, command in commands.items():
        shown = set(re.findall(r"(?<![\w-])--?\w[\w-]*", sections[name].split("<table")[1].split("</table>")[0]))
        wanted = {way for option in command.params if not option.hidden for way in option.opts if way[0] == "-"}
        assert wanted <= shown, f"{name}: {sorted(wanted - shown)}"
        assert f"littlestone {name} " in sections[name]
    assert "--labels-from" in sections["play"]


@pytest.mark.parametrize("page", ["learners.md", "commands.md", "errata.md"])
def test_a_page_that_the_code_fills_is_full_without_a_site_and_says_what_the_code_says(hooks, page):
    assert set(hooks.MADE) == {"learners.md", "commands.md", "errata.md"}
    committed = (ROOT / "docs" / page).read_text()
    assert all(
        committed.count(f"<!-- {name} -->") == 1 and made() in committed for name, made in hooks.MADE[page].items()
    )
    assert committed == hooks.written(page), f"docs/{page} is behind the code: make pages"


def test_every_page_can_be_found_from_the_readme_and_from_the_first_page():
    listed = set(re.findall(r"([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text(), flags=re.M))
    pages = {name for name in listed if not name.startswith("reference/")} - {"index.md"}
    for first, here in (("README.md", "docs/"), ("docs/index.md", "")):
        linked = set(re.findall(rf"\]\({here}([\w/]+\.md)", (ROOT / first).read_text()))
        assert pages <= linked, f"{first} does not lead to {sorted(pages - linked)}"


def test_the_index_of_the_search_is_a_script_too(hooks, tmp_path):
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "search_index.json").write_text('{"docs": []}')
    hooks.on_post_build({"site_dir": str(tmp_path)})
    assert (tmp_path / "search" / "search_index.js").read_text() == 'var __index = {"docs": []}'
    settings = (ROOT / "mkdocs.yml").read_text()
    assert "    - search_from_disk.js" in settings
    assert "use_directory_urls: false" in settings


def test_a_worker_runs_on_a_page_that_is_opened_from_disk(browser, tmp_path):
    shutil.copy(ROOT / "docs" / "search_from_disk.js", tmp_path)
    (tmp_path / "worker.js").write_text('addEventListener("message", async e => postMessage("heard " + e.data))')
    (tmp_path / "page.html").write_text(
        '<script src="search_from_disk.js"></script><body><script>'
        'const worker = new Worker("worker.js");'
        'worker.addEventListener("message", e => { document.title = e.data });'
        'worker.postMessage("a word")</script></body>'
    )
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_function("document.title === 'heard a word'", timeout=20_000)
    page.close()


def test_the_table_of_learners_has_all_of_them_with_rule_and_paper(hooks):
    table = hooks.learners_table()
    kinds = [kind for each in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS, BANDITS) for kind in each.values()]
    assert table.count("<tr>") == len(kinds) + table.count("<thead>")
    for kind in kinds:
        assert f">{kind.__name__}</autoref>" in table
        assert hooks.paper(kind), f"no paper found in the docstring of {kind.__name__}"


def test_every_tested_erratum_is_on_its_page_and_shows_its_tests(hooks):
    page = hooks.errata_page()
    assert set(hooks.claims()) <= set(ERRATA)
    for number in hooks.claims():
        (section,) = [part for part in re.split(r"^### ", page, flags=re.M) if part.startswith(f"{number}. ")]
        assert "**Tested:**" in section, number


def test_every_erratum_that_is_false_as_stated_is_tested(hooks):
    untested = {slip.id for slip in ERRATA.values() if slip.grade == FALSE} - set(hooks.claims())
    assert untested == {"E30"}  # prose: the booklet plays it


def test_the_page_of_errata_has_them_all_with_grade_place_and_both_sides(hooks):
    page, words = hooks.errata_page(), (ROOT / "docs" / "errata.md").read_text()
    assert "<!-- the errata -->" in words
    assert "<!-- the grades -->" in words
    for slip in ERRATA.values():
        (section,) = [part for part in re.split(r"^### ", page, flags=re.M) if part.startswith(f"{slip.id}. ")]
        assert f"**{slip.grade}**" in section
        assert all(place.text in section for place in slip.places)
        assert section.count("**The note says:**") == section.count("**Right is:**") == 1
        assert ("**Sign of 0:**" in section) == bool(slip.zero)
    assert not re.search(r"\$|\\\\", page)
    assert all(f"**{grade}**" in hooks.grades_table() for grade in GRADES)


def test_the_numbers_of_the_errata_have_no_gaps():
    assert {int(re.search(r"\d+", number)[0]) for number in ERRATA} == set(range(1, 34))


def test_the_figures_of_the_spam_page_are_those_that_are_measured():
    page = (ROOT / "docs" / "how_to" / "spam.md").read_text()
    path = shared("sms_spam/SMSSpamCollection")
    for learner in (Perceptron(bias=1), AROW(bias=1), PA1(bias=1, normalise=True)):
        source = read(path, columns=("label", "message"), label="label", positive="spam", text="message", quote=None)
        game = Game(learner, features=source.features)
        for batch in source.batches():
            game.play_batch(batch)
        name = type(learner).__name__
        row = re.search(rf"^\| `{name}\(.*\)` \| (\d+) \| (.*) \|$", page, flags=re.M)
        assert int(row[1]) == game.ledger.mistakes
        for certificate in game.ledger.certificates:
            assert certificate.verdict in row[2]
            if certificate.allowed is not None:
                assert f"{certificate.allowed:,.0f}" in row[2]
