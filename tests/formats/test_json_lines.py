"""JSON lines: read as a slow, plain reader reads them, or refused where it refuses."""

from __future__ import annotations

import gzip
import io
import json
import math
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron
from littlestone.errors import BadFile, BadParameter, LittlestoneError
from littlestone.formats.tables.json_lines import JsonLines


def pairs(*lines, **options):
    data = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines)
    return list(JsonLines(io.BytesIO(data), **{"label": "y", **options}))


def complaint(*lines, **options):
    with pytest.raises(BadFile) as caught:
        pairs(*lines, **options)
    return str(caught.value)


def test_values_are_read_by_the_rules():
    line = '{"y": 1, "n": 2.5, "zero": 0, "on": true, "off": false, "word": " ham ", "none": null, "na": "NA"}'
    assert pairs(line) == [({"n": 2.5, "on": 1.0, "word=ham": 1.0}, 1)]


def test_objects_within_objects_are_joined_by_dots_and_dropped_with_all_below():
    line = '{"y": 0, "a": {"b": {"c": 3}, "d": "x"}, "e": {"f": 1}}'
    assert pairs(line) == [({"a.b.c": 3.0, "a.d=x": 1.0, "e.f": 1.0}, -1)]
    assert pairs(line, drop=["a.b", "e"]) == [({"a.d=x": 1.0}, -1)]


def test_an_array_of_texts_is_several_features_and_one_of_numbers_has_places():
    assert pairs('{"y": 1, "tags": ["a", "b", "a", null], "v": [1, 0, true, 2.5]}') == [
        ({"tags=a": 1.0, "tags=b": 1.0, "v.0": 1.0, "v.2": 1.0, "v.3": 2.5}, 1)
    ]


def test_categorical_numbers_are_names_and_boolean_numbers_ones():
    assert pairs('{"y": 1, "zip": 1067, "ok": false}', categorical=["zip", "ok"]) == [
        ({"zip=1067": 1.0, "ok=false": 1.0}, 1)
    ]
    assert pairs('{"y": 1, "a": 0.1, "b": -3}', boolean=True) == [({"a": 1.0}, 1)]


def test_texts_are_words():
    assert pairs('{"y": 1, "m": "Win WIN 50!"}', text="m", counts=True) == [
        ({"m:win": 2.0, "m:50": 1.0, "m:!": 1.0}, 1)
    ]


def test_labels_may_lie_deep_be_missing_or_be_numbers():
    lines = ['{"a": {"y": "yes"}, "x": 1}', '{"a": {"y": null}, "x": 1}', '{"x": 1}', '{"a": {"y": "no"}}']
    assert [y for _, y in pairs(*lines, label="a.y")] == [1, None, None, -1]
    assert [y for _, y in pairs('{"y": 2.5}', '{"y": "-3"}', labels="numbers")] == [2.5, -3.0]
    assert [y for _, y in pairs('{"y": "a"}', '{"y": "b"}', labels=("b", "a"))] == [1, -1]


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (b'{"y": 1, "a": 9007199254740993}', 10, "beyond 2^53"),
        (b'{"y": 1, "a": 1e999}', 10, "not a finite number"),
        (b'{"y": 1, "a": NaN}', 15, "NaN is not JSON"),
        (b'{"y": 1, "a": -Infinity}', 15, "-Infinity is not JSON"),
        (b'{"y": 1, "a": 1, "a": 2}', 18, "'a' comes twice"),
        (b'{"y": 1, "a.b": 1, "a": {"b": 2}}', 26, "two values under 'a.b'"),
        (b'{"y": 1, "a=b": 1, "a": "b"}', 20, "the feature 'a=b' too"),
        (b'{"y": 1, "a": [1, "b"]}', 10, "a list must be of texts only or of numbers only"),
        (b'{"y": 1, "a": [[1]]}', 10, "a list must be of texts only or of numbers only"),
        (b'{"y": 1, "a": "\\ud800"}', 1, "lone surrogate"),
        (b'{"y": 1, "a": \xff}', 15, "byte 0xff is not UTF-8"),
        (b'{"y": 1, "a": 1', 16, "not JSON"),
        (b'{"y": 1} {"y": 1}', 10, "not JSON: Extra data"),
        (b'[{"y": 1}]', 1, "jq -c"),
        (b'{"y": 1, "a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 1, "nested too deeply"),
        (b'{"y": 1, "a": ' + b"1" * 5000 + b"}", 1, "too many digits"),
        (b'{"y": "ham"}', 2, "'ham' is none of 0/1"),
        (b'{"y": [1]}', 2, "true, false or null was expected"),
    ],
)
def test_a_fault_is_told_with_line_column_and_text(line, column, words):
    told = complaint('{"y": 1}', "", line)
    assert f"line 3, column {column}: " in told
    assert words in told
    source = JsonLines(io.BytesIO(b'{"y": 1}\n' + line + b'\n{"y": 0}'), label="y", skip_bad=True)
    assert [y for _, y in source] == [1, -1]
    assert source.bad == 1


