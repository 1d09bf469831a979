"""Runs a sweep from the command line: reads the file once, plays all games, and sums up every setting."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, pstdev
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from ..bound import Certificate
from ..cluster.shared_rows import SharedRows
from ..command_line.progress import saying
from ..command_line.reading import Reading
from ..command_line.saved import keep_apart
from ..command_line.stream import columns_of
from ..command_line.workers import workers_on
from ..errors import BadFile, BadParameter, LittlestoneError
from ..metrics.metric_names import read_names, sort_key
from ..sweeps.grids import read_grid, settings_of, written
from ..sweeps.run import as_frame, results, tasks_of

BY = {"mistakes": "mistake_rate", "loss": "mean_loss"}  # what settings are sorted by without a metric


def run(
    truths: str,
    reading: Reading,
    *,
    learners: list[str],
    grids: Sequence[tuple[str, str]],
    shuffles: int,
    passes: int,
    loss: str | None,
    metrics: str,
    sort: str | None,
    best: int,
    out: str | None,
    on: str,
    workers: int | None,
    shown: bool,
) -> tuple[dict[str, Any], list[Certificate]]:
    """Play all games; the account, and the certificate of the committee of the best settings."""
    keep_apart([reading.file], {"--out": out})
    kept = check_out(out)
    settings = settings_of(learners, [(name, read_grid(values)) for name, values in grids])
    names = [one.written for one in read_names(metrics)]
    key, worth = sort_by(sort, truths)
    names = list(dict.fromkeys([*names, key])) if sort else names
    # the engine before the file: a wrong address is said at once
    with (
        workers_on(on, workers) as engine,
        TemporaryDirectory() as folder,
        saying("reading the file", shown) as say,
    ):
        source = reading.open(truths, zeros=reading.standardise)
        begun = monotonic()
        rows = SharedRows.gather(source.batches(), folder, lambda: columns_of(source) or None)
        read = monotonic() - begun
        if not len(rows.batch):
            raise BadFile(f"there are no examples in {source.name}")
        labels = {"signs": None, "numbers": "numbers", "classes": None}[truths]
        rescaled = "standardised" if reading.standardise else "max-scaled" if reading.scale else ""
        more = {"passes": passes, "loss": loss, "labels": labels, "metrics": tuple(names), "rescaled": rescaled}
        tasks = tasks_of(settings, shuffles, **more)
        done, begun, interrupted = 0, monotonic(), False

        def told(result: dict[str, Any]) -> None:
            nonlocal done
            done += 1
            say(f"{done:,} of {len(tasks):,} games played")

        try:
            found = results(rows, tasks, engine, kept, told)
        except KeyboardInterrupt:
            interrupted, found = True, []
        played = monotonic() - begun
        standing = summed_up(found, key, worth)
        say("asking the committee of the best what choosing costs")
        mixture = None if interrupted or truths != "signs" else committee_of(standing[:best], rows, more)
    if out is not None and found:
        write(out, found)
        assert kept is not None
        kept.unlink()
    certificates = [] if mixture is None else mixture[1]
    account = {
        "source": source.name,
        "rounds": len(rows.batch),
        "games": len(found),
        "workers": engine.workers,
        "on": on,
        "seconds_reading": read,
        "seconds_playing": played,
        "sorted_by": key,
        "settings": standing,
        "failed": [one for one in found if "error" in one],
        "committee": None if mixture is None else mixture[0],
        "interrupted": interrupted,
        "kept": None if kept is None or not kept.exists() else str(kept),
    }
    return account, certificates


def check_out(out: str | None) -> Path | None:
    """The file beside `out` to which results are added as they come."""
    if out is None:
        return None
    if Path(out).suffix not in (".csv", ".parquet"):
        raise BadParameter(f"--out is a .csv or .parquet file, not {out!r}")
    return Path(out + ".partial.jsonl")


def sort_by(sort: str | None, truths: str) -> tuple[str, Any]:
    """The column to sort by, and a function that is smaller for better values."""
    if sort is not None:
        return sort_key(sort)
    return BY["loss" if truths == "numbers" else "mistakes"], lambda value: (value is None, value)


def summed_up(found: list[dict[str, Any]], key: str, worth: Any) -> list[dict[str, Any]]:
    """Every setting with the mean and the deviation of what its games came to, the best first."""
    by_setting: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        if "error" not in one:
            by_setting.setdefault(json.dumps([one["learner"], one["parameters"]]), []).append(one)
    standing = []
    for games in by_setting.values():
        numbers = [name for name, value in games[0].items() if isinstance(value, float | int) and name != "order"]
        sums: dict[str, Any] = {
            "learner": games[0]["learner"],
            "parameters": games[0]["parameters"],
            "games": len(games),
        }
        for name in numbers:
            values = [float(game[name]) for game in games if game[name] is not None]
            sums[name] = fmean(values) if values else None
            sums[f"{name}_deviation"] = pstdev(values) if values else None
        standing.append(sums)
    return sorted(standing, key=lambda one: worth(one.get(key)))


def committee_of(
    best: list[dict[str, Any]], rows: SharedRows, more: dict[str, Any]
) -> tuple[dict[str, Any], list[Certificate]] | None:
    """What a committee of these settings makes of the file in its order, and its certificate; None of one setting."""
    from ..committees.committee import Committee
    from ..learners import make_learner

    if len(best) < 2:
        return None
    try:
        members = [make_learner(one["learner"], one["parameters"]) for one in best]
        if more["rescaled"]:
            members = [make_learner(more["rescaled"], {"learner": member}) for member in members]
        game = rows.game(Committee(members), loss="log")
        for _ in range(more["passes"]):
            game.play_batch(rows.batch)
    except LittlestoneError as error:
        return {"error": str(error)}, []
    ledger = game.ledger
    told = {
        "members": [written((one["learner"], one["parameters"])) for one in best],
        "mistakes": ledger.mistakes,
        "mistake_rate": ledger.mistakes / max(1, ledger.labelled),
        "log_loss": ledger.loss / max(1, ledger.labelled),
    }
    certificates = ledger.certificates
    return {**told, "certificates": [one.as_dict() for one in certificates]}, certificates


def write(out: str, found: list[dict[str, Any]]) -> None:
    """Write the results of all games, one a line."""
    frame = as_frame(found)
    if out.endswith(".csv"):
        frame.to_csv(out, index=False)
    else:
        frame.infer_objects().to_parquet(out, index=False)
