"""The table of names: every name its own column, found again whatever its length; and the hash it is found by."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.features.name_table import NameTable, murmur3


@pytest.mark.parametrize(
    ("data", "seed", "told"),
    [
        (b"", 0, 0),
        (b"", 1, 0x514E28B7),
        (b"", 0xFFFFFFFF, 0x81F16F39),
        (b"\xff\xff\xff\xff", 0, 0x76293B50),
        (b"\x21\x43\x65\x87", 0, 0xF55B516B),
        (b"\x21\x43\x65\x87", 0x5082EDEE, 0x2362F9DE),
        (b"\x21\x43\x65", 0, 0x7E4A8634),
        (b"\x21\x43", 0, 0xA0F7B07A),
        (b"\x21", 0, 0x72661CF4),
        (b"\0\0\0\0", 0, 0x2362F9DE),
        (b"\0\0\0", 0, 0x85F0B427),
        (b"\0\0", 0, 0x30F4C306),
        (b"\0", 0, 0x514E28B7),
        (b"abc", 0, 0xB3DD93FA),
        (b"Hello, world!", 0x9747B28C, 0x24884CBA),
        (b"The quick brown fox jumps over the lazy dog", 0x9747B28C, 0x2FA826CD),
        (b"a" * 256, 0x9747B28C, 0x37405BDC),
    ],
)
def test_the_hash_is_the_published_one(data, seed, told):
    assert murmur3(data, seed) == told


names = st.binary(max_size=12) | st.sampled_from([b"", b"\0", b"a", b"a\0", b"x" * 5000])


@settings(deadline=None, max_examples=100)
@given(st.lists(names, max_size=300))
def test_a_name_has_the_column_of_its_first_coming_and_no_other(came):
    table, plain = NameTable(), {}
    for name in came:
        assert table.find(name) == plain.get(name, -1)
        assert table.column(name) == plain.setdefault(name, len(plain))
    assert len(table) == len(plain)
    assert [table.find(name) for name in plain] == list(plain.values())


@settings(deadline=None, max_examples=100)
@given(st.lists(st.integers(0, 400).map(b"%d".__mod__), min_size=1, max_size=400), st.data())
def test_what_is_forgotten_leaves_no_trace(came, draw):
    table, plain = NameTable(), {}
    for start in range(0, len(came), 40):
        for name in came[start : start + 40]:
            table.column(name)
        before = draw.draw(st.integers(0, len(table)))
        dropped = table.names(before)
        table.forget(before)
        assert all(table.find(name.encode()) == -1 for name in dropped)
        plain = {name.encode(): column for column, name in enumerate(table.names())}
        assert len(plain) == before
        assert all(table.find(name) == column for name, column in plain.items())


def test_names_come_back_in_order_however_many_and_long():
    told = [f"{'é' * (k % 50)}{k}" for k in range(3000)] + ["z" * 1_000_000, "z" * 999_999]
    table = NameTable()
    assert [table.column(name.encode()) for name in told] == list(range(len(told)))
    assert table.names() == told
    assert table.names(2999) == told[2999:]
    assert table.names(5000) == []
