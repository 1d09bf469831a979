"""Compiles the core. Everything else about the package stands in pyproject.toml.

The compiled modules are plain Python and run as such; what compiles one is a .pxd of the same name beside it, with its
C types. Where there is no C compiler the package installs all the same and runs them interpreted.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/littlestone")
COMPILED = sorted(
    path.with_suffix("").relative_to(SOURCE).as_posix()
    for path in SOURCE.rglob("*.pxd")
    if path.with_suffix(".py").exists()  # a header without a module is C for others
)
COMMON = ["-g0", "-w", "-ffp-contract=off"]  # no warnings; no fused multiply-add: both cores give the same bits
LOOPS, RULES, CALLS = "-O3", "-O2", "-O1"  # of the time that a build takes, all but a tenth is the compiler's
RULE_ROOMS = ("learner", "account", "rows/", "experts/", "linear/", "boolean/", "kernels/", "multiclass/", "scaling/")
RULE_ROOMS += ("trees/", "committees/", "guarantees/", "service/")
# Passes of gcc that take a fifth of a build and that no benchmark notices; those of the second line loops would miss.
WITHOUT = "tree-pre gcse code-hoisting tree-tail-merge ipa-icf ipa-cp schedule-insns2 crossjumping"
WITHOUT_IN_CALLS = "tree-vrp tree-dominator-opts expensive-optimizations"
# Exponentials and logarithms are small functions that have to be one loop, in which no operation is feared to trap.
ELEMENTARY = ["-fno-trapping-math", "-fno-math-errno"]
GCC = sys.platform == "linux" and "gcc" in (os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
if GCC:
    ELEMENTARY += ["-fno-split-paths", "-finline-limit=20000"]
    ELEMENTARY += [
        f"--param={name}={most}" for name, most in [("max-inline-insns-auto", 4000), ("inline-unit-growth", 1000)]
    ]
# Where Cython's warnings end the build: where its version is pinned. Elsewhere a newer one may warn of something new.
STRICT = os.environ.get("LITTLESTONE_STRICT") == "1"
SHARED = "_shared"  # what all modules need of Cython's run time, compiled once instead of once a module

WARNING = """
*****************************************************************************************
littlestone: the core could not be compiled ({reason}).
It installs and works all the same, interpreted: same results, many times slower.
For the fast core install a C compiler (Debian: apt-get install gcc python3-dev) and reinstall.
*****************************************************************************************
"""


class BuildOrGoOn(build_ext):
    """Builds the core, on all processors; where that fails, warns once and goes on without.

    Here alone the modules are translated into C: what only asks for the version, or packs the sources, need not wait.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        translate(self.extensions)
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


def flags(name: str) -> list[str]:
    """How a module is compiled: with all care if it loops over arrays, which its header says by switching off checks.

    A rule with less; what only calls others, or is called once a batch, in half the time.
    """
    if sys.platform == "win32":
        return []
    header = (SOURCE / f"{name}.py").read_text(encoding="utf-8")[:200] if name != SHARED else ""
    if name == "support/elementary":
        return [LOOPS, *COMMON, *ELEMENTARY]
    if "boundscheck=False" in header:
        return [LOOPS, *COMMON, *without(WITHOUT)]
    return [RULES if name.startswith(RULE_ROOMS) else CALLS, *COMMON, *without(WITHOUT), *without(WITHOUT_IN_CALLS)]


def without(passes: str) -> list[str]:
    """The words that keep gcc from these passes; other compilers do not know them."""
    return [f"-fno-{name}" for name in passes.split()] if GCC else []


def extensions() -> list[Extension]:
    """The modules to compile, or none if LITTLESTONE_COMPILE=0 says so."""
    if os.environ.get("LITTLESTONE_COMPILE") == "0":
        return []
    files = {**{name: f"{name}.py" for name in COMPILED}, SHARED: f"{SHARED}.c"}
    return [
        Extension(f"littlestone.{name.replace('/', '.')}", [f"{SOURCE}/{file}"], extra_compile_args=flags(name))
        for name, file in files.items()
    ]


def translate(modules: list[Extension]) -> None:
    """Give the modules their C sources, the longest first: so none is waited for at the end."""
    if not modules:
        return
    from Cython import __version__
    from Cython.Build import cythonize
    from Cython.Compiler import Options

    Options.buffer_max_dims = 2  # a view is passed by value, and nothing here has more dimensions
    Options.warning_errors = STRICT
    directives = {
        "language_level": 3,
        "auto_pickle": False,  # learners and games say themselves how they are copied; losses and watchers ask for it
        "annotation_typing": False,  # hints stay hints; the types are in the .pxd
        "cpow": True,  # no power here has a negative base; without this every power would be a complex one
        "nonecheck": True,  # None for a row is an error, not a crash (row.py, with the inner loops, needs no check)
        "emit_code_comments": False,  # the lines of the .py would be half of the C
    }
    translated = cythonize(
        modules,
        shared_utility_qualified_name=f"littlestone.{SHARED}",
        compiler_directives=directives,
        force=changed((__version__, Path(__file__).read_text(encoding="utf-8"))),
        nthreads=processes(),
        quiet=True,
    )
    for module, as_c in zip(modules, translated, strict=True):
        module.sources = as_c.sources
    modules.sort(key=lambda module: -os.path.getsize(module.sources[0]))


def processes() -> int:
    """How many processes translate. Only forked ones have the options set here; else this one does it, alone."""
    if "fork" not in multiprocessing.get_all_start_methods() or sys.platform == "darwin":
        return 0
    multiprocessing.set_start_method("fork", force=True)
    return os.cpu_count() or 1


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoOn})
