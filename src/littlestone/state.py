"""What is saved: fields that stand on a class with their kind, written, checked and restored in this one place."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from operator import attrgetter
from typing import Any

import numpy as np

from .errors import InputError, StateError
from .support.signatures import Shown, check_call

State = dict[str, Any]  # named arrays: all that is saved of a learner, ledger or bound
Held = dict[str, Any]  # the same by name, checked, as it will be put into the object

MOST = 2**53  # the largest count: floats are exact up to here
Maker = Callable[[Any], Any]  # of something from an object
NEEDED = object()  # a field that every saved game has
CASTS = {"f": "iuf", "i": "iu", "u": "iub", "b": "b"}  # the kinds of array that a field of some kind may be read from


def a_count(name: str, value: Any, least: int = 0) -> int:
    """Check and return a count from a saved state."""
    found = np.asarray(value)
    if found.shape or found.dtype.kind not in "iu" or not least <= int(found) <= MOST:
        raise StateError(f"{name!r} is a count, from {least} to 2^53, not {came(value)}")
    return int(found)


def a_number(name: str, value: Any) -> float:
    """Check and return a number from a saved state, which may be infinite or NaN where sums have overflowed."""
    found = np.asarray(value)
    if found.shape or found.dtype.kind not in "iuf":
        raise StateError(f"{name!r} is a number, not {came(value)}")
    return float(found)


def an_amount(name: str, value: Any) -> float:
    """Check and return a sum of squares or lengths from a saved state: 0 or more, or NaN."""
    amount = a_number(name, value)
    if amount < 0.0:
        raise StateError(f"{name!r} is a sum of squares or lengths, 0 or more, not {amount}")
    return amount


def a_vector(name: str, value: Any) -> Any:
    """Check and return a vector from a saved state, as a new array."""
    return an_array(name, value, np.float64, (None,))


def an_array(name: str, value: Any, dtype: Any, shape: tuple[int | None, ...]) -> Any:
    """Check and return an array from a saved state, as a new one; a size of None may be any."""
    found = np.asarray(value)
    fits = len(shape) == found.ndim and all(
        size is None or size == own for size, own in zip(shape, found.shape, strict=True)
    )
    if not fits or found.dtype.kind not in CASTS[np.dtype(dtype).kind]:
        kind = "a vector" if len(shape) == 1 else f"a table of shape {shape}".replace("None", "any")
        size = f" of {shape[0]} numbers" if len(shape) == 1 and shape[0] is not None else ""
        raise StateError(f"{name!r} is {kind}{size}, not an array of shape {found.shape} of {found.dtype}")
    array = np.array(found, dtype=dtype, order="C")
    if found.dtype.kind in "iu" and not np.array_equal(array, found):
        raise StateError(f"{name!r} holds numbers of the kind {np.dtype(dtype)}, and one is too large")
    return array


def came(value: Any) -> str:
    """What came instead, in words."""
    found = np.asarray(value)
    return f"an array of shape {found.shape} of {found.dtype}" if found.shape else f"{value!s:.60}"


def under(state: State, start: str) -> State:
    """The part of a state whose names begin with `start`, without that beginning."""
    return {name[len(start) :]: value for name, value in state.items() if name.startswith(start)}


def named(thing: Any) -> str:
    """The class of an object with its article."""
    kind = type(thing).__name__
    return f"{'an' if kind[0] in 'AEIO' else 'a'} {kind}"


def lacks(thing: Any, name: str) -> StateError:
    """The error for a state in which a field is missing."""
    return StateError(f"this is not the state of {named(thing)}: it lacks {name!r}")


def called(path: list[str], thing: Any) -> Any:
    """What lies at the end of a path of attributes, some of which are called."""
    for step in path:
        thing = getattr(thing, step.removesuffix("()"))
        thing = thing() if callable(thing) else thing
    return thing


class Field:
    """One array of a state: its name there, and the attribute that it is of, `name` itself unless another is given.

    An attribute may lie deeper, "triangle.factor". Where an array has to be made, it is a method, "table()", or a
    function of the object, which then puts the array back itself, in `take_up`. `missing` is what an older release did
    not save: a value, or a function of the fields before it. `when` says of an object whether the field is saved.
    """

    def __init__(
        self, name: str, attribute: str | Maker = "", *, missing: Any = NEEDED, when: Maker | None = None
    ) -> None:
        self.name, self.missing, self.when = name, missing, when
        path = (attribute or name) if isinstance(attribute, str) else "()"
        self.made = "()" in path
        self.get: Maker = attrgetter(path)
        if self.made:
            self.get = partial(called, path.split(".")) if isinstance(attribute, str) else attribute
        self.owner, _, self.last = path.rpartition(".")

    def of(self, kind: Any) -> tuple[Field, ...]:
        """The fields that it stands for on a class: itself."""
        return (self,)

    def save(self, thing: Any, state: State) -> None:
        """Write the field of `thing` into a state."""
        if self.when is None or self.when(thing):
            state[self.name] = self.packed(self.get(thing))

    def check(self, thing: Any, state: State, held: Held) -> None:
        """Read the field from a state; raise if it is not there or cannot be of `thing`, which stays as it is."""
        if self.name in state:
            held[self.name] = self.unpacked(thing, state[self.name], held)
        elif self.missing is NEEDED:
            raise lacks(thing, self.name)
        else:
            held[self.name] = self.missing(held) if callable(self.missing) else self.missing

    def fit(self, thing: Any, state: State, width: int) -> None:
        """Give an array of a state that grows with the columns the length that so many columns ask for."""

    def put(self, thing: Any, held: Held) -> None:
        """Put what was read into `thing`."""
        if not self.made:
            setattr(attrgetter(self.owner)(thing) if self.owner else thing, self.last, held[self.name])

    def packed(self, value: Any) -> Any:
        """The value as an array."""
        raise NotImplementedError(f"{type(self).__name__} must implement packed()")

    def unpacked(self, thing: Any, value: Any, held: Held) -> Any:
        """The value of an array, checked."""
        raise NotImplementedError(f"{type(self).__name__} must implement unpacked()")


class Count(Field):
    """A whole number, 0 or more; `least` may be less, where -1 stands for none yet."""

    def __init__(self, name: str, attribute: str | Maker = "", *, least: int = 0, **settings: Any) -> None:
        super().__init__(name, attribute, **settings)
        self.least = least

    def packed(self, value: Any) -> Any:
        return np.int64(value)

    def unpacked(self, thing: Any, value: Any, held: Held) -> int:
        return a_count(self.name, value, self.least)


class Number(Field):
    """A real number of any size; NaN and the infinities are what sums become that overflow."""

    def packed(self, value: Any) -> Any:
        return np.float64(value)

    def unpacked(self, thing: Any, value: Any, held: Held) -> float:
        return a_number(self.name, value)


class Amount(Number):
    """A sum of squares or lengths: 0 or more, or NaN."""

    def unpacked(self, thing: Any, value: Any, held: Held) -> float:
        return an_amount(self.name, value)


class Flag(Field):
    """True or False."""

    def packed(self, value: Any) -> Any:
        return np.bool_(value)

    def unpacked(self, thing: Any, value: Any, held: Held) -> bool:
        found = np.asarray(value)
        if found.shape or found.dtype.kind != "b":
            raise StateError(f"{self.name!r} is True or False, not {came(value)}")
        return bool(found)


class Text(Field):
    """A text."""

    def packed(self, value: Any) -> Any:
        return np.array(value)

    def unpacked(self, thing: Any, value: Any, held: Held) -> str:
        found = np.asarray(value)
        if found.shape or found.dtype.kind != "U":
            raise StateError(f"{self.name!r} is a text, not {came(value)}")
        return str(found)


class Numbers(Field):
    """Several numbers in one vector; one of another kind is given as a field."""

    kind: type[Field] = Number
    dtype: Any = np.float64

    def __init__(self, name: str, *attributes: str | Field, missing: Any = NEEDED) -> None:
        super().__init__(name, missing=missing)
        self.each = [self.kind(name, each) if isinstance(each, str) else each for each in attributes]

    def save(self, thing: Any, state: State) -> None:
        state[self.name] = np.array([field.get(thing) for field in self.each], dtype=self.dtype)

    def unpacked(self, thing: Any, value: Any, held: Held) -> list[Any]:
        vector = an_array(self.name, value, self.dtype, (len(self.each),))
        return [field.unpacked(thing, number, held) for field, number in zip(self.each, vector, strict=True)]

    def put(self, thing: Any, held: Held) -> None:
        for field, value in zip(self.each, held[self.name], strict=True):
            field.put(thing, {field.name: value})


class Counts(Numbers):
    """Several counts in one vector."""

    kind = Count
    dtype = np.int64


class Table(Field):
    """An array of numbers of some shape.

    A size is a number, None for any, the name of an attribute, or a function of the object and the fields before;
    `like` names a field of the same shape. `least` is the smallest number that may be in it, beside NaN, and `finite`
    says that all of them are finite. `upto` is the attribute that says how much of an array with room to grow is used.
    `columns` says of an array that its first size is one for every column and so many more; it is a flat matrix with
    as many rows as columns where `square`, a function of the object, says so.
    """

    def __init__(
        self,
        name: str,
        attribute: str | Maker = "",
        *,
        shape: tuple[Any, ...] = (None, None),
        like: str = "",
        dtype: Any = np.float64,
        least: float | None = None,
        finite: bool = False,
        upto: str = "",
        columns: int | None = None,
        square: Maker | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(name, attribute, **settings)
        self.columns, self.square = columns, square
        self.shape, self.like, self.dtype, self.least, self.finite = shape, like, dtype, least, finite
        self.upto, self.fresh = upto, callable(attribute)  # a function makes a new array, which need not be copied

    def save(self, thing: Any, state: State) -> None:
        super().save(thing, state)
        if self.upto:
            state[self.name] = state[self.name][: getattr(thing, self.upto)]

    def fit(self, thing: Any, state: State, width: int) -> None:
        if self.columns is not None and self.name in state:
            square = self.square is not None and self.square(thing)
            state[self.name] = fitted(state[self.name], width + self.columns, square)

    def packed(self, value: Any) -> Any:
        return np.ascontiguousarray(value, dtype=self.dtype) if self.fresh else np.array(value, dtype=self.dtype)

    def unpacked(self, thing: Any, value: Any, held: Held) -> Any:
        shape = np.shape(held[self.like]) if self.like else tuple(size_of(thing, held, each) for each in self.shape)
        if self.like and np.shape(value) != shape:
            raise StateError(f"{self.name!r} and {self.like!r} do not fit: {came(value)} is not of shape {shape}")
        numbers = an_array(self.name, value, self.dtype, shape)
        if self.least is not None and (numbers < self.least).any():
            raise StateError(f"{self.name!r} holds numbers of {self.least:g} or more, not {numbers.min():g}")
        if self.finite and not np.isfinite(numbers).all():
            raise StateError(f"{self.name!r} holds finite numbers, but one of them is not finite")
        return numbers


class Vector(Table):
    """A vector of numbers; `size` is one of the sizes of a `Table`."""

    def __init__(self, name: str, attribute: str | Maker = "", *, size: Any = None, **settings: Any) -> None:
        super().__init__(name, attribute, shape=(size,), **settings)


class Listed(Vector):
    """A list of numbers, as a vector."""

    def put(self, thing: Any, held: Held) -> None:
        super().put(thing, {self.name: np.asarray(held[self.name]).tolist()})


class Growing(Field):
    """A `Series`: a vector a round, as a table; of a loss of the user's own it may hold any objects."""

    def packed(self, value: Any) -> Any:
        return value.array().copy()

    def unpacked(self, thing: Any, value: Any, held: Held) -> Any:
        found = np.asarray(value)
        return found if found.dtype == object else an_array(self.name, found, np.float64, (None, None))

    def put(self, thing: Any, held: Held) -> None:
        if not self.made and held[self.name] is not None:
            self.get(thing).restore(held[self.name])


