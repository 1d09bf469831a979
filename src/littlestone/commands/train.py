"""`littlestone train`: one model from many shards, whose weights are averaged after every epoch."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from time import monotonic
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console

from ..bound import Certificate
from ..cluster.engines import Engine
from ..cluster.row_parts import RowParts
from ..cluster.shared_rows import SharedRows
from ..cluster.training import Training, checked_learner, digest_of, new_game
from ..command_line import reading as read
from ..command_line.arguments import make, pairs, read_settings
from ..command_line.exits import exit_code
from ..command_line.options import Json, Promise, Quiet, Settings, Shuffle, Theorems, takes_options
from ..command_line.own_learner import is_own
from ..command_line.printing import (
    Line,
    bad_lines,
    columns,
    heading,
    mistakes_line,
    print_account,
    print_certificates,
    settings,
)
from ..command_line.progress import saying
from ..command_line.reading import Reading
from ..command_line.saved import check_streamed, keep_apart, saved
from ..command_line.set_up import check_room
from ..command_line.workers import workers_on
from ..errors import BadFile, BadParameter
from ..formats.excerpts import excerpts_of
from ..formats.source import Source
from ..formats.stream import Stream, columns_of
from ..support.settings import counted
from ..truth import SIGNS

EXAMPLES = """\b
Examples:
  littlestone train part*.vw -b 20 --shards 16 --epochs 10 --save model.npz
  littlestone train emails.csv --label spam --learner pa1 --shards 8 --epochs 5 --mix updates
  littlestone train clicks.vw --shards 64 --epochs 1 --on dask://10.0.0.7:8786 --save model.npz
"""
SHOWN = 12  # epochs that are shown, the first and the last
PART = 1 << 23  # bytes of text that a worker parses at a time


@takes_options(without=("id", "asked_at", "known_at", "as_events", "scale", "standardise"))
def train(
    files: read.MaybeFiles = None,
    learner: Annotated[
        str, typer.Option(metavar="NAME", help="The learner: one whose weights may be averaged, such as pa1 or arow.")
    ] = "perceptron",
    set_: Settings = None,
    promise: Promise = None,
    *,
    reading: Reading,
    shards: Annotated[
        int, typer.Option(min=1, metavar="N", help="Cut the rows into N parts, each played by itself in an epoch.")
    ] = 8,
    epochs: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="How often every shard is played; fewer if nothing changes any more."),
    ] = 5,
    mix: Annotated[
        str,
        typer.Option(
            metavar="uniform|updates", help="Equal shares of all shards, or in proportion to the updates of each."
        ),
    ] = "uniform",
    shuffle: Shuffle = None,
    loss: Annotated[str | None, typer.Option(metavar="NAME", help="Add up this loss, too.")] = None,
    on: Annotated[
        str, typer.Option(metavar="processes|dask://HOST:PORT|spark", help="Where the shards are played.")
    ] = "processes",
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many processes; one a core if not given.")
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", "-f", metavar="MODEL", help="Save the game, such as model.npz.")
    ] = None,
    theorems: Theorems = "quick",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Train one learner on many shards at once.

    In every epoch each shard is played from the same weights, then the weights are averaged. The result is the same to
    the last bit with any number of workers, wherever they are, and after workers were lost. It is a saved game like any
    other: `predict`, `inspect` and `play --resume` take it. With --epochs 1 the file is seen once.
    """
    check_streamed(save, quiet)
    wanted = Wanted(learner, set_ or [], promise or [], shards, epochs, mix, shuffle, loss, on, workers, save, theorems)
    account, certificates = run(files or [], reading, wanted, shown=not quiet)
    print_account(account, lambda: print_train(account, certificates), json=json, shown=not quiet)
    own = learner if is_own(learner) else None
    return exit_code(certificates, account["interrupted"], account["saved"], own)


class Wanted(NamedTuple):
    """The options of a training."""

    learner: str
    set_: list[str]
    promise: list[str]
    shards: int
    epochs: int
    mix: str
    shuffle: int | None
    loss: str | None
    on: str
    workers: int | None
    save: str | None
    theorems: str


