"""The options that say how a file of examples is read, and the source that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import typer

from ..errors import BadFile, BadParameter
from ..features.dates import WAYS as DATES
from ..features.features import Features
from ..features.hashing import HashedFeatures
from ..features.schema import DEFAULTS, Schema
from ..formats.chained import Chained
from ..formats.folders import called, check_alike, every_file, files_at, is_many
from ..formats.format import Format as FileFormat
from ..formats.format_table import EVENT, FORMATS
from ..formats.interacting import Interacting
from ..formats.opening import find_format, format_named, read
from ..formats.source import Source
from ..formats.tables.csv_file import CsvFile
from ..formats.tables.event_lines import KEYS
from ..formats.tables.sample import sample
from ..formats.tables.table import hint
from ..formats.text.text_file import Held
from ..formats.wrapped import NamedReader
from ..rows.game import Game
from ..samples import SAMPLE
from ..samples.samples import find_sample
from ..scaling.max_scaled import MaxScaled
from ..scaling.standardised import Standardised

DELIMITERS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";"}
STREAM = "-"  # standard input
ROLES = ("numbers", "classes")  # values of --labels other than two classes

FILE = typer.Argument(
    metavar="FILE",
    help="Examples in any format that --format knows; text may be compressed (.gz, .bz2, .xz, .zst). A folder or a "
    "pattern, 'data/*.csv', is all its files. '-' is standard input, sample:email, sample:flights and sample:rain are "
    "samples.",
)
MaybeFile = Annotated[str | None, FILE]
MaybeFiles = Annotated[list[str] | None, FILE]
Delimiter = Annotated[
    str | None, typer.Option(metavar="CHAR", help="The delimiter between cells; detected if not given.")
]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Leave out lines that are wrong, and count them.")]


class Keyword(NamedTuple):
    """How an option becomes a keyword of `read`, where the two are not spelt alike."""

    of: Callable[[Any], Any]


def split(names: Sequence[str]) -> list[str]:
    """Names that were given one by one, or with commas between them."""
    return [part.strip() for name in names for part in name.split(",") if part.strip()]


NAMES = Keyword(split)
COLUMNS = Keyword(lambda text: tuple(text.split(",")) if text else ())
DELIMITER = Keyword(lambda text: DELIMITERS.get(text, text))
QUOTE = Keyword(lambda text: None if text == "none" else text)
COMMAND = Keyword(lambda value: None)  # an option of the command itself, and no keyword of `read`


class Reading(NamedTuple):
    """The options about a file and how to read it: one declaration each, of its name, help, default, and keyword.

    An option is a keyword of `read` of the same name, with the same value, unless a `Keyword` says otherwise.
    """

    file: Annotated[str, FILE, COMMAND]
    format: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"{', '.join(FORMATS)}; detected by suffix or first line if not given."),
        COMMAND,
    ] = None
    label: Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of the labels.")] = None
    positive: Annotated[str | None, typer.Option(metavar="VALUE", help="The label that is +1; all others are -1.")] = (
        None
    )
    labels: Annotated[
        str | None,
        typer.Option(metavar="NEG,POS", help="The two classes as the file writes them; or 'numbers' or 'classes'."),
    ] = None
    columns: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="The names of the columns of a CSV file without header."),
        COLUMNS,
    ] = None
    drop: Annotated[list[str] | None, typer.Option(metavar="A,B,...", help="Columns to leave out."), NAMES] = None
    categorical: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B,...", help="Columns of texts, even if they look like numbers."),
        NAMES,
    ] = None
    text: Annotated[
        list[str] | None, typer.Option(metavar="A,B,...", help="Columns of text: their words are features."), NAMES
    ] = None
    ngrams: Annotated[int, typer.Option(min=1, metavar="N", help="Up to N words in a row are a feature too.")] = 1
    counts: Annotated[bool, typer.Option("--counts", help="Count how often a word comes, not whether.")] = False
    boolean: Annotated[bool, typer.Option("--boolean", help="Take every number above zero as 1.")] = False
    dates: Annotated[
        str,
        typer.Option(
            metavar="|".join(DATES),
            help="Dates (2013-01-31) as year, month, weekday and hour, on circles, or as texts.",
        ),
    ] = "categories"
    decimal: Annotated[
        str | None,
        typer.Option(metavar="CHAR", help="The decimal separator, point or comma; detected from the delimiter."),
    ] = None
    delimiter: Annotated[Delimiter, DELIMITER] = None
    quote: Annotated[
        str,
        typer.Option(
            metavar="CHAR",
            help="The character around cells that have delimiters in them; 'none' if cells are never quoted.",
        ),
        QUOTE,
    ] = '"'
    base: Annotated[int, typer.Option(metavar="0|1", help="The index of the first column of an svmlight file.")] = 0
    importance: Annotated[
        str,
        typer.Option(
            metavar="use|ignore|refuse", help="What to do with importances of VW text: 'ignore' counts all once."
        ),
    ] = "use"
    skip_bad: SkipBad = False
    scale: Annotated[
        bool, typer.Option("--scale", help="Divide every feature by its largest magnitude so far."), COMMAND
    ] = False
    standardise: Annotated[
        bool,
        typer.Option("--standardise", help="Standardise every number, by its mean and standard deviation so far."),
        COMMAND,
    ] = False
    interactions: Annotated[
        list[str] | None,
        typer.Option(
            "--interactions",
            "-q",
            metavar="A*B",
            help="Add products of features of two groups, or more; AB or ABC as in VW; ':' is all.",
        ),
    ] = None
    hash_bits: Annotated[
        int | None,
        typer.Option("--hash-bits", "-b", metavar="N", help="Hash the names of features into 2^N columns."),
        COMMAND,
    ] = None
    max_names: Annotated[
        int | None,
        typer.Option(
            "--max-names",
            min=1,
            metavar="N",
            help="After N names of features, new ones share columns.  [default: 1000000]",
        ),
        COMMAND,
    ] = None
    id: Annotated[
        str | None,
        typer.Option("--id", metavar="COLUMN", help="The ids of the examples: a label that comes later names one."),
    ] = None
    asked_at: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="The time, a number or ISO date, at which an example was asked."),
    ] = None
    known_at: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="The time at which its label was known: labels are told in that order."),
    ] = None
    weight: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Sample weights: how much each example counts; 0 leaves it out."),
    ] = None
    as_events: Annotated[
        bool,
        typer.Option("--event", help="The JSON lines are events, with the example under x; detected from the first."),
        COMMAND,
    ] = False

    def open_all(self, files: Sequence[str], truths: str, game: Game | None = None, zeros: bool = False) -> Source:
        """These files, and those in folders and of patterns, one after the other, as one source: see `open`."""
        every = every_file(files)
        if len(every) == 1:
            return self._replace(file=every[0]).open_one(truths, game, zeros)
        names = [self.one_name(file, game) if is_many(file) else file for file in files]
        opened = [self._replace(file=file).open_one(truths, game, zeros, held=False) for file in every]
        return Chained(opened, None if names == every else ", ".join(names))

    def one_name(self, path: str, game: Game | None) -> str:
        """What the files of a folder or a pattern are called together, if they are of one format."""
        files = files_at(path)
        check_alike(path, [(file, self.found(file, "", game).name) for file in files])
        return called(path, len(files))

    def open(self, truths: str, game: Game | None = None, zeros: bool = False) -> Source:
        """The source, for a learner of such truths; "none" for examples without labels: see `open_one`."""
        return self.open_all([self.file], truths, game, zeros)

    def open_one(self, truths: str, game: Game | None = None, zeros: bool = False, held: bool = True) -> Source:
        """The source of one file, for a learner of such truths.

        A saved game reads its files as before: its schema says how, and options that are given have to agree.
        `zeros` keeps numbers that are zero. The file is opened once if it is `held`: of many, not all can be open.
        """
        known = self if game is None or not game._schema_given else self.agreed(game)
        if self.file.startswith(SAMPLE):
            source = known.sample(truths, zeros, known is self)
        else:
            path = Held(self.file) if held and self.file != STREAM else self.file
            source = known.stream(path, self.found(path, truths, game), truths, zeros)
            if game is not None and isinstance(source, Interacting):
                source.strict = False
        features = None if game is None else game.features
        if game is None and self.max_names is not None and source.named and not source.settled:
            return with_columns(source, Features(max_names=self.max_names), None)
        return with_columns(source, features, self.hash_bits)

    def agreed(self, game: Game) -> Reading:
        """These options with those of the game where none was given; raises if one was given that differs."""
        saved, given = as_options(game), dict[str, Any]()
        for name, was in saved.items():
            default = self._field_defaults[name]
            here = getattr(self, name)
            here = KEYWORDS[name].of(here) if name in KEYWORDS and here not in (None, default) else here
            if name == "id" and was is None and here is not None and not any(map(of_column(here), game.features.names)):
                given["drop"] = [column for column in saved["drop"] if column != here]  # a key, and no feature
                continue
            if here in (default, None, []):
                given.setdefault(name, was)
            elif (list(here) if isinstance(here, list | tuple) else here) != (default if was in (None, []) else was):
                raise BadParameter(
                    f"--{name.replace('_', '-')} is {shown(here)} here, but {shown(was)} in the saved game, whose "
                    f"examples are read so: leave it out"
                )
        return self._replace(**given)

    def rescaled(self, player: Any) -> Any:
        """The learner, in one that rescales if --scale or --standardise says so."""
        if self.scale and self.standardise:
            raise BadParameter("--scale or --standardise: one of the two rescales every number")
        if not (self.scale or self.standardise):
            return player
        return Standardised(player) if self.standardise else MaxScaled(player)

    def sample(self, truths: str, zeros: bool, alone: bool) -> Source:
        """A sample, which knows its label and its columns, so that other options are an error if they stand alone."""
        own = ("drop", "boolean", "scale", "standardise", "hash_bits", "max_names")
        fresh = Reading(self.file, **{name: getattr(self, name) for name in own})
        if fresh != self and alone:
            given = [name for name in self._fields if getattr(self, name) != getattr(fresh, name)]
            options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            raise BadParameter(f"{self.file} knows its label and columns: leave out {options}")
        name, drop = self.file.removeprefix(SAMPLE), split(self.drop or ())
        labels = "numbers" if truths == "numbers" and find_sample(name).above is not None else None
        return sample(name, drop=drop, boolean=self.boolean, labels=labels, zeros=zeros)

    def found(self, path: str | Held, truths: str, game: Game | None) -> FileFormat:
        """The format that was given, or the one that is found."""
        told = self.label if game is None else self.label or game.schema.label
        labelled = (self.label is not None and truths != "none") or told in KEYS
        if self.as_events and (labelled or self.format not in (None, EVENT)):
            raise BadParameter("an event is a JSON object with its label under y: leave out --label and --format")
        return format_named(EVENT if self.as_events else self.format or find_format(path, labelled=labelled))

    def stream(self, path: str | Held, found: FileFormat, truths: str, zeros: bool) -> Source:
        """A file in that format."""
        columnar = found.reader.columnar
        settings = self.settings()
        if columnar and self.label is None and truths != "none":
            there = self.there(found.name, settings.get("delimiter"))
            raise BadFile(f"which column of {self.file} is the label? give --label COLUMN{there}")
        settings.pop("labels", None)
        if "labels" in found.settings:
            settings["labels"] = self.classes(truths, columnar or found.reader.events)
        left_out = []  # columns with roles that the reader does not have
        if truths == "none":
            settings.pop("positive", None)
            left_out = [settings.pop("label", None), settings.pop("weight", None)]
        if found.reader.events:
            left_out += [settings.pop(name, None) for name in ("label", "id", "asked_at", "known_at", "weight")]
        if "drop" in found.settings and any(left_out):
            settings["drop"] = [*settings.get("drop", ()), *filter(None, left_out)]
        if zeros and "zeros" in found.settings:
            settings["zeros"] = True
        return read(path, format=found.name, **settings)

    def settings(self) -> dict[str, Any]:
        """The options that were given, as keywords of `read`."""
        return {
            name: KEYWORDS[name].of(value) if name in KEYWORDS else value
            for name, value in self._asdict().items()
            if KEYWORDS.get(name) is not COMMAND and value not in (self._field_defaults[name], [])
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
        if kind != "csv" or self.file == "-" or self.columns:
            return f"; there is {self.columns}" if self.columns else ""
        with closing(CsvFile(self.file, delimiter=delimiter).records()) as records:
            _, columns = next(records, (0, []))
        return "; " + hint("", columns) if columns else ""


def keywords() -> dict[str, Keyword]:
    """The options that are not keywords of `read` as they are."""
    hints = get_type_hints(Reading, include_extras=True).items()
    return {name: word for name, hint in hints for word in get_args(hint)[1:] if isinstance(word, Keyword)}


KEYWORDS = keywords()


def of_column(column: str) -> Callable[[str], bool]:
    """Is a feature of this column?"""
    return lambda name: name.startswith(column) and name[len(column) :][:1] in ("", "=", ".", ":")


def as_options(game: Game) -> dict[str, Any]:
    """How a game reads its examples, as options: those of its schema, and its two classes."""
    options = as_options_of(game.schema)
    labels = game.labels.setting()
    two = isinstance(labels, list) and labels != [-1, 1] and game.learner.truths == "signs"
    if two and options["positive"] is None:
        options["labels"] = ",".join(map(str, labels))
    return options


def as_options_of(schema: Schema) -> dict[str, Any]:
    """The settings of a schema as options."""
    known = {**DEFAULTS, **schema.settings()}
    pair = known["labels"]
    return {**known, "labels": ",".join(map(str, pair)) if isinstance(pair, list) else pair}


def shown(value: Any) -> str:
    """An option in words."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    return "not given" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def number(text: str) -> Any:
    """A label as a number; any other text is returned as it is, for the reader to refuse."""
    try:
        return float(text)
    except ValueError:
        return text


def with_columns(source: Source, features: Features | None, hash_bits: int | None) -> Source:
    """The source with the columns of a resumed game, or with hashed names."""
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
