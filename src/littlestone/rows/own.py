"""Attributes of a class that one of its objects may have for itself."""

from __future__ import annotations

from typing import Any


def own_or(name: str, usual: Any) -> Any:
    """An `Own` for a class body: of any type, as it stands where the base class has a plain value."""
    return Own(name, usual)


class Own:
    """An attribute that is `usual` for the class and that of `own`, a dict, for an object that has one of this name.

    A learner that wraps others has as its own what they have as a class. An instance dictionary could hold that too,
    but the compiled core asks every object that has one, at every call, whether it overrides a method there.

    >>> class Wrapper:
    ...     weighs = own_or("weighs", False)
    ...
    ...     def __init__(self, **own):
    ...         self.own = own
    >>> Wrapper.weighs, Wrapper().weighs, Wrapper(weighs=True).weighs
    (False, False, True)
    """

    def __init__(self, name: str, usual: Any) -> None:
        self.name = name
        self.usual = usual

    def __get__(self, learner: Any, kind: Any = None) -> Any:
        return self.usual if learner is None else learner.own.get(self.name, self.usual)
