"""The learners of all tables, with all the settings that they list as `variants`."""

from __future__ import annotations

from littlestone import BANDITS, EXPERTS, LEARNERS, POINTS, PORTFOLIOS
from littlestone.checks import variants_of

TABLES = (LEARNERS, EXPERTS, POINTS, PORTFOLIOS, BANDITS)
VARIANTS = {name: make for table in TABLES for kind in table.values() for name, make in variants_of(kind).items()}
NEVER_LEARN = [name for name in VARIANTS if name.startswith("portfolio crp")]  # it is there to be compared with