class Named(Field):
    """A field of one kind for every attribute that is named in a tuple of the class: Named("COUNTS", Count).

    That an attribute is not for users, and begins with an underscore, no file knows.
    """

    def __init__(self, name: str, kind: type[Field], *, missing: Any = NEEDED) -> None:
        super().__init__(name, missing=missing)
        self.kind = kind

    def of(self, kind: Any) -> tuple[Field, ...]:
        return tuple(
            self.kind(attribute.removeprefix("_"), attribute, missing=self.missing)
            for attribute in getattr(kind, self.name)
        )


class Part(Field):
    """Another object with fields, if there is one; their names begin with that of the part: Part("kept/", "kept")."""

    def each(self, thing: Any) -> list[tuple[str, Any]]:
        """The beginning of the names, and the part."""
        part = self.get(thing)
        return [(self.name, part)] if part else []

    def save(self, thing: Any, state: State) -> None:
        for start, part in self.each(thing):
            for name, value in part.state().items():
                state[start + name] = value

    def fit(self, thing: Any, state: State, width: int) -> None:
        for start, part in self.each(thing):
            fit_part(part, state, width, start)

    def check(self, thing: Any, state: State, held: Held) -> None:
        for start, part in self.each(thing):
            try:
                held[start] = checked_part(part, under(state, start))
            except StateError as error:
                raise StateError(f"in {start}: {error}" if start else str(error)) from error

    def put(self, thing: Any, held: Held) -> None:
        for start, part in self.each(thing):
            put_part(part, held[start])


