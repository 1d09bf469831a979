"""The standard concept classes, each built from its definition as a truth table.

The points of {0,1}^n are numbered in binary, x1 the first digit. For classes that are built as a closure, a concept is
an int: bit p is its label of point p.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from ..errors import BadParameter, TooLarge
from ..support.settings import flag, whole
from .concept_class import ConceptClass

LARGEST = 1 << 28  # labels in a table; at a byte each, 256 MB or 2^31 bits
WEIGHTS = (0, 1, 1, 2, 3, 5)  # integer weights up to these give all halfspaces over n = 1..5 variables


def room(concepts: int, points: int, *, so_far: bool = False) -> None:
    """Raise if a table of this size is too large for memory."""
    if concepts * points > LARGEST:
        size = f"{'more than ' if so_far else ''}{concepts:,} concepts on {points:,} points"
        raise TooLarge(
            f"{size} are a table of {concepts * points / 2**30:,.3g} GB; at most {LARGEST >> 20} MB are built: "
            f"take a smaller n, or the part of the class that you need, with ConceptClass(table)"
        )


def power(n: int) -> int:
    """2^n; raises if that many points or concepts are too large for memory."""
    if 1 << min(n, 64) > LARGEST:
        raise TooLarge(f"2^{n} points or concepts do not fit into memory: take a smaller n")
    return 1 << n


def cube(n: int, concepts: int) -> Any:
    """The points of {0,1}^n, one per row; raises if so many concepts on them are too large for memory."""
    room(concepts, power(n))
    return (np.arange(1 << n)[:, None] >> np.arange(n - 1, -1, -1)) & 1


def with_row(table: Any, label: bool, wanted: bool) -> Any:
    """The table, with a constant concept as its first row if `wanted`."""
    return np.vstack((np.full((1, table.shape[1]), label), table)) if wanted else table


def singletons(n: int, *, empty: bool = False) -> ConceptClass:
    """One of N points is 1, the others are 0; with `empty` also the concept of all zeros."""
    room(n + 1, n)
    return ConceptClass(with_row(np.eye(n, dtype=bool), False, flag("empty", empty)))


def dictators(n: int) -> ConceptClass:
    """c(x) = x_i for one of the n variables."""
    return ConceptClass(cube(n, n).T.astype(bool), variables=n)


def thresholds(n: int, *, constants: bool = False) -> ConceptClass:
    """c_j(x) = 1 if x < j, on the points x = 1..N, for j = 1..N; with `constants` also j = N + 1, all ones."""
    room(n + 1, n)
    j = np.arange(1, n + 1 + flag("constants", constants))
    return ConceptClass(np.arange(1, n + 1) < j[:, None])


def intervals(n: int, *, empty: bool = True) -> ConceptClass:
    """The points from a to b of N points in a row are 1; with `empty` also the concept of all zeros."""
    room(1 + n * (n + 1) // 2, n)
    a, b = np.triu_indices(n)
    x = np.arange(n)
    return ConceptClass(with_row((a[:, None] <= x) & (x <= b[:, None]), False, flag("empty", empty)))


def monotone_disjunctions(
    n: int, *, k: int | None = None, atmost: int | None = None, empty: bool = True
) -> ConceptClass:
    """Disjunctions of some of n variables: of exactly `k`, or at most `atmost`; `empty` counts the one of none."""
    power(n)
    sizes = set(range(n + 1)) if flag("empty", empty) else set(range(1, n + 1))
    if k is not None:
        sizes &= {whole("k", k, "the number of variables in a disjunction")}
    if atmost is not None:
        sizes &= set(range(whole("atmost", atmost, "the most variables in a disjunction") + 1))
    if not sizes:
        raise BadParameter(f"no disjunction of {n} variables has k={k}, atmost={atmost} and empty={empty}")
    points = cube(n, sum(comb(n, size) for size in sizes))
    chosen = [sum(1 << i for i in on) for size in sorted(sizes) for on in combinations(range(n - 1, -1, -1), size)]
    variables = (np.array(chosen)[:, None] >> np.arange(n - 1, -1, -1)) & 1
    return ConceptClass(variables.astype(np.float32) @ points.T.astype(np.float32) > 0, variables=n)


def literal_sets(n: int) -> tuple[Any, Any, Any]:
    """The 3^n sets of literals, as 0/1 arrays of plain and of negated variables; and the points of {0,1}^n."""
    power(n)
    points = cube(n, 3**n + 1).astype(np.float32)
    signs = (np.arange(3**n)[:, None] // 3 ** np.arange(n - 1, -1, -1)) % 3
    return (signs == 1).astype(np.float32), (signs == 2).astype(np.float32), points


def disjunctions(n: int, *, constant: bool = False) -> ConceptClass:
    """Disjunctions of literals, each variable at most once: 3^n; with `constant` also True, as x or not x."""
    plain, negated, points = literal_sets(n)
    table = plain @ points.T + negated @ (1 - points).T > 0
    return ConceptClass(with_row(table, True, flag("constant", constant)), variables=n)


def conjunctions(n: int, *, constant: bool = False) -> ConceptClass:
    """Conjunctions of literals, each variable at most once: 3^n; with `constant` also False, as x and not x."""
    plain, negated, points = literal_sets(n)
    table = plain @ (1 - points).T + negated @ points.T == 0
    return ConceptClass(with_row(table, False, flag("constant", constant)), variables=n)


def parities(n: int) -> ConceptClass:
    """The sum modulo 2 of some of n variables."""
    points = cube(n, power(n)).astype(np.float32)
    return ConceptClass((points @ points.T) % 2 == 1, variables=n)


def affine_parities(n: int) -> ConceptClass:
    """The sum modulo 2 of some of n variables, or its negation."""
    points = cube(n, 2 * power(n)).astype(np.float32)
    odd = (points @ points.T) % 2 == 1
    return ConceptClass(np.vstack((odd, ~odd)), variables=n)


def decision_lists(n: int) -> ConceptClass:
    """1-decision lists: if literal then bit, else if literal then bit, ..., else bit (Rivest 1987).

    The lists of r + 1 rules are those of r with a rule before them; n rules and the last bit are enough for all.
    """
    everything = (1 << power(n)) - 1
    lists = {0, everything}
    for _ in range(n):
        for literal in literals(n):
            lists |= {literal | rest for rest in lists} | {rest & ~literal for rest in lists}
            room(len(lists), 1 << n, so_far=True)
    return from_numbers(lists, n)


def dnf(n: int, *, k: int = 2) -> ConceptClass:
    """Disjunctions of terms, each a conjunction of at most k literals; the empty term is True."""
    return disjunctions_of(terms(n, whole("k", k, "the most literals in a term"), monotone=False), n)


def monotone_dnf(n: int, *, k: int = 2) -> ConceptClass:
    """Disjunctions of terms, each a conjunction of at most k variables; the empty term is True."""
    return disjunctions_of(terms(n, whole("k", k, "the most variables in a term"), monotone=True), n)


def halfspaces(n: int) -> ConceptClass:
    """c(x) = 1 if <w, x> >= t: for n <= 5 whole weights up to 1, 1, 2, 3, 5 and all thresholds give every one."""
    if n >= len(WEIGHTS):
        raise TooLarge(
            f"halfspaces are built over 1 to {len(WEIGHTS) - 1} variables, not {n}: of 6 there are 15,028,134, and "
            f"`littlestone dimension halfspaces:6` knows them as words"
        )
    points = cube(n, 2).astype(np.int8)
    weights = np.array(list(product(range(-WEIGHTS[n], WEIGHTS[n] + 1), repeat=n)), dtype=np.int8)
    sums = weights @ points.T
    padded = np.zeros((len(sums), 32), dtype=bool)
    numbers = []
    for t in range(int(sums.min()), int(sums.max()) + 2):
        padded[:, : 1 << n] = sums >= t
        numbers.append(np.unique(np.packbits(padded, axis=1, bitorder="little").view("<u4")))
    return from_numbers(set(np.unique(np.concatenate(numbers)).tolist()), n)


def functions(n: int) -> ConceptClass:
    """All functions on N points."""
    room(power(n), n)
    return ConceptClass((np.arange(1 << n)[:, None] >> np.arange(n - 1, -1, -1)) & 1 == 1)


def literals(n: int) -> list[int]:
    """Each variable and its negation, as numbers: bit p is the label of point p.

    The variable of place value b = 2^i is 0 at b points, 1 at the next b, and so on: 2^b (2^(2^n) - 1)/(2^b + 1).
    """
    room(2 * n, power(n))
    everything = (1 << (1 << n)) - 1
    plain = [everything // ((1 << (1 << i)) + 1) << (1 << i) for i in range(n - 1, -1, -1)]
    return plain + [everything ^ literal for literal in plain]


def terms(n: int, k: int, *, monotone: bool) -> set[int]:
    """The conjunctions of at most k literals, or variables if monotone, as numbers."""
    allowed = literals(n)[: n if monotone else 2 * n]
    found = {(1 << (1 << n)) - 1}
    for _ in range(min(k, n)):
        found |= {term & literal for term in found for literal in allowed}
        room(len(found), 1 << n, so_far=True)
    return found


def disjunctions_of(parts: set[int], n: int) -> ConceptClass:
    """All disjunctions of these concepts, that of none included."""
    found = {0}
    for part in sorted(parts):
        found |= {concept | part for concept in found}
        room(len(found), 1 << n, so_far=True)
    return from_numbers(found, n)


def from_numbers(numbers: set[int], n: int) -> ConceptClass:
    """The class over {0,1}^n of concepts written as numbers, in their order."""
    width = max(1, (1 << n) // 8)
    packed = np.frombuffer(b"".join(number.to_bytes(width, "little") for number in sorted(numbers)), dtype=np.uint8)
    table = np.unpackbits(packed.reshape(len(numbers), width), axis=1, bitorder="little")[:, : 1 << n]
    return ConceptClass(table.astype(bool), variables=n)
