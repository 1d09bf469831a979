"""N4: conjunctions and decision lists in the mistake bound model."""

from __future__ import annotations

from .items import Item, Note

N4 = Note(
    "N4",
    "Lecture 4: The Mistake Bound model",
    "Maria-Florina Balcan",
    (
        Item(
            "The Mistake Bound model",
            "setting",
            "See an example, classify it, be told: for ever. What classifies is the current hypothesis.",
        ),
        Item(
            "Definition 1",
            "definition",
            "A class is learned if, for every concept and every order of examples that it fits, the mistakes are "
            "bounded by a polynomial in $n$ and the size of the concept; in polynomial time if a stage takes no "
            "longer.",
        ),
        Item(
            "Conjunctions",
            "algorithm",
            "Begin with all $2n$ literals; on a missed positive strike out those that are false in it; a false "
            "positive proves that no conjunction fits.",
        ),
        Item(
            "Conjunctions, 1001",
            "example",
            "If the first mistake is on 1001, $x_1 \\and \\not x_2 \\and \\not x_3 \\and x_4$ is left.",
        ),
        Item(
            "Conjunctions, no consistent conjunction",
            "algorithm",
            "On a false positive the learner says that no conjunction is consistent.",
            line="""\
from littlestone import Conjunction, Game
game = Game(Conjunction(n=2))
for x, y in [([1, 0], +1), ([1, 0], -1)]:
    game.label(game.predict(x).number, y)
print(game.ledger.certificates[0].broken)""",
        ),
        Item(
            "Conjunctions, invariant",
            "lemma",
            "The literals of the target are always among those of the hypothesis.",
        ),
        Item(
            "Conjunctions, bound",
            "theorem",
            "At most $n + 1$ mistakes: the first leaves $n$ literals, every other takes one at least.",
        ),
        Item(
            "Conjunctions, lower bound",
            "theorem",
            "No deterministic learner can do better than $n$: show the examples with one bit 0, and put $x_i$ into the "
            "target if the learner says true.",
        ),
        Item(
            "Conjunctions, which is tight?",
            "open question",
            "Between $n$ and $n + 1$ the note leaves a gap.",
        ),
        Item(
            "Definition 2",
            "definition",
            "A decision list: rules, a literal on the left and a bit on the right; the first whose literal holds "
            "decides, and the last holds always.",
        ),
        Item(
            "Decision lists",
            "algorithm",
            "The hypothesis is a list of sets of the $4n + 2$ rules, all in the first set. The first set with a rule "
            "that fires decides, ties anyhow; on a mistake its rules that erred move down by one.",
        ),
        Item(
            "Decision lists, example",
            "example",
            "$n = 2$; the target is: $x_1$, then false; else $\\not x_2$, then true; else false. 01 and 00 are "
            "mistaken, and six rules fall.",
        ),
        Item(
            "Decision lists, observations",
            "proof idea",
            "Every mistake moves a rule down; rule $i$ of the target never falls below level $i$; no rule falls by "
            "more than $L + 1$ levels.",
        ),
        Item(
            "Decision lists, bound",
            "theorem",
            "So at most $(4n + 2)(L + 1)$ mistakes, $O(n L)$.",
        ),
    ),
)