class Parts(Part):
    """Several parts, with the number in a list or the key in a dict behind the name: Parts("bound", "bounds")."""

    def each(self, thing: Any) -> list[tuple[str, Any]]:
        parts = self.get(thing)
        return [
            (f"{self.name}{key}/", part)
            for key, part in (parts.items() if isinstance(parts, dict) else enumerate(parts))
        ]


def size_of(thing: Any, held: Held, size: Any) -> int | None:
    """One size of a shape: see `Table`."""
    found = size(thing, held) if callable(size) else getattr(thing, size) if isinstance(size, str) else size
    return None if found is None else int(found)


def fit_part(part: Any, state: State, width: int, start: str = "") -> None:
    """Give all arrays of a part whose names begin with `start` the length that so many columns ask for."""
    inner = under(state, start)
    for field in fields_of(part):
        field.fit(part, inner, width)
    state |= {start + name: value for name, value in inner.items()}


def fitted(array: Any, size: int, square: bool) -> Any:
    """An array without the room at its end, or with zeros up to its size; an empty one stands for none."""
    if square:
        side = math.isqrt(len(array))
        return array.reshape(side, side)[:size, :size].ravel()
    missing = size - len(array) if len(array) else 0
    return np.concatenate((array, np.zeros((missing, *array.shape[1:]), array.dtype))) if missing > 0 else array[:size]


