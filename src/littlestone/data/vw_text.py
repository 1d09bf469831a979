"""Text of Vowpal Wabbit: `[label [importance [base]]] ['tag]|namespace[:value] feature[:value] ... |namespace ...`."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from math import isfinite
from typing import IO, TYPE_CHECKING, NamedTuple

from ..errors import BadParameter
from ..nature import Label
from .svmlight import CHUNK, two_classes
from .text_file import TextFile

if TYPE_CHECKING:
    from ..game import Round

REFUSE, IGNORE = "refuse", "ignore"


class VwExample(NamedTuple):
    """One line: the features by name, the label as -1, +1, a number, or None, and what else stands before the bar."""

    x: dict[str, float]
    y: float | None
    importance: float
    tag: str


class Wrong(Exception):
    """What is wrong with a line, and at which of its characters."""

    def __init__(self, at: int, what: str) -> None:
        super().__init__(what)
        self.at = at


class VwReader(TextFile):
    """The examples of a file of VW text as a nature: `Game(Perceptron()).play(VwReader("train.vw"))`.

    A feature is named "namespace^feature", as VW's audit does, or as it stands if its namespace has no name; nothing is
    hashed. Its value is 1 if none is given, times the value of the namespace. A feature that comes twice in
    a line adds up. Numbers are doubles, where VW's are of single precision. A line without label is asked, and its
    round forgotten; an empty line is passed over. Iterating gives pairs (x, y), `examples` also importances and tags.

    What would be taken otherwise than it was meant is refused. A word that touches the bar is a tag to VW even if it is
    a number, so that `1|f a` has no label: here it must begin with ' then. An initial prediction other than 0 is
    refused too, because no game here begins with one, and a ^ where it would make two features one.

    source        a path, "-" or a binary file: see `TextFile`
    labels        the two labels, negative first, which become -1 and +1; None understands -1/+1 and 0/1; "numbers"
                  leaves all as they are, for outcomes
    importance    "refuse" an importance other than 1, because no game here has weights, or "ignore" it: then every
                  example counts once, and `weighted` says how many had another
    chunk         bytes that are read at once
    skip_bad      go on after lines that are wrong: `bad` counts them

    >>> import io
    >>> list(VwReader(io.BytesIO(b"1 'first|words free win:2 |size:0.5 long")))
    [({'words^free': 1.0, 'words^win': 2.0, 'size^long': 0.5}, 1.0)]
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | IO[bytes],
        *,
        labels: tuple[float, float] | str | None = None,
        importance: str = REFUSE,
        chunk: int = CHUNK,
        skip_bad: bool = False,
    ) -> None:
        super().__init__(source, chunk=chunk, skip_bad=skip_bad)
        if importance not in (REFUSE, IGNORE):
            raise BadParameter(f"importance is 'refuse' or 'ignore', not {importance!r}")
        self.importance = importance
        self.labels = labels
        self.classes = two_classes(labels)
        self.pairs: Iterator[tuple[dict[str, float], float | None]] = iter(())
        self.y: float | None = None

    def __repr__(self) -> str:
        return f"VwReader({self.name!r})"

    def restart(self) -> None:
        super().restart()
        self.weighted = 0  # examples with an importance other than 1
        self.negative: float | None = None  # found among the labels, if none were given

    def __iter__(self) -> Generator[tuple[dict[str, float], float | None], None, None]:
        with closing(self.examples()) as examples:
            for example in examples:
                yield example.x, example.y

    def examples(self) -> Generator[VwExample, None, None]:
        """The lines one by one, with all that stands in them."""
        with closing(self.blocks()) as blocks:
            for buffer, start, stop in blocks:
                for line in bytes(buffer[start : stop - 1]).split(b"\n"):
                    self.line += 1
                    try:
                        example = self.example(decoded(line))
                    except Wrong as wrong:
                        before = line.decode(errors="surrogateescape")[: wrong.at].encode(errors="surrogateescape")
                        error = self.complaint(self.line, line, len(before), str(wrong))
                        if not self.skip_bad:
                            raise error from None
                        self.skip(error)
                    else:
                        if example is not None:
                            yield example

    def example(self, line: str) -> VwExample | None:
        """One line, None if it is empty."""
        line = line.replace("\t", " ")
        head, *spaces = line.split("|")
        if not spaces:
            if not line.strip(" "):
                return None
            raise Wrong(len(line), "a bar | was expected before the features")
        y, importance, tag = self.header(head)
        x: dict[str, float] = {}
        at = len(head) + 1
        for space in spaces:
            add_namespace(x, space, at)
            at += len(space) + 1
        sign = None if y is None else self.sign(y, head)
        self.weighted += importance != 1.0
        return VwExample(x, sign, importance, tag)

    def header(self, head: str) -> tuple[float | None, float, str]:
        """The label, None if there is none, the importance and the tag: what stands before the first bar."""
        words = [word for word in head.split(" ") if word]
        tag = ""
        if words and words[-1].startswith("'"):
            tag = words.pop()[1:]
        elif words and not head.endswith(" "):
            at = len(head) - len(words[-1])
            if number(words[-1]) is not None:
                raise Wrong(
                    at, "a number that touches the bar is a tag: a blank after it makes it a label, a ' before a tag"
                )
            tag = words.pop()
        numbers: list[float] = []
        at = 0
        for word in words:
            at = head.index(word, at)
            value = number(word)
            if value is None or len(numbers) == 3:
                raise Wrong(
                    at, "a label, an importance and an initial prediction, finite numbers, are all before the bar"
                )
            if len(numbers) == 1 and (value < 0.0 or (value != 1.0 and self.importance == REFUSE)):
                raise Wrong(at, "an importance other than 1: importance='ignore' counts every example once")
            if len(numbers) == 2 and value != 0.0:
                raise Wrong(at, "an initial prediction other than 0, which no game here begins with")
            numbers.append(value)
            at += len(word)
        return (numbers[0] if numbers else None), (numbers[1] if len(numbers) > 1 else 1.0), tag

    def sign(self, y: float, head: str) -> float:
        """A label as -1 or +1, or as it is if labels are numbers. The first of 0 and -1 is the negative one for all."""
        if self.labels == "numbers":
            return y
        negative, positive = self.classes or (self.negative, 1.0)
        if y == positive:
            return 1.0
        if negative is None and y in (0.0, -1.0):
            self.negative = negative = y
        if y == negative:
            return -1.0
        known = "-1 and 1, or 0 and 1" if negative is None else f"{negative:g} and {positive:g}"
        raise Wrong(
            len(head) - len(head.lstrip(" ")),
            f"another label than the two classes, {known}: say which two there are, labels=(negative, positive), "
            f"or labels='numbers'",
        )

    def ask(self, last: Round | None) -> dict[str, float] | None:
        """The next example; the first question begins at the first line."""
        if last is None:
            self.pairs = iter(self)
        x, self.y = next(self.pairs, (None, None))
        return x

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """The label of this round, at once; None if the line has none."""
        return [Label(number, self.y)]

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()


