"""How the package is loaded: its version and core, names that are imported on first use, names of release 0.1.0.

With `LITTLESTONE_CORE=interpreted` in the environment every module of this package is loaded from its .py file, so
that a debugger steps through the rules as they are written. Results are the same to the last bit.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, cast

VERSION = "0.2.0"


def core() -> str:
    """Whether the core is "compiled" or "interpreted"."""
    found = find_spec("littlestone.row")
    return "interpreted" if found is None or str(found.origin).endswith(".py") else "compiled"


# Names that a module exports from elsewhere.


def exported(module: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a module, by the lines `from .x import Y as Y` and `Z = Y` of its stub.

    Type checkers read the same stub, so a name stands in one place.
    """
    path = Path(file)
    parts = module.split(".")
    package = parts if path.stem == "__init__" else parts[:-1]
    lines = ast.parse(path.with_suffix(".pyi").read_text(encoding="utf-8")).body
    homes = {
        name.name: (".".join([*package[: len(package) - line.level + 1], line.module or ""]), name.name)
        for line in lines
        if isinstance(line, ast.ImportFrom)
        for name in line.names
    }
    for line in lines:  # other names of these: `Standardized = Standardised`
        if isinstance(line, ast.Assign):
            homes[ast.unparse(line.targets[0])] = homes[ast.unparse(line.value)]

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        home, own = homes[name]
        return getattr(import_module(home), own)

    return find, lambda: sorted(homes), sorted(homes)


# The core from its sources instead of its compiled form.

WANTED = os.environ.get("LITTLESTONE_CORE") == "interpreted"


