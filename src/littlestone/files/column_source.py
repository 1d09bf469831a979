"""Files whose examples have columns or keys: one is the label, others are dropped, categorical or text."""

from __future__ import annotations

from typing import Any

from ..door.door import Door
from ..support.settings import flag
from .named_source import NamedSource


class ColumnSource(NamedSource):
    """Base of tables and records: they come through a `Door`, whose settings give each column its role.

    skip_bad    go on after lines that are wrong: `bad` counts them, `complaints` are the first few
    zeros       keep numbers that are zero as features, which a learner that standardises needs

    All others, such as `label`, `positive`, `drop` and `text`, are settings of `Door`.
    """

    columnar = True
    passes_to = (Door,)
    keeps_from = ("interactions", "base")  # the first is a setting of `read`, the second of numbered columns

    def __init__(self, *, skip_bad: bool = False, zeros: bool = False, **settings: Any) -> None:
        self.roles = Door(**settings)
        self.skip_bad = flag("skip_bad", skip_bad)
        self.zeros = flag("zeros", zeros)
        self.restart()

    @property
    def door(self) -> Door:
        return self.roles
