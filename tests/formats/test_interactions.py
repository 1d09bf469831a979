"""Products of features: of every pair of two groups, and no others."""

from __future__ import annotations

import io
import json
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, read
from littlestone.cli import run
from littlestone.errors import BadFile, BadParameter
from littlestone.features.interactions import Interactions, groups_in

XOR = b"a,b,y\n" + b"p,p,1\np,q,0\nq,p,0\nq,q,1\n" * 25


def table(lines, **options):
    return read(io.BytesIO(lines), label="y", **options)


def test_groups_are_told_in_the_order_in_which_they_were_given():
    """Whatever the process hashes their names to."""
    assert [group.name for group in Interactions(("zyx", "w*v*u*w", "srq")).named] == list("zyxwvusrq")


def test_columns_of_numbers_categories_and_texts_are_groups():
    text = b"a,aa,b,m,y\n2,9,p,Win now,1\n"
    (x, _), *_ = table(text, text="m", interactions=("a*b", "b*m", "a*a"))
    products = {"a*b=p": 2.0, "b=p*m:win": 1.0, "b=p*m:now": 1.0, "a*a": 4.0}
    assert x == {"a": 2.0, "aa": 9.0, "b=p": 1.0, "m:win": 1.0, "m:now": 1.0} | products


FEATURES = st.dictionaries(st.sampled_from(["p^1", "p^2", "q^1", "q^=", "pq^1", "r"]), st.floats(-9, 9), max_size=6)


@settings(deadline=None)
@given(FEATURES)
def test_products_are_of_all_pairs_of_namespaces(x):
    left, right = ([name for name in x if name.startswith(f"{group}^")] for group in "pq")
    expected = {f"{a}*{b}": x[a] * x[b] for a, b in product(left, right)}
    assert Interactions(("p*q",)).crossed(x) == x | expected
    squares = {f"{a}*{b}": x[a] * x[b] for a, b in combinations_with_replacement(left, 2)}
    assert Interactions(("p*p",)).crossed(x) == x | squares


def test_a_perceptron_learns_exclusive_or_by_products_and_not_without():
    plain = Game(Perceptron(), bounds=[]).play(table(XOR))
    crossed = table(XOR, interactions="a*b")
    game = Game(Perceptron(), features=crossed.features, bounds=[])
    for batch in crossed.batches():
        game.play_batch(batch)
    assert game.ledger.mistakes <= 6
    assert plain.mistakes >= 40


def test_the_names_of_products_are_among_the_names():
    assert table(b"a,b,y\n1,2,1\n", interactions="a*b").names() == ["a", "b", "a*b"]


@pytest.mark.parametrize("wrong", ["a", "a*", "*b", "a**c", "abcd", ["a*b", "b*a"]])
def test_an_interaction_is_of_two_groups_or_more_and_given_once(wrong):
    with pytest.raises(BadParameter):
        table(XOR, interactions=wrong)


def test_what_has_no_names_has_no_products():
    with pytest.raises(BadParameter, match="numbered"):
        read(io.BytesIO(b"1 1:2"), interactions="a*b")


@pytest.mark.parametrize("text", [b"a,b,y\n1e200,1e200,1\n", b"a,b,a*b,y\n1,1,1,1\n"])
def test_a_product_that_is_no_number_or_a_feature_already_is_refused(text):
    with pytest.raises(BadFile, match=r"a\*b"):
        list(table(text, interactions="a*b"))


def test_two_letters_are_all_namespaces_that_begin_with_them_as_in_vw():
    (one, other) = groups_in("ad")
    x = {"age^old": 1.0, "area^wide": 2.0, "day^monday": 3.0, "a": 4.0}
    assert [name for name, _ in one.of(x)] == ["age^old", "area^wide"]
    assert [name for name, _ in other.of(x)] == ["day^monday"]


WEIGHED = b"1 5 |u a |v b\n-1 |u a |v c\n"


def test_products_keep_the_importances_of_vw_text():
    source = read(io.BytesIO(WEIGHED), format="vw", interactions="uv")
    (batch,) = source.batches()
    assert list(batch.weights) == [5.0, 1.0]
    game = Game(Perceptron()).play(read(io.BytesIO(WEIGHED), format="vw", interactions="uv"))
    assert game.weights.total == 6.0


@pytest.mark.parametrize("command", ["play", "train"])
def test_products_keep_the_weights_on_the_command_line(tmp_path, capsys, command):
    path = tmp_path / "w.vw"
    path.write_bytes(WEIGHED * 4)
    code = run([command, str(path), "--learner", "perceptron", "-q", "uv", "--json", "--quiet"])
    assert code == 0
    found = json.loads(capsys.readouterr().out)
    assert found["weights"]["total"] == 3.0 * found["rounds"]


def test_products_keep_the_weights_of_a_column(tmp_path, capsys):
    path = tmp_path / "w.csv"
    path.write_text("a,b,w,y\n1,2,3,1\n2,1,5,0\n")
    run(["play", str(path), "--label", "y", "--weight", "w", "--learner", "perceptron", "-q", "a*b", "--json"])
    assert json.loads(capsys.readouterr().out)["weights"]["total"] == 8.0


