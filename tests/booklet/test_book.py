"""The frame of the booklet: measures, mark-up, charts, pages, and the command."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from xml.dom.minidom import parseString

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.booklet import book as book_module
from littlestone.booklet import chapters as chapters_module
from littlestone.booklet.book import account, play_book
from littlestone.booklet.chapter import (
    STYLES,
    Chapter,
    Claim,
    Drawing,
    Figure,
    Measure,
    Note,
    Section,
    Series,
    Table,
    cite,
    erratum,
)
from littlestone.booklet.chapters import CHAPTERS, play_chapter
from littlestone.booklet.errata import ERRATA, FALSE
from littlestone.booklet.markup import html, plain
from littlestone.booklet.notes import Item, at
from littlestone.booklet.render import labelled, write_booklet
from littlestone.booklet.runs import over_time
from littlestone.booklet.svg import chart, standalone
from littlestone.bound import Certificate
from littlestone.cli import run
from littlestone.commands.booklet import bar
from littlestone.errors import BadParameter, UnknownName


def claim(*measures):
    return Claim("claim", "One is $x <= 1$.", cite("N0, Theorem 3"), "A run.", measures)


def small(*parts):
    return Chapter("small", "A small chapter", "In short.", (Section("Only section", parts),))


BROKEN = small(claim(Measure("mistakes", 2, "<=", 1)))


@pytest.mark.parametrize(
    ("paid", "relation", "allowed", "within", "holds"),
    [
        (1, "<=", 1, 0, True), (2, "<=", 1, 0, False), (1 + 1e-12, "<=", 1, 0, True), (1, ">=", 2, 0, False),
        (1, "<", 1, 0, False), (1, ">", 1, 0, False), (2, ">", 1, 0, True), (1, "=", 1.1, 0, False),
        (1, "=", 1.1, 0.2, True), (None, "<=", 1, 0, False), (1, "<=", None, 0, False),
    ],
)  # fmt: skip
def test_a_measure_holds_if_its_numbers_stand_in_their_relation(paid, relation, allowed, within, holds):
    assert Measure("it", paid, relation, allowed, within).holds is holds


def test_a_certificate_whose_premise_broke_is_no_measure_that_holds():
    assert Measure.of("it", Certificate("a theorem", 1, 2.0, None, "")).holds
    assert not Measure.of("it", Certificate("a theorem", 1, 2.0, "broken", "")).holds
    assert not Measure.of("it", Certificate("a theorem", 1, 2.0, None, "", "violated")).holds


def test_nothing_measured_is_nothing_shown():
    assert not claim().holds
    assert ERRATA["E1"].grade == FALSE
    assert not erratum("E1").holds
    assert all(erratum(slip.id).holds for slip in ERRATA.values() if slip.grade != FALSE)
    assert small(erratum("E28")).holds


@pytest.mark.parametrize(
    "make",
    [
        lambda: Measure("it", 1, "~", 1),
        lambda: Series("it", [1], [1, 2]),
        lambda: Series("it", [1], [1], "dots"),
        lambda: Table("it", ("one", "two"), ((1,),)),
        lambda: Item("Theorem 1", "hope", ""),
    ],
)
def test_what_could_not_be_shown_is_refused(make):
    with pytest.raises(BadParameter):
        make()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("$x_1 <= 2^{n+1}$", '<span class="math"><i>x</i><sub>1</sub> \u2264 2<sup><i>n</i>+1</sup></span>'),
        ("$\\gamma \\norm w\\norm -> log_2 |C|$", None),
        ("$\\{0,1\\}^n$", '<span class="math">{0,1}<sup><i>n</i></sup></span>'),
        ("$w^*$", '<span class="math"><i>w</i><sup>*</sup></span>'),
        ("a < b & `h <- h`", "a &lt; b &amp; <code>h &lt;- h</code>"),
        ("*every* [page](index.html#x)", '<em>every</em> <a href="index.html#x">page</a>'),
    ],
)
def test_texts_become_html(text, shown):
    if shown is not None:
        assert html(text) == shown
    assert "$" not in plain(text)
    parseString(f"<p>{html(text)}</p>")


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="$`*[]\\\ufffe\uffff"), max_size=40))
@settings(deadline=None, max_examples=100)
def test_any_plain_text_survives_as_it_is(text):
    assert plain(text) == text
    parseString(f"<p>{html(text)}</p>")


@given(
    st.lists(st.tuples(st.floats(1e-3, 1e7), st.floats(1e-3, 1e7)), min_size=1, max_size=8),
    st.booleans(),
    st.booleans(),
    st.sampled_from(STYLES),
)
@settings(deadline=None, max_examples=100)
def test_any_numbers_make_a_chart_that_lies_within_its_frame(points, log_x, log_y, style):
    x, y = zip(*points, strict=True)
    figure = Figure("f", "c", "a < b", "x", "y", (Series("s", x, y, style),), notes=(Note(x[0], y[0], "<"),))
    drawn = chart(replace(figure, log_x=log_x, log_y=log_y))
    assert "nan" not in drawn
    root = parseString(drawn).documentElement
    width, height = float(root.getAttribute("width")), float(root.getAttribute("height"))
    for circle in root.getElementsByTagName("circle"):
        assert -1 <= float(circle.getAttribute("cx")) <= width + 1
        assert -1 <= float(circle.getAttribute("cy")) <= height + 1


def test_a_chart_of_its_own_brings_its_colours():
    drawn = standalone(Figure("f", "c", "what it shows", "x", "y", (Series("s", [0, 1], [0, 1]),)))
    parseString(drawn)
    assert "prefers-color-scheme" in drawn
    assert drawn.startswith("<svg")
    assert 'aria-label="what it shows"' in drawn


def test_a_long_course_is_thinned_and_keeps_its_end():
    series = over_time("mistakes", range(10_000))
    assert len(series.x) <= 200
    assert (series.x[0], series.x[-1], series.y[-1]) == (1, 10_000, 9_999)


def test_a_place_that_is_in_no_note_is_refused():
    with pytest.raises(UnknownName, match="did you mean 'Theorem 4'"):
        cite("N0, Theorem 7")
    with pytest.raises(UnknownName, match="there is no note 'N5'"):
        at("N5, Theorem 1")


def test_a_drawing_gets_its_words():
    drawn = labelled(
        Drawing("d", "c", 'a "tree"', '<svg width="1" height="1" role="img"><title id="title">t</title></svg>')
    )
    root = parseString(drawn).documentElement
    assert root.getAttribute("aria-label") == 'a "tree"'
    assert not root.getElementsByTagName("title")[0].hasAttribute("id")


def test_a_book_is_the_same_bytes_apart_from_the_line_of_the_date(tmp_path):
    for name, date in (("one", "2000-01-01"), ("two", "2000-01-02")):
        chapters = play_book(["protocol", "disjunctions"], quick=True, seed=3)
        write_booklet(chapters, tmp_path / name, date=date, seed=3, quick=True)
    changed = []
    for path in sorted((tmp_path / "one").iterdir()):
        lines = zip(path.read_text().splitlines(), (tmp_path / "two" / path.name).read_text().splitlines(), strict=True)
        changed += [one for one, two in lines if one != two]
    assert changed == ['<p class="date">Played on 2000-01-01.</p>']


def test_two_processes_play_the_same_book():
    names = ["protocol", "conjunctions"]
    told = []
    assert play_book(names, quick=True, jobs=2, progress=told.append) == play_book(names, quick=True)
    assert sorted(told) == sorted(names)


def test_chapters_come_in_the_order_of_the_book():
    played = play_book(["disjunctions", "protocol"], quick=True)
    assert [chapter.name for chapter in played] == ["protocol", "disjunctions"]


def test_an_unknown_chapter_is_named_with_the_nearest():
    for ask in (lambda: play_book(["perceptorn"]), lambda: play_chapter("perceptorn", quick=True, seed=0)):
        with pytest.raises(UnknownName, match="did you mean 'perceptron'"):
            ask()


def test_the_command_writes_the_pages_and_says_so(tmp_path, capsys):
    assert run(["booklet", "--out", str(tmp_path), "--quick", "--chapter", "protocol"]) == 0
    assert "3 of 3 claims hold" in capsys.readouterr().out
    notes = {f"n{k}.html" for k in range(5)}
    pages = {"index.html", "errata.html", "protocol.html", "style.css"}
    assert {path.name for path in tmp_path.iterdir()} == pages | notes


def test_the_command_prints_json(tmp_path, capsys):
    assert run(["booklet", "--out", str(tmp_path), "--quick", "--chapter", "protocol", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is True
    assert told["chapters"][0]["claims"][0]["measures"][0]["relation"] == "="


def test_quiet_means_quiet(tmp_path, capsys):
    assert run(["booklet", "--out", str(tmp_path), "--quick", "--chapter", "protocol", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_broken_claim_makes_the_page_red_and_the_command_exit_1(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(book_module, "play_chapter", lambda name, *, quick, seed: BROKEN)
    assert run(["booklet", "--out", str(tmp_path), "--quick", "--chapter", "protocol"]) == 1
    assert "fails" in capsys.readouterr().out
    page = (tmp_path / "small.html").read_text()
    assert '<article class="claim bad"' in page
    assert "A claim of this chapter fails." in page
    assert '<li class="bad">' in (tmp_path / "index.html").read_text()
    assert account([BROKEN])["holds"] is False


def test_a_counterexample_that_does_not_come_out_makes_exit_1_too(tmp_path, monkeypatch):
    slip = erratum("E1", run="A run.", evidence=(Measure("mistakes", 1, ">", 1),))
    monkeypatch.setattr(book_module, "play_chapter", lambda name, *, quick, seed: small(slip))
    assert run(["booklet", "--out", str(tmp_path), "--quiet", "--chapter", "protocol"]) == 1
    assert "not shown" in (tmp_path / "small.html").read_text()


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_is_shown_which_chapter_is_done(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    with bar(1, shown=True) as done:
        done("protocol")
    assert "played protocol" in sys.stderr.getvalue()
    monkeypatch.setattr("sys.stderr", Terminal())
    with bar(1, shown=False) as done:
        done("protocol")
    assert sys.stderr.getvalue() == ""


def test_bad_usage_is_said_in_one_line(tmp_path, capsys):
    assert run(["booklet", "--out", str(tmp_path), "--chapter", "perceptorn"]) == 2
    assert "did you mean 'perceptron'" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert run(["booklet", "--out", str(tmp_path / "file"), "--quick", "--chapter", "protocol", "--quiet"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_extra_is_told_before_anything_is_played(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.setattr(book_module, "play_chapter", lambda name, *, quick, seed: pytest.fail("played"))
    assert run(["booklet", "--out", str(tmp_path), "--chapter", "protocol"]) == 2
    assert "pip install littlestone[booklet]" in capsys.readouterr().err


def test_every_module_that_plays_is_a_chapter_of_the_book_once():
    modules = [path for path in Path(chapters_module.__file__).parent.glob("*.py") if "def play(" in path.read_text()]
    assert sorted(CHAPTERS) == sorted(path.stem.replace("_", "-") for path in modules)
