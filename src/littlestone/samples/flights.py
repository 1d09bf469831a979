"""The flights from New York in 2013 as a stream: asked when they depart, known when they have arrived."""

from __future__ import annotations

from typing import Any

import numpy as np

BEGINS, ENDS = (np.datetime64(when, "m") for when in ("2013-03-10T02:00", "2013-11-03T01:00"))
# summer time by the clock of winter, in every zone of the United States that has it
ISLANDS = (-4, "N")  # the zone of Puerto Rico and the Virgin Islands, which are not among the airports of the data set
DAY, HOUR = 24 * 60, 60
CELLS = ("month", "hour", "carrier", "flight", "tailnum", "origin", "dest", "distance", "dep_delay")


def in_time(frame: Any, data: Any) -> Any:
    """The flights that arrived, by the minute they departed, with the cells that were known then and both times in UTC.

    `data` gives the other tables of the data set by name. A departure is the scheduled hour, which the data set has in
    UTC, with minute and delay. An arrival is written as the clock of its airport shows it, without a day: it is the
    first time after the departure at which that clock, with its zone and summer time, shows it.
    """
    frame = frame[[*CELLS, "arr_delay", "arr_time", "minute", "time_hour"]]
    frame = frame[frame.arr_delay.notna()]
    departed = hours(frame) + minutes(frame.minute + frame.dep_delay)
    times = {"departed": departed, "arrived": arrivals(frame, departed, data("airports"))}
    chosen = frame[[*CELLS, "arr_delay"]].assign(**times)
    chosen["dep_delay"] = chosen.dep_delay.astype(int)
    return chosen.iloc[np.argsort(departed, kind="stable")]


def hours(frame: Any) -> Any:
    """The scheduled hours of departure in UTC; there are only some thousand different ones."""
    import pandas as pd

    codes, known = pd.factorize(frame.time_hour)
    return np.array([text[:16] for text in known], dtype="datetime64[m]")[codes]


def minutes(column: Any) -> Any:
    """Numbers as lengths of time."""
    return np.asarray(column).astype(np.int64).astype("timedelta64[m]")


def arrivals(frame: Any, departed: Any, airports: Any) -> Any:
    """When the flights arrived, in UTC."""
    zones = dict(zip(airports.faa, zip(airports.tz, airports.dst, strict=True), strict=True))
    at = {name: zones.get(name, ISLANDS) for name in frame.dest.unique()}
    shown = frame.dest.map({name: HOUR * int(zone) for name, (zone, _) in at.items()}).to_numpy()
    summers = frame.dest.map({name: summer == "A" for name, (_, summer) in at.items()}).to_numpy()
    clock = frame.arr_time.to_numpy().astype(np.int64)
    clock = clock // 100 * HOUR + clock % 100
    start = departed.astype(np.int64)
    winter, summer = (start + (clock - shown - ahead - start) % DAY for ahead in (0, HOUR))
    fits_winter = ~(summers & is_summer(winter, shown))
    fits_summer = summers & is_summer(summer, shown)
    # On the day before a change both may fit, one of them nearly a day later.
    found = np.where(fits_summer & ~(fits_winter & (winter < summer)), summer, winter)
    return found.astype("datetime64[m]")


def is_summer(when: Any, shown: Any) -> Any:
    """Is it summer time at these minutes in UTC, where clocks of winter show so many minutes more?"""
    clock = when + shown
    return (clock >= BEGINS.astype(np.int64)) & (clock < ENDS.astype(np.int64))