def test_weighted_rows_with_products_are_not_packed_without_their_weights(tmp_path, capsys):
    path = tmp_path / "w.vw"
    path.write_bytes(WEIGHED)
    assert run(["pack", str(path), str(tmp_path / "w.npz"), "-q", "uv"]) == 2
    assert "weight" in capsys.readouterr().err


def test_two_colons_are_all_pairs_as_in_vw():
    x = {"u^a": 2.0, "u^b": 3.0, "v^c": 5.0}
    pairs = {f"{a}*{b}": x[a] * x[b] for a, b in combinations_with_replacement(x, 2)}
    assert Interactions(("::",)).crossed(x) == x | pairs == Interactions((":*:",)).crossed(x)
    with_u = {name: value for name, value in pairs.items() if name.startswith("u")}
    assert Interactions(("u:",)).crossed(x) == x | with_u == Interactions(("u*:",)).crossed(x)
    both = Interactions(("::", "uv")).crossed(x)
    assert both == x | pairs  # a pair that two interactions have comes once


def test_three_groups_have_products_of_three():
    x = {"a^1": 2.0, "a^2": 3.0, "b^1": 5.0, "c^1": 7.0}
    three = {"a^1*b^1*c^1": 70.0, "a^2*b^1*c^1": 105.0}
    assert Interactions(("a*b*c",)).crossed(x) == x | three == Interactions(("abc",)).crossed(x)
    cubes = {"a^1*a^1*a^1": 8.0, "a^1*a^1*a^2": 12.0, "a^1*a^2*a^2": 18.0, "a^2*a^2*a^2": 27.0}
    assert Interactions(("a*a*a",)).crossed(x) == x | cubes
    assert len(Interactions((":::",)).crossed(x)) == 4 + 20  # multisets of three of four features


@pytest.mark.parametrize(
    ("name", "text", "groups", "there"),
    [
        ("w.vw", WEIGHED.decode(), "zz", "there is 'u', 'v'"),
        ("w.vw", WEIGHED.decode(), "u*nope", "there is 'u', 'v'"),
        ("w.vw", WEIGHED.decode(), "n:", "there is 'u', 'v'"),
        ("t.csv", "a,b,y\n1,2,1\n1,2,0\n", "a*nope", "there is 'a', 'b'"),
        ("t.csv", "a,b,y\n1,2,1\n1,2,0\n", "a*y", "there is 'a', 'b'"),
        ("t.jsonl", '{"a": 1, "b": {"c": 2}, "y": 1}\n', "a*nope", "there is 'a', 'b'"),
    ],
)
def test_a_group_that_is_not_there_is_refused_with_those_that_are(tmp_path, capsys, name, text, groups, there):
    path = tmp_path / name
    path.write_text(text)
    label = () if name.endswith("vw") else ("--label", "y")
    assert run(["play", str(path), *label, "--learner", "perceptron", "-q", groups, "--quiet"]) == 2
    out, err = capsys.readouterr()
    assert there in err
    assert not out
    lone = read(
        io.BytesIO(text.encode()),
        format=name.partition(".")[2].replace("jsonl", "json"),
        interactions=groups,
        **({"label": "y"} if label else {}),
    )  # what cannot be looked into: in the end
    with pytest.raises(BadFile, match=there.replace("is ", "is .*")):
        list(lone)


def test_a_group_may_be_in_one_file_of_several(tmp_path, capsys):
    (tmp_path / "a.vw").write_text("1 |u a\n-1 |u b\n")
    (tmp_path / "b.vw").write_text("1 |v a |u a\n-1 |v b\n")
    files = [str(tmp_path / "a.vw"), str(tmp_path / "b.vw")]
    assert run(["play", *files, "--learner", "perceptron", "-q", "uv", "--quiet"]) == 0
    assert run(["play", *files, "--learner", "perceptron", "-q", "uw", "--quiet"]) == 2
    assert "there is 'u', 'v'" in capsys.readouterr().err


def test_an_empty_column_and_a_group_that_comes_late_are_groups(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,y\n1,,1\n1,,0\n")
    assert len(list(read(path, label="y", interactions="a*b"))) == 2
    lines = tmp_path / "t.jsonl"
    lines.write_text('{"a": 1, "b": null, "y": 1}\n')
    assert len(list(read(lines, label="y", interactions="a*b"))) == 1
    late = tmp_path / "late.vw"
    late.write_text("1 |u a\n" * 10_100 + "1 |u a |v b\n")
    assert sum("u^a*v^b" in x for x, _ in read(late, interactions="uv")) == 1


def test_a_saved_game_reads_files_without_one_of_its_groups(tmp_path, capsys):
    (tmp_path / "a.vw").write_text("1 |u a |v b\n-1 |u b |v a\n")
    (tmp_path / "b.vw").write_text("|u a\n")
    model = str(tmp_path / "m.npz")
    assert run(["play", str(tmp_path / "a.vw"), "--learner", "perceptron", "-q", "uv", "-f", model, "--quiet"]) == 0
    capsys.readouterr()
    assert run(["predict", model, str(tmp_path / "b.vw")]) == 0
    assert capsys.readouterr().out.count("\n") == 2
