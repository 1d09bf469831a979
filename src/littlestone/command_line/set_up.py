"""What commands do before the first round: a file is opened once, its source built once, a learner made once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadFile, BadParameter
from ..formats.chained import Chained
from ..formats.folders import every_file
from ..formats.heaviest import heaviest_in
from ..formats.label_kinds import Kind, kind_of_labels
from ..formats.named_source import NamedSource
from ..formats.source import Source
from ..formats.stream import width_of
from ..formats.text.vw_text import VwReader
from ..natures.late_labels import OF_LABELS, LabelsOfSecondFile, LabelsWhenKnown, LateLabels
from ..rows.game import Game
from ..samples import SAMPLE
from ..truth import CLASSES, NUMBERS, SIGNS
from .arguments import class_weights, make
from .guards import Guards
from .progress import saying
from .reading import ROLES, Reading

FEW = 1 << 12  # columns by which the memory of a learner is measured
TAKEN_UP = 2.25  # a game that is saved or loaded is there more than twice, but for what no example has met
THEOREMS = 144.0  # bytes a column: the vectors with which theorems are shown, at most
TOLD: dict[str, str] = {CLASSES: "many classes", NUMBERS: "numbers"}
KEPT = "the game in {model} is played by {learner} and goes on with the settings it has: leave out {options}"
ONCE = "two classes, since the file can be read only once; --labels says otherwise"


class Wanted(NamedTuple):
    """The options of a new game, each if its command has it; a game that goes on has its own."""

    learner: str | None = None
    set_: list[str] | None = None
    promise: list[str] | None = None
    loss: str | None = None
    loss_function: str | None = None
    learning_rate: float | None = None
    seed: int = 0
    metrics: str | None = None
    class_weight: str | None = None
    members: str | None = None
    labels: str | None = None  # of forecasts: those of examples are about the file
    keep: int | None = None
    cost: float = 0.0
    low: float = 0.0
    high: float = 1.0
    guards: Guards = Guards()


def check_not_given(model: str, game: Any, wanted: Wanted) -> None:
    """Raise if one of the options of a new game was given for a game that goes on."""
    default = Wanted()
    given = [
        "--" + name.strip("_").replace("class_", "class-")
        for name in wanted._fields
        if name != "guards" and getattr(wanted, name) != getattr(default, name)
    ]
    given += wanted.guards.given
    if given:
        raise BadParameter(KEPT.format(model=model, learner=game.learner.name, options=", ".join(given)))


class Nothing(NamedSource):
    """No examples: only labels come."""

    name = "no examples"

    def __iter__(self) -> Iterator[Any]:
        return iter(())


def labels_in(path: str, reading: Reading, truths: str, game: Game | None) -> Source:
    """The second file, of which only ids, labels and times are read; a saved game says what they are called."""
    known = reading if game is None or not game._schema_given else reading.agreed(game)
    if known.id is None:
        raise BadParameter(f"--labels-from {path} needs --id COLUMN, which says whose label it is, in both files")
    if (known.asked_at is None) != (known.known_at is None):
        raise BadParameter("--asked-at is of the examples and --known-at of their labels: give both, or none")
    given = {name: getattr(known, name) for name in (*OF_LABELS, "skip_bad")}
    source = Reading(path, **given).open(truths)
    if not source.columnar:
        raise BadParameter(f"labels by id are read from a table or from records, such as CSV, and {path} is none")
    source.bare = True
    source.innermost().alone = game is None
    return source


class Examples:
    """The files of a game of examples, and how they are read.

    reading    the options about that
    files      the examples; none if only labels come
    second     the file of the labels, if they have one of their own
    source     the examples, when they are open
    told       the labels, if they have a file of their own
    """

    def __init__(self, reading: Reading, files: Sequence[str], second: str | None = None) -> None:
        self.reading, self.files, self.second = reading, list(files), second
        self.every = every_file([*files] if second is None else [second])  # those that have labels
        self.source: Source = Nothing()
        self.told: Source | None = None
        self.is_open = False

    @property
    def labelled(self) -> Source:
        """The source that has the labels."""
        return self.told or self.source

    def kind(self) -> Kind:
        """What the labels are taken for, where no learner says it.

        --labels and --positive decide. Else the first labels do, if the file can be read twice: it is opened for that.
        What can be read only once has two classes.
        """
        reading = self.reading
        if reading.labels in ROLES:
            truths = str(reading.labels)
            self.reading = reading._replace(labels=None)
            return Kind(truths, f"{TOLD[truths]}, as --labels says")
        if reading.labels is not None or reading.positive is not None:
            return Kind(SIGNS, "two classes, as --labels or --positive says")
        if self.every[0].startswith(SAMPLE):
            return Kind(SIGNS, "two classes, as the sample says")
        if not all(Path(file).is_file() for file in self.every):
            return Kind(SIGNS, ONCE)
        self.open(CLASSES)
        found = kind_of_labels(self.labelled) or Kind(SIGNS, ONCE)
        if found.labels is not None and not any("," in label for label in found.labels):
            self.reading = reading._replace(labels=",".join(found.labels))
        other = f"; --labels {found.others} takes them for {found.others}" if found.others else ""
        return found._replace(why=found.why + other)

    def open(self, truths: str, zeros: bool = False, game: Game | None = None) -> None:
        """Open the files, for a learner of such truths, or a saved game that goes on; `zeros` keeps numbers that are 0.

        Files that are open already, since their labels were looked at, are told how their labels are read.
        """
        if self.is_open:
            reader = self.labelled.at_hand()
            self.labelled.take_labels(self.reading.classes(truths, reader.columnar or reader.events))
            if zeros:
                self.source.keep_zeros()
            return
        if self.second is not None:
            self.told = labels_in(self.second, self.reading, truths, game)
        if self.files:
            self.source = self.reading.open_all(self.files, "none" if self.second else truths, game, zeros)
        self.is_open = True

    def weighed(self, player: Any, name: str, parameters: dict[str, Any], classes: str | None) -> Any:
        """The learner, promised the largest weight of a round if it asks for one and the user gave none.

        It is made anew only if there are weights above 1. `classes` are those of --class-weight. What can be read only
        once is not looked at.
        """
        asked = "heaviest" in player.parameters() and "heaviest" not in parameters
        if not asked or not all(Path(file).is_file() for file in self.every):
            return player
        most = heaviest_in(self.labelled, class_weights(classes, None))
        return make(name, {**parameters, "heaviest": most}) if most > 1.0 else player


class FeatureCount:
    """How many features a source has, for learners that have to know: counted by reading it, once and if one asks."""

    def __init__(self, source: Any, limit: int | None, shown: bool) -> None:
        self.source, self.limit, self.shown = source, limit, shown

    @cached_property
    def count(self) -> int:
        """The number of features."""
        with saying("counting the features", self.shown):
            return width_of(self.source, self.limit)

    def told_to(self, player: Any, name: str, parameters: dict[str, Any]) -> Any:
        """The learner; one that has to know the number of features is made anew, with that among its parameters."""
        if player.parameters().get("n", 0) is not None:
            return player
        if not self.source.repeatable:
            raise BadParameter(
                f"{name} must know the number of features before the first round, and {self.source.name} can be read "
                f"only once: give --set n=..."
            )
        return make(name, {**parameters, "n": self.count})


def id_of(source: Source) -> str:
    """What the ids of examples are called in their file, for that of the predictions; "" if they have none."""
    return source.schema.id or ("id" if source.at_hand().events else "")


def tag_of(source: Source) -> str:
    """What the tags of examples are called beside predictions; "" if there are none in the file, as far as is known."""
    files = source.sources if isinstance(source, Chained) else (source,)
    readers = [file.innermost() for file in files]
    return "tag" if any(isinstance(reader, VwReader) and reader.has_tags() for reader in readers) else ""


def telling_of(game: Game, source: Source, labels: Source | None, option: dict[str, bool]) -> LateLabels | None:
    """When labels are told, if examples have ids or times or labels a file of their own; None if not.

    `option` says of the options that do not go with that which were given.
    """
    schema, events = source.schema, source.at_hand().events
    if not schema.timed and labels is None and not events:
        return None
    for name, given in option.items():
        if given:
            raise BadParameter(f"{name} is for examples without ids and times, whose labels may be told in any order")
    if labels is not None:
        return LabelsOfSecondFile(game, labels, schema.asked_at, labels.schema.known_at)
    if events:
        return LabelsWhenKnown(game)
    if (schema.asked_at is None) != (schema.known_at is None):
        missing, there = ("--asked-at", "--known-at") if schema.asked_at is None else ("--known-at", "--asked-at")
        raise BadParameter(f"{there} without {missing}: a label is told when it is known, to whom is asked later")
    return LabelsWhenKnown(game, schema.asked_at, schema.known_at)


def check_read(source: Any, rounds: int, labelled: int | None = None, what: str = "examples") -> None:
    """Raise if a file gave no example, or none with a label where labels are told: a receipt of it would say nothing.

    Where every line was left out as bad, what is wrong with the first is wrong with all of them.
    """
    if not rounds and source.bad:
        lines = "the one line could not" if source.bad == 1 else f"none of the {source.bad:,} lines could"
        raise BadFile(f"{source.name}: {lines} be read, and --skip-bad would leave out all: {source.complaints[0]}")
    if not rounds:
        raise BadFile(f"there are no {what} in {source.name}")
    if labelled == 0:
        raise BadFile(f"no example in {source.name} has a label: `littlestone predict` needs none")


def check_room(player: Any, features: Any) -> None:
    """Raise if hashed columns would take more memory than this machine has free: nobody else says so in time."""
    if features is None or not features.hashing or player.whole_matrix:
        return
    columns = len(features)
    needed, free = memory_of(player, columns), free_memory()
    if free is not None and needed > free:
        raise BadParameter(
            f"-b {features.hashing[0]} makes {columns:,} columns, for which {player.title} may need "
            f"{needed / 2**30:,.1f} GiB of memory, with its theorems and its saved game, and {free / 2**30:,.1f} are "
            f"free: give fewer bits, or one learner"
        )


def memory_of(player: Any, columns: int) -> float:
    """The bytes that a game of so many columns may take: playing, its theorems, and saving or loading it."""
    return columns * (TAKEN_UP * bytes_a_column(player) + THEOREMS)


def bytes_a_column(player: Any) -> float:
    """The memory of a column, measured: what a copy of the learner that knows nothing takes for some."""
    sizes = []
    for width in (FEW, 2 * FEW):
        copy = player.clone()
        copy.widen(width)
        sizes.append(sum(np.asarray(value).nbytes for value in copy.state().values()))
    return (sizes[1] - sizes[0]) / FEW


def free_memory() -> int | None:
    """The bytes of memory that a process may take now; None if the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        known = next(line for line in lines if line.startswith("MemAvailable"))
        return int(known.split()[1]) * 1024
    except (OSError, StopIteration, ValueError, IndexError):
        return None
