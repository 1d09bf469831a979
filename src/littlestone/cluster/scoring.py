"""Scoring anywhere: a saved game as a function over batches of records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..features.arrays import is_columnar
from ..features.labels import Outcome, TwoClass
from ..formats.tables.arrow_source import find_arrow
from ..formats.tables.frame import is_lazy
from ..formats.tables.game_frame import frame_for
from ..rows.game import Game
from ..rows.still import stilled
from ..store import from_bytes, to_bytes
from ..support.loading import VERSION

KINDS = {  # as Spark calls them, pandas and Arrow
    "string": ("object", "string"),
    "bigint": ("int64", "int64"),
    "double": ("float64", "float64"),
    "boolean": ("bool", "bool"),
}


class Scorer:
    """The predictions of a saved game for batches of raw records: bit for bit those of `littlestone predict`.

    A batch is a frame of pandas or Polars, an Arrow table or record batch, and the answer is of the same kind, a row
    for every record; that to a relation of DuckDB, or whatever else has `__arrow_c_stream__`, is an Arrow table. It has
    these columns: `act`, the class predicted, `guess`, the number behind it, and `chance`, where the learner has one;
    `low` and `high` where the game has intervals. The game's schema makes features of records, so columns are
    named as in the file that was played; others are taken for features as in a file, and the label is left out. A frame
    for a game without names has a column for every feature, in order.

    It holds the saved game as bytes and can be pickled: workers need no file. Nothing is learned.

    saved    a game, the path of a saved one, or its bytes
    keep     columns of the batch to repeat in the answer, such as an id; they are no features

    >>> from littlestone import Game, Perceptron, save
    >>> import pandas, tempfile
    >>> game = Game(Perceptron(), labels=("ham", "spam"))
    >>> for x, y in 5 * [({"free": 1}, "spam"), ({"hello": 1}, "ham")]:
    ...     game.label(game.predict(x).number, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(game, f"{folder}/model.npz")
    ...     score = Scorer(f"{folder}/model.npz")
    >>> score(pandas.DataFrame({"free": [0, 1], "hello": [1, 0]}))["act"].tolist()
    ['ham', 'spam']
    """

    def __init__(self, saved: Game | str | os.PathLike[str] | bytes, *, keep: Sequence[str] = ()) -> None:
        if isinstance(saved, Game):
            saved = to_bytes(saved)
        if not isinstance(saved, bytes):
            with open(saved, "rb") as file:
                saved = file.read()
        self.saved = saved
        self.keep = [keep] if isinstance(keep, str) else list(keep)
        self.version = VERSION
        self.columns = self.described()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["version"] != VERSION:
            raise BadParameter(
                f"this worker has littlestone {VERSION}, and the game is scored by {state['version']}: "
                f"install the same version everywhere"
            )
        vars(self).update(state)

    @cached_property
    def game(self) -> Game:
        """A game that is asked only, loaded once a process."""
        game = from_bytes(self.saved)
        if not isinstance(game, Game) or game._advised:
            raise BadParameter("only games of examples can be scored; this saved game is of another kind")
        return stilled(game)

    def described(self) -> dict[str, str]:
        """The columns of an answer, with their types as Spark calls them."""
        inner = self.game
        probe = inner.predict({} if inner.features.names or inner.features.hashing else [])
        inner.forget(probe.number)
        bounds = {} if probe.interval is None else {"low": "double", "high": "double"}
        if isinstance(inner.labels, Outcome):
            return {"guess": "double", **bounds}
        known = inner.labels.state() or inner.labels.setting()
        kinds = {type(label) for label in known} if isinstance(known, list | tuple) else set()
        act = "bigint" if kinds == {int} else "double" if kinds == {float} else "string"
        guess = {"guess": "double"} if isinstance(inner.labels, TwoClass) else {}
        chance = {"chance": "double"} if inner.learner.has_chances or probe.chance is not None else {}
        return {"act": act, **guess, **chance}

    def one(self, x: Any) -> tuple[Any, ...]:
        """What is said of one record."""
        game = self.game
        move = game.predict(x)
        game.forget(move.number)
        said: dict[str, Any] = {"act": move.act, "guess": move.act if game._numbers else move.guess}
        if "low" in self.columns:
            said |= {"low": move.interval.low, "high": move.interval.high}
        if "chance" in self.columns:
            chance = move.chance
            said["chance"] = chance.get(move.act, 0.0) if isinstance(chance, dict) else chance
        if self.columns.get("act") == "string" and said["act"] is not None:
            said["act"] = str(said["act"])
        return tuple(said[name] for name in self.columns)

    def rows(self, records: Iterable[Any]) -> dict[str, list[Any]]:
        """The answers to records, by column."""
        said = [self.one(x) for x in records]
        return {name: [row[at] for row in said] for at, name in enumerate(self.columns)}

    def __call__(self, batch: Any) -> Any:
        """The answer to a batch."""
        if not is_columnar(batch):
            raise BadParameter(f"a batch is a frame, or an Arrow table, not {type(batch).__name__}")
        arrow = find_arrow()
        pandas = hasattr(batch, "iloc")
        table = batch.collect() if is_lazy(batch) else batch
        if not (pandas or hasattr(table, "height") or isinstance(table, arrow.Table | arrow.RecordBatch)):
            table = arrow.RecordBatchReader.from_stream(batch).read_all()
        said = self.rows(self.records(table))
        if pandas:
            return self.pandas_answer(table, said)
        columns = {name: arrow.array(each, KINDS[self.columns[name]][1]) for name, each in said.items()}
        if hasattr(table, "height"):
            answer = import_module("polars").DataFrame(arrow.table(columns))
            return table.select(self.keep).hstack(answer) if self.keep else answer
        made = arrow.table({**{name: table.column(name) for name in self.keep}, **columns})
        return made.combine_chunks().to_batches()[0] if isinstance(table, arrow.RecordBatch) else made

    def pandas_answer(self, frame: Any, said: dict[str, list[Any]]) -> Any:
        """The answer as a frame of pandas, with the index of this one."""
        pandas = import_module("pandas")
        columns = {name: np.array(each, dtype=KINDS[self.columns[name]][0]) for name, each in said.items()}
        answer = pandas.DataFrame(columns, index=frame.index)
        return answer if not self.keep else pandas.concat([frame[self.keep], answer], axis=1)

    def records(self, table: Any) -> Iterator[Any]:
        """The rows of a batch as features, or its numbers where the columns of the game have no names."""
        game = self.game
        if game.features.names or game.features.hashing:
            source = frame_for(game, table, {}, labelled=False, without=self.keep)
            for batch in source.batches():
                yield from map(batch.row, range(len(batch)))
        elif hasattr(table, "iloc"):
            yield from table.drop(columns=self.keep).to_numpy(dtype=np.float64)
        else:
            names = table.columns if hasattr(table, "height") else table.schema.names
            yield from np.stack(
                [np.asarray(table[name], dtype=np.float64) for name in names if name not in self.keep], 1
            )

    def batches(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The answers to many batches: for Spark, `frame.mapInPandas(score.batches, score.schema(frame))`."""
        for batch in batches:
            yield self(batch)

    def schema(self, frame: Any = None) -> str:
        """The columns of an answer as Spark writes them; those that are kept have the types of this Spark frame."""
        types = dict(frame.dtypes) if frame is not None else {}
        return ", ".join(
            f"`{name}` {kind}" for name, kind in ({name: types[name] for name in self.keep} | self.columns).items()
        )

    def meta(self, frame: Any = None) -> Any:
        """An empty answer, for Dask: `frame.map_partitions(score, meta=score.meta(frame))`."""
        import pandas

        empty = pandas.DataFrame({name: np.zeros(0, dtype=KINDS[kind][0]) for name, kind in self.columns.items()})
        return empty if not self.keep else pandas.concat([frame[self.keep].head(0), empty], axis=1)
