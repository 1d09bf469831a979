"""Lookup of regularisers and mirror maps by name."""

from __future__ import annotations

from ..errors import UnknownName
from .entropy import Entropy
from .euclidean import Euclidean
from .mirror_map import MirrorMap
from .regulariser import Regulariser

GEOMETRIES: dict[str, type[MirrorMap]] = {psi.name: psi for psi in (Euclidean, Entropy)}


def find_regulariser(psi: str | Regulariser) -> Regulariser:
    """The regulariser of that name; a `Regulariser` is returned as it is."""
    return psi if isinstance(psi, Regulariser) else found("regulariser", psi)


def find_mirror(mirror: str | MirrorMap) -> MirrorMap:
    """The mirror map of that name; a `MirrorMap` is returned as it is."""
    return found("mirror map", mirror) if isinstance(mirror, str) else mirror


def found(what: str, name: str) -> MirrorMap:
    """The mirror map of that name; the error for an unknown name suggests the nearest."""
    if name not in GEOMETRIES:
        raise UnknownName.among(what, name, GEOMETRIES)
    return GEOMETRIES[name]()
