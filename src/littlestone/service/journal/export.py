"""The rows of a journal as events of a stream with a key: that of `littlestone.cluster.KeyedGames`, a game per name.

A prediction is an `ask`, a label a `label`, a time-out that counts as a label one as well, and any other time-out or
round that was given up a `forget`. Labels that came too late, records that were erased and rows about the game itself
are left out. Rows of a game keep their numbers, so that whoever gets an event twice knows it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...errors import BadFile
from ..http.contract import decode_any
from .journal import EXPIRE, FORGET, LABEL, PREDICT, Journal

PLACES = "_exported.json"  # the last row of every game that is in a folder; Spark passes over names with _ and .
BEING_WRITTEN = ".being_written"
# The same events by SQL, for JDBC. 1099511627776 is 2^40; kinds are those of journal.py.
SQLITE = """
select games.name as key, journal.key % 1099511627776 as seq, journal.id as id,
    case when kind = 1 then 'ask' when kind in (2, 4) and record is not null then 'label' else 'forget' end as kind,
    case when kind = 1 then cast(record as text) end as record,
    case when kind in (2, 4) then cast(record as text) -> '$.y' end as label,
    at / 1000000.0 as time,
    case when kind = 2 then cast(record as text) ->> '$.weight' end as weight
from journal join games on games.number = journal.game
where kind in (3, 4) or kind in (1, 2) and record is not null
order by journal.key
"""
POSTGRES = """
select games.name as key, seq, id,
    case when kind = 1 then 'ask' when kind in (2, 4) and record is not null then 'label' else 'forget' end as kind,
    case when kind = 1 then convert_from(record, 'UTF8') end as record,
    case when kind in (2, 4) then (convert_from(record, 'UTF8')::json -> 'y')::text end as label,
    at / 1000000.0::double precision as time,
    case when kind = 2 then (convert_from(record, 'UTF8')::json ->> 'weight')::double precision end as weight
from journal join games on games.number = journal.game
where kind in (3, 4) or kind in (1, 2) and record is not null
order by game, seq
"""


def events_of(journal: Journal, name: str, after: int = 0) -> Iterator[dict[str, Any]]:
    """The events of a game, in the order of its rows, those after one."""
    for row in journal.rows(journal.number_of(name), after):
        event: dict[str, Any] = {"key": name, "seq": row.seq, "id": row.id, "time": row.at / 1e6}
        if row.kind == PREDICT and row.record is not None:
            yield event | {"kind": "ask", "record": row.record.decode()}
        elif row.kind in (LABEL, EXPIRE) and row.record is not None:
            told = decode_any(row.record)
            weight = {"weight": told["weight"]} if row.kind == LABEL and told.get("weight") is not None else {}
            yield event | {"kind": "label", "label": json.dumps(told["y"])} | weight
        elif row.kind in (FORGET, EXPIRE):
            yield event | {"kind": "forget"}


def lines_of(events: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Events as JSON, one a line."""
    for event in events:
        yield json.dumps(event, ensure_ascii=False) + "\n"


def export_into(journal: Journal, names: Iterable[str], folder: Path) -> tuple[Path | None, int]:
    """Write the events that are not in the folder yet into a new file of it; the file and their number.

    The file appears complete. If the machine fails before the places are noted, the next one has the same events again,
    and their rows are known by their numbers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    places = places_in(folder)
    count, last = 0, dict(places)
    hidden = folder / BEING_WRITTEN
    with hidden.open("w") as file:
        for name in names:
            for event in events_of(journal, name, places.get(name, 0)):
                last[name] = event["seq"]
                file.write(json.dumps(event, ensure_ascii=False) + "\n")
                count += 1
        file.flush()
        os.fsync(file.fileno())
    if not count:
        hidden.unlink()
        return None, 0
    number = 1 + max((int(path.stem) for path in folder.glob("[0-9]*.json") if path.stem.isdigit()), default=0)
    path = folder / f"{number:08}.json"
    hidden.replace(path)
    with hidden.open("w") as file:
        json.dump(last, file)
    hidden.replace(folder / PLACES)
    return path, count


def places_in(folder: Path) -> dict[str, int]:
    """The last row of every game that is in the folder."""
    path = folder / PLACES
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text())
        return {str(name): int(seq) for name, seq in found.items()}
    except (ValueError, AttributeError, TypeError):
        raise BadFile(f"{path} does not say which rows are in the folder: export into another one") from None
