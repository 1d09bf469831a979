import bz2
import csv
import gzip
import io
import lzma
import re
import sys

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, read
from littlestone.errors import BadFile, BadLabel, BadParameter, LittlestoneError
from littlestone.features.label_column import Labels
from littlestone.formats.tables.csv_file import CsvFile, sniff
from littlestone.formats.text.text_file import LONGEST

QUICK = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def write(tmp_path):
    def write(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def pairs(path, **options):
    return list(read(path, **{"label": "y", **options}))


def complaint(path, **options):
    with pytest.raises(BadFile) as caught:
        pairs(path, **options)
    return str(caught.value)


# cells


def test_cells_are_read_by_the_rules(write):
    path = write("a,b,word,empty,y\n1.5,0,ham,,1\n-2e1, 7 ,?,NA,0\nnan,NULL,eggs and ham,NaN,1\n")
    assert pairs(path) == [
        ({"a": 1.5, "word=ham": 1.0}, 1),
        ({"a": -20.0, "b": 7.0}, -1),
        ({"word=eggs and ham": 1.0}, 1),
    ]


def test_a_categorical_column_keeps_numbers_as_texts(write):
    path = write("zip,y\n01067,1\n1067,0\n?,0\n")
    assert [x for x, _ in pairs(path, categorical="zip")] == [{"zip=01067": 1.0}, {"zip=1067": 1.0}, {}]


def test_dropped_columns_are_not_features(write):
    path = write("id,a,b,y\n7,1,2,1\n")
    assert pairs(path, drop=["id", "b"]) == [({"a": 1.0}, 1)]


def test_boolean_makes_ones_of_what_is_above_zero(write):
    path = write("a,b,c,d,y\n0.1,-3,0,text,1\n")
    assert pairs(path, boolean=True) == [({"a": 1.0, "d=text": 1.0}, 1)]


def test_digits_with_underscores_are_a_text(write):
    assert pairs(write("month,y\n2012_01,1\n")) == [({"month=2012_01": 1.0}, 1)]


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "1e999"])
def test_an_infinite_cell_is_an_error_that_says_where(write, cell):
    assert f"line 3: 'a' is '{cell}', and not a finite number" in complaint(write(f"a,y\n1,1\n{cell},0\n"))


def test_names_has_all_features_even_a_column_of_zeros(write):
    path = write("zero,word,gone,y\n0,ham,,1\n0,eggs,,0\n0,spam,,0\n")
    assert read(path, label="y").names() == ["zero", "word=ham", "word=eggs", "word=spam"]
    assert read(path, label="y").names(lines=1) == ["zero", "word=ham"]


# labels


@pytest.mark.parametrize(
    ("texts", "signs"),
    [
        (["0", "1", "1.0", "0.0"], [-1, 1, 1, -1]),
        (["1", "-1", "+1", "-1.0"], [1, -1, 1, -1]),
        (["True", "FALSE", "true"], [1, -1, 1]),
        (["yes", "No", " YES "], [1, -1, 1]),
        (["1", "", "?", "na", "0"], [1, None, None, None, -1]),
    ],
)
def test_common_spellings_of_labels_are_understood(texts, signs):
    labels = Labels()
    assert [labels.sign(text) for text in texts] == signs


@pytest.mark.parametrize("texts", [["0", "-1"], ["1", "true"], ["yes", "false"], ["0", "1", "2"], ["ham"]])
def test_labels_of_two_spellings_are_refused(texts):
    labels = Labels()
    with pytest.raises(BadLabel, match=re.escape(texts[-1])):
        [labels.sign(text) for text in texts]


def test_the_positive_label_stands_against_all_others(write):
    path = write("a,y\n1,spam\n1,ham\n1,eggs\n1, spam\n1,\n")
    assert [y for _, y in pairs(path, positive="spam")] == [1, -1, -1, 1, None]


def test_a_positive_number_may_be_written_in_any_way(write):
    assert [y for _, y in pairs(write("a,y\n1,2.0\n1,3\n"), positive="2")] == [1, -1]


def test_unclear_labels_are_named_both_even_if_the_second_comes_later(write):
    words = complaint(write("a,y\n1,ham\n1,ham\n1,spam\n"))
    assert "line 2" in words
    assert "'ham' and 'spam'" in words
    assert "positive='spam'" in words


def test_a_positive_label_that_never_comes_is_an_error_with_the_nearest(write):
    path = write("a,y\n1,spam\n1,ham\n")
    assert "did you mean 'spam'?" in complaint(path, positive="Spam")
    assert "did you mean 'ham'?" in complaint(path, positive="HAM")


