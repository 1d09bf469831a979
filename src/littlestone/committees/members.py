"""The members of a committee, as they are written: names with settings, wrapped or not.

scale-free   adagrad:eta=0.2:bias=1   standardised/adagrad:eta=0.2   one-vs-rest/scale-free   ogd:loss=pinball:0.9
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import BadParameter, UnknownName
from ..learner import RowLearner
from ..learners import LEARNERS, find_learner, make_learner, table_name
from ..multiclass.one_vs_rest import OneVsRest
from ..scaling.rescaled import Rescaled
from ..support.settings import scalar
from ..truth import CLASSES, NUMBERS, SIGNS, Truth

Written = str | list[Any] | RowLearner  # a member: its text, its name and parameters, or as it is
LINEAR: dict[str, tuple[str, ...]] = {  # fast; the service takes them where no learner is named
    SIGNS: (
        "standardised/ftrl:bias=1.0",  # alpha = 0.1
        "standardised/ftrl:alpha=0.3:bias=1.0",
        "standardised/ftrl:alpha=0.4:bias=1.0",
        "standardised/ftrl:alpha=0.8:bias=1.0",
        "standardised/ogd:eta=0.5:loss=log:bias=1.0",  # its rate does not fall: it follows what changes
        "scale-free:bias=1.0",
        "adagrad:eta=0.8:bias=1.0",
    ),
    CLASSES: (
        "one-vs-rest/adagrad:eta=0.05:bias=1.0",
        "one-vs-rest/ftrl:alpha=0.3:bias=1.0",
        "one-vs-rest/scale-free:bias=1.0",
        "standardised/one-vs-rest/adagrad:eta=0.5:bias=1.0",
        "standardised/one-vs-rest/ogd:eta=0.2:loss=log:bias=1.0",
    ),
    NUMBERS: (
        "standardised/ogd:eta=0.005:loss=square:bias=1.0",
        "standardised/ogd:eta=0.02:loss=square:bias=1.0",
        "max-scaled/ogd:eta=0.05:loss=square:bias=1.0",
        "adagrad:eta=0.5:loss=square:bias=1.0",
        "standardised/pa1-regression:bias=1.0",
    ),
}
LINEAR_WORDS: dict[str, str] = {SIGNS: "linear", CLASSES: "linear-classes", NUMBERS: "linear-numbers"}
FORESTS: dict[str, str] = {
    SIGNS: "forest",
    CLASSES: "forest:truth=classes",
    NUMBERS: "forest:truth=numbers:leaf=16:gain=4.0",
}
PRODUCTS: dict[str, tuple[str, ...]] = {  # with the products of every two features: circles, exclusive or
    SIGNS: (
        "standardised/products/ftrl:alpha=0.05:bias=1.0",
        "standardised/products/ftrl:alpha=0.15:bias=1.0",
        "standardised/products/ftrl:alpha=2.0:bias=1.0",
        "standardised/products/ogd:eta=0.02:loss=log:bias=1.0",
    ),
    CLASSES: (),
    NUMBERS: (
        "standardised-labels/standardised/products/adagrad:eta=0.03:loss=square:bias=1.0",
        "standardised-labels/standardised/products/pa1-regression:C=0.01:bias=1.0",
    ),
}
UNITS: dict[str, tuple[str, ...]] = {  # of numbers, those to whom it does not matter in which unit they are told
    SIGNS: (),
    CLASSES: (),
    NUMBERS: (
        "standardised-labels/standardised/adagrad:loss=square:bias=1.0",  # eta = 0.1
        "standardised-labels/standardised/pa1-regression:C=0.01:bias=1.0",
    ),
}
USUAL: dict[str, tuple[str, ...]] = {  # what words stand for; a truth is what a committee of it has that names none
    **{truth: (*members, *UNITS[truth], *PRODUCTS[truth], FORESTS[truth]) for truth, members in LINEAR.items()},
    **{LINEAR_WORDS[truth]: members for truth, members in LINEAR.items()},
}  # how they were chosen: docs/how_to/committee.md
USUAL_SHARE = 0.001  # of the weight, that the usual members of classes are dealt out
WRAPPERS = {
    "standardised": "learner",
    "max-scaled": "learner",
    "products": "learner",
    "standardised-labels": "learner",
    "one-vs-rest": "base",
}


def of_numbers(loss: Any) -> bool:
    """Is this loss, "log", "mistake", "square" or None, one of numbers?"""
    if loss not in (None, "log", "logistic", "mistake", "square", "squared"):
        raise BadParameter(f"loss is 'log' or 'mistake' of classes, or 'square' of numbers, not {loss!r}")
    return loss in ("square", "squared")


def members_of(given: Any) -> list[RowLearner]:
    """The members, new and untrained: of a text with commas, or of a list of texts, pairs and learners.

    The words "signs", "classes" and "numbers" stand for the usual members of two classes, of many and of numbers;
    "linear", "linear-classes" and "linear-numbers" for those of them that are linear.
    """
    wanted = "members is a list of learners, such as ['scale-free', 'adagrad:eta=0.2', AROW()]"
    if isinstance(given, RowLearner | Mapping) or not isinstance(given, Iterable):
        raise BadParameter(f"{wanted}, not {given!r}")
    if isinstance(given, str):
        given = USUAL.get(given) or [text.strip() for text in given.split(",")]
    texts = list(given)
    members = [member_of(one) for one in texts]
    if not members:
        raise BadParameter(f"{wanted}; there is none")
    return members


def usual_of_classes(members: list[RowLearner], heaviest: float) -> list[RowLearner] | None:
    """The usual members of many classes, if these are the usual ones of two, with this promise of weights."""
    for words in ({truth: str(truth) for truth in LINEAR_WORDS}, LINEAR_WORDS):
        usual = members_of(words[SIGNS])
        usual = [promised(one, heaviest) for one in usual] if heaviest > 1.0 else usual
        if [written(one) for one in members] == [written(one) for one in usual]:
            return members_of(words[CLASSES])
    return None


def told_alike(members: list[RowLearner]) -> Truth:
    """The kind of label that all members are told."""
    if len(told := {member.truths for member in members}) > 1:
        raise BadParameter(f"all members are told the same kind of label, not {' and '.join(sorted(told))}")
    return members[0].truths


def promised(member: RowLearner, heaviest: float) -> RowLearner:
    """The member, new and with this promise of the largest weight if it takes one and its own is less."""
    kind: Any = type(member)
    settings: dict[str, Any] = member.parameters()
    if isinstance(member, OneVsRest):
        return OneVsRest(promised(member.first, heaviest), classes=settings["classes"])
    if isinstance(member, Rescaled):
        return member.around(promised(member.inside, heaviest))
    if settings.get("heaviest", heaviest) >= heaviest:
        return member
    renewed: RowLearner = kind(**{**settings, "heaviest": heaviest})
    return renewed


def member_of(one: Any) -> RowLearner:
    """One member, new and untrained."""
    if isinstance(one, RowLearner):
        learner = one.clone()
    elif isinstance(one, str):
        learner = read(one)
    elif isinstance(one, list | tuple) and len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], Mapping):
        learner = make_learner(one[0], dict(one[1]))
    else:
        raise BadParameter(
            f"a member is a name with settings, such as 'adagrad:eta=0.2', a pair of name and settings, or a learner, "
            f"not {one!r}"
        )
    if learner.kind == "experts":
        raise BadParameter(f"{learner.name} learns from advice, and members learn from examples")
    if learner.name == "committee":
        raise BadParameter("a committee is no member of a committee: give its members instead")
    if not learner.asked_again:
        raise BadParameter(f"{learner.title} is asked once for a round, and members are asked again for late labels")
    return learner


def read(text: str) -> RowLearner:
    """The learner that a text stands for."""
    head, _, inside = text.partition("/")
    if inside and table_name(head) in WRAPPERS:
        wrapped: RowLearner = find_learner(head)(read(inside))
        return wrapped
    name = text.partition(":")[0]
    learner: RowLearner = make_learner(name, settings_in(text, find_learner(name)().parameters()))
    return learner


def settings_in(text: str, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a text such as "adagrad:eta=0.2", of a learner with these defaults."""
    name, *pieces = text.split(":")
    given: dict[str, str] = {}
    parameter = ""
    for piece in pieces:
        key, equals, value = piece.partition("=")
        if equals:
            parameter = key.strip()
            if parameter not in defaults:
                raise UnknownName.among(f"parameter of {name}", parameter, defaults)
            given[parameter] = value.strip()
        elif parameter:
            given[parameter] += f":{piece}"  # a value may have a colon itself: loss=pinball:0.9
        else:
            raise BadParameter(f"a member is written NAME:SETTING=VALUE, such as adagrad:eta=0.2, not {text!r}")
    return {key: value if isinstance(defaults[key], str) else scalar(value) for key, value in given.items()}


