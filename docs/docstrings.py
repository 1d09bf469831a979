"""Docstrings of this house as Markdown, for the reference pages.

They are written for a terminal: formulas are indented, settings stand in two columns, examples are doctests, and a
product <w, x> or a weight w_i means just that. Here each of these becomes what a page can show.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

SETTING = re.compile(r"(\S+(?:, \S+)*) {2,}(\S.*)")
EMPHASIS = re.compile(r"([\\*_~^\[\]])")


class AsMarkdown(griffe.Extension):
    """Rewrites the docstring of everything that is loaded."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Called for every module, class and function, once its members are known."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(words: str) -> str:
    r"""A whole docstring.

    >>> print(as_markdown("The rule is <w, x>.\n\nn    how many"))
    The rule is &lt;w, x>.
    <BLANKLINE>
    - `n`: how many
    """
    blocks: list[tuple[str, str]] = []
    for block in re.split(r"\n\s*\n", words.strip("\n")):
        kind = kind_of(block)
        if blocks and kind == blocks[-1][0] in ("text", "pycon"):  # one formula, or one example, in several parts
            blocks[-1] = (kind, f"{blocks[-1][1]}\n\n{block}")
        else:
            blocks.append((kind, block))
    return "\n\n".join(shown(kind, block) for kind, block in blocks)


def kind_of(block: str) -> str:
    """Whether a paragraph is a formula or drawing (text), an example (pycon), settings, or prose."""
    lines = block.splitlines()
    if lines[0].startswith(">>>"):
        return "pycon"
    if all(line.startswith("    ") for line in lines) or any("|--" in line for line in lines):
        return "text"
    if SETTING.fullmatch(lines[0]) and all(SETTING.match(line) or line.startswith("   ") for line in lines):
        return "settings"
    return "prose"


def shown(kind: str, block: str) -> str:
    """A paragraph of that kind as Markdown."""
    if kind in ("text", "pycon"):
        margin = min(len(line) - len(line.lstrip()) for line in block.splitlines() if line.strip())
        plain = "\n".join(line[margin:] for line in block.splitlines())
        return f"```{kind}\n{plain}\n```"
    if kind == "prose":
        return escaped(" ".join(block.split()))
    items: list[list[str]] = []
    for line in block.splitlines():
        found = SETTING.fullmatch(line)
        if found:
            items.append([found[1], found[2]])
        else:
            items[-1][1] += " " + line.strip()
    return "\n".join(f"- `{name}`: {escaped(text)}" for name, text in items)


def escaped(prose: str) -> str:
    """Prose in which nothing but code between backticks is markup."""
    parts = prose.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = EMPHASIS.sub(lambda found: f"&#{ord(found[1])};", parts[i]).replace("<", "&lt;")
    return "`".join(parts)
