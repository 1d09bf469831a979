"""`read`: opens a file of examples, finds its format and makes its reader."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from ..errors import BadFile, BadParameter, Setting, UnknownName
from ..features.arrays import is_columnar
from ..features.label_column import NONE
from ..support.loading import warn_of_old_name
from ..support.settings import flag
from .chained import Chained
from .folders import called, check_alike, columns_above, files_at, is_many
from .format import READERS, Format
from .format_table import EVENT, FORMATS, RECORDS
from .interacting import Interacting
from .scaled import Scaled
from .source import Source
from .tables.column_source import ColumnSource
from .tables.frame import FRAME, Frame
from .tables.table import hint
from .text.text_file import DECOMPRESS, MARK, Held, TextFile

HEAD = 1 << 12  # bytes at the beginning of a file by which its format is found
ELSEWHERE = {  # what settings are called in other libraries
    "target": "label",
    "y": "label",
    "sep": "delimiter",
    "names": "columns",
    "usecols": "drop",
    "weights": "weight",
    "sample_weight": "weight",
}
OWN = ("format", "interactions")  # settings of `read` itself, whatever the format


def read(
    path: Any,
    *,
    format: str | None = None,
    interactions: str | Sequence[str] = (),
    scale: bool = False,
    **settings: Any,
) -> Source:
    """A file of examples in any format: `Game(Perceptron()).play(read("mail.csv.gz", label="spam"))`.

    Text is read when the first example is asked for, a block of lines at a time; each game, and each iteration over the
    pairs (x, y), reads the file anew. `Table` documents how cells become features, `RecordSource` how records do, and
    `Labels` how labels become -1 and +1.

    path            a path, "-" for standard input, or a binary file; text is in UTF-8, .gz, .bz2, .xz and .zst are
                    decompressed on the way. Or a frame: of pandas or Polars, an Arrow table, a relation of DuckDB, ...
                    Or several of them in a list, a folder, or a pattern such as "data/*.csv": one file after the other
                    (`files_at` says in which order). Folders named "year=2024" are columns of the tables in them
    format          such as "csv" or "svmlight"; None goes by the suffix, before that of a compression, then by the
                    first bytes and the first line, and takes what has a `label` and looks like nothing else for CSV
    interactions    add the products of features of two groups, such as "country*device": see `Interacting`
    scale           deprecated: `MaxScaled(learner)` scales, and what it knows of the columns is saved with the game

    All others are settings of some formats, and mean the same wherever they are; one that the format does not have is
    an error. Of tables and records, which are CSV, JSON lines, Parquet and Arrow:

    label           the column, or key, of the labels; of npz, the array
    positive        the label that is +1, all others being -1; needed unless they are 0/1, -1/+1, true/false, yes/no
    labels          the two labels, negative first; or "numbers", for outcomes; or "classes", any number of them; or
                    "none" where no column is the label, for examples that are only to be guessed
    drop            columns to leave out
    categorical     columns whose cells are texts even where they look like numbers, such as postal codes
    text            columns of text, whose words are the features; `ngrams` words in a row, too; `counts` counts them
    boolean         numbers above zero become 1, others are left out: for Boolean learners such as Winnow

    Of CSV alone:

    columns         the names of the columns, if the first line does not name them
    delimiter       what stands between cells; None finds out whether it is a comma, a semicolon or a tab
    quote           the character that quotes cells with delimiters in them; None if no character does

    Of others, beside what their readers say, such as `VwReader`:

    base            of svmlight: what the file calls its first column, 0 or 1
    labels          of svmlight and VW text: the two labels as numbers, negative first; or "numbers", or "classes"
    skip_bad        of all but packed rows: go on after lines that are wrong; `bad` counts them, `complaints` are the
                    first few
    """
    if isinstance(path, list | tuple):
        every = [read(each, format=format, interactions=interactions, scale=scale, **settings) for each in path]
        return Chained(every)
    if is_many(path):
        files = files_at(path)
        if format is None:
            labelled = settings.get("label") is not None
            check_alike(path, [(file, found_format(file, labelled)) for file in files])
        every = [read(file, format=format, interactions=interactions, scale=scale, **settings) for file in files]
        return Chained(every, called(path, len(files)))
    if is_columnar(path):
        source = of_frame(path, format, settings)
    else:
        source = of_path(path, format, settings)
    if flag("scale", scale):
        warn_of_old_name("read(..., scale=True)", "MaxScaled(learner)", 2)
        source = Scaled(source)
    return Interacting(source, interactions) if interactions else source


def of_frame(frame: Any, format: str | None, settings: dict[str, Any]) -> Source:
    """A frame as a source."""
    if format is not None:
        raise BadParameter(f"a {type(frame).__name__} is no file: leave out format={format!r}")
    source = Frame(frame, **checked(FRAME, settings))
    if settings.get("label") is None and settings.get("labels") != NONE:
        there = hint("", source.column_names() or [])
        raise BadParameter(f"which column of {source.name} is the label? give label=...; {there}").naming(
            Setting("label")
        )
    return source


def of_path(path: Any, format: str | None, settings: dict[str, Any]) -> Source:
    """A file as a source."""
    found = format_named(format or found_format(path, settings.get("label") is not None))
    settings = checked(found, settings)
    if found.reader.columnar and settings.get("label") is None and settings.get("labels") != NONE:
        raise BadParameter(f"which column of {path} is the label? give label=...").naming(Setting("label"))
    if found.binary:
        check_binary(path, found.name, found.name in found.reader.streams)
    make: Callable[..., Source] = found.reader
    source = make(os.fspath(path) if isinstance(path, Held) and found.binary else path, **settings)
    if isinstance(source, ColumnSource) and not source.events and isinstance(path, str | os.PathLike):
        source.constants = columns_above(path)
    return source


def found_format(path: Any, labelled: bool) -> str:
    """The format of a file; CSV if it looks like nothing else and its label is known to have a name."""
    return find_format(path, "csv" if labelled else None, labelled)


def format_named(name: str) -> Format:
    """The format of that name; imports its module."""
    if name not in FORMATS:
        raise UnknownName.among("format", name, FORMATS)
    import_module(f".{FORMATS[name]}", __package__)
    assert name in READERS, f"no class in formats.{FORMATS[name]} is marked with @reads({name!r}, ...)"
    return READERS[name]


def all_formats() -> Iterator[Format]:
    """Iterate over all formats in the order of the table, importing each when it is reached."""
    return map(format_named, FORMATS)


def checked(format: Format, settings: dict[str, Any]) -> dict[str, Any]:
    """The settings that the reader has; another one is an error unless it has its default value."""
    known = format.settings
    for name in settings:
        if name in known:
            continue
        having = {other.name: other.settings[name] for other in all_formats() if name in other.settings}
        if not having:
            every = {each for other in all_formats() for each in other.settings}
            if name in ELSEWHERE:
                raise UnknownName(f"there is no setting {name!r}: here it is {ELSEWHERE[name]!r}")
            raise UnknownName.among("setting", name, every.union(OWN))
        if settings[name] not in having.values():
            known_to = f"it is a setting of {', '.join(having)}"
            raise BadParameter(f"{format.name} files have no {name}=; {known_to}").naming(Setting(name, ""))
    return {name: value for name, value in settings.items() if name in known}


def find_format(path: str | os.PathLike[str] | IO[bytes], fallback: str | None = None, labelled: bool = False) -> str:
    """The format of a file by its suffix or its first bytes; if these do not tell, `fallback`.

    JSON lines may be records or events. Where labels are known to stand under a key, they are records.
    """
    by_suffix = ""
    if isinstance(path, str | os.PathLike):
        suffixes = [suffix.casefold() for suffix in Path(path).suffixes]
        if suffixes and suffixes[-1] in DECOMPRESS:
            suffixes.pop()
        by_suffix = next((each.name for each in all_formats() if suffixes and suffixes[-1] in each.suffixes), "")
    if by_suffix and (by_suffix != RECORDS or labelled):
        return by_suffix
    file = TextFile(path)
    head = file.head(HEAD) if not by_suffix or os.path.isfile(file.path) else None
    found = fallback if head is None else sniff_format(head) or fallback
    if by_suffix:
        return EVENT if found == EVENT else by_suffix
    if found is None:
        what = "cannot be looked into before it is read" if head is None else "does not say what it is"
        raise BadFile(f"{file.name} {what}; give its format: {', '.join(FORMATS)}")
    return RECORDS if found == EVENT and labelled else found


def sniff_format(head: bytes) -> str | None:
    """The name of the format that the first bytes look like; None if no format does.

    >>> [sniff_format(line) for line in (b"-1 3:1 11:0.5", b"1 |words free win", b'{"spam": true}', b"spam,words")]
    ['svmlight', 'vw', 'json', 'csv']
    """
    line = next((line for line in head.removeprefix(MARK).splitlines() if line.strip()), b"")
    fitting = [format for format in all_formats() if format.looks_like(head, line) and format.reader.knows(line)]
    fitting.sort(key=lambda format: not format.magic)  # magic bytes are surer than what a line looks like
    return fitting[0].name if fitting else None


def check_binary(path: Any, kind: str, streams: bool) -> None:
    """Raise if a binary file is a stream or compressed: most binary formats need random access."""
    if streams and (not isinstance(path, str | os.PathLike) or os.fspath(path) == "-"):
        return
    if not isinstance(path, str | os.PathLike) or os.fspath(path) == "-":
        raise BadParameter(f"the format {kind} is read from a path, not from a stream; save it to a file")
    if Path(path).suffix.casefold() in DECOMPRESS:
        raise BadParameter(f"a {kind} file cannot be read from a compressed file; decompress {path} first")
