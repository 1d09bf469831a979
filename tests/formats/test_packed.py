"""Packed rows: what was written comes back to the bit, whatever is damaged is told, and memory stays bounded."""

from __future__ import annotations

import gzip
import io
import os
import struct
import zlib
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared

from littlestone import Batch, Game, Perceptron
from littlestone.errors import BadBatch, BadFile
from littlestone.features.arrays import as_batch
from littlestone.features.hashing import HashedFeatures
from littlestone.formats.packed import packed_file
from littlestone.formats.packed.packed_file import HEAD, PackedFile, pack
from littlestone.formats.text.svmlight import SvmlightReader
from littlestone.formats.text.vw_text import VwReader

doubles = st.floats(allow_nan=False, allow_infinity=False)
values = st.sampled_from([st.just(1.0), st.floats(width=32, allow_nan=False, allow_infinity=False), doubles])
labels = st.sampled_from([st.sampled_from([-1.0, 1.0]), doubles, st.sampled_from([1.0, -1.0, np.nan, -0.0])])


@st.composite
def drawn(draw):
    value, label = draw(values), draw(labels)
    rows = draw(st.lists(st.dictionaries(st.integers(0, 50), value, max_size=8), max_size=12))
    entries = [sorted(row.items()) for row in rows]
    batch = Batch(
        np.cumsum([0, *map(len, entries)]),
        np.array([c for row in entries for c, _ in row], dtype=np.int32),
        np.array([v for row in entries for _, v in row], dtype=np.float64),
        51,
        draw(st.lists(label, min_size=len(rows), max_size=len(rows))) if rows else None,
    )
    batch.checked = batch.ordered = True
    return batch


def bits(batches):
    """Lengths, columns, values and labels of all rows, to the bit."""
    batches = list(batches)
    parts = [[np.diff(b.starts), b.columns, b.values, b.labels] for b in batches]
    return [b"".join(np.ascontiguousarray(part[k]).tobytes() for part in parts) for k in range(4)]


@settings(deadline=None, max_examples=80)
@given(st.lists(drawn(), max_size=5), st.integers(1, 20))
def test_rows_of_all_kinds_come_back_to_the_bit(tmp_path_factory, batches, size):
    path = tmp_path_factory.mktemp("packed") / "drawn.rows"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed_file, "BLOCK", size)
        packed = pack(batches, path)
    for _ in range(2):
        assert bits(packed.batches()) == bits(batches)
    assert (len(packed), packed.head.entries) == (sum(map(len, batches)), sum(len(b.values) for b in batches))
    assert all(len(batch) < 1.5 * size + 1 for batch in packed.batches())


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [([1.0, 1.0], 0), ([0.5, -3.25], 4), ([0.1], 8), ([1e300], 8), ([1e-300], 8), ([-0.0], 4), ([2.0**-149], 4)],
)
def test_values_take_as_few_bytes_as_say_them_exactly(tmp_path, numbers, kind):
    n = len(numbers)
    packed = pack([Batch([0, n], np.arange(n), numbers, n, [1])], tmp_path / "a.rows")
    assert packed.index["values"].tolist() == [kind]
    (batch,) = packed.batches()
    assert np.asarray(batch.values).tobytes() == np.array(numbers).tobytes()


VW = b"".join(b"%d |w a%d b%d:0.5 |n:2 c%d\n" % (1 if t % 3 else -1, t % 7, t % 5, t) for t in range(300))


def played(batches, features=()):
    game = Game(Perceptron(), features=features)
    for batch in batches:
        game.play_batch(batch)
    return game


def test_a_packed_file_plays_the_game_of_its_text_and_keeps_the_names(tmp_path):
    reader = VwReader(io.BytesIO(VW), chunk=700)
    packed = pack(reader, tmp_path / "vw.rows")
    assert packed.names == reader.features.names
    game = played(packed.batches(), packed.features)
    text = VwReader(io.BytesIO(VW))
    assert np.array_equal(game.learner.weights, played(text.batches(), text.features).learner.weights)
    assert game.features.names == text.features.names
    pairs = [(x, y) for x, y in VwReader(io.BytesIO(VW))]
    assert list(packed) == pairs
    assert bits(pack(packed, tmp_path / "again.rows").batches()) == bits(packed.batches())
    assert (tmp_path / "again.rows").read_bytes() == (tmp_path / "vw.rows").read_bytes()


