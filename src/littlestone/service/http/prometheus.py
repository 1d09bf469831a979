"""What a service counts, in the text format that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isnan

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
Sample = tuple[Mapping[str, str], float]


def escaped(text: str) -> str:
    """The value of a label, as the format wants it."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def number(value: float) -> str:
    """A number, as the format wants it."""
    if isnan(value):
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if float(value).is_integer() and abs(value) < 2**53 else repr(float(value))


class Exposition:
    """A page of metrics, one family after the other."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def family(self, name: str, kind: str, words: str, samples: Iterable[Sample]) -> None:
        """Add a counter or a gauge with all its samples; one without samples is left out."""
        lines = [f"{name}{labels(given)} {number(value)}" for given, value in samples]
        if lines:
            self.lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}", *lines]

    def histogram(self, name: str, words: str, edges: Iterable[float], counts: Iterable[int], total: float) -> None:
        """Add a histogram: how many fell between two edges, the last count being of those above all edges."""
        self.lines += [f"# HELP {name} {words}", f"# TYPE {name} histogram"]
        below = 0
        for edge, count in zip([*edges, float("inf")], counts, strict=True):
            below += count
            self.lines.append(f'{name}_bucket{{le="{number(edge)}"}} {below}')
        self.lines += [f"{name}_sum {number(total)}", f"{name}_count {below}"]

    def text(self) -> str:
        """The page."""
        return "\n".join(self.lines) + "\n"


def labels(given: Mapping[str, str]) -> str:
    """Labels in braces."""
    return "{" + ",".join(f'{name}="{escaped(value)}"' for name, value in given.items()) + "}" if given else ""
