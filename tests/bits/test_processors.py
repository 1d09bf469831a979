"""What is kept, guessed and judged has the same bits on every processor, for any number of threads, in both cores.

Other processors are played on this one, in processes of their own: the BLAS, numpy and the C library are told to do
without what newer ones have. The short form does without all of it at once; the long form one by one, to say which.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from processors import differences

PLAY = Path(__file__).parents[1] / "helpers" / "processors.py"
FEATURES = np._core._multiarray_umath.__cpu_features__  # by the names that this numpy has for them
LEVELS = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR" if "X86_V3" in FEATURES else "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX"
HAS_AVX512 = FEATURES.get("X86_V4") or FEATURES.get("AVX512_SKX")
PLAIN_NUMPY = {"NPY_DISABLE_CPU_FEATURES": LEVELS}
PLAIN_LIBM = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA"}
OLDEST = {"OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_NUM_THREADS": "1"}
PROCESSORS = {
    "an old BLAS, one thread": OLDEST,
    "a BLAS of 2013": {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "2"},
    "another BLAS": {"OPENBLAS_CORETYPE": "SkylakeX" if HAS_AVX512 else "Sandybridge", "OPENBLAS_NUM_THREADS": "2"},
    "numpy without AVX2": PLAIN_NUMPY,
    "libm without FMA": PLAIN_LIBM,
    "interpreted": {"LITTLESTONE_CORE": "interpreted", "OPENBLAS_CORETYPE": "Nehalem"},
}
here = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64", reason="the switches are of x86-64"
)


def play(folder: Path, settings: dict[str, str], *options: str) -> dict:
    """What is played in a process with these settings; it warns of nothing that a test would not."""
    environment = {**os.environ, **settings}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(PLAY), str(folder), *options],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def is_another(one: dict, other: dict) -> bool:
    """Have the switches done what they say? Else nothing is shown."""
    newer, fused = not {*one["features"]}.isdisjoint(LEVELS.split()), "FMA3" in one["features"]
    less = not newer or {*other["features"]}.isdisjoint(set(LEVELS.split()) - {"AVX2", "FMA3"})
    return less and one["blas"] != other["blas"] and (not fused or one["libm"] != other["libm"])


def check(one: dict, other: dict) -> None:
    found = differences(one, other)
    assert not found, f"{len(found)} differ:\n" + "\n".join(found[:40])
    assert not other["journals"], other["journals"][:5]
    assert not other["golden"], other["golden"][:5]


@here
@pytest.mark.slow
def test_a_processor_without_any_of_the_newer_instructions_plays_the_same_games(tmp_path):
    one = play(tmp_path, {}, "--short")
    other = play(tmp_path, OLDEST | PLAIN_NUMPY | PLAIN_LIBM, "--short")
    assert is_another(one["processor"], other["processor"])
    assert len(one["games"]) > 60
    check(one, other)


@here
@pytest.mark.long
@pytest.mark.parametrize("name", PROCESSORS)
def test_every_processor_plays_the_same_games(name, tmp_path):
    check(play(tmp_path, {}), play(tmp_path, PROCESSORS[name]))
