"""Scoring anywhere: a saved game as a function over batches of records."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..errors import BadParameter, MissingExtra
from ..features.labels import Outcome, TwoClass
from ..rows.game import Game
from ..rows.still import stilled
from ..store import from_bytes
from ..support.loading import VERSION

KINDS = {"string": "object", "bigint": "int64", "double": "float64", "boolean": "bool"}  # of Spark, and of pandas


class Scorer:
    """The predictions of a saved game for batches of raw records: bit for bit those of `littlestone predict`.

    A batch is a pandas data frame or an Arrow table (or record batch), and the answer is of the same kind, a row for
    every record: `act`, the class predicted, `guess`, the number behind it, and `chance`, where the learner has one;
    `low` and `high` where the game has intervals. The game's schema makes features of records, so columns are
    named as in the file that was played; others are taken for features as in a file, and the label is left out. A frame
    for a game without names has a column for every feature, in order.

    It holds the saved game as bytes and can be pickled: workers need no file. Nothing is learned.

    saved    a path, or the bytes of a saved game
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

    def __init__(self, saved: str | os.PathLike[str] | bytes, *, keep: Sequence[str] = ()) -> None:
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
        arrow = find_arrow()
        if isinstance(batch, arrow.Table | arrow.RecordBatch):
            said = self.rows(self.records(arrow, batch))
            kept = {name: batch.column(name) for name in self.keep}
            made = arrow.table({**kept, **{name: arrow.array(each) for name, each in said.items()}})
            return made if isinstance(batch, arrow.Table) else made.combine_chunks().to_batches()[0]
        import pandas

        if not isinstance(batch, pandas.DataFrame):
            raise BadParameter(f"a batch is a pandas data frame or an Arrow table, not {type(batch).__name__}")
        said = self.rows(self.records(arrow, batch))
        frame = pandas.DataFrame(
            {name: np.array(each, dtype=KINDS[self.columns[name]]) for name, each in said.items()}, index=batch.index
        )
        return frame if not self.keep else pandas.concat([batch[self.keep], frame], axis=1)

    def records(self, arrow: Any, batch: Any) -> Iterator[Any]:
        """The records of a batch: a dict a row, or its numbers where columns have none."""
        features = self.game.features
        if not (features.names or features.hashing):
            numbers = (
                batch.drop(columns=self.keep) if hasattr(batch, "iloc") else batch.drop_columns(self.keep).to_pandas()
            )
            yield from np.asarray(numbers, dtype=np.float64)
            return
        table = arrow.Table.from_pandas(batch, preserve_index=False) if hasattr(batch, "iloc") else batch
        schema = self.game.schema
        roles = (schema.label, schema.weight, schema.id, schema.asked_at, schema.known_at)
        kept = [name for name in table.column_names if name not in (*self.keep, *roles)]
        yield from table.select(kept).to_pylist()

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

        empty = pandas.DataFrame({name: np.zeros(0, dtype=KINDS[kind]) for name, kind in self.columns.items()})
        return empty if not self.keep else pandas.concat([frame[self.keep].head(0), empty], axis=1)


def find_arrow() -> Any:
    """pyarrow, through which records of all frames come."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtra("scoring frames needs pyarrow: pip install 'littlestone[arrow]'") from error
    return pyarrow
