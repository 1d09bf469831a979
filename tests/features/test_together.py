"""Several threads parse a file: what comes out is what one would give, in the same order."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, LinearDescent
from littlestone.errors import BadFile
from littlestone.formats.text.svmlight import SvmlightReader


def text(rows, seed, bad=0.0, negative="-1"):
    draw = random.Random(seed)
    lines = []
    for _ in range(rows):
        columns = sorted(draw.sample(range(1, 200), draw.randint(0, 12)))
        entries = [f"{c}:{draw.gauss(0, 1):.{draw.randint(1, 9)}g}" for c in columns]
        line = " ".join([draw.choice(["1", negative]), *entries])
        if draw.random() < bad:
            line = line.replace(":", draw.choice(["", "::", ":x"]), 1) if entries else "spam"
        lines.append(line)
    return "\n".join(lines).encode()


def told(reader):
    rows = []
    for batch in reader:
        for t in range(len(batch)):
            x = batch.row(t)
            rows.append((batch.labels[t], x.columns.tolist(), x.values.tolist()))
    return rows


@settings(deadline=None, max_examples=30)
@given(
    st.integers(0, 400),
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.1]),
    st.sampled_from(["-1", "0"]),
    st.integers(1, 3),
    st.integers(30, 3000),
)
def test_a_crew_reads_what_one_reader_reads(rows, seed, bad, negative, threads, chunk):
    written = text(rows, seed, bad, negative)
    one = SvmlightReader(io.BytesIO(written), skip_bad=True, chunk=chunk)
    crew = SvmlightReader(io.BytesIO(written), skip_bad=True, chunk=chunk, threads=threads)
    assert told(crew) == told(one)
    assert (crew.bad, crew.complaints, crew.line) == (one.bad, one.complaints, one.line)


def test_a_line_that_is_wrong_ends_the_reading_after_the_lines_before_it():
    written = text(500, 1) + b"\n1 5:1 4:1\n" + text(500, 2)
    seen: list[int] = []
    reader = SvmlightReader(io.BytesIO(written), chunk=1000, threads=2)
    with pytest.raises(BadFile, match="line 501, column 7: columns must rise"):
        seen.extend(len(batch) for batch in reader)
    assert sum(seen) == 500


def test_two_ways_to_write_the_negative_class_are_refused_whoever_reads_them():
    written = b"\n".join([b"1 1:1"] * 300 + [b"0 1:1"] * 300 + [b"-1 1:1"])
    with pytest.raises(BadFile, match="line 601"):
        told(SvmlightReader(io.BytesIO(written), chunk=100, threads=3))


def test_widths_grow_as_they_would_for_one_reader():
    written = b"\n".join(b"1 %d:1" % column for column in (3, 1, 50, 2, 9, 70, 1))
    widths = [batch.width for batch in SvmlightReader(io.BytesIO(written), chunk=8, threads=2)]
    assert widths == sorted(widths)
    assert widths[-1] == 71


def test_a_game_stopped_in_the_middle_leaves_no_thread_behind():
    import threading

    before = threading.active_count()
    for _ in SvmlightReader(io.BytesIO(text(2000, 3)), chunk=500, threads=2):
        break
    assert threading.active_count() == before


def test_numbers_as_labels_are_read_by_all_at_once():
    written = b"\n".join(b"%d 1:1" % y for y in range(500))
    assert [y for y, _, _ in told(SvmlightReader(io.BytesIO(written), labels="numbers", chunk=64, threads=2))] == list(
        range(500)
    )


def test_a_learner_plays_while_others_parse():
    written = text(3000, 4)
    games = []
    for threads in (0, 2):
        game = Game(LinearDescent())
        for batch in SvmlightReader(io.BytesIO(written), chunk=4000, threads=threads):
            game.play_batch(batch)
        games.append(game.ledger.as_dict())
    assert games[0] == games[1]
