"""The driver of a stream on Spark: `keyed_driver.py MODEL EVENTS ANSWERS CHECKPOINT [LATE]`, until all is read."""

from __future__ import annotations

import sys

from littlestone.cluster import KeyedGames, spark_stream
from littlestone.cluster.keyed import EVENTS
from littlestone.cluster.spark_engine import session_on

ROCKS = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"


def main(model, source, sink, checkpoint, late=None):
    spark = session_on()
    spark.conf.set("spark.sql.streaming.stateStore.providerClass", ROCKS)
    spark.conf.set("spark.sql.shuffle.partitions", "2")
    events = spark.readStream.schema(EVENTS).option("maxFilesPerTrigger", 1).json(source)
    answers = spark_stream(events, KeyedGames(model, expires=25.0), None if late is None else float(late))
    query = answers.writeStream.format("json").option("checkpointLocation", checkpoint).trigger(availableNow=True)
    query.start(sink).awaitTermination()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
