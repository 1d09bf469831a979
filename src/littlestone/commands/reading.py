"""The options that say how a file of examples is read, and the source that they make."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ..errors import BadFile, BadParameter
from ..files.formats import FORMATS, SAMPLE

if TYPE_CHECKING:
    from ..door.features import Features
    from ..files.source import Source

DELIMITERS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";"}
TRANSLATED: dict[str, Callable[[str], Any]] = {  # options with other names in Python
    "columns": lambda text: tuple(text.split(",")) if text else (),
    "delimiter": lambda text: DELIMITERS.get(text, text),
    "quote": lambda text: None if text == "none" else text,
}
OF_THE_COMMAND = ("file", "format", "hash_bits")  # options that are not settings of `read`
ROLES = ("numbers", "classes")  # values of --labels other than two classes

FILE = typer.Argument(
    metavar="FILE",
    help="Examples in any format that --format knows; text may be compressed (.gz, .bz2, .xz, .zst). '-' is standard "
    "input, sample:email and sample:rain are samples.",
)
File = Annotated[str, FILE]
MaybeFile = Annotated[str | None, FILE]
Format = Annotated[
    str | None,
    typer.Option(metavar="NAME", help=f"{', '.join(FORMATS)}; found out by suffix or first line if not given."),
]
Label = Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of the labels.")]
Positive = Annotated[str | None, typer.Option(metavar="VALUE", help="The label that is +1; all others are -1.")]
Labels = Annotated[
    str | None,
    typer.Option(metavar="NEG,POS", help="The two classes as the file writes them; or 'numbers' or 'classes'."),
]
Columns = Annotated[
    str | None, typer.Option(metavar="A,B,...", help="The names of the columns of a CSV file without header.")
]
Drop = Annotated[list[str] | None, typer.Option(metavar="COLUMN", help="A column to leave out.")]
Categorical = Annotated[
    list[str] | None, typer.Option(metavar="COLUMN", help="A column of texts, even if they look like numbers.")
]
Text = Annotated[list[str] | None, typer.Option(metavar="COLUMN", help="A column of text: its words are features.")]
Ngrams = Annotated[int, typer.Option(min=1, metavar="N", help="Up to N words in a row are a feature too.")]
Counts = Annotated[bool, typer.Option("--counts", help="Count how often a word comes, not whether.")]
Boolean = Annotated[bool, typer.Option("--boolean", help="Take every number above zero as 1.")]
Delimiter = Annotated[
    str | None, typer.Option(metavar="CHAR", help="What stands between cells; found out if not given.")
]
Quote = Annotated[str, typer.Option(metavar="CHAR", help="What cells may be quoted with; 'none' if with nothing.")]
Base = Annotated[int, typer.Option(metavar="0|1", help="What an svmlight file calls its first column.")]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Leave out lines that are wrong, and count them.")]
Scale = Annotated[bool, typer.Option("--scale", help="Divide every feature by its largest magnitude so far.")]
Interactions = Annotated[
    list[str] | None,
    typer.Option("--interactions", "-q", metavar="A*B", help="Add products of features of two groups; AB as in VW."),
]
HashBits = Annotated[
    int | None, typer.Option("--hash-bits", "-b", metavar="N", help="Hash the names of features into 2^N columns.")
]


class Reading(NamedTuple):
    """The options about a file and how to read it."""

    file: File
    format: Format = None
    label: Label = None
    positive: Positive = None
    labels: Labels = None
    columns: Columns = None
    drop: Drop = None
    categorical: Categorical = None
    text: Text = None
    ngrams: Ngrams = 1
    counts: Counts = False
    boolean: Boolean = False
    delimiter: Delimiter = None
    quote: Quote = '"'
    base: Base = 0
    skip_bad: SkipBad = False
    scale: Scale = False
    interactions: Interactions = None
    hash_bits: HashBits = None

    def open(self, truths: str, features: Features | None = None) -> Source:
        """The source, for a learner of such truths; "none" for examples without labels.

        Features with names get the columns of `features`, if given, or are hashed.
        """
        source = self.sample(truths) if self.file.startswith(SAMPLE) else self.stream(truths)
        return with_columns(source, features, self.hash_bits)

    def sample(self, truths: str) -> Source:
        """A sample, which knows its label and its columns."""
        from ..files.samples import find_sample, sample
        from ..files.scaling import Scaled

        fresh = Reading(self.file, drop=self.drop, boolean=self.boolean, scale=self.scale, hash_bits=self.hash_bits)
        if fresh != self:
            given = [name for name in self._fields if getattr(self, name) != getattr(fresh, name)]
            options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            raise BadParameter(f"{self.file} knows its label and columns: leave out {options}")
        name = self.file.removeprefix(SAMPLE)
        labels = "numbers" if truths == "numbers" and find_sample(name).above is not None else None
        found = sample(name, drop=self.drop or (), boolean=self.boolean, labels=labels)
        return Scaled(found) if self.scale else found

    def stream(self, truths: str) -> Source:
        """A file, in the given format or the one found."""
        from ..files.opening import find_format, format_named, read

        found = format_named(find_format(self.file) if self.format is None else self.format)
        columnar = found.reader.columnar
        settings = self.settings()
        if columnar and self.label is None and truths != "none":
            there = self.there(found.name, settings.get("delimiter"))
            raise BadFile(f"which column of {self.file} is the label? give --label COLUMN{there}")
        settings.pop("labels", None)
        if "labels" in found.settings:
            settings["labels"] = self.classes(truths, columnar)
        if truths == "none":
            label = settings.pop("label", None)
            if columnar and label is not None:
                settings["drop"] = [*settings.get("drop", ()), label]
        return read(self.file, format=found.name, **settings)

    def settings(self) -> dict[str, Any]:
        """The options that were given, as keywords of `read`."""
        return {
            name: TRANSLATED[name](value) if name in TRANSLATED else value
            for name, value in self._asdict().items()
            if name not in OF_THE_COMMAND and value not in (self._field_defaults[name], [])
        }

    def classes(self, truths: str, columnar: bool) -> Any:
        """The options about labels, as keywords of `read`."""
        if truths == "none":
            return "none" if columnar else "numbers"
        if truths != "signs":
            if self.positive is not None or self.labels not in (None, truths):
                what = "numbers" if truths == "numbers" else "classes as they come"
                raise BadParameter(f"this learner is told {what}: leave out --positive and --labels, which are of two")
            return truths
        if self.labels is None:
            return None
        if self.labels in ROLES:
            others = "multiclass-pa1 or one-vs-rest" if self.labels == "classes" else "vaw, or ogd --set loss=square"
            raise BadParameter(f"this learner is told -1 or +1; of {self.labels} there is --learner {others}")
        both = [label.strip() for label in self.labels.split(",")]
        if len(both) != 2:
            raise BadParameter(f"--labels wants the two classes, negative first, such as ham,spam, not {self.labels!r}")
        return tuple(both) if columnar else tuple(map(number, both))

    def there(self, kind: str, delimiter: str | None) -> str:
        """For messages: the columns of the file, if they can be read."""
        from ..files.csv_file import CsvFile
        from ..files.table import hint

        if kind != "csv" or self.file == "-" or self.columns:
            return f"; there is {self.columns}" if self.columns else ""
        with closing(CsvFile(self.file, delimiter=delimiter).records()) as records:
            _, columns = next(records, (0, []))
        return "; " + hint("", columns) if columns else ""


def number(text: str) -> Any:
    """A label as a number; any other text is returned as it is, for the reader to refuse."""
    try:
        return float(text)
    except ValueError:
        return text


def with_columns(source: Source, features: Features | None, hash_bits: int | None) -> Source:
    """The source with the columns of a resumed game, or with hashed names."""
    from ..door.hashing import HashedFeatures
    from ..files.wrapped import NamedReader

    own, named = source.features, source.named
    if features is None and hash_bits is None:
        return source
    if features is None:
        if not named:
            raise BadParameter(f"--hash-bits is for names, and the columns of {source.name} are numbered")
        features = HashedFeatures(hash_bits or 0)
    elif hash_bits is not None and features.hashing[:1] != (hash_bits,):
        raise BadParameter("the saved game decides how names are hashed: leave out --hash-bits")
    if own is not None and own.hashing and own.hashing == features.hashing:
        return source
    other = features.numbered and not features.hashing if named else bool(features.names or features.hashing)
    if other:
        raise BadParameter(
            f"the game has {'numbered' if named else 'named'} columns, but those of {source.name} are "
            f"{'named' if named else 'numbered'}"
        )
    if not named:
        return source
    if source.settled:
        source = NamedReader(source)
    source.take_columns(features)
    return source
