"""Before the first round a file is opened once, its source built once, and a learner made once."""

from __future__ import annotations

import os
import sys

import pytest
from drawn_streams import commands, numbers, vectors

from littlestone.command_line import arguments
from littlestone.commands import sweep as command_sweep
from littlestone.committees.committee import Committee
from littlestone.formats.format import READERS
from littlestone.formats.opening import all_formats
from littlestone.formats.text.text_file import Held, TextFile

OPENED: list[str] = []
list(all_formats())
READING = {READERS[name].reader for name in ("csv", "svmlight", "vw", "json")}


def noted(event, given):
    if event == "open" and isinstance(given[0], str):
        OPENED.append(os.path.basename(given[0]))


sys.addaudithook(noted)


@pytest.fixture
def command(capsys):
    return commands(capsys, learner=None)


@pytest.fixture
def counts(monkeypatch):
    """How often sources were built, and learners made, by class."""
    found = {"sources": 0, "learners": 0, "committees": 0}
    for reader in READING:
        init = reader.__init__

        def built(self, *given, init=init, **settings):
            found["sources"] += 1
            init(self, *given, **settings)

        monkeypatch.setattr(reader, "__init__", built)
    named = arguments.named

    def counting(name, kind=""):
        def made(*given, **parameters):
            found["committees" if name == "committee" else "learners"] += 1
            return named(name, kind)(*given, **parameters)

        return made

    def committee(*given):
        found["committees"] += 1
        return Committee(*given)

    monkeypatch.setattr(arguments, "named", counting)
    monkeypatch.setattr(command_sweep, "Committee", committee)
    return found


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"{k % 7},{'xyz'[k % 3]},{k % 2},{1 + k % 3}" for k in range(60)]
    (tmp_path / "t.csv").write_text("\n".join(["a,b,y,w", *lines]) + "\n")
    (tmp_path / "t.jsonl").write_text("".join(f'{{"a": {k % 7}, "y": {k % 2}}}\n' for k in range(60)))
    (tmp_path / "t.svm").write_text(vectors())
    (tmp_path / "t.vw").write_text("".join(f"{(-1, 1)[k % 2]} |w a{k % 7} b{k % 3}\n" for k in range(60)))
    (tmp_path / "plain").write_text((tmp_path / "t.csv").read_text())
    (tmp_path / "numbers.csv").write_text(numbers())
    return tmp_path


CSV = ("t.csv", "--label", "y")


@pytest.mark.parametrize(
    ("words", "learners", "committees"),
    [
        (("play", *CSV), 0, 1),
        (("play", "plain", "--label", "y"), 0, 1),
        (("play", "t.jsonl", "--label", "y"), 0, 1),
        (("play", "t.svm"), 0, 1),
        (("play", "t.vw"), 0, 1),
        (("play", *CSV, "--passes", "3", "--shuffle", "1"), 0, 1),
        (("play", *CSV, "--learner", "pa1"), 1, 0),
        (("play", *CSV, "--learner", "pa1", "--passes", "3"), 1, 0),
        (("play", "numbers.csv", "--label", "y"), 0, 1),
        (("compare", *CSV, "--learners", "pa1,arow,committee"), 2, 1),
        (("compare", "t.svm", "--learners", "pa1,arow"), 2, 0),
        (("sweep", *CSV, "--learner", "arow,pa1", "--workers", "1"), 0, 1),
        (("train", *CSV, "--shards", "2", "--workers", "1"), 1, 0),
        (("reduce", *CSV, "--to", "batch"), 1, 0),
        # what is known only when it was made: how many features there are, which weights above 1, what can be set
        (("compare", *CSV, "--boolean", "--learners", "winnow,elimination"), 4, 0),
        (("play", *CSV, "--weight", "w"), 0, 2),
        (("play", *CSV, "--learner", "pa1", "--set", "C=2"), 2, 0),
    ],
)
def test_a_file_is_opened_once_a_source_built_once_a_learner_made_once(
    command, files, counts, words, learners, committees
):
    OPENED.clear()
    code, _, err = command(*words, "--quiet")
    assert (code, err) == (0, "")
    assert OPENED.count(words[1]) == 1
    assert counts == {"sources": 1, "learners": learners, "committees": committees}


def test_predictions_and_a_game_that_goes_on(command, files, counts):
    assert command("play", *CSV, "--quiet", "-f", "m.npz")[0] == 0
    counts.update(sources=0, learners=0, committees=0)
    OPENED.clear()
    assert command("predict", "m.npz", "t.csv", "--out", "p.csv", "--quiet")[0] == 0
    assert (OPENED.count("t.csv"), counts["sources"]) == (1, 1)
    OPENED.clear()
    assert command("play", *CSV, "-i", "m.npz", "--quiet")[0] == 0
    assert (OPENED.count("t.csv"), counts["sources"]) == (1, 2)


def test_a_held_file_is_read_from_its_first_byte_by_everybody(tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    held = Held(tmp_path / "a.txt")
    first, second = TextFile(held), TextFile(held)
    OPENED.clear()
    assert first.head(3) == b"one"
    lines = first.text_lines()
    assert next(lines) == b"one"
    assert OPENED.count("a.txt") == 1
    assert list(second.text_lines()) == [b"one", b"two"]  # another one while the first is being read
    assert OPENED.count("a.txt") == 2
    assert list(lines) == [b"two"]
    assert list(first.text_lines()) == [b"one", b"two"]
    assert OPENED.count("a.txt") == 2
