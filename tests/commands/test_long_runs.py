"""Long runs: what was played before something went wrong is saved, and a game goes on where it stopped."""

from __future__ import annotations

import gzip

import pytest
from drawn_streams import commands, namespaces, strict

from littlestone import load


@pytest.fixture
def command(capsys):
    return commands(capsys)


@pytest.fixture
def lines():
    return namespaces().splitlines(keepends=True)


def test_a_bad_line_after_good_ones_costs_nothing_but_itself(command, lines, tmp_path):
    (tmp_path / "bad.vw").write_text("".join(lines[:150]) + "1 |f x:nan\n" + "".join(lines[150:]))
    (tmp_path / "good.vw").write_text("".join(lines[:150]))
    code, out, err = command("play", tmp_path / "bad.vw", "-f", tmp_path / "bad.npz", "--json")
    assert code == 2
    assert "line 151" in err
    found = strict(out)
    assert found["rounds"] == 150
    assert "line 151" in found["broken_off"]
    command("play", tmp_path / "good.vw", "-f", tmp_path / "good.npz")
    assert load(tmp_path / "bad.npz").weights() == load(tmp_path / "good.npz").weights()
    assert "150, then broken off" in command("play", tmp_path / "bad.vw")[1]


def test_a_cut_gzip_leaves_a_model_and_a_receipt(command, lines, tmp_path):
    whole = gzip.compress("".join(lines * 200).encode())
    (tmp_path / "cut.vw.gz").write_bytes(whole[: len(whole) // 2])
    code, out, err = command("play", tmp_path / "cut.vw.gz", "-f", tmp_path / "m.npz", "--json")
    assert code == 2
    assert "cannot read" in err
    assert load(tmp_path / "m.npz").ledger.rounds == strict(out)["rounds"] > 1000


def test_an_error_in_the_first_line_is_no_game(command, tmp_path):
    (tmp_path / "bad.vw").write_text("1 |f x:nan\n1 |f y\n")
    code, out, _ = command("play", tmp_path / "bad.vw", "-f", tmp_path / "m.npz")
    assert (code, out) == (2, "")
    assert not (tmp_path / "m.npz").exists()


@pytest.mark.parametrize("skip", ["110", "seen"])
def test_a_game_goes_on_where_it_stopped(command, lines, tmp_path, skip):
    (tmp_path / "all.vw").write_text("".join(lines))
    path, model = tmp_path / "all.vw", tmp_path / "m.npz"
    assert command("play", path, "--limit", "110", "-f", model)[0] == 0
    assert command("play", path, "-i", model, "--skip", skip, "-f", model)[0] == 0
    assert command("play", path, "-f", tmp_path / "whole.npz")[0] == 0
    one, other = load(model), load(tmp_path / "whole.npz")
    assert one.ledger.rounds == other.ledger.rounds == len(lines)
    assert one.weights() == other.weights()
    assert one.ledger.mistakes == other.ledger.mistakes


def test_what_cannot_be_skipped_is_refused(command, lines, tmp_path):
    path = tmp_path / "all.vw"
    path.write_text("".join(lines))
    for options, words in [
        (("--skip", "seen"), "give --resume"),
        (("--skip", "-3"), "number of examples"),
        (("--skip", "1000000"), "examples were to be skipped, and there are"),
        (("--skip", "3", "--shuffle", "1"), "no beginning that could be skipped"),
    ]:
        code, _, err = command("play", path, *options)
        assert (code, words in err) == (2, True), err