def test_a_hashed_source_stays_hashed(tmp_path):
    packed = pack(VwReader(io.BytesIO(VW), features=HashedFeatures(7, seed=5)), tmp_path / "hashed.rows")
    assert packed.features.hashing == (7, 5)
    assert packed.names == []
    assert packed.head.width == 128
    assert all(x.width == 128 for x, _ in packed)


def test_svmlight_is_packed_batch_by_batch_though_its_arrays_are_used_again(tmp_path):
    text = b"".join(b"%d %d:0.25 %d:2\n" % (1 if t % 3 else -1, t, t + 5) for t in range(1, 500))
    packed = pack(SvmlightReader(io.BytesIO(text), chunk=600), tmp_path / "svm.rows")
    (whole,) = SvmlightReader(io.BytesIO(text))
    assert bits(packed.batches()) == bits([whole])
    assert packed.head.blocks == 1
    x, y = next(iter(packed))
    assert (x.columns.tolist(), y) == ([1, 6], 1.0)
    assert packed.features.names == []
    assert played(packed.batches(), packed.features).ledger.rounds == 499


def test_rows_without_label_have_none_again(tmp_path):
    packed = pack(VwReader(io.BytesIO(b"1 |f a\n|f b\n")), tmp_path / "a.rows")
    assert list(packed) == [({"f^a": 1.0}, 1.0), ({"f^b": 1.0}, None)]
    bare = pack([as_batch(np.eye(2))], tmp_path / "b.rows")
    assert [y for _, y in bare] == [None, None]


def test_names_may_be_given_and_must_suffice(tmp_path):
    packed = pack([as_batch(np.eye(2), [1, -1])], tmp_path / "a.rows", names=["é", "b", "later"])
    assert list(packed) == [({"é": 1.0}, 1.0), ({"b": 1.0}, -1.0)]
    assert packed.head.width == 3
    with pytest.raises(BadBatch, match="2 columns wide, but there are 1"):
        pack([as_batch(np.eye(2), [1, -1])], tmp_path / "a.rows", names=["a"])
    assert len(PackedFile(tmp_path / "a.rows").names) == 3
    assert os.listdir(tmp_path) == ["a.rows"]


@pytest.mark.parametrize("wrong", [[np.eye(2)], [Batch([0, 2], [1, 0], [1.0, 1.0], 2, [1])]])
def test_what_is_no_batch_of_ordered_rows_is_refused_and_leaves_no_file(tmp_path, wrong):
    with pytest.raises(BadBatch):
        pack(wrong, tmp_path / "a.rows")
    assert os.listdir(tmp_path) == []


def test_progress_and_place_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(packed_file, "BLOCK", 100)
    packed = pack(VwReader(io.BytesIO(VW)), tmp_path / "vw.rows")
    assert packed.progress is None
    told = [packed.progress for _ in packed.batches()]
    assert told == sorted(told)
    assert (len(told) > 3, told[-1]) == (True, 1.0)
    assert packed.progress is None
    assert packed.repeatable
    assert "example 7" in packed.place(7)


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.rows"
    pack(VwReader(io.BytesIO(VW[:84])), path)
    return path


def read(path):
    packed = PackedFile(path)
    return bits(packed.batches()), packed.names


def test_damage_at_any_byte_is_told(small):
    data = small.read_bytes()
    for at in range(len(data)):
        for flip in (1, 0x80):
            small.write_bytes(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])
            with pytest.raises(BadFile):
                read(small)


def test_a_file_cut_anywhere_or_with_something_behind_is_told(small):
    data = small.read_bytes()
    for size in range(len(data)):
        small.write_bytes(data[:size])
        with pytest.raises(BadFile):
            read(small)
    small.write_bytes(data + b"\0")
    with pytest.raises(BadFile, match="bytes instead of"):
        read(small)


