"""The site: what its pages are made of is whole, and nothing on them is kept by hand that the code knows."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from shared_data import shared

from littlestone import AROW, PA1, Game, Perceptron, read
from littlestone.learners.table import EXPERTS, LEARNERS, POINTS, PORTFOLIOS

ROOT = Path(__file__).parents[1]
ERRATA = (ROOT / "docs" / "errata.md").read_text()


def from_docs(name):
    spec = spec_from_file_location(f"site_{name}", ROOT / "docs" / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def hooks():
    return from_docs("hooks")


def test_the_picture_shows_what_the_learners_do():
    picture = (ROOT / "docs" / "images" / "perceptron_and_winnow.svg").read_text()
    readme = (ROOT / "README.md").read_text()
    ends = {key: curve[-1] for key, curve in from_docs("make_picture").curves().items()}
    for (name, n), mistakes in ends.items():
        assert f"{name}, N = {n}: {mistakes:.0f}" in picture
        assert f"{mistakes:.0f}" in readme
    assert 1.4 <= ends["Perceptron", 400] / ends["Perceptron", 200] <= 2.1
    assert 1.0 <= ends["Winnow", 400] / ends["Winnow", 200] <= 1.35


def test_every_page_is_in_the_navigation_and_every_entry_is_a_page(hooks):
    listed = set(re.findall(r"([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text(), flags=re.M))
    written = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert listed == written | set(hooks.reference_pages())


def test_the_reference_has_every_public_name_once(hooks):
    shown = re.findall(r"^::: littlestone\.(\S+)$", "\n".join(hooks.reference_pages().values()), flags=re.M)
    assert sorted(shown) == sorted(hooks.public_names())
    assert len(shown) > 150


def test_the_table_of_learners_has_all_of_them_with_rule_and_paper(hooks):
    table = hooks.learners_table()
    kinds = [kind for each in (LEARNERS, EXPERTS, POINTS, PORTFOLIOS) for kind in each.values()]
    assert table.count("<tr>") == len(kinds) + table.count("<thead>")
    for kind in kinds:
        assert f">{kind.__name__}</autoref>" in table
        assert hooks.paper(kind), f"no paper found in the docstring of {kind.__name__}"


def test_every_tested_erratum_is_on_its_page_and_shows_its_tests(hooks):
    shown = set(re.findall(r"<!-- tests of (\w+) -->", ERRATA))
    assert shown == set(hooks.claims())
    for number in shown:
        assert "**Tested:**" in hooks.shown_by(number)
        assert re.search(rf"^### .*\b{number}\b", ERRATA, flags=re.M)


def test_every_erratum_that_makes_a_wrong_program_or_a_failing_check_is_tested():
    for section in re.split(r"^### ", ERRATA, flags=re.M)[1:]:
        if re.search(r"^\*\*[AB]\*\*", section, flags=re.M):
            assert "<!-- tests of" in section, section.splitlines()[0]


def test_the_numbers_of_the_errata_have_no_gaps():
    headings = " ".join(re.findall(r"^### (.*?)\.", ERRATA, flags=re.M))
    assert {int(number) for number in re.findall(r"E(\d+)", headings)} == set(range(1, 34))


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