def checked_part(part: Any, state: State) -> Held:
    """What a part has read from its state; one that restores itself by hand tries it on a copy, if there can be one."""
    if is_declared(part):
        return part._checked_state(state)  # type: ignore[no-any-return]
    if hasattr(part, "clone"):
        part.clone().restore(state)
    return state


def put_part(part: Any, held: Held) -> None:
    """Put into a part what `checked_part` has read."""
    if is_declared(part):
        part._put_state(held)
    else:
        part.restore(held)


def is_declared(part: Any) -> bool:
    """Are the fields of a part all that there is to its state?"""
    return isinstance(part, Declared) and type(part).restore is Declared.restore


def fields(*each: Field) -> tuple[Field, ...]:
    """The fields that a class adds to those of its bases, in their order."""
    return each


def fields_of(thing: Any, where: str = "") -> tuple[Field, ...]:
    """All fields of an object; `where` is the attribute of classes that they stand in, unless that is `saved`."""
    kind: Any = type(thing)
    return fields_of_class(kind, where)


@cache
def fields_of_class(kind: Any, where: str) -> tuple[Field, ...]:
    """The fields that stand on a class, those of its bases first."""
    where = where or ("saved" if issubclass(kind, Saved) else "_saved")
    return tuple(
        one for base in reversed(kind.__mro__) for field in vars(base).get(where, ()) for one in field.of(kind)
    )


