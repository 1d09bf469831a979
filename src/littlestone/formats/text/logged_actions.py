"""Logged actions in Vowpal Wabbit's text: `action:cost:probability | features`, and blocks of lines for `cb_adf`."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Generator
from contextlib import closing
from math import isfinite
from typing import IO, Any, NamedTuple

from ...errors import BadFile, BadParameter
from .text_file import TextFile
from .vw_text import VwReader

SHARED = b"shared"
LINES = 4096  # lines whose features are read at once


class Logged(NamedTuple):
    """One round of a log: the example, what was done, counted from 0, what it cost, and the chance it was drawn with.

    `choices` has the features of every action where the log has them (cb_adf), each with those that all share, None of
    one that was not there; else it is None, and `x` has the features. In a log whose costs may come late, a round whose
    cost is not known yet has None, and comes again with its cost, under the same `key`.
    """

    x: dict[str, Any]
    action: int
    cost: float | None
    chance: float
    choices: list[dict[str, Any] | None] | None
    line: int
    key: str | None = None


class Line(NamedTuple):
    """The beginning of a line: what was done, if it says so; is it shared; and where it stands."""

    shared: bool
    label: tuple[int, float, float] | None
    line: int


class LoggedActions(TextFile):
    """A log of actions: `for logged in LoggedActions("log.vw"): ...`.

    In `cb` text a line is a round, `2:0.5:0.25 | a b:3`: the second action was done, it cost 0.5, and its chance was
    0.25. In `cb_adf` text a round is a block of lines up to an empty one: perhaps a line `shared | features`, then a
    line an action, of which the one that was done has a label, `0:0.5:0.25 | features`. Actions without a cost may
    stand in a label of `cb`, `1 2:0.5:0.25 3 | a`, and are passed over. A round without a label is left out:
    `unlabelled` counts them.

    source      a path, "-" or a binary file: see `TextFile`
    adf         are they blocks of lines? None finds out by the first lines
    skip_bad    go on after rounds that are wrong: `bad` counts them

    >>> import io
    >>> (round,) = LoggedActions(io.BytesIO(b"2:0.5:0.25 | a b:3"))
    >>> round.action, round.cost, round.chance, round.x
    (1, 0.5, 0.25, {'a': 1.0, 'b': 3.0})
    """

    def __init__(
        self, source: str | os.PathLike[str] | IO[bytes], *, adf: bool | None = None, skip_bad: bool = False
    ) -> None:
        super().__init__(source, skip_bad=skip_bad)
        if adf is not None and not isinstance(adf, bool):
            raise BadParameter(f"adf is True, False or None, not {adf!r}")
        self.adf = adf
        self.unlabelled = 0

    def __iter__(self) -> Generator[Logged, None, None]:
        self.unlabelled = 0
        blocks = self.adf if self.adf is not None else self.has_blocks()
        with closing(self.parsed()) as lines:
            yield from self.rounds(lines) if blocks else self.single(lines)

    def has_blocks(self) -> bool:
        """Do the first lines look like blocks: a shared one, or several before an empty one?"""
        head = self.head(1 << 16) or b""
        lines = head.split(b"\n")[:-1] or [head]
        if any(line.startswith(SHARED) for line in lines):
            return True
        return any(not line.strip() for line in lines[:-1]) and any(not begins(line).strip() for line in lines if line)

    def parsed(self) -> Generator[tuple[Line | None, dict[str, Any]], None, None]:
        """Every line as its beginning and its features; an empty one is None."""
        heads: list[Line | None] = []
        texts: list[bytes] = []
        with closing(self.text_lines()) as lines:
            for text in lines:
                if not text.strip():
                    heads.append(None)
                    continue
                try:
                    heads.append(self.beginning(text))
                except BadFile as error:
                    self.refuse(error)
                    continue
                texts.append(text[text.index(b"|") :])
                if len(texts) >= LINES:
                    yield from self.with_features(heads, texts)
                    heads, texts = [], []
        yield from self.with_features(heads, texts)

    def with_features(
        self, heads: list[Line | None], texts: list[bytes]
    ) -> Generator[tuple[Line | None, dict[str, Any]], None, None]:
        """These lines with what their features are, read as VW text is."""
        reader = VwReader(io.BytesIO(b"\n".join(texts)))
        reader.name = self.name
        kept = [head for head in heads if head is not None]
        examples: list[dict[str, Any]] = []
        try:
            examples = [dict(example.x) for example in reader.examples()]
        except BadFile:
            for head, text in zip(kept, texts, strict=True):  # one by one, to say which line it is
                try:
                    examples += [dict(one.x) for one in VwReader(io.BytesIO(text)).examples()]
                except BadFile as error:
                    what = str(error).partition(": ")[2] or str(error)
                    self.refuse(BadFile(f"{self.name}, line {head.line}: {what}"))
                    heads.remove(head)
        features = iter(examples)
        for each in heads:
            yield each, {} if each is None else next(features)

    def beginning(self, text: bytes) -> Line:
        """What stands before the bar."""
        bar = text.find(b"|")
        if bar < 0:
            raise self.complaint(self.line, text, len(text), "a line has a bar | before its features")
        words = text[:bar].split()
        if words and words[-1].startswith(b"'"):
            words.pop()  # a tag
        if words == [SHARED]:
            return Line(True, None, self.line)
        costs = [word for word in words if b":" in word]
        try:
            for word in words:
                float(word.split(b":")[0])
            if len(costs) > 1:
                raise ValueError
            label = None if not costs else label_of(costs[0])
        except ValueError:
            wanted = "one label action:cost:probability, the cost a number, the probability above 0 and up to 1"
            raise self.complaint(self.line, text, 0, f"{wanted}, expected") from None
        return Line(False, label, self.line)

    def single(self, lines: Any) -> Generator[Logged, None, None]:
        """Rounds of a line each."""
        for head, x in lines:
            if head is None:
                continue
            if head.shared or head.label is None:
                self.unlabelled += 1
                continue
            action, cost, chance = head.label
            if action < 1:
                self.refuse(BadFile(f"{self.name}, line {head.line}: actions count from 1, not {action}"))
                continue
            yield Logged(x, action - 1, cost, chance, None, head.line)

    def rounds(self, lines: Any) -> Generator[Logged, None, None]:
        """Rounds of a block of lines each."""
        block: list[tuple[Line, dict[str, Any]]] = []
        for head, x in lines:
            if head is not None:
                block.append((head, x))
            elif block:
                yield from self.round_of(block)
                block = []
        if block:
            yield from self.round_of(block)

    def round_of(self, block: list[tuple[Line, dict[str, Any]]]) -> Generator[Logged, None, None]:
        """The round of a block, if it is labelled and right."""
        shared = block[0][1] if block[0][0].shared else {}
        actions = block[1:] if block[0][0].shared else block
        done = [(place, head.label) for place, (head, _) in enumerate(actions) if head.label is not None]
        where = f"{self.name}, line {block[0][0].line}"
        if not actions or any(head.shared for head, _ in actions) or len(done) > 1:
            self.refuse(BadFile(f"{where}: a round is a shared line, if any, and a line an action, one with a label"))
        elif not done:
            self.unlabelled += 1
        else:
            place, (_, cost, chance) = done[0]
            yield Logged(shared, place, cost, chance, [joined(shared, x) for _, x in actions], block[0][0].line)


def are_logged(head: bytes) -> bool:
    """Does a file that begins so look like a log of actions: a shared line, or a label of three parts?"""
    return any(
        re.match(rb"shared\s*\||(\d+\s+)*\d+:[^\s:|]+:[^\s:|]+[^|]*\|", line) for line in head.split(b"\n")[:LINES]
    )


def begins(line: bytes) -> bytes:
    """What stands before the bar of a line."""
    return line.partition(b"|")[0]


def label_of(word: bytes) -> tuple[int, float, float]:
    """action:cost:probability as numbers."""
    action, cost, chance = word.split(b":")
    found = int(action), float(cost), float(chance)
    if found[0] < 0 or not isfinite(found[1]) or not 0.0 < found[2] <= 1.0 + 1e-6:
        raise ValueError
    return found[0], found[1], min(1.0, found[2])


def joined(shared: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The features of an action and those that all share; what both have is added up."""
    both = dict(shared)
    for name, value in own.items():
        both[name] = both[name] + value if name in both else value
    return both
