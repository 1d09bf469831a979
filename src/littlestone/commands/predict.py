"""`littlestone predict`: the predictions of a saved game for every line of a file."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.exits import INTERRUPTED, complain
from ..command_line.known_columns import check_columns
from ..command_line.options import Flush, Limit, Model, Own, takes_options
from ..command_line.playing import play_table
from ..command_line.predictions import Predictions
from ..command_line.reading import MaybeFiles, Reading
from ..command_line.saved import keep_apart, load_examples
from ..command_line.set_up import check_read, id_of, tag_of
from ..errors import BadParameter
from ..formats.stream import Stream
from ..rows.still import stilled

EXAMPLES = """\b
Examples:
  littlestone predict model.npz new.csv
  littlestone predict model.npz test.vw --out predictions.csv
  littlestone predict model.npz old.csv --label spam --json
  littlestone predict model.npz may.csv june.csv --id order
"""


@takes_options(
    without=("positive", "labels", "hash_bits", "max_names", "scale", "standardise", "asked_at", "known_at", "weight")
)
def predict(
    model: Model,
    files: MaybeFiles = None,
    *,
    reading: Reading,
    label: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="The column of the labels, if there is one: it is left out."),
    ] = None,
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "--predictions",
            "-p",
            metavar="FILE",
            help="The file to write: .csv, .jsonl or .parquet; .gz, .zst; '-' is standard output.",
        ),
    ] = "-",
    limit: Limit = None,
    learner: Own = None,
    json: Annotated[bool, typer.Option("--json", help="Write a JSON object a line instead of CSV.")] = False,
    flush: Flush = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print no progress.")] = False,
) -> int:
    """Write the predictions of a saved game for every example.

    Nothing is learned. Labels are not needed, and not looked at if there are some. The file is read as the game was
    played: options on how it is read need not be given again, and have to agree if they are. Every line has the tag of
    its example, where a file of VW text has tags, or what the column has that --id names.
    """
    if not files:
        raise BadParameter("Missing argument 'FILE': which examples are to be guessed at?")
    keep_apart([model, *files], {"--out": out})
    game = load_examples(model, learner)
    source = reading._replace(label=label).open_all(files, "none", game, zeros=game.learner.wants_zeros)
    check_columns(game, source)
    named = id_of(source) or tag_of(source)  # it is written beside every prediction
    table = source if named else Stream(source, limit=limit)
    playing = stilled(game)
    written = Predictions(out, playing, told=False, lines=json, index=named, flush=flush)
    interrupted = play_table(playing, table, limit=limit, out=written, bar=not quiet, told=False)
    if source.bad and not interrupted:
        check_read(source, playing.ledger.rounds)
    if reading.skip_bad and source.bad:
        complain(f"{source.bad} bad lines left out; the first: {source.complaints[0]}")
    return INTERRUPTED if interrupted else 0
