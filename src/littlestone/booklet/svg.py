"""Draws charts as SVG: the same data gives the same bytes; colours come from the page, so dark mode works.

`standalone` makes a figure with colours of its own, for use outside a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, isfinite, log10

from ..support.settings import amount
from .chapter import Band, Figure, Series

WIDTH, HEIGHT = 440, 290  # of the drawing; small, so that its letters stay readable on a phone
LEFT, RIGHT, TOP, BOTTOM = 58, 24, 14, 46
LINE = 18  # the height of a line of the legend
LETTER = 7.2  # the approximate width of a letter of 13 pixels
COLOURS = 6
MARKS = ("circle", "square", "diamond")  # points differ by shape too, for those who do not see the colours
STYLE = """
svg.chart { --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b5518a; --c4: #b07d00; --c5: #3a8fc4;
  color: #1c1c1c; font: 13px system-ui, sans-serif; }
svg.chart .grid { stroke: currentColor; stroke-opacity: 0.14; }
svg.chart .axis { stroke: currentColor; stroke-opacity: 0.6; fill: none; }
svg.chart text { fill: currentColor; }
svg.chart .curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg.chart .bound, svg.chart .bound-step { stroke-dasharray: 7 4; }
svg.chart .forced { stroke-dasharray: 2 3; }
svg.chart .band { stroke: none; fill-opacity: 0.18; }
@media (prefers-color-scheme: dark) {
  svg.chart { --c0: #56b4e9; --c1: #ff9455; --c2: #35d0a5; --c3: #e29cc6; --c4: #f0c04a; --c5: #9ad0f5;
    color: #e8e6e1; }
}
@media print { svg.chart { --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b5518a; --c4: #b07d00; --c5: #3a8fc4;
  color: #1c1c1c; } }
"""


class Axis:
    """An axis: maps numbers to pixels, and has the numbers at its ticks."""

    def __init__(self, values: Iterable[float], start: float, end: float, *, log: bool, zero: bool) -> None:
        finite = [value for value in values if isfinite(value) and (value > 0 or not log)]
        low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
        if log:
            self.ticks = decades(low, high)
            low, high = min(low, self.ticks[0]), max(high, self.ticks[-1])
        else:
            low = min(low, 0.0) if zero else low
            high = high if high > low else low + 1.0
            self.ticks = even(low, high, whole=all(float(value).is_integer() for value in finite))
            high = max(high, self.ticks[-1]) if zero else high
        self.log, self.start, self.end = log, start, end
        self.low, self.high = self.scale(low), self.scale(high)

    def scale(self, value: float) -> float:
        """The number, or its logarithm on a logarithmic axis."""
        return log10(value) if self.log else value

    def __call__(self, value: float) -> float:
        """The pixel of a number."""
        part = (self.scale(value) - self.low) / ((self.high - self.low) or 1.0)
        return self.start + part * (self.end - self.start)


def even(low: float, high: float, *, whole: bool) -> list[float]:
    """Round numbers from low to high, about five of them; no fractions between numbers that are `whole`."""
    raw = (high - low) / 5
    power = 10.0 ** floor(log10(raw))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= raw * (1 - 1e-9))
    step = float(ceil(step)) if whole else step
    first = ceil(low / step - 1e-9)
    count = floor(high / step + 1e-9) - first
    ticks = [(first + k) * step for k in range(count + 1)]
    return ticks if high - ticks[-1] < 0.35 * step else [*ticks, ticks[-1] + step]


def decades(low: float, high: float) -> list[float]:
    """Powers of ten about low and high, every second or third one if there are many."""
    first, last = floor(log10(low) + 1e-9), ceil(log10(high) - 1e-9)
    step = max(1, ceil((last - first) / 6))
    return [10.0**power for power in range(first, max(last, first + 1) + step, step)]


def tick_words(value: float) -> str:
    """The label of a tick."""
    return f"1e{round(log10(value))}" if value >= 1e6 or 0 < value < 1e-3 else amount(value)


def chart(figure: Figure) -> str:
    """The figure as an <svg> element for a page that has STYLE."""
    labels = [*(series.label for series in figure.series), *(band.label for band in figure.bands)]
    rows = legend_rows(labels)
    head = TOP + LINE * len(rows)
    x = Axis(all_x(figure), LEFT, WIDTH - RIGHT, log=figure.log_x, zero=False)
    y = Axis(all_y(figure), head + HEIGHT - TOP - BOTTOM, head + 4, log=figure.log_y, zero=True)
    height = head + HEIGHT - TOP
    parts = [*grid(figure, x, y, height)]
    parts += [area(band, x, y, len(figure.series) + k) for k, band in enumerate(figure.bands)]
    parts += [curve(series, x, y, k) for k, series in enumerate(figure.series)]
    for note in figure.notes:
        side = "end" if x(note.x) > WIDTH * 0.6 else "start"
        parts.append(text(x(note.x) + (-6 if side == "end" else 6), y(note.y) - 6, note.words, side))
    parts += legend(figure, rows)
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(figure.alt)}">' + "".join(parts) + "</svg>"
    )


def standalone(figure: Figure) -> str:
    """The figure as a file of its own, with its colours."""
    opening, rest = chart(figure).split(">", 1)
    return f"{opening}><style>{STYLE}</style>{rest}\n"


def all_x(figure: Figure) -> list[float]:
    """All x of a figure; named ticks get half a step of margin."""
    if figure.ticks:
        return [-0.5, len(figure.ticks) - 0.5]
    places = [float(v) for series in figure.series for v in series.x]
    return places + [float(v) for band in figure.bands for v in band.x]


def all_y(figure: Figure) -> list[float]:
    """All y of a figure."""
    heights = [float(v) for series in figure.series for v in series.y]
    return heights + [float(v) for band in figure.bands for side in (band.low, band.high) for v in side]


def grid(figure: Figure, x: Axis, y: Axis, height: float) -> list[str]:
    """The axes with their numbers, names and faint lines."""
    parts = []
    for value in y.ticks:
        parts.append(f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(text(LEFT - 6, y(value) + 4, tick_words(value), "end"))
    names = [(float(k), name) for k, name in enumerate(figure.ticks)]
    for value, words in names or [(value, tick_words(value)) for value in x.ticks if x(value) <= WIDTH - RIGHT + 1]:
        parts.append(f'<path class="axis" d="M{x(value):.1f} {y.start:.1f}v4"/>')
        parts.append(text(min(x(value), WIDTH - LETTER * len(words) / 2), y.start + 17, words, "middle"))
    parts.append(f'<path class="axis" d="M{LEFT} {y.end:.1f}V{y.start:.1f}H{WIDTH - RIGHT}"/>')
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, height - 8, figure.x_label, "middle"))
    middle = (y.start + y.end) / 2
    turned = f' transform="rotate(-90 14 {middle:.1f})"'
    parts.append(text(14, middle, figure.y_label, "middle", turned))
    return parts


def curve(series: Series, x: Axis, y: Axis, number: int) -> str:
    """A line, a staircase or points, in the colour of its number."""
    colour = f"var(--c{number % COLOURS})"
    places = [
        (x(float(a)), y(float(b))) for a, b in zip(series.x, series.y, strict=True) if drawn(y, b) and drawn(x, a)
    ]
    if series.style == "points":
        return "".join(mark(a, b, colour, number) for a, b in places)
    path: list[str] = []
    before = ""
    for a, b in places:
        way = (
            f"M{a:.1f} {b:.1f}" if not path else f"H{a:.1f}V{b:.1f}" if "step" in series.style else f"L{a:.1f} {b:.1f}"
        )
        if way[1:] != before:
            path.append(way)
        before = way[1:]
    return f'<path class="curve {series.style}" stroke="{colour}" d="{"".join(path)}"/>'


def drawn(axis: Axis, value: float) -> bool:
    """Can the number be shown on this axis?"""
    return isfinite(value) and (value > 0 or not axis.log)


def mark(x: float, y: float, colour: str, number: int) -> str:
    """A point, with the shape that belongs to its colour."""
    kind = MARKS[number % len(MARKS)]
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    turn = f' transform="rotate(45 {x:.1f} {y:.1f})"' if kind == "diamond" else ""
    return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}"{turn}/>'


def area(band: Band, x: Axis, y: Axis, number: int) -> str:
    """A shaded band."""
    there = [f"{x(float(a)):.1f} {y(float(b)):.1f}" for a, b in zip(band.x, band.high, strict=True)]
    back = [f"{x(float(a)):.1f} {y(float(b)):.1f}" for a, b in zip(band.x, band.low, strict=True)]
    return f'<path class="band" fill="var(--c{number % COLOURS})" d="M{"L".join(there + back[::-1])}Z"/>'


def legend_rows(labels: Sequence[str]) -> list[list[int]]:
    """The entries of the legend, split into lines."""
    rows: list[list[int]] = []
    used = float(WIDTH)
    for number, label in enumerate(labels):
        room = entry_width(label)
        if used + room > WIDTH - LEFT - RIGHT:
            rows.append([])
            used = 0.0
        rows[-1].append(number)
        used += room
    return rows


def entry_width(label: str) -> float:
    """The approximate width of an entry of the legend."""
    return 44 + LETTER * len(label)


def legend(figure: Figure, rows: list[list[int]]) -> list[str]:
    """The legend above the drawing."""
    entries: list[Series | Band] = [*figure.series, *figure.bands]
    parts = []
    for line, row in enumerate(rows):
        at, y = float(LEFT), 10.0 + LINE * line
        for number in row:
            entry, colour = entries[number], f"var(--c{number % COLOURS})"
            if isinstance(entry, Band):
                parts.append(f'<rect class="band" x="{at:.1f}" y="{y - 5}" width="24" height="10" fill="{colour}"/>')
            elif entry.style == "points":
                parts.append(mark(at + 12, y, colour, number))
            else:
                parts.append(f'<path class="curve {entry.style}" stroke="{colour}" d="M{at:.1f} {y}h24"/>')
            parts.append(text(at + 30, y + 4, entry.label, "start"))
            at += entry_width(entry.label)
    return parts


def text(x: float, y: float, words: str, anchor: str, more: str = "") -> str:
    """Text at a position."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(words, quote=False)}</text>'