def test_a_label_that_is_nowhere_is_answered_with_the_nearest():
    assert "did you mean 'label'?" in complaint('{"label": 1}', label="lable")
    assert "did you mean 'spam'?" in complaint('{"y": "spam"}', positive="Spam")


def test_the_label_has_one_role():
    for role in ({"drop": "y"}, {"text": "y"}, {"text": "a", "drop": "a"}, {"positive": "1", "labels": (0, 1)}):
        with pytest.raises(BadParameter):
            pairs("{}", **role)


def test_a_game_plays_a_compressed_file_twice(tmp_path):
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"y": true, "a": 1}\n{"y": false, "b": 1}\n' * 10))
    source = JsonLines(path, label="y")
    assert [Game(Perceptron(), bounds=[]).play(source).mistakes for _ in range(2)] == [1, 1]


# against a plain reader

NAMES = ["y", "a", "b", "a.b", "t"]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**54), 2**54),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["", "NA", "x", " x ", "null", "y z", "\u00e9", "1"]),
)
VALUES = st.recursive(
    SCALARS | st.lists(SCALARS, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=6,
)
LINES = st.one_of(
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4).map(lambda record: json.dumps(record).encode()),
    st.sampled_from([b"", b" \r", b"{}", b"[]", b"1", b'{"y":1', b'{"y":1,"y":1}', b"\xff", b'{"y": NaN}', b"\x0b"]),
    st.builds(lambda y: b'{"y": %d, "a": 1}' % y, st.integers(0, 1)),
)


NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def plain_features(name, value):
    """The features of one value, as pairs; ValueError if it has none."""
    if value is None:
        return []
    if isinstance(value, dict):
        return [pair for key, inner in value.items() for pair in plain_features(f"{name}.{key}", inner)]
    if isinstance(value, list):
        there = [item for item in value if item is not None]
        if all(isinstance(item, str) for item in there):
            return [pair for item in dict.fromkeys(there) for pair in plain_features(name, item)]
        if any(isinstance(item, str) for item in there):
            raise ValueError(name)
        return [pair for k, item in enumerate(value) for pair in plain_features(f"{name}.{k}", item)]
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in ("", "na", "nan", "null", "?"):
            return []
        if NUMBER.fullmatch(text):  # a text that reads as a number is one, as in a table
            return plain_features(name, int(text) if text.lstrip("+-").isdigit() else float(text))
        return [(f"{name}={text}", 1.0)]
    if isinstance(value, int) and abs(value) > 2**53:
        raise ValueError(name)
    return [(name, float(value))] if value else []


def plain_line(line):
    """None for an empty line, else features and label; ValueError if it is wrong."""
    if not line.strip(b" \t\r"):
        return None
    record = json.loads(line.decode(), object_pairs_hook=plain_object, parse_constant=lambda name: 1 / 0)
    if not isinstance(record, dict):
        raise ValueError(line)
    names = list(plain_names(record, ""))
    if len(set(names)) < len(names):
        raise ValueError(names)
    y = record.pop("y", None)
    if isinstance(y, list | bool):
        raise ValueError(y)
    features = [pair for key, value in record.items() for pair in plain_features(key, value)]
    if len(dict(features)) < len(features):
        raise ValueError(features)
    return dict(features), None if isinstance(y, dict) else y


def plain_object(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError(pairs)
    return dict(pairs)


def plain_names(record, prefix):
    for key, value in record.items():
        if isinstance(value, dict):
            yield from plain_names(value, f"{prefix}{key}.")
        else:
            yield prefix + key


@settings(deadline=None, max_examples=300)
@given(lines=st.lists(LINES, max_size=6), chunk=st.integers(1, 80))
@example([b'{"a": {}, "y": 1}'], 5)
def test_drawn_lines_are_read_as_plainly_and_exactly_the_bad_ones_are_skipped(lines, chunk):
    expected, bad = [], 0
    lines = [*lines, b'{"y": 1}']  # one at least that has a label
    for line in lines:
        try:
            found = plain_line(line)
            if found is not None:
                y = found[1]
                float("nan" if y is None or (isinstance(y, str) and y.strip() in ("", "NA", "null")) else y)
                expected.append(found[0])
        except (ValueError, ZeroDivisionError):
            bad += 1
    source = JsonLines(io.BytesIO(b"\n".join(lines)), label="y", labels="numbers", skip_bad=True, chunk=chunk)
    assert [x for x, _ in source] == expected
    assert source.bad == bad


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=60) | st.text('{}[]":,y1e.\\ud8 \n', max_size=40).map(str.encode), st.booleans())
def test_any_bytes_give_examples_or_an_error_of_ours(data, skip_bad):
    try:
        found = list(JsonLines(io.BytesIO(data), label="y", skip_bad=skip_bad))
    except LittlestoneError:
        return
    for x, y in found:
        assert y in (-1, 1, None)
        assert all(map(math.isfinite, x.values()))
