"""What a class is called with: signatures of compiled classes, and a word about a call that cannot be.

A compiled class keeps no names and no defaults of its arguments. They stand in its source beside it, and are read
there when somebody asks, or calls wrongly.
"""

from __future__ import annotations

import ast
import re
import sys
from difflib import get_close_matches
from functools import cache
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import FunctionType
from typing import Any

from ..errors import WrongCall

POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
NEEDED: Any = (
    None  # the default of an argument that is needed: what is wrong with a call without it is said in our words
)


@cache
def signature_of(kind: type) -> Signature | None:
    """How the class is called; None if its source is not there, or it has no constructor of its own."""
    for base in kind.__mro__[:-1]:
        made = vars(base).get("__init__")
        if made is None:
            continue
        found = signature(made) if isinstance(made, FunctionType) else as_written(base)
        own = None if found is None else list(found.parameters.values())[1:]
        return None if own is None else Signature(own)
    return None


def as_written(kind: type) -> Signature | None:
    """The signature of the constructor as it stands in the source of a compiled class."""
    module = sys.modules.get(kind.__module__)
    path = Path(str(getattr(module, "__file__", None)))
    source = path.with_name(f"{kind.__module__.rpartition('.')[2]}.py")
    if module is None or not source.is_file():
        return None
    text = source.read_text(encoding="utf-8")
    head = re.search(rf"^class {kind.__name__}\b", text, re.M)
    found = head and re.compile(r"^    (def __init__\(.*?\) -> None:)$", re.M | re.S).search(text, head.end())
    if not found:
        return None
    (function,) = ast.parse(f"{found[1]} ...").body
    assert isinstance(function, ast.FunctionDef)
    given = function.args
    names = [*given.posonlyargs, *given.args]
    optional = [None] * (len(names) - len(given.defaults)) + list(given.defaults)
    return Signature(
        [
            *(
                parameter(module, one, Parameter.POSITIONAL_OR_KEYWORD, of)
                for one, of in zip(names, optional, strict=True)
            ),
            *([parameter(module, given.vararg, Parameter.VAR_POSITIONAL)] if given.vararg else []),
            *(
                parameter(module, one, Parameter.KEYWORD_ONLY, of)
                for one, of in zip(given.kwonlyargs, given.kw_defaults, strict=True)
            ),
            *([parameter(module, given.kwarg, Parameter.VAR_KEYWORD)] if given.kwarg else []),
        ]
    )


def parameter(module: Any, one: ast.arg, kind: Any, default: ast.expr | None = None) -> Parameter:
    """A parameter, with its default as the module has it."""
    written = "NEEDED" if default is None else ast.unparse(default)
    value = Parameter.empty if written == "NEEDED" else eval(written, vars(module))  # noqa: S307  # our own source
    hint = Parameter.empty if one.annotation is None else ast.unparse(one.annotation)
    return Parameter(one.arg, kind, default=value, annotation=hint)


class Shown:
    """`__signature__` of a class and of all that derive from it, for `inspect.signature`, `help` and editors."""

    def __get__(self, thing: Any, kind: type | None = None) -> Signature:
        found = None if kind is None else signature_of(kind)
        if found is None:
            raise AttributeError("__signature__")
        return found


@cache
def names_of(kind: type) -> tuple[int, frozenset[str]] | None:
    """How many arguments the class takes without their names, and the names of all; None if it takes any."""
    found = signature_of(kind)
    if found is None or any(one.kind is Parameter.VAR_KEYWORD for one in found.parameters.values()):
        return None
    return sum(one.kind in POSITIONAL for one in found.parameters.values()), frozenset(found.parameters)


def positional(kind: type) -> list[str]:
    """The arguments that the class takes without their names, in order."""
    found = signature_of(kind)
    return [] if found is None else [name for name, one in found.parameters.items() if one.kind in POSITIONAL]


def check_call(kind: type, args: tuple[Any, ...], given: dict[str, Any]) -> None:
    """Raise if the class takes no such arguments."""
    known = names_of(kind)
    if known is None:
        return
    if len(args) > known[0] or not known[1].issuperset(given):
        raise wrong_call(kind, args, given, *known)
    if args and given and (twice := [name for name in positional(kind)[: len(args)] if name in given]):
        raise WrongCall(f"{kind.__name__}() got {twice[0]} twice: without its name, and as {twice[0]}=")


def wrong_call(kind: type, args: tuple[Any, ...], given: dict[str, Any], most: int, names: frozenset[str]) -> WrongCall:
    """The error for a call that cannot be."""
    name, found = kind.__name__, signature_of(kind)
    shown = ", ".join(found.parameters) if found is not None else ""
    if strange := [one for one in given if one not in names]:
        near = get_close_matches(strange[0], sorted(names), n=1)
        hint = f"did you mean {near[0]}?" if near else f"it takes {shown or 'no arguments'}"
        return WrongCall(f"{name}() got an unexpected keyword argument {strange[0]!r}: {hint}")
    many = f"{most} argument{'s' * (most != 1)} without a name, not {len(args)}"
    first = shown.partition(", ")[0] if not most and shown else "setting"
    return WrongCall(f"{name} takes {many}: name them, as in {name}({'..., ' * bool(most)}{first}=...); it has {shown}")
