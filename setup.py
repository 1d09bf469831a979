"""Compiles the core. Everything else about the package stands in pyproject.toml.

The modules of COMPILED are plain Python and run as such; beside each lies a .pxd of the same name with its C
types. Where there is no C compiler the package installs all the same and runs them interpreted.
"""

from __future__ import annotations

import os
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = [
    "row",
    "recall",
    "embedding",
    "learner",
    "watcher",
    "evidence",
    "account",
    "moves",
    "loss",
    "insensitive",
    "ledger",
    "class_ledger",
    "number_ledger",
    "history",
    "expert_ledger",
    "game",
    "bounds/descent",
    "bounds/diagonal_replay",
    "data/features",
    "data/labels",
    "data/advice",
    "data/decimals",
    "data/row_lines",
    "data/svmlight_lines",
    "data/name_table",
    "data/hashing",
    "data/scattered_lines",
    "data/vw_lines",
    "learners/triangle",
    "learners/experts/expert",
    "learners/experts/hedge",
    "learners/experts/potential",
    "learners/experts/adanormalhedge",
    "learners/experts/squint",
    "learners/experts/boa",
    "learners/experts/ml_poly",
    "learners/experts/aggregating",
    "learners/experts/least_squares",
    "learners/experts/ridge",
    "learners/experts/vaw",
    "learners/experts/majority",
    "learners/experts/weighted_majority",
    "learners/experts/randomised_weighted_majority",
    "learners/experts/mixing",
    "learners/experts/adahedge",
    "learners/experts/ewa",
    "learners/experts/fixed_share",
    "learners/experts/normal_hedge",
    "learners/linear/linear",
    "learners/linear/averaged_perceptron",
    "learners/linear/p_norm_perceptron",
    "learners/linear/passive_aggressive",
    "learners/linear/passive_aggressive_regression",
    "learners/linear/perceptron",
    "learners/linear/confidence",
    "learners/linear/arow",
    "learners/linear/narow",
    "learners/linear/scaled",
    "learners/linear/alma",
    "learners/linear/romma",
    "learners/linear/cw",
    "learners/linear/scw",
    "learners/linear/gradient",
    "learners/linear/adaptive",
    "learners/linear/ogd",
    "learners/linear/adagrad",
    "learners/linear/ftrl",
    "learners/linear/tangents",
    "learners/linear/rda",
    "learners/linear/coin",
    "learners/linear/ons",
    "learners/linear/signed_weights",
    "learners/linear/balanced_winnow",
    "learners/linear/eg",
    "learners/linear/vaw",
    "learners/multiclass/matrix",
    "learners/multiclass/perceptron",
    "learners/multiclass/passive_aggressive",
    "learners/multiclass/arow",
    "learners/kernel/support",
    "learners/boolean/variables",
    "learners/boolean/literals",
    "learners/boolean/elimination",
    "learners/boolean/conjunction",
    "learners/boolean/decision_list",
    "learners/boolean/winnow",
    "theory/search",
]
SHARED = "_shared"  # what all modules need of Cython's run time, compiled once instead of once a module

WARNING = """
*****************************************************************************************
littlestone: the core could not be compiled ({reason}).
It installs and works all the same, interpreted: same results, many times slower.
For the fast core install a C compiler (Debian: apt-get install gcc python3-dev) and reinstall.
*****************************************************************************************
"""


class BuildOrGoOn(build_ext):
    """Builds the core, on all processors; where that fails, warns once and goes on without."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # no compiler, no headers, a broken toolchain: all end the same way
            print(WARNING.format(reason=f"{type(error).__name__}: {error}"), file=sys.stderr)
            self.extensions = []


def changed(settings: object) -> bool:
    """Are these not the settings that the C sources were last written with? Then all of them are written anew."""
    told, path = repr(settings), os.path.join("build", "settings.txt")
    if os.path.exists(path):
        with open(path) as file:
            if file.read() == told:
                return False
    os.makedirs("build", exist_ok=True)
    with open(path, "w") as file:
        file.write(told)
    return True


def extensions() -> list[Extension]:
    """The compiled modules as C sources, or none if LITTLESTONE_COMPILE=0 says so."""
    if os.environ.get("LITTLESTONE_COMPILE") == "0":
        return []
    from Cython import __version__
    from Cython.Build import cythonize
    from Cython.Compiler import Options

    Options.buffer_max_dims = 2  # a view is passed by value, and nothing here has more dimensions
    flags = [] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]  # no fused multiply-add: twins
    directives = {
        "language_level": 3,
        "annotation_typing": False,  # hints stay hints; the types are in the .pxd
        "cpow": True,  # no power here has a negative base; without this every power would be a complex one
        "nonecheck": True,  # None for a row is an error, not a crash (row.py, with the inner loops, needs no check)
    }
    modules = [
        Extension("littlestone." + name.replace("/", "."), [f"src/littlestone/{name}.py"], extra_compile_args=flags)
        for name in COMPILED
    ]
    modules.append(Extension(f"littlestone.{SHARED}", [f"src/littlestone/{SHARED}.c"], extra_compile_args=flags))
    built: list[Extension] = cythonize(
        modules,
        shared_utility_qualified_name=f"littlestone.{SHARED}",
        compiler_directives=directives,
        force=changed((__version__, flags, directives)),
        quiet=True,
    )
    return built


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoOn})