def run(files: list[str], reading: Reading, wanted: Wanted, *, shown: bool) -> tuple[dict[str, Any], list[Certificate]]:
    """Play all epochs; the account, and the certificates of the averaged learner."""
    if not files:
        raise BadParameter("Missing argument 'FILE': which files are to be trained on?")
    keep_apart(files, {"--save": wanted.save})
    name = wanted.learner
    player = checked_learner(make(name, read_settings(name, wanted.set_)))
    promises = promised(player, wanted.promise)
    interrupted = False
    epochs: list[dict[str, Any]] = []
    # the engine before the files: a wrong address is said at once
    with (
        workers_on(wanted.on, wanted.workers) as engine,
        TemporaryDirectory() as folder,
        saying("reading the files", shown) as say,
    ):
        begun = monotonic()
        source = reading.open_all(files, player.truths, zeros=player.wants_zeros)
        check_room(player, source.features)
        labels = source.written_labels() if player.truths == SIGNS else None
        rows = parsed(source, wanted, folder, engine)
        if not len(rows):
            raise BadFile(f"there are no examples in {source.name}")
        given = {"loss": wanted.loss, "labels": labels, "features": columns_of(source), "schema": source.schema}
        game = new_game(player, rows, wanted.shards, promises, **given)
        training = Training(rows, game, shards=wanted.shards, mix=wanted.mix)
        read, begun = monotonic() - begun, monotonic()
        try:
            for epoch in training.run(engine, wanted.epochs):
                epochs.append(epoch._asdict())
                say(f"{epoch.number} of {counted(wanted.epochs, 'epoch')} played")
        except KeyboardInterrupt:
            interrupted = True
        played = monotonic() - begun
    safe = saved(game, wanted.save) if epochs else True
    with saying("asking the theorems", shown):
        certificates = game.ledger.certify(wanted.theorems if epochs else "none")
    account = {
        "source": source.name,
        **game.ledger.as_dict(wanted.theorems if epochs else "none"),
        "shards": wanted.shards,
        "mix": wanted.mix,
        "epochs": epochs,
        "digest": digest_of(game),
        "rows": len(rows),
        "workers": engine.workers,
        "on": wanted.on,
        "seconds_reading": read,
        "seconds_playing": played,
        "bad_lines": getattr(source, "bad", 0),
        "complaints": list(getattr(source, "complaints", ())),
        "model": wanted.save,
        "saved": safe,
        "interrupted": interrupted,
    }
    return account, certificates


def parsed(source: Source, wanted: Wanted, folder: str, engine: Engine) -> SharedRows:
    """The rows in the folder: parsed by the workers, where lines can be read apart and there are many, else here."""
    excerpts = excerpts_of(source, PART) if engine.here and wanted.shuffle is None else None
    if excerpts is not None and len(excerpts) > 1:
        rows = RowParts.parse(excerpts, folder, source.features, engine)
        if rows is not None:
            return rows
    batches = Stream(source, shuffle=wanted.shuffle).batches()
    return SharedRows.gather(batches, folder, lambda: columns_of(source) or None)


def promised(player: Any, texts: list[str]) -> dict[str, float]:
    """The promises of --promise, as numbers."""
    known = {theorem.promise for theorem in player.mixed_theorems if theorem.promise}
    given = {}
    for name, text in pairs("--promise", texts):
        if name not in known:
            raise BadParameter(f"--promise: {player.name}, mixed, has no promise {name!r}; known: {sorted(known)}")
        try:
            given[name] = float(text)
        except ValueError:
            raise BadParameter(f"--promise: the promise {name} is a number, not {text!r}") from None
    return given


def print_train(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the epochs and the certificates."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} on {counted(account['shards'], 'shard')} of {account['source']}")
    seconds = f"{account['seconds_reading']:.2f} s to read, {account['seconds_playing']:.2f} s to play"
    lines: list[Line] = [
        ("parameters", settings(account["parameters"]) or "none", ""),
        ("rounds", f"{account['rounds']:,}, {account['rows']:,} in an epoch", ""),
    ]
    if "mistakes" in account:
        lines.append(mistakes_line(account["mistakes"], max(1, account["labelled"])))
    lines += [("updates", f"{account['updates']:,}", ""), *bad_lines(account)]
    lines.append(("time", f"{seconds}, {counted(account['workers'], 'worker')} on {account['on']}", ""))
    lines.append(("digest", f"{account['digest']}, whoever played", ""))
    if account["interrupted"]:
        lines.append(("interrupted", f"after {counted(len(account['epochs']), 'epoch')}", "yellow"))
    columns(console, lines)
    console.print()
    word = "mistakes" if "mistakes" in account else "loss"
    console.print(f"  {'epoch':>5}  {word:>12}  {'by share':>12}  {'updates':>12}", style="bold")
    epochs = account["epochs"]
    for one in epochs if len(epochs) <= SHOWN else [*epochs[: SHOWN // 2], None, *epochs[-(SHOWN // 2) :]]:
        if one is None:
            console.print(f"  {'...':>5}  {len(epochs) - SHOWN // 2 * 2:,} more, which --json has")
            continue
        told = f"  {one['number']:>5}  {one['paid']:>12,.6g}  {one['by_share']:>12,.6g}  {one['updates']:>12,}"
        console.print(told)
    if epochs and not epochs[-1]["updates"]:
        console.print("  nothing was learned in the last epoch: more would change nothing")
    print_certificates(console, certificates)
