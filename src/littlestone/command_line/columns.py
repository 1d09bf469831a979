"""The columns of a source that a game goes on with, or whose names are hashed."""

from __future__ import annotations

from ..errors import BadParameter
from ..features.features import Features
from ..features.hashing import HashedFeatures
from ..formats.source import Source
from ..formats.wrapped import NamedReader


def with_columns(source: Source, features: Features | None, hash_bits: int | None) -> Source:
    """The source with the columns of a resumed game, or with hashed names."""
    own, named = source.features, source.named
    if features is None and hash_bits is None:
        return source
    if features is None:
        if not named:
            raise BadParameter(f"--hash-bits is for names, and the columns of {source.name} are numbered")
        features = HashedFeatures(hash_bits or 0)
    elif hash_bits is not None and features.hashing[:1] != (hash_bits,):
        raise BadParameter("the saved game decides how names are hashed: leave out --hash-bits")
    if own is not None and own.hashing and own.hashing == features.hashing:
        return source
    other = features.numbered and not features.hashing if named else bool(features.names or features.hashing)
    if other:
        raise BadParameter(
            f"the game has {'numbered' if named else 'named'} columns, but those of {source.name} are "
            f"{'named' if named else 'numbered'}"
        )
    if not named:
        return source
    if source.settled:
        source = NamedReader(source)
    source.take_columns(features)
    return source
