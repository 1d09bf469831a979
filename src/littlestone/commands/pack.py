"""`littlestone pack`: a file of examples as packed rows, which are played at memory speed."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import closing
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.console import Console

from ..command_line.exits import complain
from ..command_line.options import Json, Quiet, takes_options, truths_of
from ..command_line.printing import bad_lines, columns, heading, print_account
from ..command_line.progress import Bar
from ..command_line.reading import Reading
from ..command_line.saved import STREAM, keep_apart, writing
from ..formats.folders import every_file
from ..formats.packed.packed_file import pack as pack_rows
from ..formats.scaled import Scaled
from ..support.settings import counted

EXAMPLES = """\b
Examples:
  littlestone pack train.vw.gz train.rows
  littlestone pack emails.csv emails.rows --label spam
  littlestone pack letter.scale.xz letter.rows --labels classes --base 1
"""


@takes_options(without=("scale", "standardise", "id", "asked_at", "known_at", "weight"))
def pack(
    reading: Reading,
    out: Annotated[str, typer.Argument(metavar="OUT", help="The file to write, by habit one that ends in .rows.")],
    zeros: Annotated[
        bool,
        typer.Option("--zeros", help="Keep numbers that are zero, for learners that standardise or grow trees."),
    ] = False,
    scale: Annotated[bool, typer.Option("--scale", hidden=True)] = False,  # of release 0.1.0
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Convert a file into packed rows, which are read much faster.

    Labels may be two classes, numbers or classes; say which with --labels. Numbers that are zero are left out unless
    --zeros keeps them: a committee, a forest or a standardised learner plays as on the file itself with them only.
    """
    keep_apart([reading.file], {"OUT": out})
    source = reading.open(truths_of(reading), zeros=zeros)
    if scale:
        complain("pack --scale is now play --scale, which is saved with the game; it goes with the next release")
        source = Scaled(source)
    if out == STREAM:
        return streamed(Watched(source, not quiet))
    with writing(out):
        packed = pack_rows(Watched(source, not quiet), out)
    read = every_file([reading.file])
    before = sum(map(os.path.getsize, read)) if all(map(os.path.exists, read)) else None
    account: dict[str, Any] = {
        "source": source.name,
        "packed": out,
        "rows": packed.head.rows,
        "entries": packed.head.entries,
        "columns": packed.head.width,
        "names": packed.head.names,
        "hash_bits": packed.head.hash_bits or None,
        "bytes_before": before,
        "bytes": packed.head.size,
        "bad_lines": source.bad if reading.skip_bad else 0,
        "complaints": source.complaints if reading.skip_bad else [],
    }

    def in_words() -> None:
        console = Console(highlight=False)
        heading(console, f"{source.name} packed into {out}")
        kind = "named" if packed.head.names else "hashed" if packed.head.hash_bits else "numbered"
        size = "" if before is None else f", {before:,} before"
        lines = [
            ("rows", f"{packed.head.rows:,}, with {counted(packed.head.entries, 'value')}", ""),
            ("columns", f"{packed.head.width:,}, {kind}", ""),
            ("bytes", f"{packed.head.size:,}{size}", ""),
        ]
        columns(console, lines + bad_lines(account))

    print_account(account, in_words, json=json, shown=not quiet)
    return 0


def streamed(source: Watched) -> int:
    """Write the packed rows to standard output, and nothing else."""
    with TemporaryDirectory() as folder, writing(STREAM):
        path = os.path.join(folder, "rows")
        pack_rows(source, path)
        with open(path, "rb") as file:
            copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    return 0


class Watched:
    """A source that moves a progress bar as its batches are read."""

    def __init__(self, source: Any, shown: bool) -> None:
        self.source = source
        self.shown = shown
        self.rows = 0

    @property
    def features(self) -> Any:
        """The columns of the source."""
        return self.source.features

    def batches(self) -> Generator[Any, None, None]:
        """The batches of the source."""
        watched = self

        class RowBar(Bar):
            """A bar that counts rows."""

            def words(self, now: float) -> str:
                return f"{counted(watched.rows, 'row')}, {watched.rows / max(now - self.begun, 1e-9):,.0f}/s"

        with RowBar(None, self.source, None, self.shown) as bar, closing(self.source.batches()) as batches:
            for batch in batches:
                self.rows += len(batch)
                bar.tick()
                yield batch