def test_a_positive_label_may_come_after_many_others(write):
    path = write("a,y\n" + "".join(f"1,t{number}\n" for number in range(3000)) + "1,spam\n")
    assert sum(y for _, y in pairs(path, positive="spam")) == 1 - 3000


def test_an_unclear_label_is_told_at_once_where_the_rest_cannot_be_awaited(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a,y\n1,ham\n1,spam\n")))
    assert "has the label 'ham', not" in complaint("-")


def test_a_missing_value_cannot_be_the_positive_label(write):
    with pytest.raises(BadParameter, match="missing"):
        read(write("a,y\n"), label="y", positive="NA")


# the file


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ("\n\n \n", "column 1 of 1 has no name"),
        ("a,b,z\n1,2,1\n", "no column 'y'; there is 'a', 'b', 'z'"),
        ("a,a,y\n", "line 1: two columns are named 'a'"),
        (",a,y\n", "line 1: column 1 of 3 has no name"),
        ("a,y\n1,1\n1,1,1\n", "line 3: 2 cells expected, one for each name in the header, but here are 3"),
        ("a,y\n1,1\n1\n", "line 3: 2 cells expected, one for each name in the header, but here are 1"),
        ("a,a=b,y\n", "column 'a=b' could be taken for a text in column 'a'"),
        (b"a,y\n1,1\n\xff,1\n", "line 3: byte 0xff at 1 is not UTF-8"),
        (b"a,y\n1,1\n\x00,1\n", "line 3: a NUL byte"),
        ('a,y\n1,1\n"1,1\n2,1\n', "line 3: not CSV"),
        ('a,y\n"1"2,1\n', "line 2: not CSV"),
        ("a,y\r1,1\r", "line 1: not CSV"),
        ("a,y\n" + "x" * 200_000 + ",1\n", "line 2: not CSV: field larger"),
    ],
)
def test_a_bad_file_is_an_error_that_says_where_and_what(write, content, words):
    path = write(content)
    assert words in complaint(path)
    assert str(path) in complaint(path)


def test_a_line_without_end_is_not_read_into_memory(write):
    assert "longer than" in complaint(write(b"a,y\n" + b"x" * (LONGEST + 1)))


def test_a_misspelt_column_is_answered_with_the_nearest(write):
    path = write("number,label\n1,1\n")
    assert "did you mean 'label'?" in complaint(path, label="lable")
    assert "did you mean 'number'?" in complaint(path, label="label", drop=["nubmer"])
    assert "did you mean 'number'?" in complaint(path, label="label", categorical=["numbre"])


def test_what_cannot_be_opened_is_a_bad_file(tmp_path):
    assert "No such file" in complaint(tmp_path / "nowhere.csv")
    assert "no file in the folder" in complaint(tmp_path)


@pytest.mark.parametrize("delimiter", [" ", "ab", "", '"', "\n"])
def test_a_delimiter_is_one_character(delimiter):
    with pytest.raises(BadParameter, match="one character"):
        read("x.csv", label="y", delimiter=delimiter)


def test_the_label_cannot_be_dropped():
    with pytest.raises(BadParameter, match="dropped"):
        read("x.csv", label="y", drop="y")


@pytest.mark.parametrize(
    ("line", "delimiter"), [("a,b,c", ","), ("a;b,c;d", ";"), ("a\tb", "\t"), ("a", ","), ('"a;b;c",d', ","), ("", ",")]
)
def test_the_delimiter_is_the_one_that_cuts_most(line, delimiter):
    assert sniff(line) == delimiter


def test_a_given_delimiter_is_used(write):
    assert pairs(write("a|y\n2|1\n"), delimiter="|") == [({"a": 2.0}, 1)]


def test_blank_lines_and_a_byte_order_mark_do_not_count(write):
    path = write(b"\xef\xbb\xbfa,y\n\n1,1\n\n\n2,oops\n")
    assert "line 6" in complaint(path)
    assert pairs(write(b"\xef\xbb\xbfa,y\r\n\r\n1,1\r\n")) == [({"a": 1.0}, 1)]


@pytest.mark.parametrize(
    ("suffix", "squeeze"),
    [
        ("gz", gzip.compress),
        ("bz2", bz2.compress),
        ("xz", lzma.compress),
        ("zst", zstandard.compress),
        ("GZ", gzip.compress),
    ],
)
def test_compressed_files_are_read_by_their_suffix(write, suffix, squeeze):
    squeezed = squeeze(b"a,y\n3,1\n")
    assert pairs(write(squeezed, f"t.csv.{suffix}")) == [({"a": 3.0}, 1)]
    assert "cannot read" in complaint(write(squeezed[:-6], f"t.csv.{suffix}"))
    assert "cannot read" in complaint(write(b"not squeezed at all", f"t.csv.{suffix}"))


