"""The exact Littlestone dimension of some classes, with a plain recursion in Python for the peer.

    python benchmarks/dimension.py

The peer keeps version spaces as whole numbers, remembers each, tries even splits first and stops at what the number of
concepts allows. It is left out where it would take minutes.
"""

from __future__ import annotations

from functools import partial

from measure import Candidate, timed

from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.support.loading import core

CLASSES = (  # the class, seconds aimed at, and whether the peer comes along
    ("decision-lists:4", 0.1, True),
    ("halfspaces:4", 0.2, True),
    ("thresholds:4096", 1.0, False),
    ("halfspaces:5", 60.0, False),
)


def plain(cls: ConceptClass) -> int:
    known: dict[int, int] = {}

    def ldim(space: int) -> int:
        if space in known:
            return known[space]
        size, best = space.bit_count(), 0
        splits = [cls.split(space, x) for x in range(cls.points)]
        splits.sort(key=lambda halves: abs(halves[0].bit_count() - halves[1].bit_count()))
        for zero, one in splits:
            few, many = sorted((zero, one), key=int.bit_count)
            if few.bit_count().bit_length() <= best or best == size.bit_length() - 1:
                break  # 1 + floor(log2 |few|) is no more than what there is
            if ldim(few) >= best:
                best = max(best, 1 + min(ldim(few), ldim(many)))
        known[space] = best
        return best

    return ldim(cls.full)


def main() -> None:
    print(f"littlestone dimension with its checked tree, {core()} core")
    for spec, aim, with_peer in CLASSES:
        cls = ConceptClass.parse(spec)
        ours = Candidate(spec, partial(littlestone_dimension, cls))
        ours.samples += [timed(ours.work) for _ in range(3)]
        words = f"  {spec:<18} {cls.size:>7,} concepts {ours.median():8.3f} s   aim {aim:g} s"
        if with_peer:
            peer = Candidate("plain", partial(plain, cls))
            peer.samples.append(timed(peer.work))
            assert plain(cls) == littlestone_dimension(cls).dimension
            words += f"   plain Python {peer.median():7.2f} s, {peer.median() / ours.median():.0f}x"
        print(words, flush=True)


if __name__ == "__main__":
    main()
