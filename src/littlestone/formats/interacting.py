"""`Interacting`: a source whose examples have the products of features of two groups."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from ..errors import BadFeature, BadFile, BadParameter
from ..features.interactions import Interactions
from ..features.roles import listed
from ..features.schema import Schema, made
from .named_source import NamedSource
from .source import Pair, Source
from .wrapped import Wrapped


class Interacting(Wrapped, NamedSource):
    """The examples of a source with their products: see `Interactions`.

    source          whose features have names
    interactions    pairs of groups, such as "country*device"; "cd", as VW writes it, is of all namespaces whose names
                    begin with c and with d
    """

    def __init__(self, source: Source, interactions: str | Sequence[str]) -> None:
        if not source.named:
            raise BadParameter(f"interactions need features with names; the columns of {source.name} are numbered")
        super().__init__(source)
        self.pairs_of_groups = listed(interactions)
        self.interactions = Interactions(self.pairs_of_groups)

    @property
    def schema(self) -> Schema:
        """The schema of the inner source, with these products."""
        return made({**self.source.schema.settings(), "interactions": list(self.pairs_of_groups)})

    def __iter__(self) -> Generator[Pair, None, None]:
        yield from self.crossed(iter(self.source))

    def moves(self) -> Generator[Pair, None, None]:
        yield from self.crossed(self.source.moves())

    def crossed(self, pairs: Iterator[Pair]) -> Generator[Pair, None, None]:
        """These pairs, with products."""
        for x, y in pairs:
            try:
                crossed = None if x is None else self.interactions.crossed(x)
            except BadFeature as error:
                raise BadFile(f"{self.name}: {error}") from None
            yield crossed, y