def signed(data: bytearray, begin: int) -> bytes:
    """The file with all its sums put right: what somebody writes who means harm."""
    offset, rows, entries, kind, label, _ = struct.unpack_from("<QQQBBI", data, begin)
    stop = packed_file.layout(offset, rows, entries, kind, label)[-1]
    struct.pack_into("<I", data, begin + 26, zlib.crc32(data[offset:stop]))
    struct.pack_into("<I", data, 20, zlib.crc32(data[begin:]))
    struct.pack_into("<I", data, HEAD.size - 4, zlib.crc32(data[: HEAD.size - 4]))
    return bytes(data)


def test_no_file_however_well_summed_gives_a_batch_that_is_not_sound(small):
    packed = PackedFile(small)
    begin, good = packed.head.begin, small.read_bytes()
    del packed
    rng = np.random.default_rng(5)
    refused = 0
    for _ in range(800):
        data = bytearray(good)
        at = int(
            rng.choice([rng.integers(12, HEAD.size), rng.integers(HEAD.size, begin), rng.integers(begin, len(data))])
        )
        data[at] = rng.integers(256)
        with suppress(struct.error, OverflowError):  # of `signed`, which stumbles over an index gone wrong
            data = bytearray(signed(data, begin))
        small.write_bytes(data)
        try:
            for batch in PackedFile(small).batches():
                batch.checked = False
                assert batch.first_fault() == -1
                assert np.asarray(batch.starts)[-1] == len(batch.values) == len(batch.columns)
        except BadFile:
            refused += 1
    assert refused > 200


def test_other_files_and_newer_ones_are_told_apart(tmp_path, small):
    with pytest.raises(BadFile, match="not a file of packed rows"):
        PackedFile(__file__)
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(BadFile, match="not a file of packed rows"):
        PackedFile(tmp_path / "empty")
    with pytest.raises(BadFile, match="cannot read"):
        PackedFile(tmp_path / "none")
    data = bytearray(small.read_bytes())
    data[8] = 2
    small.write_bytes(data)
    with pytest.raises(BadFile, match="format 2, and this littlestone reads format 1"):
        PackedFile(small)


def test_an_older_file_stays_until_the_new_one_is_done(small):
    before = small.read_bytes()

    def broken():
        yield as_batch(np.eye(2), [1, -1])
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        pack(broken(), small)
    assert small.read_bytes() == before
    assert os.listdir(small.parent) == [small.name]


def resident() -> int:
    """Bytes of mapped files that are in memory."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssFile")) * 1024


def test_little_of_a_large_file_stays_in_memory_behind_the_reader(tmp_path):
    rows = 1 << 12
    starts, columns = np.arange(0, rows * 64 + 1, 64), np.tile(np.arange(64, dtype=np.int32), rows)
    noise = np.random.default_rng(1).random(rows * 64)
    packed = pack((Batch(starts, columns, noise, 64, np.ones(rows)) for _ in range(24)), tmp_path / "large.rows")
    before, most = resident(), 0
    kept = []
    for batch in packed.batches():
        most = max(most, resident() - before)
        kept.append(batch)
    assert packed.head.size > 70_000_000
    assert most < 40_000_000
    assert all(np.array_equal(batch.values, noise[: len(batch.values)]) for batch in kept[:1])


def test_real_text_is_packed_smaller_than_it_was_and_reads_the_same(tmp_path):
    path = shared("vw_rcv1_small/rcv1_small_test.data")
    reader = VwReader(path)
    packed = pack(reader, tmp_path / "rcv1.rows")
    assert bits(packed.batches()) == bits(VwReader(path).batches())
    text, zipped = path.stat().st_size, len(gzip.compress(path.read_bytes()))
    assert zipped < packed.head.size < text


def test_entries_whose_values_are_all_one_cost_four_bytes_each(tmp_path):
    rows, entries = 1000, 9
    columns = np.tile(np.arange(entries, dtype=np.int32), rows)
    batch = Batch(np.arange(rows + 1) * entries, columns, np.ones(rows * entries), entries, np.ones(rows))
    size = (tmp_path / "ones.rows").stat().st_size if pack([batch], tmp_path / "ones.rows") else 0
    assert 4 * rows * entries < size < 4 * rows * entries + 5 * rows + 200  # a length, a label, and the head
