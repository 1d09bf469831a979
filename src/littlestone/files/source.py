"""Files of examples, whatever their format: what they all are, and which is which."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from ..door.features import Features
from ..door.label_column import NONE
from ..errors import BadFile, BadParameter, UnknownName
from ..row import Batch
from ..support.settings import flag
from .interactions import Interacting
from .named_source import Pair
from .scaling import Scaled
from .text_file import DECOMPRESS, MARK, TextFile
from .wrapped import NamedReader

HEAD = 1 << 12  # bytes at the beginning of a file that say what it is
NUMBER = rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"
SVMLIGHT = re.compile(rb"[ \t]*(#.*|" + NUMBER + rb"[ \t]+(qid:\d+[ \t]+)?\d+:\S+.*)")
VW = re.compile(rb"[ \t]*((" + NUMBER + rb"[ \t]+){1,3}([^\s|,;]*)?|'[^\s|,;]*)?\|.*")


class Source(Protocol):
    """A file of examples. It is a nature too, so that `Game(...).play(source)` plays it."""

    name: str

    @property
    def features(self) -> Features | None:
        """The columns of the names, for the game that plays the batches; None if columns are numbered."""
        ...

    @property
    def repeatable(self) -> bool:
        """Can it be read more than once?"""
        ...

    @property
    def progress(self) -> float | None:
        """The part that has been read, from 0 to 1; None if that is not known."""
        ...

    @property
    def bad(self) -> int:
        """How many lines were wrong and skipped."""
        ...

    @property
    def complaints(self) -> list[str]:
        """What was wrong with the first few of them."""
        ...

    def place(self, number: int) -> str:
        """Where example `number`, the last that was read, stands."""
        ...

    def __iter__(self) -> Iterator[Pair]:
        """Pairs of an example and its label, None where that is missing."""
        ...

    def batches(self) -> Generator[Batch, None, None]:
        """The examples, thousands at a time, in arrays that may be kept; NaN is a missing label."""
        ...


class Format(NamedTuple):
    """A format: the suffixes it goes by, the module and class that read it, and the settings that these have."""

    suffixes: tuple[str, ...]
    module: str
    reader: str
    settings: tuple[str, ...]


COLUMNS = ("label", "positive", "labels", "drop", "categorical", "text", "ngrams", "counts", "boolean", "skip_bad")
FORMATS: dict[str, Format] = {
    "svmlight": Format((".svm", ".svmlight", ".libsvm"), "wrapped", "SvmlightSource", ("labels", "base", "skip_bad")),
    "vw": Format((".vw",), "vw_text", "VwReader", ("labels", "skip_bad")),
    "csv": Format((".csv", ".tsv"), "csv_file", "CsvFile", (*COLUMNS, "columns", "delimiter", "quote")),
    "json": Format((".jsonl", ".ndjson", ".json"), "json_lines", "JsonLines", COLUMNS),
    "parquet": Format((".parquet", ".pq"), "arrow_file", "ArrowFile", COLUMNS),
    "arrow": Format((".arrow", ".arrows", ".feather", ".ipc"), "arrow_file", "ArrowFile", COLUMNS),
    "npz": Format((".npz",), "npz_file", "NpzFile", ("label", "positive", "labels", "skip_bad")),
    "rows": Format((".rows",), "packed", "PackedFile", ()),
}
BINARY = ("parquet", "arrow", "npz", "rows")
DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(("label", "positive", "labels", "delimiter")),
    **dict.fromkeys(("drop", "categorical", "text", "columns"), ()),
    **dict.fromkeys(("counts", "boolean", "skip_bad"), False),
    "ngrams": 1,
    "quote": '"',
    "base": 0,
}


def read(
    path: str | os.PathLike[str] | IO[bytes],
    *,
    format: str | None = None,
    label: str | None = None,
    positive: str | None = None,
    labels: tuple[Any, Any] | str | None = None,
    columns: Sequence[str] = (),
    drop: str | Sequence[str] = (),
    categorical: str | Sequence[str] = (),
    text: str | Sequence[str] = (),
    ngrams: int = 1,
    counts: bool = False,
    boolean: bool = False,
    delimiter: str | None = None,
    quote: str | None = '"',
    base: int = 0,
    skip_bad: bool = False,
    scale: bool = False,
    interactions: str | Sequence[str] = (),
) -> Source:
    """A file of examples in any format: `Game(Perceptron()).play(read("mail.csv.gz", label="spam"))`.

    path            a path, "-" for standard input, or a binary file
    format          svmlight, vw, csv, json, parquet, arrow, npz or rows; None goes by the suffix, before that of a
                    compression, and where it says nothing by the first line
    labels          how labels are read: the two classes, negative first; "numbers"; "classes", any number of them;
                    "none" where no column is the label, for examples that are only to be guessed
    scale           divide every feature by its largest magnitude so far: see `Scaled`
    interactions    add the products of features of two groups, such as "country*device": see `Interacting`

    All others are settings of some formats and mean the same wherever they are: see `read`, `JsonLines`, `ArrowFile`,
    `NpzFile`, `SvmlightReader`, `VwReader`. One that the format does not have is an error.
    """
    given = {
        "label": label,
        "positive": positive,
        "labels": labels,
        "columns": columns,
        "drop": drop,
        "categorical": categorical,
        "text": text,
        "ngrams": ngrams,
        "counts": counts,
        "boolean": boolean,
        "delimiter": delimiter,
        "quote": quote,
        "base": base,
        "skip_bad": skip_bad,
    }
    kind = find_format(path) if format is None else format
    if kind not in FORMATS:
        raise UnknownName.among("format", kind, FORMATS)
    settings = {name: value for name, value in given.items() if value != DEFAULTS[name]}
    for name in settings:
        if name not in FORMATS[kind].settings:
            others = [other for other in FORMATS if name in FORMATS[other].settings]
            raise BadParameter(f"{kind} files have no {name}=; it is a setting of {', '.join(others)}")
    if "drop" in FORMATS[kind].settings and label is None and labels != NONE:
        raise BadParameter(f"which column of {path} is the label? give label=...")
    if kind in BINARY:
        check_binary(path, kind)
    module = import_module(f".{FORMATS[kind].module}", __package__)
    source: Any = getattr(module, FORMATS[kind].reader)(path, **settings)
    if not hasattr(source, "batches"):
        source = NamedReader(source)
    if flag("scale", scale):
        source = Scaled(source)
    return Interacting(source, interactions) if interactions else source


def find_format(path: str | os.PathLike[str] | IO[bytes]) -> str:
    """The format that the suffix or the beginning of a file says it has."""
    if isinstance(path, str | os.PathLike):
        suffixes = [suffix.casefold() for suffix in Path(path).suffixes]
        if suffixes and suffixes[-1] in DECOMPRESS:
            suffixes.pop()
        for kind, format in FORMATS.items():
            if suffixes and suffixes[-1] in format.suffixes:
                return kind
    found = sniff_format(TextFile(path, chunk=HEAD, skip_bad=False).head(HEAD))
    if found is None:
        name = getattr(path, "name", path)
        raise BadFile(f"{name} does not say what it is; give its format: {', '.join(FORMATS)}")
    return found


def sniff_format(head: bytes) -> str | None:
    """What the first bytes of a file look like; None if like nothing that is known.

    >>> [sniff_format(line) for line in (b"-1 3:1 11:0.5", b"1 |words free win", b'{"spam": true}', b"spam,words")]
    ['svmlight', 'vw', 'json', 'csv']
    """
    for magic, kind in ((b"PAR1", "parquet"), (b"ARROW1", "arrow"), (b"PK\x03\x04", "npz")):
        if head.startswith(magic):
            return kind
    lines = [line for line in head.removeprefix(MARK).splitlines() if line.strip()]
    first = lines[0] if lines else b""
    if first.lstrip().startswith(b"{"):
        return "json"
    for kind, pattern in (("svmlight", SVMLIGHT), ("vw", VW)):
        if pattern.fullmatch(first):
            return kind
    return "csv" if re.search(rb"[,;\t]", first) else None


def check_binary(path: Any, kind: str) -> None:
    """Files that are not text are read from places all over them, so they must lie on disk as they are."""
    if not isinstance(path, str | os.PathLike) or os.fspath(path) == "-":
        raise BadParameter(f"a {kind} file is read from a path, not from a stream; save it to a file")
    if Path(path).suffix.casefold() in DECOMPRESS:
        raise BadParameter(f"a {kind} file is compressed within, if at all; decompress {path} first")