def decoded(line: bytes) -> str:
    """A line as text, without its end."""
    try:
        text = line.removesuffix(b"\r").decode()
    except UnicodeDecodeError as error:
        raise Wrong(len(line[: error.start].decode()), f"byte {line[error.start]:#04x} is not UTF-8") from None
    for character in "\r\0":
        if character in text:
            raise Wrong(text.index(character), "a control character; lines end in a newline, and text has no NUL")
    return text


def number(word: str) -> float | None:
    """A finite decimal number, or None. Python's float takes more: underscores, other digits, odd blanks, nan."""
    if not (word.isascii() and word.isprintable()) or "_" in word:
        return None
    try:
        value = float(word)
    except ValueError:
        return None
    return value if isfinite(value) else None


def add_namespace(x: dict[str, float], text: str, at: int) -> None:
    """Enter the features of a namespace, the text between two bars, which begins at character `at` of the line."""
    first, *words = text.split(" ")
    name, colon, value = first.partition(":")
    scale = number(value) if colon else 1.0
    if scale is None or (colon and not name) or "^" in name:
        raise Wrong(at, "a namespace is a name without ^, or name:value with a finite number, or a blank")
    prefix = f"{name}^" if name else ""
    for k, word in enumerate(words):
        if not word:
            continue
        feature, colon, value = word.partition(":")
        amount = number(value) if colon else 1.0
        if amount is not None and feature and (prefix or "^" not in feature):
            feature = prefix + feature
            amount = amount * scale + x.get(feature, 0.0)
            if isfinite(amount):
                x[feature] = amount
                continue
        raise Wrong(
            at + len(first) + 1 + sum(len(before) + 1 for before in words[:k]),
            "a feature is a name, or name:value with a finite number; without a namespace it has no ^",
        )
