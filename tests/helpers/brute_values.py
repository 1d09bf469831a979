"""The four values of a class by their definitions, on frozen sets of tuples: it shares nothing with the search."""

from __future__ import annotations

from functools import cache

NEVER = -(10**9)  # of the empty version space, which cannot occur


def brute_value(rows, kind, order=None):
    """The value of a game on these rows of labels."""
    points = range(len(rows[0]))
    order = tuple(points) if order is None else tuple(order)
    k = max(2, 1 + max(map(max, rows), default=0))

    def parts(space, x):
        return [frozenset(h for h in space if h[x] == y) for y in range(k)]

    @cache
    def told(space):
        """Labels are told: the learner guesses, the adversary gives any other label."""
        best = 0
        for x in points:
            left = [part for part in parts(space, x) if part]
            if len(left) > 1:
                best = max(best, 1 + sorted(map(told, left))[-2])
        return best

    @cache
    def hidden(space):
        """Labels are not told: a guess is wrong, or the adversary has lost a round."""
        best = 0
        for x in points:
            rest = [space - part for part in parts(space, x) if part]
            if len(rest) > 1:
                best = max(best, min(1 + hidden(each) for each in rest))
        return best

    def at(space, x, after):
        """The value of one point: the learner's best guess against the worst label, right or wrong."""
        values = [after(part) for part in parts(space, x)]
        return min(max(value + (y != guess) for y, value in enumerate(values)) for guess in range(k))

    @cache
    def sequence(space, t):
        if not space:
            return NEVER
        return 0 if t == len(order) else at(space, order[t], lambda part: sequence(part, t + 1))

    @cache
    def chosen(space, left):
        if not space:
            return NEVER
        return min((at(space, x, lambda part, x=x: chosen(part, left - {x})) for x in left), default=0)

    everything = frozenset(map(tuple, rows))
    if kind == "known-sequence":
        return sequence(everything, 0)
    if kind == "self-directed":
        return chosen(everything, frozenset(points))
    return told(everything) if kind == "multiclass" else hidden(everything)