def test_standard_input_is_read_once(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a,y\n1,1\n")))
    table = read("-", label="y")
    assert not table.repeatable
    assert list(table) == [({"a": 1.0}, 1)]
    with pytest.raises(BadFile, match="only once"):
        list(table)


def test_progress_rises_to_one_on_the_file_as_it_lies_on_disk(write):
    table = read(write(gzip.compress(b"a,y\n" + b"1,1\n" * 1000), "t.csv.gz"), label="y")
    assert table.progress is None
    seen = [table.progress for _ in table]
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


# no header, no quotes, texts, numbers, bad lines


def test_columns_are_named_where_there_is_no_header(write):
    path = write('spam\tWin, win; "now\nham\t"Ok" lar\n')
    x = pairs(path, label="kind", columns=("kind", "m"), text="m", positive="spam", quote=None)
    assert x == [
        ({"m:win": 1.0, "m:,": 1.0, "m:;": 1.0, 'm:"': 1.0, "m:now": 1.0}, 1),
        ({'m:"': 1.0, "m:ok": 1.0, "m:lar": 1.0}, -1),
    ]
    assert "did you mean 'kind'" in complaint(path, label="kin", columns=("kind", "m"))
    assert "say quote=None" in complaint(path, label="kind", columns=("kind", "m"), positive="spam")


@pytest.mark.parametrize("columns", [("a", "a"), ("a", " ")])
def test_given_columns_are_different_names(columns):
    with pytest.raises(BadParameter, match="different names"):
        read("x.csv", label="a", columns=columns)


@pytest.mark.parametrize("quote", ["", "ab", "\n", ",", " "])
def test_a_quote_is_one_character(quote):
    with pytest.raises(BadParameter, match="quote is one character"):
        read("x.csv", label="y", quote=quote)


def test_another_quote_is_used(write):
    assert pairs(write("a,y\n'p,q',1\n"), quote="'") == [({"a=p,q": 1.0}, 1)]


def test_the_delimiter_is_the_one_that_cuts_into_the_given_columns():
    assert sniff("ham\tone, two, three; four", None, 2) == "\t"
    assert sniff("a;b,c,d", None, 2) == ";"
    assert sniff("a;b,c,d", None, 7) == ","


def test_a_text_column_is_its_words_and_no_other_column_may_look_like_one(write):
    path = write("m,n,y\nWin win 50,NA,1\n?,3,0\n")
    assert pairs(path, text="m", ngrams=2) == [
        ({"m:win": 1.0, "m:50": 1.0, "m:win win": 1.0, "m:win 50": 1.0}, 1),
        ({"m:?": 1.0, "n": 3.0}, -1),
    ]
    assert pairs(path, text="m", counts=True)[0][0] == {"m:win": 2.0, "m:50": 1.0}
    assert pairs(path, text="m", counts=True, boolean=True)[0][0] == {"m:win": 1.0, "m:50": 1.0}
    assert "'m:win' could be taken for a text in column 'm'" in complaint(write("m,m:win,y\n"), text="m")
    assert pairs(write("m,m:win,y\na,1,1\n")) == [({"m=a": 1.0, "m:win": 1.0}, 1)]


def test_labels_may_be_numbers_or_two_names_and_no_others(write):
    path = write("a,y\n1,2.5\n1,-1e3\n1,\n")
    assert [y for _, y in pairs(path, labels="numbers")] == [2.5, -1000.0, None]
    assert "line 3, column 'y': the label is '2.5' or '7', not '-1000'" in complaint(path, labels=("2.5", 7))
    assert "a finite number, not 'inf'" in complaint(write("a,y\n1,inf\n"), labels="numbers")
    for wrong in ((1, 1), ("a",), "a", ("a", "NA")):
        with pytest.raises(BadParameter):
            read(path, label="y", labels=wrong)


LINE = st.sampled_from(
    [
        b"1,1",
        b"x,0",
        b"2",
        b"3,1,1",
        b"inf,1",
        b"1,maybe",
        b"\xff,1",
        b"\0,1",
        b'"1"2,1',
        b'"p\nq",0',
        b'"\xff\n",1',
        b"",
    ]
)
GOOD = (b"1,1", b"x,0", b'"p\nq",0')


@QUICK
@given(lines=st.lists(LINE, max_size=12), chunk=st.integers(1, 40))
def test_exactly_the_bad_lines_are_skipped_wherever_the_file_is_cut_into_blocks(lines, chunk):
    table = CsvFile(io.BytesIO(b"\n".join([b"a,y", *lines])), label="y", skip_bad=True, chunk=chunk)
    features = {b"1,1": ({"a": 1.0}, 1), b"x,0": ({"a=x": 1.0}, -1), b'"p\nq",0': ({"a=p\nq": 1.0}, -1)}
    assert list(table) == [features[line] for line in lines if line in GOOD]
    assert table.bad == sum(line not in (*GOOD, b"") for line in lines)
    assert len(table.complaints) == min(5, table.bad)
    table = CsvFile(io.BytesIO(b"\n".join([b"a,y", *lines])), label="y", skip_bad=True, chunk=chunk)
    assert set(table.names()) <= {"a", "a=x", "a=p\nq"}


# the nature


def test_a_game_plays_a_file_and_another_game_plays_it_again(write):
    path = write("a,b,y\n" + "1,0,yes\n0,1,no\n" * 10)
    table = read(path, label="y")
    ledgers = [Game(Perceptron(), bounds=[]).play(table) for _ in range(2)]
    assert [ledger.rounds for ledger in ledgers] == [20, 20]
    assert [ledger.mistakes for ledger in ledgers] == [1, 1]


def test_a_line_without_label_is_predicted_and_never_judged(write):
    ledger = Game(Perceptron(), bounds=[]).play(read(write("a,y\n1,1\n1,\n1,0\n"), label="y"))
    assert (ledger.rounds, ledger.labelled) == (3, 2)


# invariants

TEXT = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=5)


