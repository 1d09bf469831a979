"""The exceptions of this package, in one tree.

    LittlestoneError
    |-- InputError                 an example, a label or a file that cannot be used
    |   |-- BadFeature             a feature is not a finite number, or has no usable name
    |   |   `-- BadAdvice          advice is not a number or not a probability, or no expert is awake
    |   |-- NotBoolean             a Boolean learner was given a value other than 0 and 1
    |   |-- BadLabel               a label is outside the game's label set
    |   |-- BadWeight              a sample weight is not a number that it may have
    |   |-- BadWidth               a negative width, or a column outside the width
    |   |-- BadBatch               arrays whose shapes or types do not form rows
    |   `-- BadFile                a file that cannot be read as examples
    |-- OrderError                 predict and label were called in the wrong order
    |   |-- UnknownRound           a label for a round that was never opened
    |   `-- AlreadyLabelled        a second label for a round that is closed
    |-- SettingError               a learner or game was set up wrongly
    |   |-- BadParameter           a parameter outside its range
    |   |-- Unbounded              the number of mistakes has no bound
    |   |-- TooLarge               a class or a search that takes too much time or memory
    |   |-- WrongCall              arguments that a class does not take
    |   `-- UnknownName            no learner, loss or parameter of that name
    |-- BrokenPremise              a promised premise of a theorem does not hold
    |-- StateError                 a saved game cannot be read back
    |-- WorkerLost                 a process of a sweep has ended in the middle of its work
    `-- MissingExtra               an optional package is not installed

A message says what was expected, what came, and what to do. A game that raised one of these is
exactly as it was before the call.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple, Self


class Setting(NamedTuple):
    """A setting that a message names, for who calls it by another name, as the command line does.

    >>> str(Setting("quote", None)), str(Setting("label")), str(Setting("positive", ""))
    ('quote=None', 'label=...', 'positive=')
    """

    name: str
    value: Any = ...  # what it is to be; "..." is any, "" if only the name is said
    words: str = ""  # how the message says it; "" is "name=value"
    option: str = "{}"  # what is said in place of that where the setting is an option, which goes between the braces

    def __str__(self) -> str:
        value = {...: "...", "": ""}.get(self.value) if self.value in (..., "") else repr(self.value)
        return self.words or f"{self.name}={value}"


class LittlestoneError(Exception):
    """Base class of all exceptions of this package; `settings` are those that its message names."""

    settings: tuple[Setting, ...] = ()

    def naming(self, *settings: Setting) -> Self:
        """The error; its message names these settings, as far as they are in it."""
        self.settings = tuple(setting for setting in settings if str(setting) in str(self))
        return self

    def said(self, message: str) -> Self:
        """An error of the same kind in other words, which names the same settings."""
        return type(self)(message).naming(*self.settings)


class InputError(LittlestoneError, ValueError):
    """An example, a label or a file that cannot be used."""


class BadFeature(InputError):
    """A feature is not a finite number, or has no usable name; `cell` is the name of the cell, if it is known."""

    cell = ""

    @classmethod
    def of(cls, cell: str, what: str) -> BadFeature:
        """The error about this cell."""
        error = cls(what)
        error.cell = cell
        return error


class BadAdvice(BadFeature):
    """Advice is not a number or, where needed, not a probability; or no expert is awake."""


class NotBoolean(InputError):
    """A Boolean learner was given a value other than 0 and 1."""


class BadLabel(InputError):
    """A label is outside the game's label set."""


class BadWeight(InputError):
    """A sample weight is not a number that it may have."""


class BadWidth(InputError):
    """A negative width, or a column outside the width."""


class BadBatch(InputError):
    """Arrays whose shapes or types do not form rows."""


class BadFile(InputError):
    """A file that cannot be read as examples."""


class OrderError(LittlestoneError):
    """`predict` and `label` were called in the wrong order."""


class UnknownRound(OrderError, LookupError):
    """A label for a round that was never opened."""


class AlreadyLabelled(OrderError):
    """A second label for a round that is closed."""


class SettingError(LittlestoneError, ValueError):
    """A learner or game was set up wrongly."""


class BadParameter(SettingError):
    """A parameter outside its range."""


class Unbounded(SettingError):
    """The number of mistakes has no bound."""


class TooLarge(SettingError):
    """A class or a search that takes too much time or memory."""


class WrongCall(SettingError, TypeError):
    """Arguments that a class does not take."""


class UnknownName(SettingError):
    """No learner, loss or parameter of that name."""

    @classmethod
    def among(cls, kind: str, name: object, known: Iterable[str], also: Iterable[str] = ()) -> UnknownName:
        """The error for a misspelt name, with the nearest known one, or other name of one, if there is one."""
        names = sorted(known)
        near = get_close_matches(str(name), [*names, *also], n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(names) or 'none at all'}"
        return cls(f"there is no {kind} {str(name)!r}; {hint}")


class BrokenPremise(LittlestoneError):
    """A promised premise of a theorem does not hold, so there is no result to return."""


class StateError(LittlestoneError):
    """A saved game cannot be read back."""


class WorkerLost(LittlestoneError):
    """A process of a sweep has ended in the middle of its work."""


class MissingExtra(LittlestoneError, ImportError):
    """An optional package is not installed."""


def more_states(limit: int) -> Setting:
    """For messages: the setting of a search that ended after so many states."""
    return Setting("states", 10 * limit, f"worst_case(..., states={10 * limit})")