def written(member: RowLearner) -> Written:
    """What `member_of` makes this member of, in words if they say all of it."""
    if LEARNERS.get(member.name) is not type(member):
        return member
    text = in_words(member)
    if text is None:
        return [member.name, member.parameters()]
    return text


def in_words(member: RowLearner) -> str | None:
    """The text of a member; None if some setting cannot be written as a word."""
    parameters = member.parameters()
    if member.name in WRAPPERS:
        defaults = find_learner(member.name)().parameters()
        inside = parameters.pop(WRAPPERS[member.name])
        settings = parameters.pop("parameters")
        if not isinstance(inside, str) or any(parameters[name] != defaults[name] for name in parameters):
            return None
        text = in_words(make_learner(inside, settings))
        return None if text is None else f"{member.name}/{text}"
    words = member.name
    for name, default in find_learner(member.name)().parameters().items():
        value = parameters[name]
        if value == default and type(value) is type(default):
            continue
        text = str(value).lower() if value is None or isinstance(value, bool) else str(value)
        if isinstance(value, list | dict) or set(text) & set(",=/"):
            return None
        words += f":{name}={text}"
    return words


def led(members: Iterable[RowLearner]) -> None:
    """Let the first that rescales in a way do it for all that rescale so: they see and learn the same examples."""
    leaders: dict[tuple[type, ...], Rescaled] = {}
    for member in members:
        each: RowLearner = member
        way: tuple[type, ...] = ()
        while isinstance(each, Rescaled):
            way = (*way, type(each))
            if leaders.setdefault(way, each) is not each:
                each.follow(leaders[way])
            each = each.inside


def titles_of(members: Iterable[RowLearner]) -> list[str]:
    """A name for every member, none of them twice."""
    titles: list[str] = []
    for member in members:
        text = written(member)
        title = text if isinstance(text, str) else member.title or type(member).__name__
        while title in titles:
            title += "'"
        titles.append(title)
    return titles
