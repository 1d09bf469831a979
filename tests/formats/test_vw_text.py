"""VW text: read as a grammar of regular expressions reads it, or refused where it refuses."""

from __future__ import annotations

import io
import math
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared_data import shared

from littlestone import AROW, Game, Perceptron, Standardised
from littlestone.errors import BadFile, BadParameter
from littlestone.features.indicator import Indicator
from littlestone.formats.text.vw_text import VwExample, VwReader

NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
HEAD = re.compile(
    rf" *(?:(?P<y>{NUMBER})(?: +(?P<weight>{NUMBER})(?: +(?P<base>{NUMBER}))?)?(?: +|$))?"
    r"(?:'(?P<tag>[^ ]*) *|(?P<bare>[^ ']?[^ ]*))"
)
SPACE = re.compile(rf"(?P<name>[^ :^]*)(?::(?P<value>{NUMBER}))?(?P<features>(?: .*)?)", re.S)
FEATURE = re.compile(rf"(?P<name>[^ :]+)(?::(?P<value>{NUMBER}))?", re.S)


def finite(text: str | None, otherwise: float) -> float:
    value = otherwise if text is None else float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return found


def plain_line(line: bytes) -> VwExample | None:
    text = line.removesuffix(b"\r").decode().replace("\t", " ")
    if "\r" in text or "\0" in text:
        raise ValueError(text)
    if not text.strip(" "):
        return None
    head, bar, rest = text.partition("|")
    if not bar:
        raise ValueError(text)
    found = match(HEAD, head)
    bare = found["bare"] or ""
    if not head.endswith(" ") and head and found["tag"] is None and (not bare or is_number(bare)):
        raise ValueError(head)
    if head.endswith(" ") and bare:
        raise ValueError(head)
    y, weight, base = found["y"], finite(found["weight"], 1.0), finite(found["base"], 0.0)
    if weight != 1.0 or base != 0.0:
        raise ValueError(head)
    x: dict[str, float] = {}
    for part in rest.split("|"):
        space = match(SPACE, part)
        if space["value"] and not space["name"]:
            raise ValueError(part)
        for word in filter(None, space["features"].split(" ")):
            feature = match(FEATURE, word)
            if not space["name"] and "^" in word.partition(":")[0]:
                raise ValueError(word)
            name = f"{space['name']}^{feature['name']}" if space["name"] else feature["name"]
            x[name] = finite(feature["value"], 1.0) * finite(space["value"], 1.0) + x.get(name, 0.0)
            if not math.isfinite(x[name]):
                raise ValueError(word)
        finite(space["value"], 1.0)
    return VwExample(x, None if y is None else finite(y, 0.0), weight, found["tag"] or bare)


def is_number(text: str) -> bool:
    return bool(re.fullmatch(NUMBER, text)) and math.isfinite(float(text))


def plain_file(data: bytes) -> tuple[list[VwExample], int]:
    examples = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            found = plain_line(line)
        except ValueError:  # of which UnicodeDecodeError is one
            return examples, number
        if found is not None:
            examples.append(found)
    return examples, 0


def read_file(data: bytes, chunk: int) -> tuple[list[VwExample], int]:
    examples: list[VwExample] = []
    reader = VwReader(io.BytesIO(data), labels="numbers", chunk=chunk)
    try:
        for found in reader.examples():
            examples.append(found)
    except BadFile as error:
        return examples, int(re.search(r"line (\d+), column", str(error))[1])
    return examples, 0


def ordered(read: tuple[list[VwExample], int]) -> str:
    """With features by name: a reader gives them by column."""
    return repr(([found._replace(x=sorted(found.x.items())) for found in read[0]], read[1]))


PIECES = ["1", "-1", "0.5", "1|f", "2", "'tag", "tag|", "|f", "|f:2", "|g:x", "|", "a", "b:2", "c:-.5e1", "c:nan", ":3"]
ODD = ["a:1:2", "d:", "e:1e400", "x^y", "|h^i", "f|g", "1_0", "é", "٣", "é:٣", "\r", "\0", "", "f^a"]
words = st.sampled_from([*PIECES, *ODD])
lines = st.lists(words, max_size=7).map(" ".join)
files = st.lists(lines | st.builds("{} |f {}".format, st.sampled_from(["1", "-1 1", ""]), lines), max_size=5)


@settings(deadline=None, max_examples=500)
@given(files.map("\n".join).map(str.encode), st.integers(1, 40))
@example(b"1 1 0 'a|b c", 9)
@example(b"'a b|c", 9)
@example(b"1 2e400 |b", 9)
@example(b"x |b", 9)
def test_drawn_files_are_read_as_plainly_or_refused_at_the_same_line(data, chunk):
    assert ordered(read_file(data, chunk)) == ordered(plain_file(data))


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=40) | st.text("01|:. fa'^\n\t-e\r", max_size=40).map(str.encode), st.integers(1, 40))
def test_random_bytes_are_read_as_plainly_or_refused_at_the_same_line(data, chunk):
    assert ordered(read_file(data, chunk)) == ordered(plain_file(data))


def one(text: str, **settings) -> VwExample:
    (found,) = VwReader(io.BytesIO(text.encode()), **settings).examples()
    return found


