import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import Batch, Committee, Forest, Game, Perceptron, Standardised, Winnow, read
from littlestone.errors import BadBatch, BadFeature, BadLabel, BadWidth
from littlestone.facades.sklearn import OnlineClassifier
from littlestone.features.arrays import as_batch
from littlestone.natures import Recorded

SHAPES = st.tuples(st.integers(0, 8), st.integers(1, 6))
TABLES = SHAPES.flatmap(lambda shape: arrays(np.float64, shape, elements=st.sampled_from([0.0, 0.0, 1.0, -2.5, 3.0])))


def contents(batch):
    """All that a batch holds, as plain lists."""
    parts = (batch.starts, batch.columns, batch.values, batch.labels)
    return [np.asarray(part).tolist() for part in parts], batch.width


def labels_for(X):
    """Some labels: the parity of the entries of each row."""
    return np.where(np.count_nonzero(X, axis=1) % 2, 1, -1)


@given(TABLES)
@settings(deadline=None, max_examples=60)
def test_the_same_table_makes_the_same_batch_however_it_is_stored(X):
    expected = contents(as_batch(X, labels_for(X)))
    others = [X.tolist()] if len(X) else []
    others += [np.asfortranarray(X), sp.csr_matrix(X), sp.csr_array(X), sp.csc_matrix(X), sp.coo_array(X)]
    others += [sp.lil_matrix(X), sp.dok_array(X)]
    names = [f"x{column}" for column in range(X.shape[1])]
    others += [pd.DataFrame(X, columns=names), pl.DataFrame(X, schema=names)]
    for other in others:
        assert contents(as_batch(other, labels_for(X))) == expected


@given(TABLES)
@settings(deadline=None, max_examples=60)
def test_a_batch_says_the_same_as_the_table_it_was_made_of(X):
    batch = as_batch(X)
    dense = np.array([batch.row(t).dense(batch.width) for t in range(len(batch))]).reshape(X.shape)
    assert np.array_equal(dense, X)


@given(TABLES, st.sampled_from(["perceptron", "winnow"]))
@settings(deadline=None, max_examples=60)
def test_playing_a_batch_and_playing_its_record_end_in_the_same_ledger(X, kind):
    if kind == "winnow":
        X = (X != 0).astype(float)
    batch = as_batch(X, labels_for(X))
    names = [f"x{column}" for column in range(X.shape[1])]
    natures = [Recorded(X, labels_for(X)), Recorded(batch), Recorded(sp.csr_array(X), labels_for(X))]
    natures += [Recorded(pd.DataFrame(X, columns=names), labels_for(X)), Recorded(X, labels_for(X), names=names)]
    natures += [Recorded(zip(X, labels_for(X), strict=True))]

    def game():
        return Game(Perceptron() if kind == "perceptron" else Winnow(n=X.shape[1]), loss="hinge")

    expected = plain(game().play_batch(batch).state())
    for nature in natures:
        assert plain(game().play(nature).state()) == expected


def plain(state):
    return {name: np.asarray(value).tolist() for name, value in state.items()}


def test_of_canonical_rows_only_the_columns_are_copied():
    X = sp.csr_array(np.eye(3))
    batch = as_batch(X)
    assert np.shares_memory(np.asarray(batch.values), X.data)
    assert not np.shares_memory(np.asarray(batch.columns), X.indices)
    again = as_batch(batch, [1, -1, 1])
    assert np.shares_memory(np.asarray(again.values), X.data)


def test_a_batch_without_new_labels_is_the_batch_itself():
    batch = as_batch([[1, 2]], [1])
    assert as_batch(batch) is batch


def test_duplicates_are_added_up_and_the_callers_matrix_stays_as_it_was():
    X = sp.csr_matrix((np.array([1.0, 2.0, 4.0]), np.array([2, 0, 2]), np.array([0, 3])), shape=(1, 3))
    assert contents(as_batch(X)) == ([[0, 2], [0, 2], [2.0, 5.0], []], 3)
    assert X.data.tolist() == [1.0, 2.0, 4.0]
    assert X.indices.tolist() == [2, 0, 2]


def test_matrices_that_must_not_be_written_to_are_taken_all_the_same():
    X = sp.csr_array(np.eye(2))
    for part in (X.data, X.indices, X.indptr):
        part.flags.writeable = False
    X.indptr = X.indptr.astype(np.int64)
    X.indptr.flags.writeable = False
    assert contents(as_batch(X)) == contents(as_batch(np.eye(2)))


