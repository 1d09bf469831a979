"""`littlestone pack`: a file of examples as packed rows, which are played at memory speed."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import closing
from typing import Annotated, Any

import typer

from . import reading as read
from .reading import Reading

EXAMPLES = """\b
Examples:
  littlestone pack train.vw.gz train.rows
  littlestone pack emails.csv emails.rows --label spam
  littlestone pack letter.scale.xz letter.rows --labels classes --base 1
"""


def pack(
    file: read.File,
    out: Annotated[str, typer.Argument(metavar="OUT", help="Where to; by habit it ends in .rows.")],
    label: read.Label = None,
    positive: read.Positive = None,
    labels: read.Labels = None,
    text: read.Text = None,
    ngrams: read.Ngrams = 1,
    counts: read.Counts = False,
    drop: read.Drop = None,
    categorical: read.Categorical = None,
    boolean: read.Boolean = False,
    scale: read.Scale = False,
    interactions: read.Interactions = None,
    hash_bits: read.HashBits = None,
    format: read.Format = None,
    columns: read.Columns = None,
    delimiter: read.Delimiter = None,
    quote: read.Quote = '"',
    base: read.Base = 0,
    skip_bad: read.SkipBad = False,
    json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no report.")] = False,
) -> int:
    """Read a file once and write its rows, parsed, for later passes; labels may be two classes, numbers or classes."""
    reading = Reading.of(locals())
    from rich.console import Console

    from ..errors import BadFile
    from ..files.packed import pack as pack_rows
    from ..support.words import counted
    from .play_report import bad_lines
    from .report import columns as print_columns
    from .report import heading, strict_json

    source = reading.open(labels if labels in read.ROLES else "signs")
    try:
        packed = pack_rows(Watched(source, not quiet), out)
    except OSError as error:
        raise BadFile(f"cannot write {out}: {error.strerror}") from None
    before = os.path.getsize(file) if os.path.exists(file) else None
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
    if json:
        print(strict_json(account))
    elif not quiet:
        console = Console(highlight=False)
        heading(console, f"{source.name} packed into {out}")
        kind = "named" if packed.head.names else "hashed" if packed.head.hash_bits else "numbered"
        size = "" if before is None else f", {before:,} before"
        lines = [
            ("rows", f"{packed.head.rows:,}, with {counted(packed.head.entries, 'value')}", ""),
            ("columns", f"{packed.head.width:,}, {kind}", ""),
            ("bytes", f"{packed.head.size:,}{size}", ""),
        ]
        print_columns(console, lines + bad_lines(account))
    return 0


class Watched:
    """A source whose batches move a bar as they are read."""

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
        from ..support.words import counted
        from .progress import Bar

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
