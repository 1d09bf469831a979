"""Makes a scikit-learn or River class for every learner of the table, with its parameters as keywords."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, NamedTuple
from warnings import warn

from ..errors import BadParameter, SettingError
from ..learner import RowLearner
from ..learners import LEARNERS, find_learner
from ..support.signatures import wrong_call

CLASSIFIER, REGRESSOR = "Classifier", "Regressor"
FORMERLY = {"PassiveAggressive1": "PA1", "PassiveAggressive2": "PA2"}  # in release 0.1.0
# Linear models have an intercept, as everywhere in those libraries.
DEFAULTS: dict[str, Any] = {"bias": 1.0}
OF_NUMBERS: dict[str, Any] = {"loss": "square"}


class Entry(NamedTuple):
    """A learner class and its default settings for a task."""

    learner: type[RowLearner]
    settings: dict[str, Any]

    @property
    def words(self) -> str:
        """The docstring of the learner, without its example."""
        return (self.learner.__doc__ or "").split(">>>")[0].rstrip()

    def make(self, settings: dict[str, Any]) -> RowLearner:
        """The learner with these settings."""
        return self.learner(**settings)


def entries(task: str) -> dict[str, Entry]:
    """The learners for a task, "Classifier" or "Regressor", by class name such as AROWClassifier."""
    found = {}
    for learner in LEARNERS.values():
        settings = settings_for(learner, task)
        if settings is not None:
            found[f"{learner.__name__.replace('Regression', '')}{task}"] = Entry(learner, settings)
    return found


def settings_for(learner: type[RowLearner], task: str) -> dict[str, Any] | None:
    """The settings with which a learner does this task, or None if it cannot."""
    # A dict or list would be a shared mutable default; learners that have one accept None for it.
    default = learner().parameters()
    unset = {name for name, one in signature(learner).parameters.items() if one.default is None}  # each by its task
    alone = {name: None if isinstance(value, dict | list) else value for name, value in default.items()}
    settings = {name: None if name in unset else value for name, value in alone.items()}
    settings |= {name: value for name, value in DEFAULTS.items() if name in settings}
    numbers = learner().truths == "numbers"
    if task == CLASSIFIER:
        return None if numbers else settings
    if not numbers:
        settings |= {name: value for name, value in OF_NUMBERS.items() if name in settings}
        settings |= learner.for_squares
    try:
        return settings if learner(**settings).truths == "numbers" else None
    except SettingError:  # it has losses, but none of numbers
        return None


def entry(name: str, task: str) -> Entry:
    """The learner of that name in the table, for a task."""
    learner = find_learner(name)
    settings = settings_for(learner, task)
    if settings is None:
        raise BadParameter(f"{name!r} is no {task.lower()}; there is {', '.join(sorted(entries(task)))}")
    return Entry(learner, settings)


def name_now(name: str) -> str:
    """The present name of a class; the name that it had in release 0.1.0 gives a warning."""
    for old, new in FORMERLY.items():
        if name in (old + CLASSIFIER, old + REGRESSOR):
            now = name.replace(old, new)
            warn(f"{name} is now {now}; the old name goes with the next release", DeprecationWarning, stacklevel=3)
            return now
    return name


def settings_of(base: type) -> dict[str, Any]:
    """The keywords that a class takes besides its learner, with their defaults."""
    return {name: parameter.default for name, parameter in signature(base).parameters.items() if name != "learner"}


def derived(
    base: type,
    name: str,
    entry: Entry,
    more: dict[str, Any],
    module: str,
    begin: Callable[[Any], None] = lambda one: None,
) -> type:
    """A subclass of `base` for one learner, with its settings and then `more` as keywords.

    Its `__init__` only stores its arguments and calls `begin`; its signature is what tools for cloning and for
    parameter search inspect.
    """
    keywords = {**entry.settings, **more}
    shown = Signature(
        [
            Parameter("self", Parameter.POSITIONAL_OR_KEYWORD),
            *(Parameter(keyword, Parameter.KEYWORD_ONLY, default=value) for keyword, value in keywords.items()),
        ]
    )

    def __init__(self: Any, *positional: Any, **given: Any) -> None:  # noqa: N807
        if positional or not keywords.keys() >= given.keys():
            raise wrong_call(type(self), positional, given, 0, frozenset(keywords))
        bound = shown.bind(self, **given)
        bound.apply_defaults()
        for keyword in keywords:
            setattr(self, keyword, bound.arguments[keyword])
        begin(self)

    def new_learner(self: Any) -> RowLearner:
        return entry.make({keyword: getattr(self, keyword) for keyword in entry.settings})

    __init__.__signature__ = shown  # type: ignore[attr-defined]
    return type(
        name,
        (base,),
        {
            "__init__": __init__,
            "new_learner": new_learner,
            "__doc__": f"{entry.words}\n\n    Its other settings are those of `{base.__name__}`.\n    ",
            "__module__": module,
        },
    )