@pytest.mark.parametrize(
    ("y", "labels"),
    [
        ([0, 1, 0], (0, 1)),
        (np.array([0, 1, 0], dtype=np.uint8), (0, 1)),
        (np.array([False, True, False]), (-1, 1)),
        ([False, True, False], (-1, 1)),
        (["ham", "spam", "ham"], ("ham", "spam")),
        (np.array(["ham", "spam", "ham"]), ("ham", "spam")),
        (pd.Series(["ham", "spam", "ham"]), ("ham", "spam")),
        (pd.Series(["ham", "spam", "ham"], dtype="category"), ("ham", "spam")),
        (pl.Series(["ham", "spam", "ham"]), ("ham", "spam")),
        (pl.Series([False, True, False]), (-1, 1)),
        (np.array([[-1.0], [1.0], [-1.0]]), (-1, 1)),
        (iter([-1, 1, -1]), (-1, 1)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_labels_of_every_kind_become_minus_one_and_plus_one(y, labels):
    assert np.asarray(as_batch(np.eye(3), y, labels=labels).labels).tolist() == [-1.0, 1.0, -1.0]


@pytest.mark.parametrize(
    ("y", "complaint"),
    [
        ([1, -1, 2], "row 2: a label here is -1 or 1, not 2"),
        (np.array([1, 5, 2]), "row 1: a label here is -1 or 1, not 5"),
        ([1, None, 1], "row 1: .* not None"),
        (np.array([1.0, 1.0, np.nan]), "row 2: .* not nan"),
        ([0, 1, 1], r"row 0: .*labels=\(0, 1\)"),
        (["1", "1", "1"], "row 0: .*labels="),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_label_of_neither_class_is_an_error_that_names_its_row(y, complaint):
    with pytest.raises(BadLabel, match=complaint):
        as_batch(np.eye(3), y)


def test_there_is_one_label_a_row():
    with pytest.raises(BadBatch, match="3 rows but 2 labels"):
        as_batch(np.eye(3), [1, -1])
    with pytest.raises(BadBatch, match=r"shape \(3, 3\)"):
        as_batch(np.eye(3), np.eye(3))


@pytest.mark.parametrize(
    ("X", "error", "complaint"),
    [
        ([[1, 2], [1, float("nan")]], BadFeature, "row 1, column 1 is nan"),
        (sp.csr_array([[1.0, np.inf]]), BadFeature, "row 0, column 1 is inf"),
        (sp.csr_array([[1j]]), BadFeature, "not of type complex128"),
        ([["a", "b"]], BadFeature, "row 0, column 0 is 'a'.*a text is a feature of its own"),
        ([["1", "2"]], BadFeature, "row 0, column 0 is '1'"),
        ([[1, None]], BadFeature, "row 0, column 1 is None"),
        (np.array([["2020-01-01"]], dtype="M8[D]"), BadFeature, "not of type datetime64"),
        (pd.DataFrame({"n": [1, 2], "city": ["Rome", "Oslo"]}), BadFeature, "row 0, column 'city' is 'Rome'"),
        (pd.DataFrame({"n": pd.array([1, None], dtype="Int64")}), BadFeature, "row 1, column 0 is nan"),
        (pl.DataFrame({"n": [1, None]}), BadFeature, "row 1, column 0 is nan"),
        (
            pd.DataFrame({"n": [1], "day": pd.to_datetime(["2020-01-01"])}),
            BadFeature,
            "column 'day': .* not of type datetime",
        ),
        (np.array([[1, "x"]], dtype=object), BadFeature, "row 0, column 1 is 'x'"),
        (np.array([[10**400]], dtype=object), BadFeature, "row 0, column 0 is 1000"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), BadFeature, "two columns 'a'"),
        (pd.DataFrame([[1, 2]]), BadFeature, "a feature's name is a string, not 0"),
        ([[1, 2], [3]], BadBatch, "equally long"),
        ([1, 2, 3], BadBatch, r"shape \(3,\); one example is \[x\]"),
        (np.zeros((2, 2, 2)), BadBatch, r"shape \(2, 2, 2\)"),
        (sp.coo_array(np.arange(3.0)), BadBatch, r"shape \(3,\)"),
        (sp.csr_array((1, 2**40)), BadWidth, "hash them"),
        (Batch([0, 2], [1, 0], [1.0, 1.0], 2), BadBatch, "row 0 has its columns out of order"),
    ],
)
def test_a_table_that_cannot_be_played_says_where_it_is_wrong(X, error, complaint):
    with pytest.raises(error, match=complaint):
        as_batch(X)


def test_numbers_of_any_plain_type_are_features():
    frame = pd.DataFrame(
        {"a": [True, False], "b": pd.array([3, 4], dtype="Int64"), "c": pd.array([1, 0], dtype="object")}
    )
    assert contents(as_batch(frame)) == contents(as_batch([[1.0, 3.0, 1.0], [0.0, 4.0, 0.0]]))
    frame = pl.DataFrame({"a": [True, False], "b": [3, 4], "c": [1.0, 0.0]})
    assert contents(as_batch(frame)) == contents(as_batch([[1.0, 3.0, 1.0], [0.0, 4.0, 0.0]]))


def test_zeros_are_entries_where_they_are_asked_for():
    X = np.array([[0.0, 2.0], [1.0, 0.0]])
    for table in (X, X.tolist(), pd.DataFrame(X, columns=["a", "b"])):
        whole = as_batch(table, zeros=True)
        assert np.asarray(whole.values).tolist() == [0.0, 2.0, 1.0, 0.0]
        assert np.asarray(whole.columns).tolist() == [0, 1, 0, 1]
        assert len(as_batch(table).values) == 2
    assert len(as_batch(sp.csr_array(X), zeros=True).values) == 2


@pytest.mark.parametrize("make", [Committee, Forest, lambda: Standardised("adagrad")])
def test_whoever_wants_zeros_makes_the_same_guesses_one_by_one_in_batches_from_files_and_as_an_estimator(
    make, tmp_path
):
    rng = np.random.default_rng(1)
    X = rng.integers(0, 3, (150, 3)).astype(float)
    y = np.where((X[:, 0] == 0) != (X[:, 1] > 1), 1, -1)
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=y)
    frame.to_csv(tmp_path / "t.csv", index=False)
    games = [Game(make()) for _ in range(4)]
    games[0].play(zip(X, y, strict=True))
    games[1].play_batch(as_batch(X, y, zeros=True))
    games[2].play(read(tmp_path / "t.csv", label="y"))
    games[3].play(frame, label="y")
    model = OnlineClassifier(make(), shuffle=False, max_iter=1).fit(X, y)
    assert {game.ledger.mistakes for game in (*games, model.game_)} == {games[0].ledger.mistakes}
    assert (model.predict(X[:20]) == [games[0].predict(x).act for x in X[:20]]).all()
