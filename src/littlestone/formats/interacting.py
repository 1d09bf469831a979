"""`Interacting`: a source whose examples have the products of features of two groups, or of more."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from ..errors import BadFeature, BadFile, BadParameter
from ..features.interactions import Group, Interactions, group_of, unknown_group
from ..features.roles import listed
from ..features.schema import Schema, made
from .named_source import NamedSource
from .source import Pair, Source
from .wrapped import Wrapped

AHEAD = 10_000  # examples in which groups are looked for before the first is given
MANY = 1_000  # groups that are remembered for a message


class Interacting(Wrapped, NamedSource):
    """The examples of a source with their products: see `Interactions`.

    A group that the file does not have is an error: at once where a header or the first examples tell, else in the end.

    source          whose features have names
    interactions    groups, such as "country*device"; "cd", as VW writes it, is of all namespaces whose names begin with
                    c and with d; "::" is of all pairs
    """

    strict = True  # is a group that is not there an error? Not of a game that goes on, which has met it before

    def __init__(self, source: Source, interactions: str | Sequence[str]) -> None:
        if not source.named:
            raise BadParameter(f"interactions need features with names; the columns of {source.name} are numbered")
        super().__init__(source)
        self.texts = listed(interactions)
        self.interactions = Interactions(self.texts)
        self.unmet: set[Group] = set(self.interactions.named)  # groups of which no feature has come
        self.others: dict[str, None] = {}  # the groups that did come, while one is not met

    @property
    def schema(self) -> Schema:
        """The schema of the inner source, with these products."""
        return made({**self.source.schema.settings(), "interactions": list(self.texts)})

    def __iter__(self) -> Generator[Pair, None, None]:
        self.look_ahead()
        yield from self.crossed(iter(self.source))

    def moves(self) -> Generator[Pair, None, None]:
        self.look_ahead()
        yield from self.crossed(self.source.moves())

    def crossed(self, pairs: Iterator[Pair]) -> Generator[Pair, None, None]:
        """These pairs, with products."""
        if self.unmet:
            self.innermost().noted = {}
        for x, y in pairs:
            try:
                crossed = None if x is None else self.interactions.crossed(x)
            except BadFeature as error:
                raise BadFile(f"{self.name}: {error}") from None
            if self.unmet and x is not None:
                self.meet(x)
            yield crossed, y
        self.check_met()

    def meet(self, x: dict[str, float]) -> None:
        """Note which groups an example has."""
        self.unmet = {group for group in self.unmet if not any(map(group.has, x))}
        if self.unmet and len(self.others) < MANY:
            self.others |= dict.fromkeys(map(group_of, x))

    def look_ahead(self) -> None:
        """Look for the groups before the first example is given, where the file can be read again."""
        if not (self.unmet and self.strict and self.alone and self.repeatable):
            return
        names = self.source.column_names()
        if names is not None:
            self.meet(dict.fromkeys(names, 0.0))
            self.check_met()
            return
        count, self.innermost().noted = AHEAD, {}
        with suppress(BadFile):  # what is wrong with a line is said when its turn comes
            count = self.glance()
        if count < AHEAD:
            self.check_met()

    def glance(self) -> int:
        """Look at the first examples until all groups are met; how many they were."""
        count = 0
        for x, _ in islice(self.source.moves(), AHEAD):
            count += 1
            if x is not None:
                self.meet(x)
            if not self.unmet:
                break
        return count

    @property
    def alone(self) -> bool:  # type: ignore[override]
        """Is it played by itself, and not as one of several files?"""
        return self.innermost().alone

    def check_met(self) -> None:
        """Raise if a group never came, when all examples have."""
        if self.unmet and (noted := self.innermost().noted):
            self.meet(dict.fromkeys(noted, 0.0))
        if self.unmet and self.strict and self.alone:
            raise BadFile(f"{self.name}: {unknown_group(min(self.unmet), self.others)}")