@QUICK
@given(
    table=st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(TEXT, min_size=n, max_size=n), min_size=1, max_size=6)),
    delimiter=st.sampled_from(",;\t"),
)
def test_any_table_of_texts_is_read_back_exactly(tmp_path, table, delimiter):
    path = tmp_path / "t.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=delimiter).writerows(table)
    if table[0][0].startswith("\ufeff"):
        table[0][0] = table[0][0][1:]
    assert [cells for _, cells in CsvFile(path, label="y", delimiter=delimiter).records()] == table


CELL = st.one_of(
    st.sampled_from(
        ["", "NA", "nan", "Null", "?", "0", "0.0", "-0", "1", "+1", "-2.5e3", " 4 ", ".5", "5.", "1_0", "x y"]
    ),
    st.integers(-(2**53), 2**53).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.text("ab= ", max_size=3),
)
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")


def plainly(name, cell, categorical, boolean):
    """The rules for cells, said again slowly."""
    if cell.strip().lower() in ("", "na", "nan", "null", "?"):
        return {}
    if categorical or not NUMBER.fullmatch(cell):
        return {f"{name}={cell.strip()}": 1.0}
    value = float(cell)
    if boolean:
        return {name: 1.0} if value > 0 else {}
    return {name: value} if value != 0 else {}


@QUICK
@given(rows=st.lists(st.tuples(CELL, CELL), max_size=8), categorical=st.booleans(), boolean=st.booleans())
def test_examples_are_what_the_rules_say(tmp_path, rows, categorical, boolean):
    path = tmp_path / "t.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("p", "q", "y"), *((*row, "1") for row in rows)])
    options = {"categorical": ["q"] if categorical else [], "boolean": boolean}
    expected = [plainly("p", p, False, boolean) | plainly("q", q, categorical, boolean) for p, q in rows]
    assert pairs(path, **options) == [(x, 1) for x in expected]


BYTES = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from([b"y", b"a", b",", b"\n", b'"', b"\r", b"1", b"inf", b";", b"\xff", b"\0", b" "])).map(
        b"".join
    ),
)


@QUICK
@given(content=BYTES, head=st.sampled_from([b"", b"y,a\n", b"y\n1\n", b"\xef\xbb\xbfy;a\n"]))
@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz"])
def test_any_bytes_give_examples_or_an_error_of_ours(tmp_path, content, head, suffix):
    squeeze = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}[suffix]
    path = tmp_path / f"t.csv{suffix}"
    for raw in (head + content, squeeze(head + content), squeeze(head + content)[:-5] + content[:3]):
        path.write_bytes(raw)
        for positive in (None, "1"):
            for x, y in examples_or_our_error(path, positive):
                assert y in (-1, 1, None)
                assert all(value - value == 0 for value in x.values())


def examples_or_our_error(path, positive):
    try:
        return list(read(path, label="y", positive=positive))
    except LittlestoneError:
        return []