def test_a_line_has_label_importance_tag_and_namespaces_with_values():
    line = "-1 2.5 'user_7|words:0.5 free win:4 |  bare:2 |words free"
    x = {"words^free": 1.5, "words^win": 2.0, "bare": 2.0}
    assert one(line, importance="ignore") == VwExample(x, -1.0, 2.5, "user_7")


def test_importance_may_be_refused_or_ignored_and_then_counted():
    text = b"1 1 |f a\n-1 3 |f b\n"
    with pytest.raises(BadFile, match="line 2, column 4: an importance other than 1"):
        list(VwReader(io.BytesIO(text), importance="refuse"))
    reader = VwReader(io.BytesIO(text), importance="ignore")
    assert [y for _, y in reader] == [1.0, -1.0]
    assert reader.weighted == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1|f a", "column 1: a number that touches the bar is a tag"),
        ("1 a b", "column 6: a bar"),
        ("é |f a", "column 1: a label"),
        ("1 |é a:b", "column 7: a feature"),
        ("1 |f a |:3 b", "column 9: a namespace"),
        ("1 1 0.5 |f a", "column 5: an initial prediction"),
        ("3 |f a", "column 1: another label"),
        ("0 |f a\n-1 |f a", "line 2, column 1: another label than the two classes, 0 and 1"),
        ("1 |f a\r1 |f b", "column 7: a control character"),
    ],
)
def test_a_fault_is_told_with_its_place(text, told):
    with pytest.raises(BadFile, match=told):
        list(VwReader(io.BytesIO(text.encode())))


def test_bytes_that_are_no_text_are_refused_with_their_place():
    with pytest.raises(BadFile, match=r"line 1, column 7: byte 0xff is not UTF-8, in '1 \|é \\\\xff'"):
        list(VwReader(io.BytesIO("1 |é ".encode() + b"\xff")))


def test_bad_lines_are_skipped_and_counted_when_told_so():
    reader = VwReader(io.BytesIO(b"1 |f a\n0 |f a:x\n-1 |f b\n7 |f c\n"), skip_bad=True)
    assert [y for _, y in reader] == [1.0, -1.0]
    assert reader.bad == 2


def test_a_line_without_label_is_asked_and_its_round_forgotten():
    game = Game(Perceptron())
    game.play(VwReader(io.BytesIO(b"1 |f a\n|f b\n-1 |f a\n")))
    assert (game.ledger.rounds, game.ledger.forgotten) == (3, 1)


def test_a_setting_that_is_none_is_refused():
    with pytest.raises(BadParameter, match="'use', 'ignore' or 'refuse'"):
        VwReader(io.BytesIO(), importance="weigh")


@pytest.mark.parametrize(
    ("name", "rows", "positives", "largest"),
    [("rcv1_small.dat.xz", 1000, 459, 47117), ("rcv1_small_test.data", 500, 245, 47042)],
)
def test_reuters_in_vw_text_has_the_counts_of_its_source(name, rows, positives, largest):
    pairs = list(VwReader(shared(f"vw_rcv1_small/{name}")))
    assert len(pairs) == rows
    assert sum(y == 1.0 for _, y in pairs) == positives
    assert max(int(feature.removeprefix("f^")) for x, _ in pairs for feature in x) == largest


def words_and_numbers(*lines):
    return VwReader(io.BytesIO("\n".join(lines).encode()))


def test_a_feature_without_a_value_is_a_word_and_none_of_those_that_are_standardised():
    lines = ("1 |f free size:900 |n:2 deep", "-1 |f size:1100 win free:3 |n old:1", "1 |f size:1050 free")
    reader = words_and_numbers(*lines)
    list(reader.batches())
    assert reader.features.names == ["f^free", "f^size", "n^deep", "f^win", "n^old"]
    assert list(reader.features.marks) == [1, 0, 1, 1, 0]
    x, _ = next(iter(words_and_numbers(*lines)))
    assert {name: type(value) is Indicator for name, value in x.items()} == {
        "f^free": True,
        "f^size": False,
        "n^deep": True,
    }


def test_batches_pairs_and_records_standardise_alike():
    lines = [f"{1 if t % 3 else -1} |f size:{900 + 37 * t % 400} w{t % 5} deep:{t % 2}" for t in range(60)]
    batched = Game(Standardised(AROW()), features=(reader := words_and_numbers(*lines)).features)
    for batch in reader.batches():
        batched.play_batch(batch)
    paired = Game(Standardised(AROW()))
    paired.play(words_and_numbers(*lines))
    assert batched.weights() == paired.weights()
    assert batched.features.marks == paired.features.marks
    records = Game(Standardised(AROW()))
    for t in range(60):
        size, deep = float(900 + 37 * t % 400), float(t % 2)
        move = records.predict({"f^size": size, f"f^w{t % 5}": Indicator(1.0), "f^deep": deep})
        records.label(move.number, 1 if t % 3 else -1)
    assert records.ledger.mistakes == batched.ledger.mistakes


def test_many_words_are_known_as_words():
    line = "1 |f " + " ".join(f"w{k}" if k % 3 else f"w{k}:2" for k in range(1000))
    reader = words_and_numbers(line)
    list(reader.batches())
    assert list(reader.features.marks) == [int(k % 3 > 0) for k in range(1000)]
