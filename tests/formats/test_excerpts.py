"""Files of text in excerpts: together they are the file, whatever they are cut into."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from drawn_streams import namespaces, vectors
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import read
from littlestone.features.batches import together
from littlestone.features.hashing import HashedFeatures
from littlestone.formats.chained import Chained
from littlestone.formats.excerpts import excerpts_of, line_starts, next_line


def hashed(path, **settings):
    source = read(path, format="vw", **settings)
    source.take_columns(HashedFeatures(6))
    return source


def arrays(batch):
    named = ("starts", "columns", "values", "labels", "weights")
    return [np.asarray(getattr(batch, name)).tolist() for name in named]


@pytest.mark.parametrize("size", [1, 7, 100, 1000, 10**6])
@pytest.mark.parametrize("kind", ["svmlight", "vw"])
def test_excerpts_together_are_the_file(tmp_path, size, kind):
    path = tmp_path / "text"
    path.write_text(vectors(60) if kind == "svmlight" else namespaces(60))
    source = read(path, format="svmlight", base=1) if kind == "svmlight" else hashed(path)
    found = excerpts_of(source, size)
    assert [one.begin for one in found] == [0, *(one.stop for one in found[:-1])]
    batches = [batch for one in found for batch in one.read().passing()]
    assert arrays(together(batches)) == arrays(together(list(source.batches())))


@settings(deadline=None)
@given(st.lists(st.integers(0, 12), max_size=30), st.integers(1, 40), st.booleans())
def test_cuts_are_where_lines_begin(tmp_path_factory, lengths, size, ended):
    text = "\n".join("x" * length for length in lengths) + ("\n" if ended else "")
    path = tmp_path_factory.mktemp("cuts") / "text"
    path.write_text(text)
    with path.open("rb") as file:
        cuts = line_starts(file, len(text), size)
        assert cuts[0] == 0
        assert cuts[-1] == len(text)
        assert list(cuts) == sorted(set(cuts)) or not text
        assert all(text[cut - 1] == "\n" for cut in cuts[1:-1])
        for near in range(1, len(text) + 1):
            wanted = next((at + 1 for at in range(near - 1, len(text)) if text[at] == "\n"), len(text))
            assert next_line(file, near, len(text)) == wanted


def test_what_cannot_be_read_apart_is_not(tmp_path):
    text = vectors(20)
    (tmp_path / "a.svm").write_text(text)
    (tmp_path / "a.svm.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "b.vw").write_text(namespaces(20))
    (tmp_path / "c.csv").write_text("y,a\n1,2\n0,3\n")
    marked = b"\xef\xbb\xbf" + text.encode()
    (tmp_path / "d.svm").write_bytes(marked + marked)
    assert len(excerpts_of(read(tmp_path / "a.svm"), 100)) > 2
    both = Chained([read(tmp_path / "a.svm"), read(tmp_path / "a.svm")])
    assert len(excerpts_of(both, 100)) == 2 * len(excerpts_of(read(tmp_path / "a.svm"), 100))
    assert excerpts_of(read(tmp_path / "a.svm", skip_bad=True), 100) is None
    assert excerpts_of(read(tmp_path / "a.svm.gz"), 100) is None
    assert excerpts_of(read(tmp_path / "b.vw"), 100) is None  # names get columns as they come
    assert excerpts_of(read(tmp_path / "c.csv", label="y"), 100) is None
    assert excerpts_of(read(tmp_path / "d.svm"), len(marked)) is None
    assert len(excerpts_of(read(tmp_path / "d.svm"), 10**6)) == 1
    other = read(tmp_path / "b.vw")
    other.take_columns(HashedFeatures(6, seed=3))
    assert excerpts_of(other, 100) is None
