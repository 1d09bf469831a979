"""Learners of the user's own on workers: named by module and class, and the same code everywhere or none."""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from sys import modules
from typing import Any, NamedTuple

from ..errors import BadParameter, StateError
from ..learners import make_learner
from ..moves import is_ours
from ..store import own_name

HERE = __name__.split(".")[0]
ADVICE = "put the module where every worker finds it, the same one everywhere"


class Rule(NamedTuple):
    """Which learner plays, in plain values: the name of one of ours, or MODULE:CLASS with a sum of its module."""

    name: str
    code: str = ""

    def learner(self, parameters: dict[str, Any]) -> Any:
        """A new learner of this rule; a worker that has another rule under the name says so."""
        if ":" not in self.name:
            return make_learner(self.name, parameters)
        module, _, path = self.name.partition(":")
        try:
            kind: Any = import_module(module)
            for part in path.split("."):
                kind = getattr(kind, part)
        except (ImportError, AttributeError) as error:
            raise StateError(f"this worker has no learner {self.name} ({error}): {ADVICE}") from None
        if code_of(kind) != self.code:
            raise StateError(f"the {module} of this worker is not that of the training: {ADVICE}")
        return kind(**parameters)


def rule_of(learner: Any) -> Rule:
    """The rule of a learner, for workers; raises if no worker could find it."""
    kind = type(learner)
    if is_ours(learner):
        return Rule(learner.name)
    found: Any = modules.get(kind.__module__)
    for part in kind.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not kind:
        raise BadParameter(f"{own_name(kind)} is made within a function: workers import it, so let a module have it")
    if kept := unknown_state(learner):
        raise BadParameter(
            f"{own_name(kind)} keeps {kept[0]!r}, and does not say how shards share it: name it in `mixes` if its mean "
            f"over shards is meant"
        )
    return Rule(own_name(kind), code_of(kind))


def unknown_state(learner: Any) -> list[str]:
    """What a learner of the user's own keeps beside the state of the one of ours that it is derived from."""
    bases: list[Any] = [kind for kind in type(learner).__mro__ if kind.__module__.split(".")[0] == HERE]
    known = {field.name for kind in bases for field in vars(kind).get("saved", ())}
    return sorted(set(learner.state()) - known - set(learner.mixes))


def code_of(kind: type) -> str:
    """A sum of the text of the module that has this class; empty if there is no such file."""
    path = getattr(modules.get(kind.__module__), "__file__", None)
    return sha256(Path(path).read_bytes()).hexdigest() if path and Path(path).is_file() else ""
