"""What a guess has computed is found again for the same row at the same moment, and for no other."""

from __future__ import annotations

from littlestone import Game, Perceptron
from littlestone.features import as_batch
from littlestone.rows.recall import Recall


def test_only_the_same_row_at_the_same_moment_fits():
    batch, twin = as_batch([[1, 0, 2], [0, 0, 0], [0, 0, 0]]), as_batch([[1, 0, 2], [0, 0, 0], [0, 0, 0]])
    recall = Recall()
    assert recall.found(batch.row(0), 0) is None
    recall.keep(batch.row(0), 3, "what")
    assert recall.found(batch.row(0), 3) == "what"  # another view of it
    assert recall.found(batch.row(0), 3) == "what"  # as often as one likes
    assert recall.found(twin.row(0), 3) is None
    assert recall.found(batch.row(1), 3) is None
    assert recall.found(batch.view(0, 2, 4), 3) is None  # four columns wide
    assert recall.found(batch.row(0), 4) is None
    recall.forget()
    assert recall.found(batch.row(0), 3) is None


def test_a_view_that_was_turned_to_another_row_is_that_other_row():
    batch = as_batch([[1, 2], [3, 4]])
    x, recall = batch.row(0), Recall()
    recall.keep(x, 0, "first")
    x.aim(2, 4)
    assert not recall.fits(x, 0)
    x.aim(0, 2)
    assert recall.fits(x, 0)


def test_rows_of_names_lie_in_one_buffer_and_are_told_apart():
    game = Game(Perceptron())
    rows = [game.predict(x).x for x in ({"a": 1.0}, {"a": 1.0}, {}, {"b": 2.0}, {})]
    recall = Recall()
    for number, x in enumerate(rows):
        recall.keep(x, 0, number)
        assert [recall.fits(other, 0) for other in rows] == [other is x for other in rows]
