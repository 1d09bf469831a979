"""The page of the arena: rules, pictures and tables in one file that opens from disk."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from ..support.loading import VERSION
from .presets import PRESETS

HERE = Path(__file__).parent
RULES = [  # in the order in which a reader meets them, which is an order in which they can be run
    "words",
    "worlds",
    "elimination",
    "conjunction",
    "decision_list",
    "halving",
    "standard_optimal",
    "perceptron",
    "winnow",
    "weighted_majority",
    "positions",
    "game",
    "transcript",
]
PICTURES = ["parts", "formulas", "tables", "tree", "plane", "bars", "arena"]
LARGEST = 250_000  # bytes of the page


def rules() -> str:
    """The rules of the eight learners in JavaScript, without the page."""
    return joined("rules", RULES)


def joined(folder: str, names: list[str]) -> str:
    """Scripts one after the other, each with its "use strict" but one left out."""
    texts = ((HERE / folder / f"{name}.js").read_text(encoding="utf-8") for name in names)
    return '"use strict";\n' + "\n".join(text.replace('"use strict";\n', "", 1) for text in texts)


@cache
def tables() -> dict[str, Any]:
    """What the package has computed for the page: every preset with its exact values, by learner."""
    games: dict[str, Any] = {}
    for preset in PRESETS:
        games.setdefault(preset.learner, {"presets": []})["presets"].append(preset.as_dict())
    return games


def arena_page(booklet: str | None = None) -> str:
    """The page as HTML; `booklet` is a link back, if it lies beside one."""
    text = (HERE / "page" / "arena.html").read_text(encoding="utf-8")
    data = json.dumps(tables(), ensure_ascii=True, separators=(",", ":")).replace("</", "<\\/")
    back = f'<a href="{booklet}">The booklet</a>' if booklet else ""
    parts = {
        "/* style */": (HERE / "page" / "arena.css").read_text(encoding="utf-8"),
        "/* rules */": rules(),
        "/* tables */": f"const TABLES = {data};",
        "/* pictures */": joined("page", PICTURES),
        "<!-- back -->": back,
        "<!-- version -->": VERSION,
    }
    for place, part in parts.items():
        assert text.count(place) == 1, place
        text = text.replace(place, part)
    return text


def write_arena(out: str | os.PathLike[str], *, booklet: str | None = None) -> Path:
    """Write the page into a file, and return its path."""
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(arena_page(booklet), encoding="utf-8", newline="\n")
    return path
