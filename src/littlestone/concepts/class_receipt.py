"""The receipt of what is known of a concept class: its dimensions, each with its witness."""

from __future__ import annotations

from typing import Any

from ..receipts.receipt import certificate_of, receipt_without_rows
from .concept_class import ConceptClass
from .exact_littlestone import Littlestone
from .exact_vc import Vc


def class_receipt(cls: ConceptClass, littlestone: Littlestone, vc: Vc | None, *, source: Any = None) -> dict[str, Any]:
    """A mistake tree as deep as the Littlestone dimension, and a shattered set as large as the VC dimension.

    What a search that was interrupted has not settled is not in it.
    """
    found = []
    if littlestone.tree is not None and littlestone.lower == littlestone.upper:
        d, witness = littlestone.lower, {"tree": littlestone.tree.as_dict()}
        words = f"Ldim(C) = {d}: any learner can be forced to make {d} mistakes, and some learner never makes more"
        found.append(certificate_of("LittlestoneDimension", words, d, d, witness))
    if vc is not None:
        d, points = vc.dimension, {"shattered": [int(point) for point in vc.shattered]}
        found.append(certificate_of("VCDimension", f"VC(C) = {d}: {d} points are shattered, and no more", d, d, points))
    return receipt_without_rows("class", found, concepts=cls, source=source)
