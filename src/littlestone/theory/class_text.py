"""Concept classes as texts, so that a command line can name one and a saved game can keep it."""

from __future__ import annotations

from ..errors import BadParameter
from .concept_class import ConceptClass

TABLE = "table:"
TRUTH_TABLE = "truth-table:"


def find_class(concepts: ConceptClass | str) -> ConceptClass:
    """The class itself, or the one that a text names.

    "table:0011,0101" has a concept for each word and a point for each digit; "truth-table:0001,0111" the same over the
    points of {0,1}^n in the order of counting. Any other text is for `ConceptClass.parse`.
    """
    if isinstance(concepts, ConceptClass):
        return concepts
    if not isinstance(concepts, str):
        raise BadParameter(f"a concept class is a ConceptClass or a text such as 'table:0011,0101', not {concepts!r}")
    if concepts.startswith(TABLE):
        return ConceptClass.from_lines(concepts.removeprefix(TABLE).split(","))
    if concepts.startswith(TRUTH_TABLE):
        plain = ConceptClass.from_lines(concepts.removeprefix(TRUTH_TABLE).split(","))
        return ConceptClass(plain.table, variables=(plain.points - 1).bit_length())
    parse = getattr(ConceptClass, "parse", None)
    if parse is None:
        raise BadParameter(
            f"a concept class is written as 'table:0011,0101', a word for each concept, not {concepts!r}"
        )
    found: ConceptClass = parse(concepts)
    return found


def class_text(concepts: ConceptClass) -> str:
    """The text that `find_class` makes the class from again."""
    if concepts.spec is not None:
        return concepts.spec
    words = ",".join("".join("1" if label else "0" for label in row) for row in concepts.table)
    return (TABLE if concepts.variables is None else TRUTH_TABLE) + words
