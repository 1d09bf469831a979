"""VW text read plainly, with the string methods of Python: slow, and what the compiled parser is held against."""

from __future__ import annotations

from contextlib import closing
from math import isfinite

from littlestone.formats.text.row_reader import two_classes
from littlestone.formats.text.text_file import TextFile
from littlestone.formats.text.vw_text import REFUSE, VwExample


class Wrong(Exception):
    """What is wrong with a line, and at which of its characters."""

    def __init__(self, at: int, what: str) -> None:
        super().__init__(what)
        self.at = at


class PlainVw(TextFile):
    """The examples of a file, and the complaints about it, as `VwReader` has them."""

    def __init__(self, source, *, labels=None, importance=REFUSE, chunk=1 << 18, skip_bad=False) -> None:
        super().__init__(source, chunk=chunk, skip_bad=skip_bad)
        self.importance = importance
        self.labels = labels
        self.classes = two_classes(labels)
        self.weighted = 0
        self.negative: float | None = None  # found among the labels, if none were given

    def examples(self):
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


def decoded(line: bytes) -> str:
    """A line as text, without its end."""
    try:
        text = line.removesuffix(b"\r").decode()
    except UnicodeDecodeError as error:
        raise Wrong(len(line[: error.start].decode()), f"byte {line[error.start]:#04x} is not UTF-8") from None
    for at, character in enumerate(text):
        if character in "\r\0":
            raise Wrong(at, "a control character; lines end in a newline, and text has no NUL")
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
