"""The options --receipt and --receipt-rows, which every command that plays one game shares."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple

import typer

from ..errors import BadParameter
from ..formats.atomic import whole_file
from ..rows.transcript import Transcript
from .saved import STREAM, writing

BLOCK = 1 << 20


class Receipts(NamedTuple):
    """The files that are asked for."""

    receipt: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the receipt as JSON, which `littlestone verify` proves or refuses."),
    ] = None
    receipt_rows: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write the rows as the rule saw them, on which the verifier plays the rule again."
        ),
    ] = None

    @property
    def paths(self) -> dict[str, str | None]:
        """The files by their options."""
        return {"--receipt": self.receipt, "--receipt-rows": self.receipt_rows}

    def write(self, make: Callable[[Any], dict[str, Any]], files: Iterable[str | None]) -> None:
        """Write the receipt of what was computed from these files, if there is to be one; `make` is told of them."""
        if STREAM in self.paths.values():
            raise BadParameter("a receipt goes into a file, not to standard output; --json prints the account there")
        if self.receipt is not None:
            write(self.receipt, make(sources_of(filter(None, files))))

    def begun(self, game: Any, files: Iterable[str | None]) -> Receipt:
        """The receipt of a game that is about to be played on these files."""
        if self.receipt_rows and not self.receipt:
            raise BadParameter("--receipt-rows is for whoever checks the receipt: give --receipt FILE as well")
        if STREAM in self.paths.values():
            raise BadParameter("a receipt goes into a file, not to standard output; --json prints the account there")
        return Receipt(self, game, [name for name in files if name])


class Receipt:
    """The receipt of a game that is about to be played: its rows are hashed from now on, if there is to be one."""

    def __init__(self, wanted: Receipts, game: Any, files: list[str]) -> None:
        self.path, self.game, self.files = wanted.receipt, game, files
        self.rows = Appended(wanted.receipt_rows) if wanted.receipt_rows else None
        if self.path is not None and (self.rows is not None or game._kind == "rows"):
            Transcript(game, self.rows)

    def write(self, theorems: str) -> None:
        """Write the receipt of what was played, if there is to be one."""
        if self.path is None:
            return
        if self.rows is not None:
            self.rows.flush()
        write(self.path, self.game.receipt(source=sources_of(self.files), effort=theorems))


class Appended:
    """A text file that is written a block at a time, and is closed in between."""

    def __init__(self, path: str) -> None:
        self.path, self.parts, self.size = path, list[str](), 0
        with writing(path), open(path, "w", encoding="utf-8"):
            pass

    def write(self, text: str) -> None:
        """Write a text, with others."""
        self.parts.append(text)
        self.size += len(text)
        if self.size >= BLOCK:
            self.flush()

    def flush(self) -> None:
        """Write what is held back."""
        with writing(self.path), open(self.path, "a", encoding="utf-8", newline="\n") as file:
            file.write("".join(self.parts))
        self.parts, self.size = [], 0


def write(path: str, body: dict[str, Any]) -> None:
    """Write a receipt into a file."""
    with writing(path), whole_file(path) as file:
        file.write(json.dumps(body, indent=1).encode() + b"\n")


def sources_of(files: Iterable[str]) -> list[dict[str, Any]]:
    """What a receipt says of the files that were read."""
    return [{"name": os.path.basename(name), "sha256": hash_of(name)} for name in files]


def hash_of(path: str) -> str | None:
    """The SHA-256 of a file; None of a stream or a sample, which are no files."""
    if not os.path.isfile(path):
        return None
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            found.update(block)
    return found.hexdigest()
