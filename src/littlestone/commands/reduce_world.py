"""The examples of `littlestone reduce`: those of a file, or all points of a concept class with a target."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..command_line.concept_words import concept_text
from ..command_line.reading import Reading
from ..command_line.stream import Stream
from ..concepts.concept_class import ConceptClass
from ..errors import BadFile, BadParameter
from ..features.batches import taken, together
from ..row import Batch


class World(NamedTuple):
    """Examples with their labels; of a file the names of its columns, of a class the concept that labels them."""

    name: str
    batch: Batch
    names: list[str] | None = None
    concepts: ConceptClass | None = None
    target: str | None = None


def file_world(reading: Reading, limit: int | None, shuffle: int | None) -> World:
    """All examples of a file that have a label."""
    source = reading.open("signs")
    batch = together(list(Stream(source, limit=limit, shuffle=shuffle).batches()))
    known = np.flatnonzero(~np.isnan(np.asarray(batch.labels)))
    if not len(known):
        raise BadFile(f"{source.name} has no example with a label; there is nothing to learn")
    named = source.features is not None and not source.features.hashing
    return World(source.name, taken(batch, known), list(source.features.names) if named and source.features else None)


def class_world(text: str, target: int | None, seed: int) -> World:
    """All points of a class, labelled by the concept of that number, or by one that the seed draws."""
    concepts = ConceptClass.find(text)
    if target is None:
        target = int(np.random.default_rng([seed, concepts.size]).integers(concepts.size))
    if target >= concepts.size:
        raise BadParameter(f"--target is the number of a concept, from 0 to {concepts.size - 1}, not {target}")
    rows = concepts.examples()
    labels = np.where(concepts.table[target], 1.0, -1.0)
    batch = Batch(rows.starts, rows.columns, rows.values, rows.width, labels).check()
    return World(text, batch, concepts=concepts, target=concept_text(concepts, target))
