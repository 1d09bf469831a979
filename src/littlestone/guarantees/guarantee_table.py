"""The guarantees by their names, as saved games and services have them."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..rows.guarantee import Guarantee
from .alarm import Alarm
from .apple_tasting import AppleTasting
from .calibrated import Calibrated
from .calibrated_classes import CalibratedClasses
from .intervals import Intervals

GUARANTEES: dict[str, type[Guarantee]] = {
    kind.name: kind for kind in (Alarm, AppleTasting, CalibratedClasses, Calibrated, Intervals)
}


def make_guarantee(name: str, settings: dict[str, Any]) -> Guarantee:
    """A new guarantee by its name, with these settings."""
    if name not in GUARANTEES:
        raise BadParameter(f"a guarantee is one of {', '.join(sorted(GUARANTEES))}, not {name!r:.60}")
    try:
        return GUARANTEES[name](**settings)
    except TypeError as error:
        raise BadParameter(f"{name} has no such settings as {settings}: {error}") from None
