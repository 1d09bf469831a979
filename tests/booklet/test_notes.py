"""The five pages that follow the notes: nothing of a note is left out, and everything has been played."""

from __future__ import annotations

import re

import pytest
from played_booklet import chapter
from shared_data import shared

from littlestone.booklet.chapters import CHAPTERS
from littlestone.booklet.errata import ERRATA, GRADES
from littlestone.booklet.lines import MOST_LINES, run_line
from littlestone.booklet.notes import KINDS, NOTES, Place
from littlestone.booklet.notes.items import named
from littlestone.booklet.render import Links, note_page, write_booklet

# All that the notes number or head as a definition, theorem, lemma, algorithm, example, exercise, figure, table or
# question, in the order in which it stands there, taken from the notes by hand.
NUMBERED = {
    "N0": [
        "Example: Disjunctions", "Definition 1", "Remark, first exercise", "Remark, second exercise", "Definition 2",
        "Lemma 1", "Theorem 1", "Theorem 1, remark", "Theorem 2", "Halving Algorithm", "Theorem 3",
        "Example: Projections", "Example: Binary Search", "Standard Optimal Algorithm",
        "Standard Optimal Algorithm, exercise", "Algorithm 1", "Section 3, margin", "Theorem 4", "Lemma 2", "Lemma 3",
        "Theorem 4, the analysts", "References",
    ],
    "N1": [
        "Outline", "Relaxing PAC", "Mistake Bound Model", "Experts", "WMA", "WMA: Analysis", "Randomized WMA",
        "RWMA: Analysis", "RWMA: Observations, tuning", "A Slightly Different View", "Rosenblatt's Perceptron",
        "Theorem", "Fact 1", "Fact 2", "Theorem, proof",
    ],
    "N2": [
        "Online Learning Process", "Why online?", "Halving", "Linear Predictors, PAC", "Linear Predictors, margin",
        "Online Perceptron Rule", "Online Perceptron Rule, theorem", "Online Perceptron Rule, epochs",
        "Perceptron Analysis, Claim 1", "Perceptron Analysis, Claim 2", "Matches statistics", "Question: where from?",
        "Question: ramp and hinge?", "Question: other losses?", "Question: other classes?", "Question: non realizable?",
        "Online Regret", "Online Regret, investment", "Follow The Leader", "Follow The Leader, Be The Leader",
        "Stability, definition", "Stability, regret", "When is FTL Stable?, centre of mass", "Convex Lipschitz Bounded",
        "FTL for a Linear Problem", "Follow the Regularized Leader", "Follow the Regularized Leader, any regulariser",
        "Refined FTRL", "Refined FTRL, conclusion", "Table", "Table, agnostic???", "Table, more like Perceptron?",
    ],
    "N3": [
        "Section 1", "Section 1.1, equations 1 and 2", "Section 1.1, equation 3", "Section 1.2, equation 4",
        "Section 1.2, equation 5", "Algorithm 1", "Lemma 1", "Theorem 2", "Algorithm 2", "Table 1", "Lemma 3",
        "Lemma 4", "Theorem 5", "Section 2.3", "Section 3.1, history", "Figure 1", "Figure 2", "References",
    ],
    "N4": [
        "The Mistake Bound model", "Definition 1", "Conjunctions", "Conjunctions, 1001",
        "Conjunctions, no consistent conjunction", "Conjunctions, invariant", "Conjunctions, bound",
        "Conjunctions, lower bound", "Definition 2", "Decision lists", "Decision lists, example",
        "Decision lists, observations", "Decision lists, bound",
    ],
}  # fmt: skip
COUNTS = {"N0": 36, "N1": 30, "N2": 41, "N3": 24, "N4": 14}
ITEMS = [(note, item) for note in NOTES.values() for item in note.items]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notes")
    write_booklet([chapter(name) for name in CHAPTERS], folder, date="2000-01-01", seed=0, quick=True)
    return folder


@pytest.mark.parametrize("name", NOTES)
def test_nothing_of_a_note_is_left_out_and_all_is_in_its_order(name):
    places = NOTES[name].places
    assert len(places) == COUNTS[name] == len({named(place) for place in places})
    assert [place for place in places if place in NUMBERED[name]] == NUMBERED[name]


def test_every_kind_of_item_is_among_them():
    assert {item.kind for _, item in ITEMS} == set(KINDS)


def test_every_item_has_a_claim_or_a_line_that_runs_or_a_reason_why_not():
    links = Links([chapter(name) for name in CHAPTERS])
    without = [
        f"{note.name}, {item.place}"
        for note, item in ITEMS
        if not (links.claims.get(Place(note.name, item.place)) or item.line or item.nothing)
    ]
    assert without == []
    assert [item.place for _, item in ITEMS if item.nothing] == ["References", "Section 3.1, history", "References"]


def test_every_claim_that_is_of_a_note_says_where_and_every_erratum_is_about_a_place():
    cited = [claim for name in CHAPTERS for claim in chapter(name).claims if claim.source.places]
    assert len(cited) >= 85
    assert all(slip.places and slip.grade in GRADES for slip in ERRATA.values())
    for claim in cited:
        assert all(place.place in NOTES[place.note].places for place in claim.source.places)


@pytest.mark.parametrize(("note", "item"), [pytest.param(n, i, id=f"{n.name}, {i.place}") for n, i in ITEMS if i.line])
def test_the_line_of_an_item_runs(note, item):
    assert len(item.line.splitlines()) <= MOST_LINES
    assert run_line(item.line)


@pytest.mark.parametrize("name", NOTES)
def test_a_page_has_every_item_with_its_claims_verdicts_errata_and_lines(book, name):
    page, note = (book / f"{name.lower()}.html").read_text(), NOTES[name]
    sections = re.split(r'<section class="item" id="', page)[1:]
    assert [section.partition('"')[0] for section in sections] == [named(place) for place in note.places]
    for section, item in zip(sections, note.items, strict=True):
        place = Place(name, item.place)
        claims = [c for each in CHAPTERS for c in chapter(each).claims if place in c.source.places]
        assert section.count("Our claim, in") + section.count("Our claim, as under") == len(claims)
        assert section.count("holds</span>") == len(claims)
        for slip in ERRATA.values():
            assert (f">{slip.id}</a>, {slip.grade}." in section) == (place in slip.places), (item.place, slip.id)


def test_a_page_of_an_edition_with_few_chapters_says_what_is_left_out():
    page = note_page(NOTES["N2"], Links([chapter("protocol")]))
    assert [item["claims"] for item in page["items"]].count([]) > 30
    assert all(not erratum["link"] for item in page["items"] for erratum in item["errata"])


def test_our_words_are_our_own():
    """No eight words in a row are the notes'. They are not in this repository: where they lie, they are compared."""
    texts = [path.read_text() for path in sorted(shared("../notes").glob("*.txt"))]
    assert len(texts) == len(NOTES)
    runs = {tuple(words[k : k + 8]) for words in map(plain_words, texts) for k in range(len(words) - 7)}
    ours = [item.words for _, item in ITEMS] + [text for slip in ERRATA.values() for text in (slip.said, slip.right)]
    for text in ours:
        words = plain_words(text)
        assert not [words[k : k + 8] for k in range(len(words) - 7) if tuple(words[k : k + 8]) in runs]


def plain_words(text):
    return re.findall(r"[a-z]+", text.lower())
