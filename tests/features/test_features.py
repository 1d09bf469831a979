from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from littlestone.errors import BadFeature, BadWidth
from littlestone.features.features import CHUNK, Features


@given(st.lists(st.dictionaries(st.text(max_size=4), st.floats(-1e9, 1e9), max_size=8), max_size=30))
def test_names_get_the_next_free_column_and_keep_it(examples):
    features = Features()
    columns: dict[str, int] = {}
    for example in examples:
        row = features.row(example)
        there = {name: value for name, value in example.items() if value}
        for name in there:
            columns.setdefault(name, len(columns))
        assert row.columns.tolist() == sorted(columns[name] for name in there)
        assert row.values.tolist() == [value for _, value in sorted((columns[name], there[name]) for name in there)]
        assert row.width == len(columns)
    assert features.names == list(columns)


def test_a_row_stays_what_it_was_while_others_come():
    features = Features()
    first = features.row({"a": 1.5, "b": 2})
    rows = [features.row({f"n{i}": i for i in range(1, size + 1)}) for size in (0, 1, CHUNK - 1, CHUNK, CHUNK + 5, 3)]
    assert repr(first) == "Row({0: 1.5, 1: 2})"
    assert [len(row) for row in rows] == [0, 1, CHUNK - 1, CHUNK, CHUNK + 5, 3]
    assert rows[4].values.tolist() == list(range(1, CHUNK + 6))


def test_booleans_and_whole_numbers_are_numbers():
    row = Features().row({"a": True, "b": 3, "c": False})
    assert row.values.tolist() == [1.0, 3.0]  # false is 0, and zeros are left out


def test_named_and_numbered_columns_do_not_mix():
    features = Features()
    features.row([1.0, 2.0])
    with pytest.raises(BadFeature, match="numbered columns"):
        features.row({"a": 1})
    features = Features(["a"])
    with pytest.raises(BadFeature, match="named columns"):
        features.row([1.0, 2.0])


def test_a_pair_of_columns_and_values_is_checked():
    features = Features()
    assert repr(features.row(([4, 2], [1.0, 3.0]))) == "Row({2: 3, 4: 1})"
    with pytest.raises(BadWidth, match="column -1"):
        features.row(([-1, 2], [1.0, 3.0]))
    with pytest.raises(BadWidth, match="1,099,511,627,776"):
        features.row(([2**40], [1.0]))
    for pair in (([1, 2], [3.0]), ([1.5], [3.0]), ([1, 2], 3.0)):
        with pytest.raises(BadFeature, match="a pair is"):
            features.row(pair)


def test_a_sparse_row_is_read_and_left_as_it_is():
    unsorted = sp.csr_array((np.array([1.0, 2.0, 4.0]), np.array([3, 1, 1]), np.array([0, 3])), shape=(1, 5))
    assert repr(Features().row(unsorted)) == "Row({1: 6, 3: 1})"
    assert unsorted.indices.tolist() == [3, 1, 1]
    assert repr(Features().row(sp.coo_array(np.array([0.0, 2.0])))) == "Row({1: 2})"
    with pytest.raises(BadFeature, match="not 2"):
        Features().row(sp.csr_array(np.eye(2)))


def test_texts_in_vectors_are_no_numbers_even_if_they_look_like_some():
    for example in (["1", "2"], "12", b"12", 3):
        with pytest.raises(BadFeature):
            Features().row(example)


def test_numbers_of_numpy_are_numbers():
    row = Features().row({"a": np.bool_(True), "b": np.float32(0.5), "c": np.int64(3)})
    assert row.values.tolist() == [1.0, 0.5, 3.0]
    with pytest.raises(BadFeature, match="'a' is"):
        Features().row({"a": np.float64("inf")})


def test_any_mapping_will_do():
    from collections import OrderedDict
    from types import MappingProxyType

    for example in (OrderedDict(a=1, b=2), MappingProxyType({"a": 1, "b": 2})):
        assert repr(Features().row(example)) == "Row({0: 1, 1: 2})"
