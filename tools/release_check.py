"""Is this a release? `make release-check`: what lies in dist/ and site/ is compared with the sources.

A line a check; the exit code is 1 if one of them found a fault.
"""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
VERSION: str = runpy.run_path(str(ROOT / "src/littlestone/support/loading.py"))["VERSION"]
NAME = f"littlestone-{VERSION}"
LARGEST = 2_000_000  # bytes of a source distribution
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")  # those outside docs/, which mkdocs does not look at

Faults = Iterator[str]


def main() -> int:
    """Run all checks, and say what each has found."""
    bad = False
    for check in (versions, sources, wheels, documentation, links):
        found = list(check())
        print(f"{check.__name__:14} {'; '.join(found) if found else 'good'}")
        bad = bad or bool(found)
    return int(bad)


def versions() -> Faults:
    """Changelog, files of the release and documentation are of one version."""
    heading = re.search(r"^## (\S+)(.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    planned, said = (heading[1], heading[2]) if heading else ("no version", "")
    released = planned == VERSION and "unreleased" not in said
    underway = VERSION.startswith(f"{planned}.dev") and "unreleased" in said
    if not (released or underway):
        yield f"the version is {VERSION}, and the changelog begins with {planned}{said}"
    for path in built("*"):
        if not path.name.startswith(f"{NAME}-") and path.name != f"{NAME}.tar.gz":
            yield f"{path.name} is not of version {VERSION}"
    for path in built("*.whl"):
        with zipfile.ZipFile(path) as archive:
            about = archive.read(f"{NAME}.dist-info/METADATA").decode()
        if f"\nVersion: {VERSION}\n" not in about:
            yield f"{path.name} says another version than its name"
    front = ROOT / "site/index.html"
    if front.exists() and f"littlestone {VERSION}" not in front.read_text(encoding="utf-8"):
        yield f"the documentation in site/ is not of version {VERSION}"


def sources() -> Faults:
    """The source distribution is small, has all of the package and nothing that is made from it."""
    path = ROOT / "dist" / f"{NAME}.tar.gz"
    if not path.exists():
        yield f"there is no {path.name}"
        return
    if path.stat().st_size > LARGEST:
        yield f"{path.name} has {path.stat().st_size:,} bytes, more than {LARGEST:,}"
    with tarfile.open(path) as archive:
        names = {name.removeprefix(f"{NAME}/") for name in archive.getnames()}
    yield from (f"{path.name} lacks {name}" for name in sorted(kept() - names))
    yield from (f"{path.name} has {name}" for name in sorted(names) if name.endswith((".c", ".so", ".pyd")))


def wheels() -> Faults:
    """A wheel has all of the package; all but the pure one have each module compiled that has a header."""
    paths = built("*.whl")
    if not any(path.name.endswith("-py3-none-any.whl") for path in paths):
        yield "there is no pure wheel"
    package = {name.removeprefix("src/") for name in kept() if name.startswith("src/littlestone/")}
    headed = {name.removesuffix(".pxd") for name in package if name.endswith(".pxd")}
    modules = {name for name in headed if f"{name}.py" in package}
    for path in paths:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
        compiled = {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))}
        wanted = set() if path.name.endswith("-any.whl") else modules | {"littlestone/_shared"}
        yield from (f"{path.name} lacks {name}" for name in sorted(package - names))
        yield from (f"in {path.name} {name} is not compiled as it should be" for name in sorted(compiled ^ wanted))


def documentation() -> Faults:
    """Every page of docs/ is on the site."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        page = ROOT / "site" / path.relative_to(ROOT / "docs").with_suffix(".html")
        if not page.exists():
            yield f"{page.relative_to(ROOT)} was not built"


def links() -> Faults:
    """Links between pages lead to a file, and to a place in it if they name one."""
    for page in sorted((ROOT / "site").rglob("*.html")):
        if page.name == "404.html":  # its links begin at the address of the site
            continue
        for link in read(page).links:
            yield from astray(page, link, lambda target, place: place in read(target).places)
    for name in PAGES:
        for link in re.findall(r"\]\(([^)\s]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            yield from astray(ROOT / name, link, lambda target, place: place in headings(target))


def astray(page: Path, link: str, has: Callable[[Path, str], bool]) -> Faults:
    """What is wrong with a link of a page, if it leads to another page of ours."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    place, where = unquote(parts.fragment), f"{page.relative_to(ROOT)} leads to {link}"
    if not target.exists():
        yield f"{where}, and there is no such file"
    elif place and target.suffix in (".md", ".html") and not has(target, place):
        yield f"{where}, and there is no such place in it"


class Page(HTMLParser):
    """Where a page leads to, and the places in it that others lead to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = {"__skip"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("id", "name"):
                self.places.add(value)
            elif value and name in ("href", "src"):
                self.links.add(value)


@cache
def read(path: Path) -> Page:
    """A page, parsed once."""
    return Page(path)


def headings(path: Path) -> set[str]:
    """The names that the headings of a Markdown file have as places."""
    lines = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", line).strip().lower()) for line in lines}


def built(pattern: str) -> list[Path]:
    """Files of the release."""
    return sorted((ROOT / "dist").glob(pattern))


@cache
def kept() -> frozenset[str]:
    """What git keeps of that which a source distribution is to have."""
    asked = ["git", "ls-files", "src", "setup.py", "pyproject.toml"]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    return frozenset(told.stdout.split())


if __name__ == "__main__":
    sys.exit(main())
