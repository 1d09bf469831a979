"""A learner of the user's own, named as MODULE:CLASS: imported because the user names it, never because a file does."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

from ..errors import BadParameter, LittlestoneError, UnknownName
from ..learner import RowLearner

WANTED = "--learner {name}: MODULE:CLASS was expected, such as my_rules:Bisection for a class in my_rules.py"


def is_own(name: str | None) -> bool:
    """Is it the name of a class of the user's own?"""
    return name is not None and ":" in name


def own_class(name: str) -> Any:
    """The learner class that MODULE:CLASS names; a module of the current folder is found too."""
    module, _, kind = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), *kind.split("."))):
        raise BadParameter(WANTED.format(name=name))
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # at the end: a file here is not taken for one of Python's own
    try:
        found: Any = import_module(module)
    except LittlestoneError:
        raise
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise BadParameter(f"{module} cannot be imported: {error}") from None
        raise BadParameter(
            f"there is no module {error.name!r}, neither in this folder nor where Python looks; "
            + WANTED.format(name=name)
        ) from None
    except Exception as error:  # whatever a stranger's module raises
        raise BadParameter(f"{module} cannot be imported: {type(error).__name__}: {error}") from None
    for part in kind.split("."):
        if not hasattr(found, part):
            raise UnknownName.among(f"class in {module}", kind, learners_in(sys.modules[module]))
        found = getattr(found, part)
    if not isinstance(found, type) or not issubclass(found, RowLearner):
        raise BadParameter(f"{name} is {found!r:.60}, and no learner: derive it from littlestone.RowLearner")
    if found.kind == "experts":
        raise BadParameter(f"{name} learns from advice, which a game of examples has none of")
    return found


def learners_in(module: Any) -> list[str]:
    """The names of the learners in a module."""
    return [name for name, one in vars(module).items() if isinstance(one, type) and issubclass(one, RowLearner)]
