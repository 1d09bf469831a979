from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, MulticlassPerceptron, OneVsRest, Perceptron, read
from littlestone.errors import BadBatch, BadLabel
from littlestone.features import HashedFeatures
from littlestone.features.batches import narrowed, one_by_one, taken, together, truths_of, with_truths, with_values
from littlestone.formats import pack
from littlestone.row import Batch

rows = st.lists(
    st.tuples(
        st.dictionaries(st.integers(0, 9), st.floats(-5, 5), max_size=5),
        st.one_of(st.none(), st.integers(-3, 3), st.sampled_from(["ham", "spam"])),
    ),
    max_size=12,
)


def batch_of(examples, width=10):
    starts, columns, values = [0], [], []
    for x, _ in examples:
        columns += sorted(x)
        values += [x[column] for column in sorted(x)]
        starts.append(len(columns))
    return with_truths(Batch(starts, columns, values, width).check(), [y for _, y in examples])


def examples_of(batch):
    found = []
    for t, y in enumerate(truths_of(batch)):
        x = batch.row(t)
        found.append((dict(zip(x.columns.tolist(), x.values.tolist(), strict=True)), y))
    return found


@settings(deadline=None, max_examples=60)
@given(rows, st.randoms(use_true_random=False))
def test_rows_and_labels_stay_together_whatever_is_done_to_them(examples, random):
    batch = batch_of(examples)
    assert examples_of(batch) == examples
    order = list(range(len(examples)))
    random.shuffle(order)
    assert examples_of(taken(batch, np.array(order, dtype=int))) == [examples[k] for k in order]
    half = len(examples) // 2
    parts = [taken(batch, slice(0, half)), taken(batch, slice(half, None))]
    assert examples_of(together(parts)) == examples
    assert [
        (dict(zip(x.columns.tolist(), x.values.tolist(), strict=True)), y) for x, y in one_by_one(batch)
    ] == examples
    doubled = with_values(batch, 2 * np.asarray(batch.values))
    assert examples_of(doubled) == [({c: 2 * v for c, v in x.items()}, y) for x, y in examples]
    assert narrowed(batch).width == max((column + 1 for x, _ in examples for column in x), default=0)


def test_a_game_of_classes_asks_a_batch_for_their_names():
    examples = [({0: 1.0}, "ham"), ({1: 1.0}, "spam"), ({0: 1.0}, None), ({2: 1.0}, 3), ({1: 1.0}, "spam")]
    many, one = Game(MulticlassPerceptron()), Game(MulticlassPerceptron())
    for part in (slice(0, 2), slice(2, None)):
        many.play_batch(taken(batch_of(examples), part))
    for x, y in one_by_one(batch_of(examples)):
        move = one.predict(x)
        if y is None:
            one.forget(move.number)
        else:
            one.label(move.number, y)
    assert many.labels.known == ["ham", "spam", 3]
    assert many.ledger.as_dict() == one.ledger.as_dict()


def test_two_classes_by_name_are_a_batch_too():
    batch = batch_of([({0: 1.0}, "ham"), ({1: 1.0}, "spam")])
    assert Game(Perceptron(), labels=("ham", "spam")).play_batch(batch).labelled == 2
    game = Game(Perceptron())
    with pytest.raises(BadLabel, match="a label here is -1 or 1, not 'ham'"):
        game.play_batch(batch)
    assert game.ledger.rounds == 0


def test_a_table_of_texts_is_played_by_batches(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,kind\n" + "1,0,red\n0,1,green\n1,1,\n0,2,3\n" * 3)
    source = read(path, label="kind", labels="classes")
    game = Game(OneVsRest("perceptron"), features=source.features)
    for batch in source.batches():
        game.play_batch(batch)
    assert game.ledger.classes == {"red": 3, "green": 3, 3: 3}
    assert game.ledger.forgotten == 3
    assert (
        game.ledger.as_dict()
        == Game(OneVsRest("perceptron")).play(read(path, label="kind", labels="classes")).as_dict()
    )
    with pytest.raises(BadBatch, match="packed labels are numbers, and 'red' is a text"):
        pack(source, tmp_path / "t.rows")


def test_arrays_have_classes_too(tmp_path):
    path = tmp_path / "t.npz"
    np.savez(path, X=np.eye(3), y=np.array(["red", "NA", "blue"]))
    assert [y for _, y in read(path, labels="classes")] == ["red", None, "blue"]
    np.savez(path, X=np.eye(3), y=np.array([3, 1, 7]))
    assert [y for _, y in read(path, labels="classes")] == [3, 1, 7]


def test_a_table_without_label_has_none(tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n1,x\n")
    (tmp_path / "t.jsonl").write_text('{"a": 1, "y": "x"}\n')
    for name in ("t.csv", "t.jsonl"):
        assert list(read(tmp_path / name, labels="none")) == [({"a": 1.0, "y=x": 1.0}, None)]


def test_names_may_be_hashed_on_the_way_into_batches(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,c,y\n" + "1,2,3,1\n4,5,6,0\n" * 3)
    source = read(path, label="y")
    source.features = HashedFeatures(1)
    (batch,) = source.batches()
    hashed = HashedFeatures(1)
    for t, (x, _) in enumerate(read(path, label="y")):
        assert batch.row(t).dense(2).tolist() == hashed.row(x).dense(2).tolist()


def test_packed_numbers_are_played_by_batches(tmp_path):
    from littlestone import LinearVAW

    path = tmp_path / "t.svm"
    path.write_text("0.5 1:1\n2.25 2:1\n-1.125 1:2\n")
    packed = pack(read(path, labels="numbers"), tmp_path / "t.rows")
    game = Game(LinearVAW())
    for batch in packed.batches():
        game.play_batch(batch)
    assert game.ledger.as_dict() == Game(LinearVAW()).play(read(path, labels="numbers")).as_dict()


def test_rows_of_a_reader_may_be_played_one_by_one_under_its_names(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,y\n1,0,1\n0,1,0\n")
    source = read(path, label="y")
    game = Game(Perceptron(), features=source.features)
    (batch,) = source.batches()
    for x, y in one_by_one(batch):
        game.label(game.predict(x).number, y)
    assert game.weights() == {"b": -1.0}