class SourceFinder:
    """Finds the modules of this package by their .py files, before any compiled form of them is looked for."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a module of this package, from its .py file; None for modules of other packages."""
        if not name.startswith("littlestone."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def warn_if_interpreted() -> None:
    """Warn once if the core runs interpreted although LITTLESTONE_CORE does not ask for it."""
    if core() == "interpreted" and not WANTED:
        warnings.warn(
            "littlestone runs its interpreted core: same results, many times slower. "
            "Install a C compiler and reinstall littlestone for the compiled one, "
            "or set LITTLESTONE_CORE=interpreted if this is what you want.",
            RuntimeWarning,
            stacklevel=3,
        )


if WANTED:
    sys.meta_path.insert(0, SourceFinder)


# Deprecated names of release 0.1.0: they work for one more release, with a warning that gives the new name.

PACKAGE = "littlestone"
ROOMS = ("bounds", "features", "formats", "geometry", "ledgers", "losses")  # whose names `littlestone` itself exported
RENAMED = {
    "PassiveAggressive": "PA",
    "PassiveAggressive1": "PA1",
    "PassiveAggressive2": "PA2",
    "RegressionPABound": "bounds.PARegressionBound",
    "RegressionPA1Bound": "bounds.PARegression1Bound",
    "RegressionPA2Bound": "bounds.PARegression2Bound",
    "open_source": "read",
    "as_advice": "experts.as_advice",
}
# Moved modules, "old package > new package: names"; a module that was also renamed is written old=new.
MOVES = """
. > formats: atomic
. > support: interpreted=loading settings uncompiled version=loading words=settings
. > geometry: diamond domain regulariser solver
. > rows: class_ledger evidence game ledger number_ledger signals weights_by_name=game
bounds > experts: adahedge=adahedge_theorems adanormalhedge=adanormalhedge_theorems aggregating=aggregating_theorems
    boa=boa_theorems ewa=ewa_theorems exponential=exponential_theorems fixed_share=fixed_share_theorems
    hedge=hedge_theorems least_squares=least_squares_theorems majority=majority_theorems ml_poly=ml_poly_theorems
    normal_hedge=normal_hedge_theorems potential=potential_theorems regret=regret_theorems squint=squint_theorems
bounds > boolean: agnostic=agnostic_theorems decision_list=decision_list_theorems disjunction=winnow_theorems
    elimination=elimination_theorems version_space=version_space_theorems
bounds > linear: alma=alma_theorems confidence=arow_theorems margin=perceptron_theorems narow=narow_theorems
    newton_rows=linear_newton_step_theorems own_account p_norm=p_norm_perceptron_theorems
    passive_aggressive=passive_aggressive_theorems regression=passive_aggressive_regression_theorems
    romma=romma_theorems row_regret=row_regret_theorems second_order=second_order_perceptron_theorems
    selective=selective_perceptron_theorems signed_weights=signed_weights_theorems tangent_regret=tangent_theorems
bounds > convex: brackets=bracket_theorems coin_regret=coin_betting_theorems descent_regret=descent_theorems
    fixed_point=best_regularised_point leader=follow_leader_theorems linear_regret=gradient_theorems
    mirror_regret=mirror_descent_theorems newton_regret=online_newton_step_theorems
    regularised_leader=follow_regularised_leader_theorems steps=step_check
bounds > solvers: comparators=margin competitors descent=dual_descent hull separator sums
bounds > kernels: forgetron=forgetron_theorems kernel=kernel_perceptron_theorems projectron=projectron_theorems
bounds > multiclass: kesler multiclass=multiclass_theorems
bounds > portfolios: mixture=mixture_theorems portfolio=portfolio_theorems
bounds > rows: updates_kept
. > convex: convex_game convex_ledger loss_sum
. > losses: convex_loss=point_losses insensitive=guess_losses series
data > experts: advice
data > formats: ahead bad_lines interactions=interacting named_source scaling=scaled source wrapped
data > features: arrays batches features hashing label_column labels name_table roles words_of_text
data > formats.tables: arrow_file csv_file forecast_file json_lines prices=price_file record_source table
data > formats.text: decimals row_lines row_reader scattered_lines svmlight svmlight_lines text_file vw_lines vw_text
    zst
data > formats.packed: npz_file packed=packed_file packed_blocks=packed_file
data > samples: samples
. > experts: expert_ledger history=ledger_history regret
facades > facades: passive_aggressive=passive_aggressive_estimators
. > portfolios: invest_game invest_ledger trading=invest_ledger
learners.boolean > boolean: agnostic conjunction decision_list elimination formulas halving literals standard_optimal
    variables version_space winnow
learners.convex > convex: adagrad be_the_leader coin_betting descent=online_gradient_descent exponentiated_gradient
    follow_leader follow_regularised_leader gradient=gradient_learner leader mirror_descent
    newton_step=online_newton_step point
learners.convex > geometry: mirror_map projection
learners.experts > experts: adahedge adanormalhedge aggregating boa ewa expert fixed_share hedge least_squares
    majority mixing=mix_loss ml_poly normal_hedge potential randomised_weighted_majority ridge room squint
    vaw=vovk_azoury_warmuth weighted_majority
learners.kernel > kernels: forgetron perceptron=kernel_perceptron projectron randomised_budget support=support_set
learners.linear > linear: adagrad=linear_adagrad adaptive alma arow averaged_perceptron balanced_winnow
    coin=linear_coin_betting confidence cw eg=linear_eg ftrl=ftrl_proximal gradient=first_order linear narow
    ogd=linear_descent ons=linear_newton_step p_norm_perceptron passive_aggressive passive_aggressive_regression
    perceptron rda=dual_averaging romma scaled=scaled_weights scw second_order_perceptron selective_perceptron
    signed_weights tangents vaw=linear_vaw voted_perceptron
learners.multiclass > multiclass: arow=multiclass_arow matrix=weight_matrix one_vs_rest
    passive_aggressive=multiclass_passive_aggressive perceptron=multiclass_perceptron
learners.portfolio > portfolios: buy_and_hold constant_rebalanced exponentiated_gradient=eg_portfolio
    mixture=rebalanced_mixture newton_step=newton_portfolio pamr portfolio quadratic=simplex_quadratic simplex_points
    universal=universal_portfolio
learners > .: table=learners
learners > experts: triangle
natures.adversaries > natures.adversaries: disjunctions=disjunction_adversaries experts=expert_adversaries
    minimax=minimax_adversary thresholds=threshold_adversaries
oracle > solvers: comparator forecasts simplex
oracle > experts: convex=best_mixture door=oracles_by_name expert=best_expert kinked linear=best_combination
    search=best_mixture switching=best_path
oracle > convex: point=best_point
oracle > portfolios: portfolio=best_rebalanced
theory > concepts: builders class_search concept_class families littlestone_dimension=exact_littlestone minimax
    mistake_tree randomised_dimension=exact_randomised search=tree_search symmetry tree_drawing vc_dimension=exact_vc
    worst_case
"""
PACKAGES = {
    "learners.linear": "linear",
    "learners.boolean": "boolean",
    "learners.experts": "experts",
    "learners.convex": "convex",
    "learners.multiclass": "multiclass",
    "learners.kernel": "kernels",
    "learners.scaling": "scaling",
    "learners.portfolio": "portfolios",
    "data": "formats",
    "oracle": "hindsight",
    "theory": "concepts",
}


def moved_modules() -> dict[str, str]:
    """The new name of each module of release 0.1.0 that has moved, by its old name."""
    homes = dict(PACKAGES)
    for before, now, names in re.findall(r"^([\w.]+) > ([\w.]+): ([^>:]*)$", MOVES, flags=re.M):
        for each in names.split():
            old, _, new = each.partition("=")
            homes[f"{before}.{old}".lstrip(".")] = f"{now}.{new or old}".lstrip(".")
    return {f"{PACKAGE}.{old}": f"{PACKAGE}.{new}" for old, new in homes.items()}


MODULES = moved_modules()


def warn_of_old_name(old: str, new: str, callers: int = 3) -> None:
    """Warn that the old name is deprecated, and give the new one; who used it called so many functions until here."""
    words = f"{old} is now {new}; the old name goes with the next release"
    warnings.warn(words, DeprecationWarning, stacklevel=callers + 1)


class Former:
    """An attribute that now begins with an underscore: read under its old name, it warns."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, thing: Any, kind: Any = None) -> Any:
        if thing is None:
            return self
        found = getattr(thing, f"_{self.name}")
        words = f"{type(thing).__name__}.{self.name} is not for users, and goes with the next release"
        warnings.warn(words, DeprecationWarning, stacklevel=2)
        return found


def former(name: str) -> Any:
    """A `Former` for a class body: of any type, as it stands where a class may have an attribute of its own."""
    return Former(name)


class Elsewhere(Former):
    """An attribute that there is in other libraries: asked for, it says what does the same here."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.name = ""

    def __set_name__(self, kind: type, name: str) -> None:
        self.name = name

    def __get__(self, thing: Any, kind: Any = None) -> Any:
        if thing is None:
            return self
        raise AttributeError(f"a {type(thing).__name__} has no {self.name}: {self.words}")


def elsewhere(words: str) -> Any:
    """An `Elsewhere` for a class body, of any type."""
    return Elsewhere(words)


def names_but_former(thing: Any) -> list[str]:
    """The names of an object but those of release 0.1.0, and of other libraries."""
    own, kind = getattr(thing, "__dict__", {}), type(thing)
    return [name for name in object.__dir__(thing) if name in own or not isinstance(getattr(kind, name, None), Former)]


def new_name_of(name: str) -> str | None:
    """The new place of a name that `littlestone` exported in 0.1.0; None if it exported no such name."""
    if name in RENAMED:
        return RENAMED[name]
    for room in ROOMS:
        if not name.startswith("_") and name in import_module(f"{PACKAGE}.{room}").__all__:
            return f"{room}.{name}"
    return None


def find_old_name(name: str) -> Any:
    """The object that this name of release 0.1.0 stands for, with a deprecation warning."""
    now = new_name_of(name)
    assert now is not None, f"{name} was no name of release 0.1.0"
    warn_of_old_name(f"{PACKAGE}.{name}", f"{PACKAGE}.{now}")
    room, _, new = now.rpartition(".")
    return getattr(import_module(f"{PACKAGE}.{room}" if room else PACKAGE), new)


class Forward:
    """Loads the moved module when its old name is imported; no `importlib.abc.Loader`, whose import takes 10 ms."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import the module under its new name."""
        return import_module(MODULES[spec.name])

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module was executed under its new name."""


class MovedFinder:
    """Finds modules by their old names, before others do: in the new place of a folder they would be loaded twice."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a module that has moved; None for all others."""
        if name not in MODULES:
            return None
        warn_of_old_name(name, MODULES[name])
        return ModuleSpec(name, cast("Any", Forward()), is_package=name.removeprefix(f"{PACKAGE}.") in PACKAGES)


sys.meta_path.insert(0, MovedFinder)
