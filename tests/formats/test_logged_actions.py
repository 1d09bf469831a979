"""Logs of actions in VW's cb and cb_adf text."""

from __future__ import annotations

import gzip
import io

import pytest

from littlestone.errors import BadFile, BadParameter
from littlestone.formats import LoggedActions

CB = b"1:2:0.4 | a c\n3:0.5:0.2 | b d\n4:1.2:0.5 'tag| a b c:2\n2:1:0.3 |user b |item c\n3:1.5:0.7 | a d\n"
ADF = (
    b"shared | u h:2\n0:0.5:0.25 |a one\n|a two\n\nshared | v\n|a one\n0:1:0.75 |a two:3 h\n\n\nshared | w\n| x\n| y\n"
)


def read(text, **settings):
    return LoggedActions(io.BytesIO(text), **settings)


def test_cb_text():
    rounds = list(read(CB))
    assert [(one.action, one.cost, one.chance) for one in rounds] == [
        (0, 2.0, 0.4),
        (2, 0.5, 0.2),
        (3, 1.2, 0.5),
        (1, 1.0, 0.3),
        (2, 1.5, 0.7),
    ]
    assert rounds[2].x == {"a": 1.0, "b": 1.0, "c": 2.0}
    assert rounds[3].x == {"user^b": 1.0, "item^c": 1.0}
    assert all(one.choices is None for one in rounds)


def test_adf_text():
    log = read(ADF)
    first, second = log
    assert (first.action, first.cost, first.chance) == (0, 0.5, 0.25)
    assert first.choices == [{"u": 1.0, "h": 2.0, "a^one": 1.0}, {"u": 1.0, "h": 2.0, "a^two": 1.0}]
    assert (second.action, second.cost, second.chance) == (1, 1.0, 0.75)
    assert second.choices[1] == {"v": 1.0, "a^two": 3.0, "a^h": 1.0}
    assert log.unlabelled == 1


def test_blocks_without_a_shared_line_are_found_out():
    (one,) = read(b"| a\n0:1:0.5 | b\n\n| a\n| b\n")
    assert (one.action, one.choices) == (1, [{"a": 1.0}, {"b": 1.0}])
    (one,) = read(b"| a\n2:1:0.5 | b", adf=True)
    assert one.action == 1


def test_other_actions_in_a_label_and_lines_without_one_are_passed_over():
    log = read(b"1 2:0.5:0.25 3 | a\n| b\n1 2 | c\n\n")
    assert [one.action for one in log] == [1]
    assert log.unlabelled == 2


def test_many_lines_compressed(tmp_path):
    path = tmp_path / "log.vw.gz"
    with gzip.open(path, "wb") as file:
        file.write(b"".join(b"%d:%d:0.5 | a:%d b\n" % (k % 3 + 1, k % 2, k + 1) for k in range(10_000)))
    rounds = list(LoggedActions(path))
    assert len(rounds) == 10_000
    assert rounds[9_999].x == {"a": 10_000.0, "b": 1.0}
    assert rounds[9_999].line == 10_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"1:2:0.4 a c\n", "line 1, column 12: a line has a bar"),
        (b"| a\n1:2 | a\n", "line 2, column 1: one label action:cost:probability"),
        (b"1:x:0.4 | a\n", "one label"),
        (b"1:1:0 | a\n", "one label"),
        (b"1:1:1.5 | a\n", "one label"),
        (b"1:1:0.5 2:1:0.5 | a\n", "one label"),
        (b"1:nan:0.5 | a\n", "one label"),
        (b"0:1:0.5 | a\n", "actions count from 1"),
        (b"1:1:0.5 | a\n2:1:0.5 | a:x\n", "line 2"),
        (b"shared | a\n0:1:0.5 | b\n0:1:0.5 | c\n", "one with a label"),
        (b"shared | a\n\n", "a line an action"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, words):
    with pytest.raises(BadFile, match=words):
        list(read(text))


def test_bad_rounds_can_be_left_out():
    log = read(b"1:1:0.5 | a\n1:1 | a\n2:1:0.5 | a:x\n2:1:0.5 | b\n", skip_bad=True)
    assert [one.x for one in log] == [{"a": 1.0}, {"b": 1.0}]
    assert log.bad == 2


def test_adf_is_true_false_or_none():
    with pytest.raises(BadParameter, match="adf"):
        read(CB, adf="yes")
