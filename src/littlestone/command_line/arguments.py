"""What the words of a command line mean: a learner with its parameters, theorems with promises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..bound import Bound
from ..drawing import check_path, library
from ..errors import BadParameter, LittlestoneError, UnknownName
from ..learner import Learner
from ..learners import TABLES, find_learner, table_name, table_of
from ..support.settings import scalar
from .own_learner import is_own, own_class

# The command that plays the learners of a kind, with their name to fill in; all others are played by the first.
PLAYED_BY = {
    "": "littlestone play FILE --learner {}",
    "experts": "littlestone mix FILE --learner {}",
    "convex": "littlestone duel {} --adversary flip-flop",
    "portfolio": "littlestone invest FILE --learner {}",
    "actions": "littlestone bandit FILE --learner {}",
}


def command_for(name: str, kind: str) -> str:
    """The command that plays the learner of that name and kind."""
    command = PLAYED_BY.get(kind, PLAYED_BY[""]).format(name)
    return f"{command} --loss mistake" if getattr(find_learner(name, kind), "classes_only", False) else command


def named(name: str, kind: str = "") -> Any:
    """The learner class of that name and kind; the error for one of another kind says which command plays it.

    MODULE:CLASS is one of the user's own.
    """
    if is_own(name) and not kind:
        return own_class(name)
    if table_name(name, kind) not in table_of(kind):
        for other in ("", *TABLES):
            if table_name(name, other) in table_of(other):
                raise UnknownName(f"{name} is played by another command: {command_for(name, other)}")
    return find_learner(name, kind)


def pairs(option: str, texts: Iterable[str]) -> Iterable[tuple[str, str]]:
    """name=value as name and value."""
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadParameter(f"{option} wants NAME=VALUE, not {text!r}")
        yield name.strip(), value.strip()


def one_or_many(text: str) -> Any:
    """The value a text stands for; numbers between commas are a list."""
    parts = [scalar(part.strip()) for part in text.split(",")]
    if len(parts) > 1 and all(isinstance(part, int | float) and not isinstance(part, bool) for part in parts):
        return [float(part) for part in parts]
    return scalar(text)


def read_settings(name: str, texts: Iterable[str], kind: str = "") -> dict[str, Any]:
    """The parameters given with --set; one whose default is a text takes the text as it stands."""
    texts = list(texts)
    if not texts:
        return {}
    learner = make(name, {}, kind)
    return settings_of(name, {**getattr(learner, "only_if_set", {}), **learner.parameters()}, texts)


def settings_of(name: str, defaults: dict[str, Any], texts: Iterable[str], option: str = "--set") -> dict[str, Any]:
    """The parameters given with --set, or another option, of the learner of that name, which has these defaults."""
    given: dict[str, Any] = {}
    for parameter, text in pairs(option, texts):
        if parameter not in defaults:
            raise UnknownName.among(f"parameter of {name}", parameter, defaults)
        value = text if isinstance(defaults[parameter], str) else one_or_many(text)
        if isinstance(defaults[parameter], bool) and not isinstance(value, bool):
            raise BadParameter(f"{option}: {parameter} is true or false, not {text!r}")
        given[parameter] = value
    return given


def with_members(names: Sequence[str], texts: Sequence[str] | None, members: str | None) -> list[str]:
    """The settings given with --set, and those that --members stands for."""
    if members is None:
        return list(texts or ())
    if "committee" not in names:
        raise BadParameter(f"--members are those of a committee, and {names[0]} is none: give --learner committee")
    return [*(texts or ()), f"members={members}"]


def is_number(value: Any) -> bool:
    """Is it a number, and not true or false?"""
    return isinstance(value, int | float) and not isinstance(value, bool)


def words_or_numbers(given: dict[str, Any]) -> dict[str, Any]:
    """Settings with numbers where a text is one: eta of eg is a word or a number."""
    return given | {known: number for known, value in given.items() if is_number(number := scalar(str(value)))}


def make(name: str, parameters: dict[str, Any], kind: str = "", *given: Any) -> Any:
    """The learner with these parameters, after what is `given`; one it cannot make sense of is an error in words."""
    try:
        return named(name, kind)(*given, **parameters)
    except LittlestoneError:
        raise
    except (TypeError, ValueError, OverflowError, MemoryError) as error:
        words = ", ".join(f"{parameter}={value!r}" for parameter, value in parameters.items())
        raise BadParameter(f"{name} cannot play {f'with {words}' if words else 'as it is'}: {error}") from None


def promised(learner: Learner, texts: Iterable[str]) -> list[Bound]:
    """The theorems of a learner with its settings, those held to a promise that have one."""
    bounds = learner.bounds()
    theorems = [*map(type, bounds), *(theorem for theorem in learner.theorems if theorem.only_promised)]
    names = {theorem: (theorem.promise, *theorem.beside_promise) for theorem in theorems if theorem.promise}
    known = {name for each in names.values() for name in each}
    given: dict[str, Any] = {}
    for promise, text in pairs("--promise", texts):
        if promise not in known:
            raise UnknownName.among(f"promise of {learner.name}", promise, known)
        given[promise] = scalar(text)
        if isinstance(given[promise], bool) or not isinstance(given[promise], (int, float)):
            raise BadParameter(f"--promise: the promise {promise} is a number, not {text!r}")
    held = {
        theorem: theorem(**{name: given[name] for name in each if name in given})
        for theorem, each in names.items()
        if any(name in given for name in each)
    }
    return [*(held.pop(type(bound), bound) for bound in bounds), *held.values()]


def class_weights(text: str | None, labels: tuple[Any, Any] | None) -> Any:
    """The weights of classes that --class-weight says; the classes are those of the file, if they are known."""
    if text is None or text == "balanced":
        return text
    known = {str(label): label for label in labels or ()}
    given = {name: scalar(weight) for name, weight in pairs("--class-weight", text.split(","))}
    if strange := [name for name in given if known and name not in known]:
        raise BadParameter(f"--class-weight: {strange[0]!r} is none of the classes {', '.join(map(repr, known))}")
    if labels is None:
        return [[scalar(name), weight] for name, weight in given.items()]
    return [[known[name], weight] for name, weight in given.items()]


def check_plot(path: str) -> None:
    """Find out before a long game, not after it, that there will be no picture."""
    library()
    check_path(path)
