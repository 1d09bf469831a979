"""Arrays in files: the rows of the arrays, or an error of ours."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron
from littlestone.errors import BadFile, BadParameter, LittlestoneError
from littlestone.features import as_batch
from littlestone.formats.named_source import ROWS
from littlestone.formats.packed.npz_file import NpzFile

QUICK = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
rng = np.random.default_rng(0)
X = sp.random(30, 7, 0.4, format="csr", random_state=rng)
y = np.where(np.arange(30) % 3 == 0, 1, -1)


def examples(source):
    return [(dict(zip(x.columns.tolist(), x.values.tolist(), strict=True)), y) for x, y in source]


def expected(y):
    batch = as_batch(X)
    return [(dict(zip(batch.row(t).columns, batch.row(t).values, strict=True)), y[t]) for t in range(len(batch))]


def test_a_sparse_matrix_and_its_labels_beside_it_are_read_back(tmp_path):
    sp.save_npz(tmp_path / "x.npz", X)
    np.save(tmp_path / "y.npy", y)
    source = NpzFile(tmp_path / "x.npz", label=str(tmp_path / "y.npy"))
    assert examples(source) == expected(y)
    assert source.progress == 1.0
    assert examples(NpzFile(tmp_path / "x.npz")) == expected([None] * 30)


@pytest.mark.parametrize("name", ["y", "labels", "truth"])
def test_arrays_and_their_labels_are_read_back(tmp_path, name):
    np.savez_compressed(tmp_path / "x.npz", X=X.toarray(), **{name: y})
    assert examples(NpzFile(tmp_path / "x.npz", label="truth" if name == "truth" else None)) == expected(y)


@pytest.mark.parametrize(
    ("labels", "options", "signs"),
    [
        ([0, 1, 1], {}, [-1, 1, 1]),
        ([True, False, True], {}, [1, -1, 1]),
        ([1.0, np.nan, -1.0], {}, [1, None, -1]),
        (["ham", "spam", ""], {"positive": "spam"}, [-1, 1, None]),
        ([b"no", b"yes", b"no"], {}, [-1, 1, -1]),
        ([3, 5, 3], {"labels": (5, 3)}, [1, -1, 1]),
        ([2.5, -3.0, 0.0], {"labels": "numbers"}, [2.5, -3.0, 0.0]),
    ],
)
def test_labels_are_read_as_in_tables(tmp_path, labels, options, signs):
    np.savez(tmp_path / "x.npz", X=np.eye(3), y=np.array(labels))
    assert [y for _, y in NpzFile(tmp_path / "x.npz", **options)] == signs


@pytest.mark.parametrize("sparse", [True, False])
def test_bad_rows_are_told_or_counted(tmp_path, sparse):
    wrong = np.eye(4)
    wrong[1, 0] = np.inf
    arrays = {"X": wrong}
    if sparse:
        csr = sp.csr_array(wrong)
        arrays = {"format": "csr", "data": csr.data, "indices": csr.indices, "indptr": csr.indptr, "shape": csr.shape}
    np.savez(tmp_path / "x.npz", y=[1, 0, 7, 0], **arrays)
    with pytest.raises(BadFile, match="row 1: a number that is not finite"):
        list(NpzFile(tmp_path / "x.npz"))
    source = NpzFile(tmp_path / "x.npz", skip_bad=True)
    assert examples(source) == [({0: 1.0}, 1), ({3: 1.0}, -1)]
    assert source.bad == 2
    assert "row 2: a label" in source.complaints[1]


def test_many_rows_come_in_batches_that_a_game_plays(tmp_path):
    n = ROWS + 10
    np.savez(tmp_path / "x.npz", X=np.where(np.arange(n) % 2, 1, -1)[:, None], y=np.arange(n) % 2)
    game = Game(Perceptron(), bounds=[])
    for batch in NpzFile(tmp_path / "x.npz").batches():
        game.play_batch(batch)
    assert (game.ledger.rounds, game.ledger.mistakes) == (n, 1)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"a": [1]}, "has no array X"),
        ({"X": [1.0]}, "a table of numbers"),
        ({"X": [["a"]]}, "a table of numbers"),
        ({"X": np.array([[None]], dtype=object)}, "damaged, or pickled"),
        ({"X": [[1.0]], "y": [1, 0]}, "1 rows need a label each"),
        ({"X": [[1.0]], "y": np.array([None], dtype=object)}, "damaged, or pickled"),
        ({"format": "csc"}, "not stored by rows"),
        ({"format": "csr", "data": [1.0]}, "not a sparse matrix"),
        ({"format": "csr", "data": [1.0], "indices": [9], "indptr": [0, 1], "shape": [1, 3]}, "not a sparse matrix"),
        ({"format": "csr", "data": [1.0], "indices": [0.0], "indptr": [0, 1], "shape": [1, 3]}, "whole ones"),
        ({"format": "csr", "data": [1.0], "indices": [0], "indptr": [0, 9], "shape": [1, 3]}, "not a sparse matrix"),
    ],
)
def test_arrays_that_make_no_rows_are_refused(tmp_path, arrays, words):
    np.savez(tmp_path / "x.npz", **arrays)
    with pytest.raises(BadFile, match=words):
        list(NpzFile(tmp_path / "x.npz"))


def test_labels_that_are_not_there_are_refused(tmp_path):
    np.savez(tmp_path / "x.npz", X=np.eye(2))
    for label in ("truth", "nowhere.npy"):
        with pytest.raises(BadFile, match=label):
            list(NpzFile(tmp_path / "x.npz", label=label))
    with pytest.raises(BadParameter, match="two classes"):
        NpzFile("x.npz", labels=(1, 1))


@QUICK
@given(data=st.binary(max_size=30), at=st.integers(0, 10_000), cut=st.booleans(), sparse=st.booleans())
def test_damage_is_an_error_of_ours_or_goes_unnoticed(tmp_path, data, at, cut, sparse):
    path = tmp_path / "x.npz"
    if sparse:
        sp.save_npz(path, X, compressed=False)
    else:
        np.savez(path, X=X.toarray(), y=y)
    whole = path.read_bytes()
    at %= len(whole)
    path.write_bytes(whole[:at] + (b"" if cut else data + whole[at + len(data) :]))
    try:
        for _, label in NpzFile(path):
            assert label in (1, -1, None)
    except LittlestoneError:
        pass