class Declared:
    """Base of all that is saved as named arrays: a class says in `_saved` which fields it has beside its bases'.

    `restore` first checks all fields, each by its kind and all of them in `_check_state`, and only then puts them into
    the object: one that refuses a state is as it was. `_make_ready` and `_take_up` make what is not saved. A class that
    others derive from, such as a learner, has these names without the underscore: see `Saved`.
    """

    _saved = tuple[Field, ...]()
    __signature__ = Shown()

    def __cinit__(self, *args: Any, **given: Any) -> None:
        """Refuse arguments that the class does not take, in words; interpreted, Python does so in its own."""
        if args or given:
            check_call(type(self), args, given)

    def state(self) -> State:
        """All that is saved, as a dict of named arrays."""
        state: State = {}
        for field in fields_of(self):
            field.save(self, state)
        return state

    def restore(self, state: State) -> None:
        """Restore the object from its `state`; if that fails, or there is no memory for it, it is as it was."""
        held = self._checked_state(state)
        before, mark = self._own_state(), self._mark()
        try:
            self._put_state(held)
        except BaseException:
            self._put_back(before, mark)
            raise

    def _own_state(self) -> Held | None:
        """The fields of the object itself, to be put back; None if they are none that a state may have."""
        try:
            return self._checked_state(self.state())
        except StateError:
            return None

    def _mark(self) -> int:
        """What `_put_back` needs beside the fields."""
        return 0

    def _put_back(self, held: Held | None, mark: int) -> None:
        """Put fields into the object that were its own before."""
        if held is not None:
            self._put_state(held)

    def _checked_state(self, state: State) -> Held:
        """The fields of a state by name, checked; nothing is changed."""
        held: Held = {}
        try:
            for field in fields_of(self):
                field.check(self, state, held)
            self._check_state(held)
        except InputError as error:  # of rows that are none
            raise StateError(f"this is not the state of {named(self)}: {error}") from error
        return held

    def _check_state(self, held: Held) -> None:
        """Raise if fields that are right by themselves cannot be those of one object; nothing is changed."""

    def _put_state(self, held: Held) -> None:
        """Put checked fields into the object."""
        self._make_ready(held)
        for field in fields_of(self):
            field.put(self, held)
        self._take_up(held)

    def _make_ready(self, held: Held) -> None:
        """Make what the fields are put into, before they are."""

    def _take_up(self, held: Held) -> None:
        """Make what is not saved, such as scratch room, after the fields were put into the object."""


class Saved(Declared):
    """Base of what users derive from, such as learners: fields stand in `saved`, and the hooks are public."""

    saved = tuple[Field, ...]()

    def check_state(self, held: Held) -> None:
        """Raise if fields that are right by themselves cannot be those of one object; nothing is changed."""

    def make_ready(self, held: Held) -> None:
        """Make what the fields are put into, before they are."""

    def take_up(self, held: Held) -> None:
        """Make what is not saved, such as scratch room, after the fields were put into the object."""

    def _check_state(self, held: Held) -> None:
        self.check_state(held)

    def _make_ready(self, held: Held) -> None:
        self.make_ready(held)

    def _take_up(self, held: Held) -> None:
        self.take_up(held)
