"""Tasks on Spark, in one session: `tasks_driver.py FOLDER`; prints what was found as JSON."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from lost_workers import killed_once

from littlestone import Game, LinearAdaGrad, save
from littlestone.cluster import Scorer, train, training
from littlestone.cluster.spark_engine import session_on
from littlestone.cluster.training import digest_of
from littlestone.errors import LittlestoneError
from littlestone.sweeps import sweep


def data(rows=400, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, 5))
    return X, np.where(X @ [1, -1, 2, 0, 0.5] + random.normal(size=rows) > 0, 1, -1)


def main(folder):
    place, found = Path(folder), {}
    asked = {"shards": 4, "epochs": 2}
    found["here"] = digest_of(train(*data(), workers=1, **asked))
    found["there"] = digest_of(train(*data(), executor="spark", **asked))
    training.play_shard = partial(killed_once, place / "killed")
    found["killed"] = digest_of(train(*data(), executor="spark", **asked))
    found["was_killed"] = (place / "killed").exists()
    grid = {"learners": "pa1", "grid": {"C": [0.1, 1.0]}, "shuffles": 2}
    tables = [sweep(*data(), executor=on, **grid).drop(columns="seconds") for on in ("processes", "spark")]
    found["sweep"] = bool(tables[0].equals(tables[1]))
    try:
        train(*data(), executor="spark://127.0.0.1:9")
    except LittlestoneError as error:
        found["refused"] = str(error)
    game = Game(LinearAdaGrad(loss="log"), labels=("ham", "spam"))
    random = np.random.default_rng(1)
    frame = pd.DataFrame(
        {"id": range(200), "a": random.normal(size=200), "colour": random.choice(["red", "green", None], 200)}
    )
    for record in frame.drop(columns="id").to_dict("records"):
        record = {name: value for name, value in record.items() if value is not None and value == value}
        game.label(game.predict(record).number, "spam" if record["a"] > 0 else "ham")
    save(game, place / "m.npz")
    score = Scorer(place / "m.npz", keep=["id"])
    spark = session_on()
    table = spark.createDataFrame(frame)
    there = table.mapInPandas(score.batches, score.schema(table)).toPandas().sort_values("id")
    here = score(frame)
    found["scored"] = all(there[name].tolist() == here[name].tolist() for name in here.columns)
    found["columns"] = list(there.columns)
    spark.stop()
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
