"""The exact values of four games on a class of several labels, each with a witness from below and one from above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..errors import BadParameter, TooLarge, UnknownName
from .finite_class import FiniteClass, Space
from .forcing import KINDS, SPACES, Bandit, Forcing, KnownSequence, Multiclass, Ordered, Split
from .strategies import Node, Promises, Strategy, check_promises, check_strategy

Progress = Callable[[int, int, int], object]
LARGEST = 200_000  # positions of a witness; beyond it is left out


class Value(NamedTuple):
    """Bounds on the value of a game: it lies from `lower` to `upper`.

    strategy    what the adversary does to force `lower` mistakes, checked; None if it was not asked for
    promises    what the learner can promise on the way to `upper` mistakes, checked; None if it was not asked for
    """

    kind: str
    lower: int
    upper: int
    strategy: Strategy | None = None
    promises: Promises | None = None

    @property
    def dimension(self) -> int:
        """The value; raises if lower < upper."""
        if self.lower < self.upper:
            raise TooLarge(f"the value lies from {self.lower} to {self.upper}; let the search run to its end")
        return self.lower


class ValueInterrupted(KeyboardInterrupt):
    """Raised on Ctrl-C during the search; `best` has the bounds proven so far."""

    def __init__(self, best: Value) -> None:
        super().__init__(f"the {best.kind} value lies from {best.lower} to {best.upper}")
        self.best = best


def game_value(
    cls: FiniteClass,
    kind: str = "multiclass",
    *,
    order: Sequence[int] | None = None,
    spaces: int = SPACES,
    progress: Progress | None = None,
    witness: bool = True,
) -> Value:
    """The number of mistakes of the best deterministic learner against the best adversary, in one of four games.

    kind        "multiclass": the adversary chooses the points, and labels are told; the Littlestone dimension
                "bandit": it does, and the learner is told only whether its guess was right
                "known-sequence": the learner knows the sequence of points beforehand, and labels are told
                "self-directed": the learner chooses the points, and labels are told
    order       the known sequence; None takes the points in their order
    spaces      stop after so many version spaces, with the bounds proven so far
    progress    called now and then with lower, upper and the number of version spaces searched
    witness     False leaves out the strategy and the promises

    Always self-directed <= known-sequence <= multiclass <= bandit. Ctrl-C raises `ValueInterrupted`, with the bounds
    proven so far.

    >>> from littlestone.concepts import Labellings, game_value
    >>> everything = Labellings.parse("labellings:2,k=3")
    >>> [game_value(everything, kind).dimension for kind in ("multiclass", "bandit")]
    [2, 4]
    """
    if kind not in KINDS:
        raise UnknownName.among("kind of value", kind, KINDS)
    best = Value(kind, 0, cls.size - 1 if kind == "bandit" else cls.size.bit_length() - 1)

    def pulse(seen: int) -> None:
        if progress is not None:
            progress(best.lower, best.upper, seen)

    try:
        forcing = made(cls, kind, order, spaces, pulse)
        best = best._replace(upper=min(best.upper, forcing.most(cls.size)))
        while best.lower < best.upper:
            if forcing.at_least(cls.full, best.lower + 1):
                best = best._replace(lower=best.lower + 1)
            else:
                best = best._replace(upper=best.lower)
            pulse(forcing.seen)
        return with_witnesses(forcing, best) if witness else best
    except KeyboardInterrupt:
        raise ValueInterrupted(best) from None
    except (TooLarge, RecursionError):
        return best


def made(
    cls: FiniteClass, kind: str, order: Sequence[int] | None, spaces: int, pulse: Callable[[int], object] | None
) -> Forcing:
    """The search of that kind."""
    if kind == KnownSequence.kind:
        return KnownSequence(cls, order=order, spaces=spaces, progress=pulse)
    if order is not None:
        raise BadParameter(f"a sequence of points is known in the game {KnownSequence.kind!r} only, not in {kind!r}")
    return KINDS[kind](cls, spaces=spaces, progress=pulse)


def with_witnesses(forcing: Forcing, best: Value) -> Value:
    """The value with both witnesses, as far as they are small enough, checked."""
    cls, kind = forcing.cls, forcing.kind
    order = tuple(forcing.order) if isinstance(forcing, KnownSequence) else None
    grown = Growing(forcing)
    root = grown.node(cls.full, best.lower)
    if len(grown.known) <= LARGEST:
        strategy = Strategy(cls, kind, root, order)
        assert check_strategy(strategy, cls) == best.lower
        best = best._replace(strategy=strategy)
    promises = Promises(cls, kind, promised(forcing, best.upper), order)
    if len(promises.bounds) <= LARGEST:
        assert check_promises(promises, cls) == best.upper
        best = best._replace(promises=promises)
    return best


class Growing:
    """Grows a strategy from a search that has found out how many mistakes can be forced."""

    def __init__(self, forcing: Forcing) -> None:
        self.forcing = forcing
        self.known: dict[tuple[Space, int], Node] = {}

    def node(self, space: Space, d: int) -> Node:
        """The position from which d mistakes are forced with these concepts left."""
        found = self.known.get((space, d))
        if found is None:
            if d <= 0:
                found = Node(0, concept=self.forcing.cls.target(space))
            else:
                found = Node(d, self.answers(space, d) if len(self.known) <= LARGEST else {})
            self.known[space, d] = found
        return found

    def answers(self, space: Space, d: int) -> dict[int, dict[int, Node]]:
        """The answers in a position."""
        forcing = self.forcing
        if isinstance(forcing, Multiclass):
            question = forcing.question(space, d)
            assert question is not None
            return {question[0]: {label: self.node(part, d - 1) for label, part in question[1]}}
        if isinstance(forcing, Bandit):
            split = forcing.question(space, d)
            assert split is not None
            return {split.point: {label: self.node(space ^ part, d - 1) for label, part in split.cells}}
        assert isinstance(forcing, Ordered)
        points = every_split(forcing, space)
        return {
            split.point: {label: self.node(part, left) for (label, part), left in forcing.answers(split, d)}
            for split in points
        }


def every_split(forcing: Ordered, space: Space) -> list[Split]:
    """All points that split a version space, also those that do it alike; of a known sequence the next one."""
    if isinstance(forcing, KnownSequence):
        return forcing.splits(space)
    parts = ((point, forcing.cls.parts(space, point)) for point in range(forcing.cls.points))
    return [Split(point, tuple(cells)) for point, cells in parts if len(cells) > 1]


def promised(forcing: Forcing, most: int) -> dict[Space, int]:
    """What a best learner promises of the version spaces that it may come to."""
    found: dict[Space, int] = {}
    rest = [(forcing.cls.full, most)]
    while rest and len(found) <= LARGEST:
        space, b = rest.pop()
        if found.get(space, b + 1) <= b:
            continue
        size = space.bit_count()
        if b >= (size - 1 if forcing.kind == "bandit" else size.bit_length() - 1):
            continue
        found[space] = b
        for split in forcing.splits(space):
            if forcing.kind == "bandit":
                leaves = (space ^ part for _, part in split.cells)
                rest.append((next(left for left in leaves if not forcing.at_least(left, b)), b - 1))
                continue
            worths = sorted(((forcing.value(part), part) for _, part in split.cells), reverse=True)
            if forcing.kind != "multiclass" and (worths[0][0] > b or worths[1][0] >= b):
                continue  # not the point that the learner chooses
            rest += [(part, b - 1) for _, part in worths[1:]]
            if forcing.kind != "multiclass":
                rest.append((worths[0][1], b))
                break
    return found
