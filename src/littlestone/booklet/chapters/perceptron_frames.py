"""The Perceptron that turns, frame by frame: on a mistake the weights shift towards the example, or away from it."""

from __future__ import annotations

from html import escape
from math import hypot

import numpy as np

from ...linear.perceptron import Perceptron
from ...rows.game import Game
from ..chapter import Claim, Drawing, Measure, cite
from ..runs import zero_rule

SIZE, GAP, COLUMNS = 220.0, 14.0, 3
SCALE = 30.0  # pixels of a unit
ROUNDS = (  # chosen so that the separator turns far: y is the sign of x1 + 2 x2
    ((-1.6, 1.2), +1),
    ((1.6, -1.3), -1),
    ((1.9, 0.3), +1),
    ((0.5, -0.8), -1),
    ((-1.0, 1.4), +1),
    ((-1.9, 0.5), -1),
    ((1.2, 0.9), +1),
    ((-0.4, -1.1), -1),
    ((-2.0, 1.5), +1),
)
COLOURS = {+1: "#1f5fbf", -1: "#c4452f"}


def turning() -> Claim:
    """A game in the plane, drawn round by round, and what a mistake does to the example it was made on."""
    learner = Perceptron(zero="-1")
    game, frames, nearer = Game(learner), [], 0
    learner.widen(2)
    for t, (x, y) in enumerate(ROUNDS):
        before = np.array(learner.weights[:2])
        move = game.predict(list(x))
        game.label(move.number, y)
        after = np.array(learner.weights[:2])
        nearer += move.sign != y and y * float(after @ np.array(x)) > y * float(before @ np.array(x))
        frames.append(frame(t, before, after, move.sign != y))
    turned = "; ".join(
        f"round {t + 1}, {'+' if y > 0 else '-'} at {x}: {'a mistake' if wrong else 'right'}"
        for t, ((x, y), (_, wrong)) in enumerate(zip(ROUNDS, frames, strict=True))
    )
    return Claim(
        name="turning",
        statement=(
            "On a mistake the weights move by $y x$: towards a positive that was missed, away from a negative that was "
            "taken for one. The guess on that example moves in the right direction, by $|x|^2$."
        ),
        source=cite("N0, Section 3, intuition", "N0, Algorithm 1", "N1, Rosenblatt's Perceptron, why", "E1"),
        run=f"{len(ROUNDS)} examples in the plane, labelled by the sign of $x_1 + 2 x_2$.",
        measures=(
            Measure("mistakes that moved the guess the right way", nearer, "=", game.ledger.mistakes),
            Measure.of("mistakes, and what the margin allows", game.ledger.certificates[0]),
        ),
        figures=(
            Drawing(
                "turning-frames",
                "Frame by frame: the separator is the line, the weights the arrow, grey what they were. Filled points "
                "are positive; the round's own example has a ring, and on a mistake a dotted line: the step $y x$.",
                f"Nine frames of a Perceptron in the plane. {turned}.",
                picture([svg for svg, _ in frames]),
            ),
        ),
        zero=zero_rule(learner),
    )


def frame(t: int, before: np.ndarray, after: np.ndarray, wrong: bool) -> tuple[str, bool]:
    """One round: the plane before it, and what the mistake made of the weights."""
    words = f"{t + 1}. {'mistake' if wrong else 'right'}"
    parts = [
        f'<rect width="{SIZE:g}" height="{SIZE:g}" fill="#ffffff" stroke="#d9d5cb"/>',
    ]
    if wrong:
        parts += [*separator(before, "#b8b4a8"), arrow(before, "#b8b4a8")]
        parts.append(segment(before, after, "#b3261e", ' stroke-dasharray="2 4"'))
    parts += [*separator(after, "#1c1c1c"), arrow(after, "#1c1c1c")]
    for k, ((a, b), label) in enumerate(ROUNDS[: t + 1]):
        cx, cy = at(a, b)
        fill = COLOURS[label] if label > 0 else "#ffffff"
        parts.append(
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="5" fill="{fill}" stroke="{COLOURS[label]}" stroke-width="2"/>'
        )
        if k == t:
            parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="10" fill="none" stroke="{COLOURS[label]}"/>')
    parts.append('<rect x="1" y="1" width="74" height="24" fill="#ffffff"/>')
    parts.append(f'<text x="8" y="18" font-size="13" fill="{"#b3261e" if wrong else "#16703a"}">{words}</text>')
    return "".join(parts), wrong


def at(a: float, b: float) -> tuple[float, float]:
    """Where a point of the plane lies in a frame."""
    return SIZE / 2 + SCALE * a, SIZE / 2 - SCALE * b


def segment(start: np.ndarray, end: np.ndarray, colour: str, more: str = "", width: float = 2) -> str:
    """A line from one point of the plane to another."""
    (x1, y1), (x2, y2) = at(*start), at(*end)
    drawn = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width:g}"'
    return f"<line {drawn}{more}/>"


def separator(w: np.ndarray, colour: str) -> list[str]:
    """The line on which <w, x> is 0; none while w is zero."""
    length = hypot(*w)
    if not length:
        return []
    reach = 3.4 / length * np.array([-w[1], w[0]])
    return [segment(-reach, reach, colour, width=1.5)]


def arrow(w: np.ndarray, colour: str) -> str:
    """The weights as an arrow from the origin, with a head; a dot while they are zero."""
    length = hypot(*w)
    if not length:
        x, y = at(0.0, 0.0)
        return f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{colour}"/>'
    along, aside = w / length, np.array([-w[1], w[0]]) / length
    tips = [w, w - 0.3 * along + 0.15 * aside, w - 0.3 * along - 0.15 * aside]
    corners = " ".join("{:.1f},{:.1f}".format(*at(*tip)) for tip in tips)
    return segment(np.zeros(2), w, colour) + f'<polygon points="{corners}" fill="{colour}"/>'


def picture(frames: list[str]) -> str:
    """The frames in rows, as one picture."""
    rows = -(-len(frames) // COLUMNS)
    width, height = COLUMNS * SIZE + (COLUMNS - 1) * GAP, rows * SIZE + (rows - 1) * GAP
    placed = "".join(
        f'<g transform="translate({(SIZE + GAP) * (k % COLUMNS):g} {(SIZE + GAP) * (k // COLUMNS):g})">{one}</g>'
        for k, one in enumerate(frames)
    )
    style = escape("font-family: system-ui, sans-serif")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" style="{style}">{placed}</svg>'
    )
