"""`Schema`: how a raw record becomes features. A game has one, saved with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from inspect import signature
from math import inf, isfinite, isinf
from numbers import Integral
from typing import Any

import numpy as np

from ..errors import BadFeature, BadParameter
from ..support.settings import flag, whole
from .arrays import is_number
from .dates import CATEGORIES, CYCLES, NONE, WAYS, categories, cycles, read_date
from .indicator import ONE, Ready
from .interactions import Interactions
from .label_column import MISSING
from .roles import Roles, listed
from .words_of_text import TextWords

EXACT = 2**53  # beyond it, not every whole number is a double
TRUTHS = {"true": 1.0, "false": 0.0}
UNKNOWN = ("NAType", "NaTType")  # the types of what pandas puts where nothing is known
NUMERIC = re.compile(
    r"[+-]?([\d.]|nan|inf)", re.IGNORECASE
)  # how a number begins that Python reads; to ask it costs more
NOTHING: tuple[tuple[str, float], ...] = ()
NONE_NAMED: frozenset[str] = frozenset()  # one for all games: an empty set of its own takes 216 bytes

Entries = tuple[tuple[str, float], ...]  # the features of one cell: their names and values


class Schema(Roles):
    """How a raw record becomes features: `Game(Perceptron(), schema=Schema(text="note")).predict({"note": "win!"})`.

    A record is a mapping of names to cells: a dict, a line of a file under its header, a row of a data frame, a JSON
    object. However it comes, it gives the same features, by these rules:

    - None, NaN, and a text that is empty or says NA, NaN, null or ? (in any case), is missing: it is left out;
    - a number is the feature "name" with that value, and so is a text that reads as one; true is 1 and false is 0.
      Zero says nothing, and is left out. A number that is not finite, or a whole one beyond 2^53, which a double need
      not hold exactly, is an error. With `boolean`, a number above zero is 1 and any other is left out;
    - any other text t is the feature "name=t" with value 1; in a column that `categorical` names, numbers too;
    - a date, or a text that is one in ISO 8601, is its year, month, weekday and hour: see `dates`;
    - in a column that `text` names, every word is a feature, by the rules of `TextWords`;
    - a list of texts is one category each; a list of numbers has the features "name.0", "name.1", ...;
    - a record within a record has names like "user.age".

    label           the column of the labels, which is no feature
    positive        the label that is +1, all others being -1
    labels          the two labels, negative first; or "numbers", or "classes"
    drop            columns to leave out, with all that is below them
    categorical     columns whose numbers are names, such as postal codes
    text            columns of text, whose words are the features
    ngrams          sequences of up to so many words are features too
    counts          the value of a word is how often it occurs, not 1
    boolean         numbers above zero become 1, others are left out: for Boolean learners such as Winnow
    dates           "categories", "cycles" (points on circles for year, week and day), or "none": dates are texts
    decimal         what separates the fraction of a number that is written as a text: "." or ","
    interactions    products of features of two groups, such as "country*device": see `Interactions`
    base            what a file with numbered columns calls the first one: 0 or 1
    id              the column of ids, by which a later label finds its example: no feature
    asked_at        the column of the time at which an example was asked: no feature
    known_at        the column of the time at which its label became known: no feature
    weight          the column of sample weights, how much an example counts: no feature

    >>> Schema(text="note").features({"carrier": "UA", "delay": 3, "left": "2013-01-31", "note": "Win!", "gate": None})
    {'carrier=UA': 1.0, 'delay': 3.0, 'left.year=2013': 1.0, 'left.month=1': 1.0, 'left.weekday=thu': 1.0, \
'note:win': 1.0, 'note:!': 1.0}
    """

    def __init__(
        self,
        *,
        label: str | None = None,
        positive: str | None = None,
        labels: tuple[object, object] | str | None = None,
        drop: str | Sequence[str] = (),
        categorical: str | Sequence[str] = (),
        text: str | Sequence[str] = (),
        ngrams: int = 1,
        counts: bool = False,
        boolean: bool = False,
        dates: str = CATEGORIES,
        decimal: str = ".",
        interactions: str | Sequence[str] = (),
        base: int = 0,
        id: str | None = None,
        asked_at: str | None = None,
        known_at: str | None = None,
        weight: str | None = None,
    ) -> None:
        self.label, self.positive, self.given = label, positive, labels
        self.drop, self.categorical, self.text = listed(drop), listed(categorical), listed(text)
        self.id, self.asked_at, self.known_at, self.weight = id, asked_at, known_at, weight
        self.check_roles()
        self.boolean = flag("boolean", boolean)
        self.counts = flag("counts", counts)
        self.words = TextWords(ngrams=ngrams, counts=self.counts and not self.boolean)
        self.ngrams = self.words.ngrams
        if dates not in WAYS:
            raise BadParameter(f"dates is one of {', '.join(map(repr, WAYS))}, not {dates!r}")
        if decimal not in (".", ","):
            raise BadParameter(f"decimal is '.' or ',', the character before a fraction, not {decimal!r}")
        if whole("base", base, "what the first column is called") > 1:
            raise BadParameter(f"base is what the first column is called, 0 or 1, not {base!r}")
        self.dates = dates
        self.decimal = decimal
        self.interactions = listed(interactions)
        self.products = Interactions(self.interactions)
        self.base = base
        self.left_out = frozenset((*self.drop, *self.about, *(() if label is None else (label,)))) or NONE_NAMED
        # Columns with a rule of their own.
        self.special = self.left_out.union(self.categorical, self.text) or NONE_NAMED
        self.plain = not (self.special or self.interactions or self.boolean)

    def settings(self) -> dict[str, Any]:
        """The arguments that are not the default, as values for JSON: `Schema(**schema.settings())` is equal."""
        held = {name: getattr(self, HELD_AS.get(name, name)) for name in DEFAULTS}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in held.items()}
        return {name: value for name, value in plain.items() if value != DEFAULTS[name]}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and self.settings() == other.settings()

    def __hash__(self) -> int:
        return hash(repr(self.settings()))

    def __repr__(self) -> str:
        return f"Schema({', '.join(f'{name}={value!r}' for name, value in self.settings().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return made, (self.settings(),)

    def features(self, record: Mapping[str, Any], zeros: bool = False) -> dict[str, float]:
        """The features of a record by name; `zeros` keeps numbers that are zero."""
        x = self.single(record, zeros)
        return self.products.crossed(x) if self.interactions else x

    def single(self, record: Mapping[str, Any], zeros: bool = False) -> dict[str, float]:
        """The same without products."""
        x = Ready()
        for name, value in self.flat(record, "", {}).items():
            self.enter(x, name, self.cell(name, value), zeros)
        return x

    def enter(self, x: dict[str, float], name: str, entries: Iterable[tuple[str, float]], zeros: bool) -> None:
        """Add the features of one cell; one that is there already is an error."""
        for feature, value in entries:
            if value or zeros:
                if feature in x:
                    raise BadFeature.of(
                        name, f"another cell gives the feature {feature!r} too; rename or drop one of the two"
                    )
                x[feature] = value

    def flat(self, record: Mapping[str, Any], above: str, cells: dict[str, Any]) -> dict[str, Any]:
        """The cells of a record that are not left out; those of a record within it have names like "user.age"."""
        for key, value in record.items():
            if not isinstance(key, str) and (isinstance(key, bool) or not isinstance(key, Integral)):
                raise BadFeature(f"a feature's name is a text, or a whole number, not {key!r} ({type(key).__name__})")
            name = above + str(key)
            if name in self.left_out:
                continue
            if isinstance(value, Mapping):
                self.flat(value, name + ".", cells)
            elif name in cells:
                raise BadFeature.of(name, f"two values under {name!r}")
            else:
                cells[name] = value
        return cells

    def cell(self, name: str, value: Any) -> Entries:
        """The features of one cell; none if it is missing."""
        if isinstance(value, np.generic):
            value = value.item() if value.dtype.kind not in "Mm" else moment(value)
        if isinstance(value, str):
            return self.of_text(name, value)
        if value is None or type(value).__name__ in UNKNOWN or (isinstance(value, float) and value != value):
            return NOTHING
        if name in self.text:
            return self.of_text(name, joined(value) if isinstance(value, list | tuple) else str(value))
        if isinstance(value, bool):
            return self.of_text(name, "true" if value else "false")
        if isinstance(value, int | float | Decimal):
            if name in self.categorical:
                return ((f"{name}={value}", ONE),)
            return self.of_number(name, value, value)
        if isinstance(value, date):
            return self.of_date(name, value)
        if isinstance(value, list | tuple | set | frozenset | np.ndarray):
            return self.of_list(name, list(value))
        raise BadFeature.of(
            name,
            f"{name!r} is {value!r:.60}, of type {type(value).__name__}; a cell is a number, a text, a truth value, a "
            f"date, a list of texts or numbers, or None",
        )

    def of_text(self, name: str, text: str) -> Entries:
        """The features of a cell that is a text."""
        if name in self.text:
            return tuple(self.words.features(name, text).items())
        text = text.strip()
        folded = text.casefold()
        if folded in MISSING:
            return NOTHING
        known = TRUTHS.get(folded)
        if name in self.categorical:
            return ((f"{name}={text if known is None else folded}", ONE),)
        if known is not None:
            return ((name, known),)
        number = self.read_number(name, text)
        if number is not None:
            return self.of_number(name, number, text)
        when = read_date(text)
        return ((f"{name}={text}", ONE),) if when is None else self.of_date(name, when)

    def read_number(self, name: str, text: str) -> int | float | None:
        """The number that a text writes; None if the text is no number."""
        written = text
        if self.decimal == "," and "," in text:
            written = text.replace(",", ".")
            if "." in text and is_number(text.replace(".", "").replace(",", ".")):
                raise BadFeature.of(
                    name,
                    f"{name!r} is {text!r}, with a point and a comma; write numbers without separators of thousands",
                )
        if "_" in written or not NUMERIC.match(written):  # Python reads 2012_01 as a number, nobody else does
            return None
        try:
            return float(written) if not written.lstrip("+-").isdecimal() or len(written) < 16 else int(written)
        except ValueError:
            return None

    def of_number(self, name: str, value: int | float | Decimal, written: Any) -> Entries:
        """The feature of a cell that is a number."""
        if isinstance(value, int) and abs(value) > EXACT:
            raise BadFeature.of(
                name,
                f"{name!r} is {str(written)[:40]}, a whole number beyond 2^53, which a double does not hold; if it is "
                f"a name, let the column be categorical, or drop it",
            )
        try:
            number = float(value)
        except OverflowError:
            number = inf
        if isfinite(number):
            return ((name, float(number > 0.0) if self.boolean else number),)
        if isinf(number):
            told = f"{name!r} is {str(written)[:40]!r}, and not a finite number; leave it empty, or drop the column"
            raise BadFeature.of(name, told)
        return NOTHING

    def of_date(self, name: str, when: date) -> Entries:
        """The features of a date."""
        if self.dates == NONE or name in self.categorical:
            return ((f"{name}={when}", ONE),)
        if self.dates == CYCLES and not self.boolean:
            return ((f"{name}.year={when.year}", ONE), *cycles(name, when).items())
        return tuple((part, ONE) for part in categories(name, when))

    def of_list(self, name: str, values: list[Any]) -> Entries:
        """The features of a list: of texts, each once, or of numbers, by their places."""
        there = [value for value in values if value is not None]
        if all(isinstance(value, str) for value in there):
            written = [text.strip() for text in dict.fromkeys(there)]
            return tuple((f"{name}={text}", ONE) for text in dict.fromkeys(written) if text.casefold() not in MISSING)
        if all(isinstance(value, int | float | np.number | np.bool_) for value in there):
            cells = (self.cell(f"{name}.{place}", value) for place, value in enumerate(values))
            return tuple(entry for cell in cells for entry in cell)
        raise BadFeature.of(name, f"{name!r} is {values!r:.60}; a list must be of texts only or of numbers only")


def joined(values: Sequence[Any]) -> str:
    """A list in a column of text as one text, without what is missing in it."""
    return " ".join(str(value) for value in values if value is not None)


def moment(value: np.generic) -> Any:
    """A date of numpy as one of Python; None for one that is missing."""
    found = value.astype("datetime64[us]").item() if value.dtype.kind == "M" else value
    return None if found != found else found


def made(settings: Any) -> Schema:
    """The schema of these settings, as JSON has them; a schema itself is taken as it is."""
    if isinstance(settings, Schema):
        return settings
    if not isinstance(settings, Mapping):
        raise BadParameter(f"schema is a Schema, or its settings as {{'text': 'note'}}, not {settings!r:.60}")
    unknown = [name for name in settings if name not in DEFAULTS]
    if unknown:
        raise BadParameter(f"a schema has no setting {unknown[0]!r}; it has {', '.join(DEFAULTS)}")
    pair = settings.get("labels")
    return Schema(**{**settings, "labels": tuple(pair) if isinstance(pair, list) else pair})


def named_now(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a game, with its schema under that name: saved games and older journals call it "door"."""
    if FORMERLY not in settings:
        return dict(settings)
    if "schema" in settings:
        raise BadParameter('"door" is the former name of "schema": give "schema" alone')
    return {"schema" if name == FORMERLY else name: value for name, value in settings.items()}


def named_in_files(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a game as a saved game names them: `named_now` reads them. So files keep their bytes."""
    return {FORMERLY if name == "schema" else name: value for name, value in settings.items()}


FORMERLY = "door"  # what a game's schema was called before 0.2.0, and is called in saved games
HELD_AS = {"labels": "given"}  # settings whose attributes have other names
DEFAULTS: dict[str, Any] = {  # all settings, as JSON has them
    name: [] if setting.default == () else setting.default for name, setting in signature(Schema).parameters.items()
}
