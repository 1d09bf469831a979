"""Deprecated names of release 0.1.0: they work for one more release, with a warning that gives the new name."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any
from warnings import warn

PACKAGE = "littlestone"
ROOMS = ("bounds", "door", "files", "geometry", "ledgers", "losses")  # whose names `littlestone` itself exported
RENAMED = {
    "PassiveAggressive": "PA",
    "PassiveAggressive1": "PA1",
    "PassiveAggressive2": "PA2",
    "RegressionPABound": "bounds.PARegressionBound",
    "RegressionPA1Bound": "bounds.PARegression1Bound",
    "RegressionPA2Bound": "bounds.PARegression2Bound",
    "open_source": "read",
}
# Moved modules, "old package > new package: names"; a module that was also renamed is written old=new.
MOVES = """
. > support: atomic interpreted series settings signals uncompiled version words
. > losses: convex_loss=points insensitive=rows
. > geometry: diamond domain regulariser solver
learners.convex > geometry: mirror_map projection
data > door: advice arrays batches features hashing label_column labels name_table roles words_of_text
data > files: ahead arrow_file bad_lines csv_file decimals forecast_file interactions json_lines named_source npz_file
    packed packed_blocks prices record_source row_lines row_reader samples scaling scattered_lines source svmlight
    svmlight_lines table text_file vw_lines vw_text wrapped zst
theory > concepts: builders class_search concept_class families littlestone_dimension minimax mistake_tree
    randomised_dimension search symmetry tree_drawing vc_dimension
oracle > hindsight: comparator convex expert forecasts kinked linear point portfolio search simplex switching
    door=by_name
bounds > hindsight: competitors descent fixed_point hull separator sums comparators=margin
. > hindsight: loss_sum
learners.portfolio > hindsight: mixture quadratic
. > ledgers: evidence history regret trading class_ledger=classes convex_ledger=points expert_ledger=advice
    invest_ledger=shares ledger=two_classes number_ledger=numbers
. > games: weights_by_name convex_game=points game=rows invest_game=shares
"""
PACKAGES = {"data": "files", "oracle": "hindsight"}


def moved_modules() -> dict[str, str]:
    """The new name of each module of release 0.1.0 that has moved, by its old name."""
    homes = dict(PACKAGES)
    for before, now, names in re.findall(r"^([\w.]+) > (\w+): ([^>:]*)$", MOVES, flags=re.M):
        for each in names.split():
            old, _, new = each.partition("=")
            homes[f"{before}.{old}".lstrip(".")] = f"{now}.{new or old}"
    return {f"{PACKAGE}.{old}": f"{PACKAGE}.{new}" for old, new in homes.items()}


MODULES = moved_modules()


def told(old: str, new: str) -> None:
    """Warn that the old name is deprecated, and give the new one."""
    warn(f"{old} is now {new}; the old name goes with the next release", DeprecationWarning, stacklevel=4)


def knows(name: str) -> str | None:
    """The new place of a name that `littlestone` exported in 0.1.0; None if it exported no such name."""
    if name in RENAMED:
        return RENAMED[name]
    for room in ROOMS:
        if not name.startswith("_") and name in import_module(f"{PACKAGE}.{room}").__all__:
            return f"{room}.{name}"
    return None


def find(name: str) -> Any:
    """The object that this name of release 0.1.0 stands for, with a deprecation warning."""
    now = knows(name)
    assert now is not None, f"{name} was no name of release 0.1.0"
    told(f"{PACKAGE}.{name}", f"{PACKAGE}.{now}")
    room, _, new = now.rpartition(".")
    return getattr(import_module(f"{PACKAGE}.{room}" if room else PACKAGE), new)


class Forward(Loader):
    """Loads the moved module when its old name is imported."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import the module under its new name."""
        return import_module(MODULES[spec.name])

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module was executed under its new name."""


class MovedFinder:
    """Finds modules by their old names; the last finder on `sys.meta_path`."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a module that has moved; None for all others."""
        if name not in MODULES:
            return None
        told(name, MODULES[name])
        return ModuleSpec(name, Forward(), is_package=name.removeprefix(f"{PACKAGE}.") in PACKAGES)


sys.meta_path.append(MovedFinder)
