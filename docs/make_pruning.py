"""Makes docs/images/pruning.svg and what docs/how_to/trees.md prints: run it when the page or the trees change."""

from __future__ import annotations

import io
import os
import re
import shutil
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "how_to" / "trees.md"
BLOCK = re.compile(r"^```(python|output|console)\n(.*?)^```$", re.M | re.S)


def replay(text: str) -> str:
    """The page with what its code prints now; its files are written into the current folder."""
    names: dict[str, Any] = {}
    printed = ""

    def shown(match: re.Match[str]) -> str:
        nonlocal printed
        language, block = match.groups()
        if language == "output":
            return f"```output\n{printed}```"
        out = io.StringIO()
        with redirect_stdout(out):
            if language == "python":
                exec(compile(block, PAGE.name, "exec"), names)  # our own text  # noqa: S102
            else:
                run(block.splitlines()[0])
        printed = out.getvalue()
        return match[0] if language == "python" else f"```console\n{block.splitlines()[0]}\n{printed}```"

    return BLOCK.sub(shown, text)


def run(line: str) -> None:
    """Run a command of the page in this process."""
    from littlestone.cli import run

    run(line.removeprefix("$ littlestone ").split())


if __name__ == "__main__":
    os.environ |= {"COLUMNS": "80", "NO_COLOR": "1"}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        text = replay(PAGE.read_text(encoding="utf-8"))
        shutil.copy("pruning.svg", DOCS / "images" / "pruning.svg")
    PAGE.write_text(text, encoding="utf-8")
