"""Prove or refuse a receipt of littlestone. One file, Python's standard library alone, nothing of the package.

    python littlestone_verify.py RECEIPT [--rows ROWS] [--journal JOURNAL] [--signer KEY]

Three levels, said of every line. *Replayed*: with the rows as the rule saw them, the rule is played again by the code
below. *Witnessed*: the receipt holds the evidence and a witness, such as the separator of the mistaken examples, and
the inequality of the theorem is checked in exact arithmetic. *Summarised*: hashes and plain arithmetic only.

Exit code 0: nothing was refused; 1: refused, a line says why; 2: this is no receipt. The README beside this file says
what a good receipt proves and what it cannot; `docs/receipt_format.md` has the format.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import sqlite3
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations
from operator import mul
from typing import Any, NamedTuple
from urllib.parse import quote

FORMAT, VERSION, HEADER = "littlestone receipt", 1, "littlestone rows 1"
CLOSE = Fraction(1, 2**30)  # doubles of the receipt may differ from the exact numbers by this share
LARGEST = Fraction(2) ** 1023
BITS = 160  # of logarithms
MOST = 10_000_000  # variables
VERDICTS = ("holds", "broken premise", "open", "violated")


class Unreadable(Exception):
    """Not a receipt: a field is missing, or is not what the format says."""


class Refused(Exception):
    """What the receipt claims is not so."""


class Lacking(Exception):
    """The receipt does not hold what a proof needs: nothing is refused, and nothing proved."""


class NoClaim(Exception):
    """The receipt does not say that the theorem holds here."""


# Exact arithmetic: every double is a whole number over a power of two; roots and logarithms are enclosed.


@dataclass(frozen=True)
class Span:
    """A real number between two rational ones."""

    lo: Fraction
    hi: Fraction

    def __add__(self, other: Span) -> Span:
        return Span(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other: Span) -> Span:
        return Span(self.lo - other.hi, self.hi - other.lo)

    def __mul__(self, other: Span) -> Span:
        ends = [a * b for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Span(min(ends), max(ends))

    def over(self, other: Span) -> Span:
        """The quotient by a positive number."""
        if other.lo <= 0:
            raise ArithmeticError("division by what is not above 0")
        ends = [a / b for a in (self.lo, self.hi) for b in (other.lo, other.hi)]
        return Span(min(ends), max(ends))


def known(number: Fraction | int) -> Span:
    """A rational number, known exactly."""
    return Span(Fraction(number), Fraction(number))


def root(square: Fraction) -> Span:
    """The square root of a rational number, enclosed to some 38 digits; exact where it is rational."""
    above, below = math.isqrt(square.numerator), math.isqrt(square.denominator)
    if above * above == square.numerator and below * below == square.denominator:
        return known(Fraction(above, below))
    shift = max(0, BITS - (square.numerator.bit_length() - square.denominator.bit_length()) // 2)
    lower = math.isqrt((square.numerator << 2 * shift) // square.denominator)
    return Span(Fraction(lower, 1 << shift), Fraction(lower + 1, 1 << shift))


def root_of(square: Span) -> Span:
    """The square root of a number that is enclosed."""
    return Span(root(square.lo).lo, root(square.hi).hi)


def log(number: Fraction) -> Span:
    """The natural logarithm of a positive rational number, enclosed: e ln 2 + ln m, 2/3 < m <= 4/3."""
    if number <= 0:
        raise ArithmeticError("no logarithm below 0")
    power = number.numerator.bit_length() - number.denominator.bit_length()
    m = number / Fraction(2) ** power
    while m > Fraction(4, 3):
        m, power = m / 2, power + 1
    while m <= Fraction(2, 3):
        m, power = m * 2, power - 1
    found = series(m) + power * series(Fraction(2))
    error = Fraction(1 + abs(power), 2 ** (BITS - 40))
    return Span(found - error, found + error)


def series(m: Fraction) -> Fraction:
    """ln m = 2 (z + z^3/3 + z^5/5 + ...), z = (m - 1)/(m + 1), |z| <= 1/3, to BITS bits but for a few."""
    z = abs((m - 1) / (m + 1))
    fixed = (z.numerator << BITS) // z.denominator
    total, term, k = 0, fixed, 1
    while term:
        total, term, k = total + term // k, term * fixed * fixed >> 2 * BITS, k + 2
    return Fraction(2 * total if m >= 1 else -2 * total, 1 << BITS)


# The format.

DIGITS = re.compile(r"[0-9]+")
WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,15})")
HEXADECIMAL = re.compile(r"-?0x[01](?:\.([0-9a-f]{1,13}))?p([+-][0-9]{1,4})")


def number(text: Any) -> Fraction:
    """A number of the receipt: a whole one in decimals, any other as a hexadecimal float in a string."""
    if (type(text) is int and abs(text) < 2**128) or (isinstance(text, str) and WHOLE.fullmatch(text)):
        return Fraction(int(text))
    if isinstance(text, str) and (found := HEXADECIMAL.fullmatch(text)):
        power = int(found[2])
        if power < 1024 and power - 4 * len(found[1] or "") >= -1074:  # no other is a double
            return Fraction(float.fromhex(text))
    raise Unreadable(f"a number is decimal digits or a hexadecimal float, not {text!r:.40}")


def double(text: Any) -> float:
    """The same as a double."""
    return float(number(text))


def field(body: Any, name: str, *kinds: type) -> Any:
    """A field of an object; it has to be there, and to be of one of these kinds."""
    if not isinstance(body, dict) or name not in body:
        raise Unreadable(f"there is no field {name!r}")
    value = body[name]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise Unreadable(f"{name!r} is {' or '.join(kind.__name__ for kind in kinds)}, not {value!r:.40}")
    return value


def count(body: Any, name: str) -> int:
    """A count: a whole number, 0 or more."""
    value: int = field(body, name, int)
    if not 0 <= value < 2**53:
        raise Unreadable(f"{name!r} is a count, from 0 to below 2^53")
    return value


def entries(text: str) -> dict[int, Fraction]:
    """The entries of a row or a vector by their columns: "0:1 7:0x1.8p-1"."""
    found: dict[int, Fraction] = {}
    for entry in filter(None, text.split(" ")):
        column, mark, value = entry.partition(":")
        if not (mark and DIGITS.fullmatch(column)) or int(column) in found:
            raise Unreadable(f"an entry is COLUMN:NUMBER, each column once, not {entry!r:.40}")
        found[int(column)] = number(value)
    return found


class Vector:
    """A row or a vector as whole numbers over one denominator, which is several times as fast as fractions."""

    def __init__(self, found: dict[int, Fraction]) -> None:
        self.unit = math.lcm(*(each.denominator for each in found.values()))
        self.whole = {at: each.numerator * (self.unit // each.denominator) for at, each in found.items()}

    def dot(self, other: Vector) -> Fraction:
        """<x, u>."""
        there = other.whole
        total = sum(value * there[column] for column, value in self.whole.items() if column in there)
        return Fraction(total, self.unit * other.unit)

    def times(self, factor: Fraction) -> Vector:
        """The vector so many times."""
        return Vector({at: Fraction(value, self.unit) * factor for at, value in self.whole.items()})

    @property
    def square(self) -> Fraction:
        """|x|^2."""
        return self.dot(self)


class Example(NamedTuple):
    """A mistaken example: the round, its label, its weight, and its entries."""

    number: int
    label: Fraction
    weight: Fraction
    row: Vector
    line: str

    def product(self, u: Vector) -> Fraction:
        """y <u, x>."""
        return self.label * self.row.dot(u)


def example(line: Any) -> Example:
    """An example from its line "ROUND LABEL WEIGHT | ENTRIES"."""
    if not isinstance(line, str):
        raise Unreadable(f"an example is a line of text, not {line!r:.40}")
    head, _, row = line.partition(" |")
    parts = head.split(" ")
    if len(parts) != 3 or not DIGITS.fullmatch(parts[0]):
        raise Unreadable(f"an example is 'ROUND LABEL WEIGHT | ENTRIES', not {line!r:.60}")
    found = Example(int(parts[0]), number(parts[1]), number(parts[2]), Vector(entries(row)), line)
    if found.weight < 0:
        raise Unreadable(f"a round weighs 0 or more, not {parts[2]:.40}")
    return found


def examples(kept: Any) -> tuple[int | None, list[Example]]:
    """How many examples there were, None where nobody kept them; and those that were kept."""
    return (None, []) if kept is None else (count(kept, "total"), [example(each) for each in field(kept, "kept", list)])


class Receipt:
    """A receipt that was read, with what theorems ask it."""

    def __init__(self, body: Any) -> None:
        if field(body, "format", str) != FORMAT or field(body, "version", int) != VERSION:
            raise Unreadable(f"this verifier reads {FORMAT!r}, version {VERSION}")
        self.sha256 = field(body, "sha256", str)
        self.body = {name: value for name, value in body.items() if name not in ("sha256", "signature")}
        optional = {"journal": None, "signature": None, **body}  # of served games
        self.journal, self.signature = (field(optional, name, dict, type(None)) for name in ("journal", "signature"))
        game = field(body, "game", dict)
        self.kind, self.learner = (field(game, name, str) for name in ("kind", "learner"))
        self.settings: dict[str, Any] = field(game, "settings", dict)
        self.around = field(game, "around", dict, type(None))
        self.variables = None if field(game, "variables", int, type(None)) is None else count(game, "variables")
        self.randomised: bool = field(game, "randomised", bool)
        self.seed = number(field(game, "setup", dict).get("seed", 0))
        self.rows = field(field(body, "read", dict), "rows", dict, type(None))
        self.account = field(body, "account", dict)
        self.loss = field(self.account, "loss", str)
        self.rounds, self.labelled = count(self.account, "rounds"), count(self.account, "labelled")
        self.given, self.in_order = (field(self.account, name, dict) for name in ("given", "in_order"))
        self.weights = field(self.account, "weights", dict, type(None))
        self.certificates = field(body, "certificates", list)
        if len(self.certificates) > 100:
            raise Unreadable("a receipt has 100 theorems at most")
        self.concepts = field(game, "concepts", dict, type(None))
        evidence = field(body, "evidence", dict)
        self.total, self.kept = examples(field(evidence, "mistakes", dict, type(None)))
        self.heard, self.said = examples(field(evidence, "advice", dict, type(None)))
        self.splits: list[str] | None = field({"splits": None, **evidence}, "splits", list, type(None))

    def digest(self) -> str:
        """The hash that the receipt has to have."""
        text = json.dumps(self.body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


class Claim(NamedTuple):
    """A certificate of the receipt."""

    theorem: str
    verdict: str
    why: Any
    paid: Any
    allowed: Any
    times: Any
    promised: dict[str, Any]
    witness: dict[str, Any]

    def vector(self, name: str) -> Vector:
        """A vector of the witness."""
        return Vector(entries(field(self.witness, name, str)))


def claim_of(body: Any) -> Claim:
    """A certificate of the receipt, read."""
    verdict = field(body, "verdict", str)
    if verdict not in VERDICTS:
        raise Unreadable(f"a verdict is one of {', '.join(VERDICTS)}, not {verdict!r:.40}")
    optional = {name: field(body, name, str, type(None)) for name in ("why", "paid", "allowed", "times")}
    name, promised, witness = field(body, "theorem", str), field(body, "promised", dict), field(body, "witness", dict)
    return Claim(name, verdict, promised=promised, witness=witness, **optional)


# Theorems: each function reads its evidence and its witness, checks the witness, and returns both sides.


class Sides(NamedTuple):
    """What the theorem counts, and what it allows; `size` is that of the doubles whose difference was paid."""

    paid: Span
    allowed: Span
    size: Fraction = Fraction(0)


Loss = Callable[[Fraction, Fraction], Fraction]  # of the truth and what was said
EXACT: dict[str, Loss] = {
    "mistake": lambda y, said: Fraction(said != y),
    "square": lambda y, said: (said - y) ** 2,
    "brier": lambda y, said: 2 * (said - y) ** 2,
    "absolute": lambda y, said: abs(said - y),
}


class Theorem(NamedTuple):
    """A theorem: the function that checks it, the learners it is about, any if none is named, and what is claimed."""

    check: Callable[[Receipt, Claim], Sides]
    learners: tuple[str, ...]
    claimed: str  # what the check rests on and only the rows can refute, or nobody: "losses"
    promised: tuple[str, ...]  # what the user may vouch for


THEOREMS: dict[str, Theorem] = {}


def theorem(name: str, *learners: str, claimed: str = "", promised: str = "") -> Callable[[Any], Any]:
    """Enter a function among the theorems."""

    def enter(check: Any) -> Any:
        THEOREMS[name] = Theorem(check, learners, claimed, tuple(promised.split()))
        return check

    return enter


def promise(claim: Claim, name: str) -> Fraction | None:
    """A number above 0 that the user vouched for; None if nothing was promised."""
    value = None if claim.promised.get(name) is None else number(claim.promised[name])
    if value is not None and value <= 0:
        raise Refused(f"{name} is promised to be {float(value):.6g}, and is above 0")
    return value


def promised_count(claim: Claim, name: str) -> int | None:
    """A count that the user vouched for; None if nothing was promised."""
    return None if claim.promised.get(name) is None else count(claim.promised, name)


def mistakes_of(receipt: Receipt) -> list[Example]:
    """All mistaken examples of a game of two classes; raises `Lacking` where there was no room for them."""
    if receipt.total is None or receipt.in_order["mistakes"] is None:
        raise Lacking("the receipt has no mistaken examples, or does not count them")
    if len(receipt.kept) < receipt.total:
        raise Lacking(f"the receipt has {len(receipt.kept)} of {receipt.total} mistaken examples")
    return of_two_classes(receipt.kept)


def of_two_classes(mistakes: list[Example]) -> list[Example]:
    """Check that every label is -1 or 1: a margin y <u, x> would grow with y."""
    for each in mistakes:
        if abs(each.label) != 1:
            raise Refused(f"the label of round {each.number} is {float(each.label):.6g}, and not -1 or 1")
    return mistakes


def weight_of(mistakes: list[Example]) -> tuple[Fraction, Fraction]:
    """The mistakes by weight, and the largest weight of one."""
    weights = [each.weight for each in mistakes]
    return sum(weights, Fraction(0)), max(weights, default=Fraction(0))


@theorem("MarginBound", "perceptron", promised="margin length")
def perceptron_margin(receipt: Receipt, claim: Claim) -> Sides:
    """M <= (R |u|/gamma)^2 if y <u, x> >= gamma > 0 on every mistaken example, R the longest (Novikoff 1962).

    Checked: u has that margin on the mistakes in the receipt. A promised margin is taken as promised. By weight M is
    the weight of the mistakes, and R^2 is multiplied by the largest of them.
    """
    mistakes = mistakes_of(receipt)
    paid, heaviest = weight_of(mistakes)
    if not mistakes:
        return Sides(known(0), known(0))
    longest = heaviest * max(each.row.square for each in mistakes)
    if (margin := promise(claim, "margin")) is not None:
        return Sides(known(paid), known(longest * ((promise(claim, "length") or 1) / margin) ** 2))
    u = claim.vector("u")
    gamma, worst = min((each.product(u), each.number) for each in mistakes)
    if gamma <= 0:
        raise Refused(f"u separates not: y <u, x> = {float(gamma):.3g} in round {worst}")
    return Sides(known(paid), known(longest * u.square / gamma**2))


@theorem("HingeBound", "perceptron")
def perceptron_hinge(receipt: Receipt, claim: Claim) -> Sides:
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every u, L its hinge losses on the mistakes (Freund and Schapire 1999).

    Checked: L and |u| of the vector in the receipt; there is no premise. By weight as with the margin.
    """
    mistakes = mistakes_of(receipt)
    paid, heaviest = weight_of(mistakes)
    if not mistakes:
        return Sides(known(0), known(0))
    u = claim.vector("u")
    loss = sum((each.weight * max(Fraction(0), 1 - each.product(u)) for each in mistakes), Fraction(0))
    reach = heaviest * max(each.row.square for each in mistakes) * u.square
    return Sides(known(paid), known(loss) + root(reach * loss) + known(reach))


@theorem("EliminationBound", "elimination", promised="k")
def elimination(receipt: Receipt, claim: Claim) -> Sides:
    """M <= n - k if a disjunction of k of n variables fits every mistake; n + 1 - k of k literals (Valiant 1984).

    Checked: the disjunction in the receipt is true in every positive and false in every negative.
    """
    return literals(receipt, claim, sign=1, negations=bool(receipt.settings.get("negations")))


@theorem("ConjunctionBound", "conjunction", promised="k")
def conjunction(receipt: Receipt, claim: Claim) -> Sides:
    """M <= n + 1 - k if a conjunction of k literals of n variables fits every mistaken example (Valiant 1984).

    Checked: the conjunction in the receipt is true in every positive and false in every negative; by De Morgan its
    negation is a disjunction of the opposite literals.
    """
    return literals(receipt, claim, sign=-1, negations=True)


def literals(receipt: Receipt, claim: Claim, sign: int, negations: bool) -> Sides:
    """Both theorems: of x_i, numbered i, and not x_i, numbered n + i, some have to be a formula that fits."""
    n, mistakes, k = variables(receipt), mistakes_of(receipt), promised_count(claim, "k")
    rows = [boolean(each, n) for each in mistakes]
    if k is None:
        formula = whole_numbers(claim, "formula", 2 * n if negations else n)
        plain, negated = {i for i in formula if i < n}, {i - n for i in formula if i >= n}
        for each, on in zip(mistakes, rows, strict=True):
            true = len(plain & on) + len(negated) - len(negated & on)
            if (true > 0 if sign > 0 else true == len(formula)) != (each.label > 0):
                raise Refused(f"the formula does not fit the mistake of round {each.number}")
        k = len(formula)
    allowed = 0 if k > n else n + 1 - k if negations else n - k
    return Sides(known(len(mistakes)), known(allowed))


def variables(receipt: Receipt) -> int:
    """The number of variables, which the settings may say too."""
    if receipt.variables is None:
        raise Lacking("the receipt does not say how many variables there are")
    if receipt.variables > MOST:
        raise Lacking(f"this verifier has room for {MOST:,} variables, and these are {receipt.variables:,}")
    given = receipt.settings.get("n")
    if given is not None and number(given) != receipt.variables:
        raise Refused(f"the learner was made for {given} variables, and the receipt says {receipt.variables}")
    return receipt.variables


def played_variables(receipt: Receipt) -> int:
    """The number of variables of a rule that looks at all of them in every round."""
    n = variables(receipt)
    if n > MOST // 100 or n * receipt.labelled > 10 * MOST:
        raise Lacking(f"this verifier has no time for {n:,} variables in {receipt.labelled:,} rounds")
    return n


def copies(receipt: Receipt) -> int:
    """The number of variables, each counted twice if it has a negated copy."""
    return variables(receipt) * (2 if receipt.settings.get("negations") else 1)


def whole_numbers(claim: Claim, name: str, below: int) -> list[int]:
    """A list of different whole numbers from 0 to below the limit."""
    found: list[Any] = field(claim.witness, name, list)
    if not all(type(i) is int and 0 <= i < below for i in found) or len(set(found)) < len(found):
        raise Refused(f"{name!r} is not a list of different numbers below {below}")
    return found


def boolean(each: Example, n: int) -> set[int]:
    """The variables that are on in an example, whose entries are 0 and 1."""
    row = each.row.whole
    if any(value not in (0, each.row.unit) or column >= n for column, value in row.items()):
        raise Refused(f"the example of round {each.number} is not of {n} Boolean variables")
    return {column for column, value in row.items() if value}


@theorem("DisjunctionBound", "winnow", promised="k")
def winnow(receipt: Receipt, claim: Claim) -> Sides:
    """M <= k c + fewer than (N/theta + beta k c)(1 + beta)/beta if a disjunction of k of N variables fits.

    Littlestone 1988; c counts the promotions of one weight below the threshold. With demotions that eliminate the
    second term is N/theta + beta k c. Checked: the disjunction in the receipt fits every mistake, and c.
    """
    size, mistakes, settings = copies(receipt), mistakes_of(receipt), receipt.settings
    beta, strict = number(settings["beta"]), bool(settings["strict"])
    theta = Fraction(max(1, size)) if settings["theta"] is None else number(settings["theta"])
    c, k, rows = (
        count(claim.witness, "promotions"),
        promised_count(claim, "k"),
        [boolean(each, size) for each in mistakes],
    )
    far = not 1 <= theta <= 10**100 or not Fraction(1, 10**7) <= beta <= 10**7  # no weight goes beyond e^600
    if far or settings["demote"] not in ("divide", "eliminate"):
        raise Refused("Winnow has no such theta or beta, or no such demotions")
    check_promotions(c, 1 + beta, theta, strict)
    if k is None:
        formula = set(whole_numbers(claim, "formula", size))
        for each, on in zip(mistakes, rows, strict=True):
            if bool(formula & on) != (each.label > 0):
                raise Refused(f"the disjunction does not fit the mistake of round {each.number}")
        k = len(formula)
    room = Fraction(size) / theta + beta * k * c
    if settings["demote"] == "divide":
        negative = math.ceil(room * (1 + beta) / beta) - 1 if room else 0
    else:
        negative = math.ceil(room) - 1 if strict and room else math.floor(room)
    return Sides(known(len(mistakes)), known(k * c + negative))


def check_promotions(c: int, base: Fraction, theta: Fraction, strict: bool) -> None:
    """Check that c of 1, base, base^2, ... are below theta, or on it if `strict`; of very many one more may be said."""
    above = log(theta), log(base)
    if c > 10_000:
        if not above[0].hi <= c * above[1].lo or (c - 2) * above[1].hi > above[0].hi:
            raise Refused(f"a weight is not promoted {c} times below the threshold")
        return
    last, following = base ** (c - 1), base**c
    below = c == 0 or last < theta or (strict and last == theta)
    if not below or following < theta or (strict and following == theta):
        raise Refused(f"a weight is not promoted {c} times below the threshold")


@theorem("DecisionListBound", "decision-list", promised="length")
def decision_list(receipt: Receipt, claim: Claim) -> Sides:
    """M <= (4n + 2)L - L(L + 1)/2 if a decision list of L rules, the default counted, fits every mistake (Balcan 2011).

    Checked: the first rule of the list that fires on a mistaken example says its label.
    """
    n, mistakes, length = variables(receipt), mistakes_of(receipt), promised_count(claim, "length")
    rows = [boolean(each, n) for each in mistakes]
    if length is None:
        rules: list[list[int]] = field(claim.witness, "rules", list)
        if not rules or rules[-1][0] != -1 or not all(0 <= rule[0] < n for rule in rules[:-1]):
            raise Refused("the list does not end in a default, or has a rule about no variable")
        on_one, on_zero = dict[int, int](), dict[int, int]()  # the first rule about x_i = 1 and x_i = 0
        for k, (at, value, _) in enumerate(rules[:-1]):
            (on_one if value else on_zero).setdefault(at, k)
        for each, on in zip(mistakes, rows, strict=True):
            fires = [on_one[at] for at in on if at in on_one]
            fires += [next((k for at, k in on_zero.items() if at not in on), len(rules) - 1)]
            if (rules[min(fires)][2] > 0) != (each.label > 0):
                raise Refused(f"the list does not fit the mistake of round {each.number}")
        length = len(rules)
    if length < 1:
        raise Refused("a list has a default")
    length = min(length, n + 1)
    return Sides(known(len(mistakes)), known((4 * n + 2) * length - Fraction(length * (length + 1), 2)))


@theorem("HalvingBound", "halving")
def halving(receipt: Receipt, claim: Claim) -> Sides:
    """M <= floor(log2 1/p(c)) if the concept c, of the share p(c), fits every mistake (Littlestone 1988).

    Checked: the concept in the receipt fits the mistakes in the receipt; p(c) is 1/|C| without a prior.
    """
    concepts, (concept, paid) = Concepts(receipt.concepts), fitting_concept(receipt, claim)
    prior = receipt.settings.get("prior")
    weights = [Fraction(1)] * concepts.size if prior is None else [number(each) for each in prior]
    if len(weights) != concepts.size or min(weights) <= 0:
        raise Refused("the prior is not a weight above 0 for each concept")
    share = sum(weights, Fraction(0)) // weights[concept]
    return Sides(known(paid), known(share.bit_length() - 1))


@theorem("OptimalBound", "soa")
def standard_optimal(receipt: Receipt, claim: Claim) -> Sides:
    """M <= Ldim(C) if some concept of the class C fits every example (Littlestone 1988).

    Checked: the concept in the receipt fits the mistakes in the receipt; the dimension is found anew, by recursion:
    Ldim(V) is the largest 1 + min(Ldim(V_0), Ldim(V_1)) over the points that split V.
    """
    _, paid = fitting_concept(receipt, claim)
    concepts = Concepts(receipt.concepts)
    return Sides(known(paid), known(concepts.dimension(concepts.all)))


def fitting_concept(receipt: Receipt, claim: Claim) -> tuple[int, int]:
    """A concept that fits all mistakes, which are in the witness, and how many these are."""
    concepts, concept = Concepts(receipt.concepts), count(claim.witness, "concept")
    mistakes = of_two_classes([example(line) for line in field(claim.witness, "mistakes", list)])
    if concept >= concepts.size:
        raise Refused(f"the class has {concepts.size} concepts, and none of number {concept}")
    for each in mistakes:
        if concepts.says(concept, concepts.point(boolean(each, concepts.columns))) != (each.label > 0):
            raise Refused(f"concept {concept} does not fit the mistake of round {each.number}")
    if len({each.number for each in mistakes}) < len(mistakes):
        raise Refused("a mistake is there twice")
    if receipt.in_order["mistakes"] != len(mistakes):
        raise Refused(f"the witness has {len(mistakes)} mistakes, and the account {receipt.in_order['mistakes']}")
    return concept, len(mistakes)


def one_number(what: str, least: int, most: int) -> Sides:
    """Both sides of a theorem that says how much something is: they have to be the same."""
    if least != most:
        raise Refused(f"the witness shows that {what} is {least} or more, and it is {most}")
    return Sides(known(least), known(most))


class Concepts:
    """A class of concepts by its table; version spaces are bit sets of concepts."""

    def __init__(self, found: dict[str, Any] | None) -> None:
        if found is None:
            raise Lacking("the receipt has no table of the class")
        table = field(found, "table", list)
        if sum(map(len, table)) > MOST:
            raise Lacking("the table of the class is too large for this verifier")
        self.variables: int | None = field(found, "variables", int, type(None))
        self.size, self.all, self.points = len(table), (1 << len(table)) - 1, len(table[0])
        self.columns = self.points if self.variables is None else self.variables
        if self.variables is not None and 1 << min(self.variables, 64) != self.points:
            raise Refused(f"concepts over {self.variables} variables have not {self.points} points")
        if any(len(row) != self.points or set(row) - {"0", "1"} for row in table) or len(set(table)) < self.size:
            raise Refused("the table of the class is not one of different rows of 0 and 1")
        cells = "".join(reversed(table))
        self.ones = [int(cells[p :: self.points], 2) for p in range(self.points)]
        self.known: dict[int, int] = {}
        self.steps = 0

    def point(self, on: set[int]) -> int:
        """The number of the point whose columns that are 1 are these."""
        if self.variables is not None:
            return sum(1 << (self.variables - 1 - column) for column in on)
        if len(on) != 1:
            raise Refused("an example is no point of the class")
        return min(on)

    def says(self, concept: int, point: int) -> bool:
        """The label of a point."""
        return bool(self.ones[point] >> concept & 1)

    def shatters(self, points: Iterable[int]) -> bool:
        """Do the concepts say all labels of these points?"""
        spaces = [self.all]
        for point in points:
            spaces = [part for space in spaces for part in (space & self.ones[point], space & ~self.ones[point])]
            if not all(spaces):
                return False
        return True

    def dimension(self, space: int) -> int:
        """Ldim of a version space."""
        if space not in self.known:
            best, ceiling = 0, max(space.bit_count(), 1).bit_length() - 1
            for ones in self.ones:
                one = space & ones
                zero = space ^ one
                if best < ceiling and min(one.bit_count(), zero.bit_count()) >= 1 << best:
                    best = max(best, 1 + min(self.dimension(one), self.dimension(zero)))
            self.known[space], self.steps = best, self.steps + self.points
            if self.steps > MOST or len(self.known) > 50_000:
                raise Lacking("the class is too large for this verifier to find its dimension")
        return self.known[space]


@theorem("WeightedMajorityBound", "wma", claimed="losses")
def weighted_majority(receipt: Receipt, claim: Claim) -> Sides:
    """M <= (m ln(1/a) + ln n)/ln(2/(1+a)) for every expert, m its mistakes (Littlestone and Warmuth 1994).

    Checked: the mistakes of every expert in the advice of the receipt. What the learner paid is a claim: the rows
    refute it. So is what it paid while an expert slept.
    """
    settings = receipt.settings
    alpha = factor(settings, 0 if settings["realizable"] else Fraction(1, 2))
    return majority(receipt, claim, alpha, log(2 / (1 + alpha)))


@theorem("RandomisedMajorityBound", "rwma", claimed="losses")
def randomised_majority(receipt: Receipt, claim: Claim) -> Sides:
    """sum p <= (m ln(1/a) + ln n)/(1 - a) for every expert, m its mistakes (Littlestone and Warmuth 1994).

    Checked as without the coin. An a that was tuned for the mistakes of the best is only summarised.
    """
    if receipt.settings["m_bar"] is not None:
        raise Lacking(
            "the rate was tuned for the mistakes of the best expert: this verifier has the bound for a given one"
        )
    alpha = factor(receipt.settings, Fraction(1, 2))
    return majority(receipt, claim, alpha, known(1 - alpha))


def factor(settings: dict[str, Any], usual: Fraction | int) -> Fraction:
    """a: what a mistake leaves of a weight, at least nothing and less than all."""
    alpha = Fraction(usual) if settings["eta"] is None else Fraction(1.0 - double(settings["eta"]))
    alpha = alpha if settings["alpha"] is None else number(settings["alpha"])
    if not 0 <= alpha < 1:
        raise Refused(f"a mistake is said to leave {float(alpha):.6g} of a weight")
    return alpha


def majority(receipt: Receipt, claim: Claim, alpha: Fraction, price: Span) -> Sides:
    """Both theorems: the smallest bound that an expert gives."""
    advice = Advice(receipt, claim)
    paid, erred = number(receipt.in_order["expected"]), advice.totals(EXACT["mistake"], weighs=False)
    advice.check_missed(paid, [Fraction(1)] * advice.count)
    advice.check_votes()
    many, most = log(Fraction(advice.experts)), known(receipt.labelled)
    bounds = []
    for lost, missed in zip(erred, advice.missed, strict=True):
        if alpha:
            bounds.append(known(missed) + (known(lost) * log(1 / alpha) + many).over(price))
        elif not lost:
            bounds.append(known(missed) + many.over(price))
    if not bounds and advice.count:
        raise Refused("no expert is always right")
    least = min(bounds, key=lambda each: each.lo, default=most)
    return Sides(known(paid), least if advice.count else known(0))


@theorem("HedgeBound", "hedge", claimed="losses")
def hedge(receipt: Receipt, claim: Claim) -> Sides:
    """R <= ln(n)/eta + sum eta_t s_t^2/8 at rates that never rise, s_t the spread of losses (Freund and Schapire 1997).

    In the form of Cesa-Bianchi and Lugosi 2006, theorems 2.2 and 2.3. Checked: the losses of every expert and their
    spreads in the advice of the receipt, the rates by the settings. What the learner lost is a claim.
    """
    settings, advice = receipt.settings, Advice(receipt, claim)
    if settings["gradient"] or settings["small_loss"] is not None or advice.late:
        raise Lacking("it has this bound for the experts' own losses, without small_loss and late experts")
    loss = EXACT.get(receipt.loss)
    if loss is None:
        raise Lacking(f"this verifier has no exact {receipt.account['loss']} loss")
    squares = advice.squared_spreads(loss)
    many, eta = log(Fraction(advice.experts)), settings["eta"]
    if eta is not None:
        allowed = many.over(known(number(eta))) + known(number(eta) * sum(squares, Fraction(0)) / 8)
        return advice.regret(receipt, loss, allowed)
    rounds, rate = len(squares), root_of(known(8) * log(Fraction(max(2, advice.experts))))
    mixed = sum((known(each / 8) * root(Fraction(1, t)) for t, each in enumerate(squares, 1)), known(0))
    last = rate * root(Fraction(1, rounds + 1))
    return advice.regret(receipt, loss, many.over(last) + rate * mixed)


@theorem("FixedShareBound", "fixed-share", claimed="losses", promised="switches")
def fixed_share(receipt: Receipt, claim: Claim) -> Sides:
    """R <= (ln n + (T-1) ln(1/(1-a)))/eta + eta sum s^2/8 against the best expert (Herbster and Warmuth 1998).

    Checked: the losses of every expert and their spreads s in the advice of the receipt. What the learner lost is a
    claim. Paths with changes are only summarised.
    """
    settings, advice = receipt.settings, Advice(receipt, claim)
    loss = EXACT.get(receipt.loss)
    if settings["gradient"] or promised_count(claim, "switches") or loss is None:
        raise Lacking("it has this bound for the experts' own losses, without changes of the best expert")
    eta, share = number(settings["eta"]), number(settings["share"])
    if not 0 <= share < 1:
        raise Refused(f"share is {float(share):.6g}, and no share")
    stay = known(max(0, advice.count - 1)) * log(1 / (1 - share))
    spread = known(eta * sum(advice.squared_spreads(loss), Fraction(0)) / 8)
    allowed = (log(Fraction(advice.experts)) + stay).over(known(eta)) + spread
    return advice.regret(receipt, loss, allowed)


@theorem("CoverageBound", promised="b")
def coverage(receipt: Receipt, claim: Claim) -> Sides:
    """|misses - alpha T| <= (top - start)/step + (D + 1)(1 - alpha), or start/step + (D + 1) alpha for too few misses.

    Gibbs and Candes 2021; Angelopoulos, Candes and Tibshirani 2023. Checked: every miss, how late labels were (D), and
    that the position start + step (misses - alpha T) gives the radii: it is the radius, or a level, below 0 of which
    a radius takes in nothing, and above 1 everything. A promised largest score is taken as promised.
    """
    if len(claim.witness.get("rounds", ())) != receipt.labelled:
        raise Lacking("the receipt does not have the scores and radii of all labels")
    alpha, step, start = (number(claim.witness[name]) for name in ("alpha", "step", "start"))
    tracks, places, misses, latest, top = bool(claim.witness["tracks"]), [start], 0, 0, start
    near = CLOSE * (1 + abs(start) + step * len(claim.witness["rounds"]))
    if not 0 < alpha < 1 or step <= 0:
        raise Refused("alpha is a share of the labels, and the step above 0")
    for score, radius, behind in (line.split(" ") for line in claim.witness["rounds"]):
        if not 0 <= int(behind) < len(places):
            raise Refused(f"label {len(places)} is said to be {behind} labels late")
        place, top = places[len(places) - 1 - int(behind)], max(top, number(score))
        if tracks:
            wrong = abs(number(radius) - place) > near
        else:  # a level: all the scores lie within 1 and what is above it, none within what is below 0
            wrong = (place < -near and radius != "-inf") or (place > 1 + near and radius != "inf")
        if wrong:
            raise Refused(f"the radius of label {len(places)} is {radius}, and its position {float(place):.6g}")
        missed = radius == "-inf" or (radius != "inf" and number(score) > number(radius))
        misses, latest = misses + missed, max(latest, int(behind))
        places.append(places[-1] + step * (missed - alpha))
    promised = promise(claim, "b")
    if promised is not None and top > promised:
        raise Refused(f"a score is above the {float(promised):.6g} that were promised")
    top = (top if promised is None else promised) if tracks else Fraction(1)
    paid, rounds = misses - alpha * (len(places) - 1), Fraction(len(places) - 1)
    more, fewer = (top - start) / step + (1 - alpha) * (latest + 1), start / step + alpha * (latest + 1)
    return Sides(known(abs(paid)), known(more if paid >= 0 else fewer), 1 + rounds)


class Advice:
    """The rounds of a game of advice, and what the receipt says of its experts."""

    def __init__(self, receipt: Receipt, claim: Claim) -> None:
        if receipt.heard is None or len(receipt.said) < receipt.heard:
            raise Lacking("the receipt does not have all rounds of advice")
        self.rounds, self.experts = receipt.said, count(claim.witness, "experts")
        self.missed = [number(each) for each in field(claim.witness, "missed", list)]
        self.late: bool = field(claim.witness, "late", bool)
        self.count = len(self.rounds)
        if max((max(each.row.whole, default=-1) for each in self.rounds), default=-1) >= max(1, len(self.missed)):
            raise Refused("there is advice of an expert that the witness does not know")
        if len(self.missed) > self.experts:
            raise Refused(f"the witness is of {self.experts} experts and says what {len(self.missed)} missed")
        awake = all(len(each.row.whole) == len(self.missed) for each in self.rounds)
        if awake and any(self.missed):
            raise Refused("nobody slept, and an expert has missed something")
        if receipt.variables is not None and self.experts != max(1, receipt.variables):
            raise Refused(f"the witness is of {self.experts} experts, and the learner has heard of {receipt.variables}")

    def check_votes(self) -> None:
        """Check that labels and advice are -1 or 1."""
        if any(abs(said) != each.row.unit for each in of_two_classes(self.rounds) for said in each.row.whole.values()):
            raise Refused("somebody has advised what is neither -1 nor 1")

    def check_missed(self, paid: Fraction, worst: list[Fraction]) -> None:
        """Check what was lost while each slept: no more than was paid, or the most of the rounds it was not in."""
        left = [sum(worst, Fraction(0))] * len(self.missed)
        room = CLOSE * (1 + sum(worst, Fraction(0)))
        for most, each in zip(worst, self.rounds, strict=True):
            for i in each.row.whole:
                left[i] -= most
        if not all(0 <= each <= min(paid, most) + room for each, most in zip(self.missed, left, strict=True)):
            raise Refused("while an expert slept more was lost than it could have missed")

    def losses(self, loss: Loss, weighs: bool = True) -> Iterator[dict[int, Fraction]]:
        """The losses of those who were awake, round by round."""
        for each in self.rounds:
            h = each.weight if weighs else 1
            yield {i: h * loss(each.label, Fraction(said, each.row.unit)) for i, said in each.row.whole.items()}

    def totals(self, loss: Loss, weighs: bool = True) -> list[Fraction]:
        """What every expert lost while it was awake."""
        found = [Fraction(0)] * len(self.missed)
        for losses in self.losses(loss, weighs):
            for i, lost in losses.items():
                found[i] += lost
        return found

    def squared_spreads(self, loss: Loss) -> list[Fraction]:
        """The square of the largest less the smallest loss, round by round."""
        return [(max(losses.values()) - min(losses.values())) ** 2 for losses in self.losses(loss)]

    def own(self, receipt: Receipt, loss: Loss) -> Fraction:
        """What the learner lost: a claim, but not more than the worst expert of every round, and never below 0."""
        classes = receipt.loss == "mistake"
        paid: Any = receipt.in_order["expected" if classes else "loss"]
        if receipt.weights is not None:
            paid = receipt.weights["expected_mistakes" if classes else "loss"]
        most = [max(losses.values()) for losses in self.losses(loss)]
        worst = sum(most, Fraction(0))
        if not 0 <= number(paid) <= worst + CLOSE * (1 + worst):
            raise Refused(f"the learner lost {float(number(paid)):.6g}, and the worst advice {float(worst):.6g}")
        if classes:
            self.check_votes()
        self.check_missed(number(paid), most)
        return number(paid)

    def regret(self, receipt: Receipt, loss: Loss, allowed: Span) -> Sides:
        """What the learner lost less what the best expert did on the rounds it was awake in, beside what is allowed."""
        own, totals = self.own(receipt, loss), self.totals(loss)
        heard = {i for each in self.rounds for i in each.row.whole}
        regret = max((own - self.missed[i] - totals[i] for i in heard), default=Fraction(0))
        return Sides(known(regret), allowed, 1 + own)


@theorem("CommitteeBound", "committee", claimed="losses")
def committee(receipt: Receipt, claim: Claim) -> Sides:
    """R <= ln(K)/eta against the best of K members, for losses that curve (Vovk 1990).

    Checked: that the loss curves enough for the rate, and both sides from the losses of the committee and of its
    members, which are claims.
    """
    members = Members(receipt, claim, "aa")
    return members.regret(receipt, log(Fraction(members.count)), Fraction(2))


@theorem("CommitteePathBound", "committee", claimed="losses", promised="switches")
def committee_path(receipt: Receipt, claim: Claim) -> Sides:
    """R <= (ln K + (T-1) ln(1/(1-a)))/eta against the best of K members, by Fixed-Share (Herbster and Warmuth 1998).

    Checked as for the committee. Paths with changes are only summarised.
    """
    if promised_count(claim, "switches"):
        raise Lacking("this verifier has the bound against single members only")
    members = Members(receipt, claim, "fixed-share")
    stay = known(max(0, members.labelled - 1)) * log(1 / (1 - members.share("share")))
    return members.regret(receipt, log(Fraction(members.count)) + stay, Fraction(1, 2))


@theorem("CommitteeMistakesBound", "committee", claimed="losses")
def committee_mistakes(receipt: Receipt, claim: Claim) -> Sides:
    """M <= (m ln(1/a) + ln K)/c for every member, c = ln(2/(1+a)), or 1-a with a coin (Littlestone and Warmuth 1994).

    Checked: both sides from the mistakes of the members, which are claims, and a.
    """
    members = Members(receipt, claim, "rwma" if receipt.randomised else "wma")
    members.check_own(number(receipt.in_order["expected"]))
    alpha = members.share("alpha")
    price = known(1 - alpha) if receipt.randomised else log(2 / (1 + alpha))
    least = (known(min(members.lost, default=Fraction(0))) * log(1 / alpha) + log(Fraction(members.count))).over(price)
    return Sides(known(members.own), least)


@theorem("LinearDescentBound", "ogd", claimed="sums")
def gradient_descent(receipt: Receipt, claim: Claim) -> Sides:
    """sum <g, w - u> <= |u|^2/(2 eta) + (eta/2) sum |g|^2 at a fixed rate, g the slopes of the losses (Zinkevich 2003).

    At a rate eta/sqrt(t) the right side is sum s_t |w_t - u|^2/2 + eta_t |g|^2/2, s_t = 1/eta_t - 1/eta_(t-1). Checked:
    both sides at the u of the receipt from five sums over the rounds, and that they are equal where the weights have
    arrived, as they are after such steps and after no others. The sums are claims: the rows refute them.
    """
    u, w, updates = claim.vector("u"), claim.vector("w"), count(claim.witness, "updates")
    inner, drag, weighted = (known(number(claim.witness[name])) for name in ("inner", "drag", "weighted"))
    eta = number(receipt.settings["eta"])
    half, least = known(Fraction(1, 2)), known(Fraction(1, 2)) * (drag + weighted)
    if receipt.settings["rate"] == "root":
        total, stiffness = claim.vector("total"), root(Fraction(updates)).over(known(eta))
    else:
        total, stiffness = w.times(-1 / eta), known(1 / eta)

    def sides(at: Vector) -> tuple[Span, Span]:
        along = known(total.dot(at))
        return inner - along, least + stiffness * (half * known(at.square) - known(w.dot(at))) - along

    (here, there), (paid, allowed) = sides(w), sides(u)
    size = 1 + abs(inner.lo) + abs(total.dot(w)) + stiffness.hi * w.square + least.hi
    if max(abs((here - there).lo), abs((here - there).hi)) > CLOSE * size:
        raise Refused("the sums of the steps do not lead to the weights")
    return Sides(paid, allowed, size + abs(total.dot(u)) + stiffness.hi * u.square)


@theorem("LinearAdaGradBound", "adagrad", claimed="sums")
def adagrad(receipt: Receipt, claim: Claim) -> Sides:
    """sum <g, w - u> <= sum over i and t of s_ti (w_ti - u_i)^2/2 + eta_ti g_ti^2/2 (Duchi, Hazan and Singer 2011).

    The rate eta_ti = eta/sqrt(sum of g_i^2) is that of coordinate i, and s_ti = 1/eta_ti - 1/eta_(t-1)i. Checked: as of
    FTRL-Proximal, which this is with beta, l1 and l2 at 0.
    """
    return coordinates(receipt, claim, number(receipt.settings["eta"]), Fraction(0), Fraction(0), Fraction(0))


@theorem("ProximalBound", "ftrl", claimed="sums")
def proximal(receipt: Receipt, claim: Claim) -> Sides:
    """sum <g, w - u> <= sum s_ti (w_ti - u_i)^2/2 + eta_ti g_ti^2/2, + l1 |u|_1 + l2 |u|^2/2 (McMahan 2017).

    Here 1/eta_ti = (beta + sqrt(sum of g_i^2))/alpha. Checked: both sides at the u of the receipt, from sums by
    coordinate, which lead to the weights, and that they are equal where the weights have arrived, if these have no
    price. The sums are claims: the rows refute them.
    """
    return coordinates(receipt, claim, *(number(receipt.settings[name]) for name in ("alpha", "beta", "l1", "l2")))


def coordinates(receipt: Receipt, claim: Claim, alpha: Fraction, beta: Fraction, l1: Fraction, l2: Fraction) -> Sides:
    """Both theorems: of every coordinate the sums of g, of g^2, and of s w; of all of them <g, w>, s w^2, eta g^2."""
    u, w, total, squares, pull = (
        entries(field(claim.witness, name, str)) for name in ("u", "w", "total", "squares", "pull")
    )
    inner, drag, weighted = (number(claim.witness[name]) for name in ("inner", "drag", "weighted"))
    updates = count(claim.witness, "updates")
    if alpha <= 0 or min([beta, l1, l2, drag, weighted, *squares.values()]) < 0:
        raise Refused("a rate is not above 0, or a price or a sum of squares below 0")
    lengths = {i: root(square) for i, square in squares.items() if square}
    if not {*u, *w, *total, *pull} <= set(lengths):
        raise Refused("a coordinate without gradients has a weight or a sum")
    for i, length in lengths.items():
        stiff, z = (beta + length.hi) / alpha, total.get(i, Fraction(0)) - pull.get(i, Fraction(0))
        led = max(Fraction(0), z - l1) + min(Fraction(0), z + l1) + w.get(i, Fraction(0)) * (stiff + l2)
        reach = abs(z) + l1 + root(squares[i] * updates).hi + root(stiff * drag).hi
        if abs(led) > CLOSE * reach or abs(total.get(i, Fraction(0))) > (1 + CLOSE) * root(squares[i] * updates).hi:
            raise Refused(f"the sums of coordinate {i} do not lead to its weight")

    def sides(at: dict[int, Fraction]) -> tuple[Fraction, Span, Fraction]:
        along, pulled = (sum((some[i] * at[i] for i in at if i in some), Fraction(0)) for some in (total, pull))
        bent = sum((lengths[i] * known(x * x) for i, x in at.items()), known(0)).over(known(2 * alpha))
        square, size = sum((x * x for x in at.values()), Fraction(0)), sum(map(abs, at.values()), Fraction(0))
        plain = (drag + weighted) / 2 + (beta / alpha + l2) * square / 2 - pulled + l1 * size
        rough = 1 + abs(inner) + abs(along) + abs(pulled) + drag + weighted + bent.hi + (beta / alpha + l2) * square
        return inner - along, known(plain) + bent, rough

    here, there, size = sides(w)
    apart = known(here) - there
    if apart.hi > CLOSE * size or (not (l1 or l2) and apart.lo < -CLOSE * size):
        raise Refused("the sums of the steps do not lead to the weights")
    paid, allowed, size = sides(u)
    return Sides(known(paid), allowed, size)


@theorem("PABound", "pa", claimed="no other losses")
def passive_aggressive(receipt: Receipt, claim: Claim) -> Sides:
    """sum of l^2 <= R^2 (B + sqrt(B^2 + |u|^2))^2, B^2 = sum of (l(u)/|x|)^2 (Crammer et al. 2006, theorem 2 and on).

    l > 0 is the loss of a round. Checked: the rule, played again on these rounds, guesses as the receipt says; both
    sides follow from them and u. That there was no other loss is a claim: the rows refute it.
    """
    some = Updates(receipt, claim)
    b = sum((enclosed(each.missed**2 / each.example.row.square) for each in some.learned), known(0))
    longest = max((each.example.row.square for each in some.learned), default=Fraction(0))
    far = b + b + known(some.u.square) + known(2) * root_of(b * (b + known(some.u.square)))
    paid, empty = (sum((each.lost**2 for each in rounds), Fraction(0)) for rounds in (some.all, some.empty))
    return Sides(known(paid), known(longest) * far + known(empty))


@theorem("PA1Bound", "pa1", claimed="no other losses")
def passive_aggressive_1(receipt: Receipt, claim: Claim) -> Sides:
    """M <= max(R^2, 1/C)(|u|^2 + 2 C L), L the hinge losses of u where it learned (Crammer et al. 2006, theorem 4).

    R is the longest mistake; by weight h |x|^2 and h l(u) are in the place of |x|^2 and l(u). Checked as of PA.
    """
    some, c = Updates(receipt, claim), number(receipt.settings["C"])
    paid, empty = (weight_of([x.example for x in rounds if x.wrong])[0] for rounds in (some.all, some.empty))
    loss = sum((each.example.weight * each.missed for each in some.learned), Fraction(0))
    lengths = [each.example.weight * each.example.row.square for each in some.learned if each.wrong]
    allowed = max(*lengths, 1 / c) * (some.u.square + 2 * c * loss) if lengths else Fraction(0)
    return Sides(known(paid), known(allowed + empty))


@theorem("PA2Bound", "pa2", claimed="no other losses")
def passive_aggressive_2(receipt: Receipt, claim: Claim) -> Sides:
    """sum of l^2 <= (R^2 + 1/(2C))(|u|^2 + 2 C Q), Q the squared hinge losses of u (Crammer et al. 2006, theorem 5).

    By weight h l^2, h |x|^2 and h l(u)^2 are in their places. Checked as of PA.
    """
    some, c = Updates(receipt, claim), number(receipt.settings["C"])
    paid, empty = (
        sum((each.example.weight * each.lost**2 for each in rounds), Fraction(0)) for rounds in (some.all, some.empty)
    )
    loss = sum((each.example.weight * each.missed**2 for each in some.learned), Fraction(0))
    longest = max((each.example.weight * each.example.row.square for each in some.learned), default=Fraction(0))
    allowed = (longest + 1 / (2 * c)) * (some.u.square + 2 * c * loss) if some.learned else Fraction(0)
    return Sides(known(paid), known(allowed + empty))


@theorem("DiagonalAROWBound", "arow", claimed="no other losses")
def arow(receipt: Receipt, claim: Claim) -> Sides:
    """M <= (|u|^2 + G(u) + 2 sum of s l(u) - V)/h, covariance diagonal (after Crammer, Kulesza and Dredze 2009).

    |u - w|^2 in the metric 1/S falls by q = s (2 (1 - m) - s <x, S x>) - 2 s l(u) an update, at margin m and with step
    s, and G(u) = sum of a (u - w)^2 is what the growth a of 1/S adds. V is the sum of q over updates that were right, h
    its mean over mistakes. Checked: as of PA; the sums, in numbers of 320 digits behind the point.
    """
    if receipt.settings["covariance"] != "diagonal" or receipt.weights is not None:
        raise Lacking("this verifier has the bound of the diagonal form, of rounds that weigh 1")
    some, r = Updates(receipt, claim), fixed(number(receipt.settings["r"]))
    S, w, growth = dict[int, int](), dict[int, int](), dict[int, tuple[int, int, int]]()
    q, paid_by_u, empty = {True: [0], False: [0]}, 0, 0
    for each in some.all:
        x = {i: fixed(Fraction(value, each.example.row.unit)) for i, value in each.example.row.whole.items()}
        c = sum(times(S.get(i, POINT), times(value, value)) for i, value in x.items())
        m = int(each.example.label) * sum(times(w.get(i, 0), value) for i, value in x.items())
        if not 0 < c < POINT * 10**300:
            empty += each.wrong
            continue
        share = POINT * POINT // (c + r)
        step = times(fixed(each.lost), share)
        q[each.wrong].append(times(step, 2 * (POINT - m) - times(step, c)))
        paid_by_u += 2 * times(step, fixed(each.missed))
        for i, value in x.items():
            move = times(S.get(i, POINT), value)
            after = S.get(i, POINT) - times(share, times(move, move))
            if after <= 0:
                raise Lacking("the variances are too small for this verifier")
            w[i] = w.get(i, 0) + int(each.example.label) * times(step, move)
            a, sums = POINT * POINT // after - POINT * POINT // S.get(i, POINT), growth.get(i, (0, 0, 0))
            S[i], growth[i] = after, (sums[0] + a, sums[1] + times(a, w[i]), sums[2] + times(a, times(w[i], w[i])))
    return arow_sides(some, growth, q, paid_by_u, empty)


def arow_sides(some: Updates, growth: dict[int, Any], q: dict[bool, list[int]], paid_by_u: int, empty: int) -> Sides:
    """Both sides, from the sums; mistakes on examples without features are added."""
    mistakes, grown, size = len(q[True]) - 1, Fraction(0), Fraction(0)
    if not mistakes:
        return Sides(known(empty), known(empty))
    for i, (a, first, second) in growth.items():
        u = Fraction(some.u.whole.get(i, 0), some.u.unit)
        parts = [Fraction(a, POINT) * u * u, -2 * Fraction(first, POINT) * u, Fraction(second, POINT)]
        grown, size = grown + sum(parts), size + sum(map(abs, parts))
    h, others = Fraction(sum(q[True]), POINT * mistakes), Fraction(sum(q[False]), POINT)
    if h <= 0:
        raise Refused("an update on a mistake has earned nothing")
    price = some.u.square + grown + Fraction(paid_by_u, POINT)
    earned = sum(map(abs, q[False]), 0) + sum(q[True])
    rough = (size + some.u.square + Fraction(paid_by_u + earned, POINT)) / h
    return Sides(known(mistakes + empty), known(empty + (price - others) / h), rough)


POINT = 1 << 1063  # 320 decimal digits behind the point


def fixed(q: Fraction) -> int:
    """A number in units of 1/POINT."""
    return q.numerator * POINT // q.denominator


def times(a: int, b: int) -> int:
    """The product of two such numbers."""
    return a * b >> 1063


class Update(NamedTuple):
    """A round with a loss: what the learner lost, what u loses there, and whether it was a mistake."""

    example: Example
    lost: Fraction
    missed: Fraction
    wrong: bool


class Updates:
    """The rounds with a loss: the rule is played again on them, as it learns of no others, and u is held to them."""

    def __init__(self, receipt: Receipt, claim: Claim) -> None:
        if "updates" not in claim.witness:
            raise Lacking("the receipt does not have the rounds with a loss")
        player, lacking = player_of(receipt)
        if player is None:
            raise Lacking(lacking)
        seen = [round_of(line) for line in field(claim.witness, "updates", list)]
        numbers = [x.number for x in seen]
        if len(set(numbers)) < len(seen) or not all(1 <= each <= receipt.rounds for each in numbers):
            raise Refused("a round with a loss comes twice, or was not played")
        if not receipt.account["longest_delay"] and numbers != sorted(numbers):
            raise Refused("no label was late, and yet the rounds with a loss are in another order")
        if sum(x.wrong for x in seen) != receipt.in_order["mistakes"] or len(seen) > receipt.labelled:
            raise Refused("the rounds with a loss have not the mistakes of the account")
        self.u, self.all = claim.vector("u"), list[Update]()
        self.learned, self.empty = list[Update](), list[Update]()  # those with features, and those without any
        for x in seen:
            follow(player, x, receipt)
            each = example(f"{x.head} |{x.row}")
            lost = 1 - each.label * Fraction(x.guess)
            if lost <= 0:
                raise Refused(f"round {x.number} has no loss")
            self.all.append(Update(each, lost, max(Fraction(0), 1 - each.product(self.u)), x.wrong))
            whole = math.fsum(value * value for value in x.values) > SHORTEST
            (self.learned if whole else self.empty).append(self.all[-1])
        check_weighed(receipt, [each.example for each in self.all])


def enclosed(q: Fraction) -> Span:
    """A rational number between two whose denominators are a power of two, which are quickly added up."""
    shift = BITS + max(0, q.denominator.bit_length() - q.numerator.bit_length())
    lower = (q.numerator << shift) // q.denominator
    return Span(Fraction(lower, 1 << shift), Fraction(lower + 1, 1 << shift))


@theorem("PruningBound", "pruning-tree", claimed="losses")
def pruning_tree(receipt: Receipt, claim: Claim) -> Sides:
    """loss <= loss(P) + h c(P) ln 2 for every pruning P, c(P) of its nodes split (Willems, Shtarkov and Tjalkens 1995).

    Of numbers from low to high it is (high - low)^2/2 times as much. Checked: the nodes in the receipt are a pruning
    of a tree, and both sides follow from what its nodes have lost. These losses are claims: the rows refute them.
    """
    settings, inner, children, total = receipt.settings, set(), dict[str, int](), known(0)
    check_weights(receipt)
    unit = number(settings["heaviest"])
    if settings["low"] is not None:
        unit = unit * (number(settings["high"]) - number(settings["low"])) ** 2 / 2
    for line in field(claim.witness, "nodes", list):
        node, parent, kind, before, after = line.split(" ")
        if (parent not in inner) if children else (node, parent) != ("0", "-1"):
            raise Refused(f"node {node} is not the child of a node that the pruning splits")
        if kind not in ("leaf", "cut", "split") or (kind == "leaf" and number(after)) or node in children:
            raise Refused(f"node {node} is there twice, or neither a leaf nor cut nor split")
        children[node], children[parent] = 0, children.get(parent, 0) + 1
        inner |= {node} if kind == "split" else set()
        if number(before) < 0 or number(after) < 0:
            raise Refused(f"node {node} has lost less than nothing")
        own = number(before) + (number(after) if kind == "cut" else 0)
        total = total + known(own) + (known(0) if kind == "leaf" else log(Fraction(2)))
    if not children or any(not 2 <= children[node] <= 3 for node in inner):
        raise Refused("a node that the pruning splits has two children or three")
    paid = number(claim.witness["own"]) * unit
    same = (settings["truth"], receipt.loss) in (("signs", "log"), ("numbers", "square"))
    if same and (settings["truth"] == "signs" or settings["low"] is not None):
        lost = number((receipt.weights or receipt.in_order)["loss"])
        if abs(lost - paid) > CLOSE * (1 + abs(lost)):
            raise Refused(f"the tree has paid {float(paid):.6g}, and the account says {float(lost):.6g}")
    if number(claim.witness["past"]) < 0:
        raise Refused("the prunings of epochs that are over have lost less than nothing")
    allowed = known(unit) * (total + known(number(claim.witness["past"])))
    return Sides(known(paid), allowed, 1 + allowed.hi)


@theorem("LittlestoneDimension")
def littlestone_dimension(receipt: Receipt, claim: Claim) -> Sides:
    """d <= Ldim(C) <= d: the tree forces d mistakes of any learner, and SOA never makes more (Littlestone 1988).

    Checked: every path of the tree is as long, and some concept of the class says its labels; the dimension is found
    anew, by recursion.
    """
    concepts, tree = Concepts(receipt.concepts), field(claim.witness, "tree", dict)
    depths, waiting = set(), [(tree, 0, concepts.all)]
    while waiting:
        node, depth, space = waiting.pop()
        if "concept" in node:
            if not space >> count(node, "concept") & 1:
                raise Refused(f"concept {node['concept']} does not say what its path in the tree says")
            depths.add(depth)
            continue
        if (point := count(node, "point")) >= concepts.points:
            raise Refused(f"the tree asks for point {point}, and the class has {concepts.points}")
        ones = concepts.ones[point]
        for name, left in (("zero", space & ~ones), ("one", space & ones)):
            waiting.append((field(node, name, dict), depth + 1, left))
    if len(depths) > 1:
        raise Refused("the paths of the tree are not equally long")
    return one_number("the dimension", depths.pop(), concepts.dimension(concepts.all))


@theorem("VCDimension")
def vc_dimension(receipt: Receipt, claim: Claim) -> Sides:
    """d <= VC(C) <= d: d points are shattered, and no d + 1 of them (Vapnik and Chervonenkis 1971).

    Checked: the concepts say all 2^d labels of the points; no set of one point more has as many.
    """
    concepts = Concepts(receipt.concepts)
    points = whole_numbers(claim, "shattered", concepts.points)
    if not concepts.shatters(points):
        raise Refused("the class does not say all labels of those points")
    most = math.comb(concepts.points, len(points) + 1)
    if most * concepts.size > MOST and 2 << len(points) <= concepts.size:
        raise Lacking(f"the points are shattered; there are {most:,} larger sets, too many for this verifier")
    more = combinations(range(concepts.points), len(points) + 1) if 2 << len(points) <= concepts.size else ()
    return one_number("the dimension", len(points), len(points) + any(map(concepts.shatters, more)))


@theorem("WorstCase")
def worst_case(receipt: Receipt, claim: Claim) -> Sides:
    """M <= worst(L, C) <= M: the points force M mistakes of L, labelled by a concept, and no others force more.

    By the definition of Littlestone 1988. Checked: the rule, played again on these points, errs M times; the whole
    game on the class is searched anew.
    """
    player, lacking = player_of(receipt)
    if player is None or lacking or receipt.randomised or not player.learned:
        raise Lacking(lacking or "this verifier does not search the games of that learner")
    prepared = receipt.settings.get("bias") is not None or receipt.settings.get("normalise")
    if prepared or receipt.around is not None or (receipt.learner == "winnow" and receipt.settings["negations"]):
        raise Lacking("this verifier searches games on plain rows")
    concepts, mistakes = Concepts(field(claim.witness, "class", dict, type(None))), 0
    target, points = count(claim.witness, "target"), field(claim.witness, "points", list)
    if receipt.variables not in (None, concepts.columns):
        raise Refused(f"the learner has {receipt.variables} variables, and the class {concepts.columns}")
    if target >= concepts.size or not all(type(p) is int and 0 <= p < concepts.points for p in points):
        raise Refused("the target or a point is none of the class")
    search, place = Search(concepts), player
    for point in points:
        place, wrong = search.after(place, point, concepts.says(target, point))
        mistakes += wrong
    return one_number("the worst case", mistakes, search.most(player, concepts.all))


class Search:
    """All games of a learner on a class."""

    def __init__(self, concepts: Concepts) -> None:
        self.concepts, self.known, self.steps = concepts, dict[Any, int | None](), 0

    def after(self, player: Rule, point: int, positive: bool) -> tuple[Rule, bool]:
        """The learner after it was told the label of a point, and whether that was a mistake."""
        self.steps += 1
        if self.steps > MOST // 100:
            raise Lacking("the points force as many mistakes; the game is too large for this verifier to search whole")
        n, y, there = self.concepts.variables, 1.0 if positive else -1.0, copy(player)
        on = [point] if n is None else [i for i in range(n) if point >> (n - 1 - i) & 1]
        setattr(there, player.learned, copy(getattr(player, player.learned)))
        x = Round(1, y, 1.0, 0.0, False, on, [1.0] * len(on), "", "")
        guess = there.guess(x)[0]
        wrong = there.act(guess) != y
        there.learn(x._replace(guess=guess, wrong=wrong))
        return there, wrong

    def state(self, player: Rule) -> str:
        """What a learner knows, as text."""
        learned = getattr(player, player.learned)
        if isinstance(learned, dict | set):
            learned = sorted(learned.items() if isinstance(learned, dict) else learned)
        return repr(learned)

    def most(self, player: Rule, space: int) -> int:
        """The most mistakes from here on, whatever concept of the space is the target."""
        here = self.state(player)
        if (space, here) in self.known:
            found = self.known[space, here]
            if found is None:
                raise Lacking("the points force as many mistakes; the learner comes back to what it knew before")
            return found
        best, self.known[space, here] = 0, None
        for point, ones in enumerate(self.concepts.ones):
            for positive, left in ((False, space & ~ones), (True, space & ones)):
                if left:
                    there, wrong = self.after(player, point, positive)
                    if wrong or self.state(there) != here:
                        best = max(best, wrong + self.most(there, left))
        self.known[space, here] = best
        return best


@theorem("BracketBound")
def bracket(receipt: Receipt, claim: Claim) -> Sides:
    """lower <= value <= upper of a zero-sum game, and upper - lower = (R_row + R_column)/T (Freund and Schapire 1999).

    Checked: max_j (x A)_j and min_i (A y)_i of the average strategies x and y in the receipt. In the sum of the two
    regrets what was paid cancels, so that it is T times this gap.
    """
    gap, size = Strategies(receipt, claim).gap()
    return Sides(known(gap), known(gap), size)


@theorem("FixedRateBound", claimed="the rate")
def fixed_rate(receipt: Receipt, claim: Claim) -> Sides:
    """upper - lower <= ln(n)/(eta T) + eta s^2/8, for Hedge against a best response; summed where both play it.

    Freund and Schapire 1999; Cesa-Bianchi and Lugosi 2006. Checked: the bracket, as above, and s, how far the losses of
    the n actions can lie apart. That Hedge has played at the rate eta is a claim.
    """
    both, allowed = Strategies(receipt, claim), known(0)
    columns = [list(column) for column in zip(*both.matrix, strict=True)]
    by_side: tuple[list[list[Fraction]], ...] = (columns, both.matrix)  # the losses of all actions of a player
    for rate, losses in zip(field(claim.witness, "rates", list), by_side, strict=True):
        if rate is not None:
            eta, s = number(rate), max(max(each) - min(each) for each in losses)
            allowed = allowed + log(Fraction(len(losses[0]))).over(known(eta * receipt.rounds)) + known(eta * s * s / 8)
    gap, size = both.gap()
    return Sides(known(gap), allowed, size)


class Strategies:
    """A matrix, what the row pays the column, and the sums of the strategies of both."""

    def __init__(self, receipt: Receipt, claim: Claim) -> None:
        lines, columns = field(claim.witness, "matrix", list), count(claim.witness, "columns")
        if max(1, len(lines)) * columns > MOST // 10:
            raise Lacking("the matrix is too large for this verifier")
        self.matrix = [self.whole(entries(line), columns) for line in lines]
        sums = zip(("row", "column"), (len(lines), columns), strict=True)
        self.row, self.column = (self.whole(entries(field(claim.witness, name, str)), n) for name, n in sums)
        for each in (self.row, self.column):
            far = abs(sum(each, Fraction(0)) - receipt.rounds) > CLOSE * receipt.rounds
            if min(each) < 0 or far or not receipt.rounds:
                raise Refused(f"the strategies do not sum to {receipt.rounds} rounds")

    def whole(self, found: dict[int, Fraction], size: int) -> list[Fraction]:
        """A vector with its zeros."""
        if max(found, default=-1) >= size:
            raise Refused(f"there are {size} actions, and none of number {max(found)}")
        return [found.get(i, Fraction(0)) for i in range(size)]

    def gap(self) -> tuple[Fraction, Fraction]:
        """How far the two sides of the bracket lie apart, and the size of a payment."""
        columns = [list(column) for column in zip(*self.matrix, strict=True)]
        ours, theirs = sum(self.row, Fraction(0)), sum(self.column, Fraction(0))
        lower = min(sum(map(mul, line, self.column), Fraction(0)) for line in self.matrix) / theirs
        upper = max(sum(map(mul, line, self.row), Fraction(0)) for line in columns) / ours
        sizes = [sum(abs(a) * x for a, x in zip(line, self.column, strict=True)) / theirs for line in self.matrix]
        sizes += [sum(abs(a) * x for a, x in zip(line, self.row, strict=True)) / ours for line in columns]
        return upper - lower, 256 * max(sizes)


class Members:
    """What a committee and its members lost: claims, which its rows do not hold. No loss is below 0."""

    def __init__(self, receipt: Receipt, claim: Claim, mixture: str) -> None:
        self.mixture = field(claim.witness, "mixture", dict)
        if self.mixture["learner"] != mixture:
            raise Lacking(f"the members are mixed by {self.mixture['learner']}, and this is for {mixture}")
        self.own, self.labelled = number(claim.witness["own"]), count(claim.witness, "labelled")
        losses, missed = (field(claim.witness, name, list) for name in ("losses", "missed"))
        self.lost = [number(a) + number(b) for a, b in zip(losses, missed, strict=True)]
        self.count = max(1, len(self.lost))
        named = receipt.settings["members"]
        if isinstance(named, list) and len(named) != len(self.lost):
            raise Refused(f"the committee has {len(named)} members, and the witness says what {len(self.lost)} lost")
        if self.labelled > receipt.labelled:
            raise Refused("the members were weighed in more rounds than have a label")
        if min([self.own, *map(number, losses), *map(number, missed)]) < 0:
            raise Refused("somebody lost less than nothing")

    def share(self, name: str) -> Fraction:
        """A number of the mixture that is a share: at least nothing and less than all."""
        share = number(self.mixture[name])
        if not 0 <= share < 1:
            raise Refused(f"{name} is {float(share):.6g}, and no share")
        return share

    def check_own(self, paid: Fraction) -> None:
        """Check that what the committee lost is what the account says."""
        if abs(self.own - paid) > CLOSE * (1 + paid):
            raise Refused(f"the committee has paid {float(self.own):.6g}, and the account says {float(paid):.6g}")

    def regret(self, receipt: Receipt, steps: Span, curve: Fraction) -> Sides:
        """The loss of the committee less that of the best member, beside steps/eta, if the loss curves as eta needs.

        Of the log loss e^(-eta loss) is concave up to eta = 1. Of the square loss of numbers from low to high eta may
        be 2/(high - low)^2 where the guess is the Aggregating Algorithm's, and a quarter of it where it is the mean.
        """
        settings, eta = receipt.settings, number(self.mixture["eta"])
        check_weights(receipt)
        if receipt.loss == settings["loss"]:
            self.check_own(number((receipt.weights or receipt.in_order)["loss"]))
        fastest = 1 / number(settings["heaviest"])
        if settings["loss"] == "square":
            fastest = fastest * curve / (number(settings["high"]) - number(settings["low"])) ** 2
        if settings["loss"] not in ("log", "square") or not 0 < eta <= fastest * (1 + CLOSE):
            raise Refused(f"the {settings['loss']} loss does not curve enough for eta = {float(eta):.6g}")
        size = 1 + self.own + max(self.lost, default=Fraction(0))
        return Sides(known(self.own - min(self.lost, default=self.own)), steps.over(known(eta)), size)


def check_weights(receipt: Receipt) -> None:
    """Check that no round weighs more than the learner was made for."""
    most = Fraction(1) if receipt.weights is None else number(receipt.weights["most"])
    if not 0 < most <= number(receipt.settings["heaviest"]):
        raise Refused(f"a round weighs {float(most):.6g}, more than the learner was made for")


def multiplied(receipt: Receipt, claim: Claim, sides: Sides) -> Sides:
    """By weight, of a rule that treats every label alike: M mistakes weigh h M at most, h the largest weight."""
    heaviest, weights = number(claim.times), receipt.weights
    if weights is None or number(weights["most"]) != heaviest:
        raise Refused(f"{float(heaviest):.6g} is said to be the largest weight, and the account says otherwise")
    paid = number(weights["expected_mistakes" if receipt.randomised else "mistakes"])
    least, most = number(weights["least"]) * sides.paid.lo, heaviest * sides.paid.hi
    if not agrees(paid, Span(least, most)):
        raise Refused(
            f"the mistakes weigh {float(paid):.6g}, and so many weigh {float(least):.6g} to {float(most):.6g}"
        )
    return Sides(known(paid), known(heaviest) * sides.allowed, sides.size)


FLAGS = dict.fromkeys(("strict", "negations", "conservative", "realizable", "lazy", "gradient"), (False, True))
CHOICES: dict[str, tuple[Any, ...]] = {
    **FLAGS,
    "demote": ("divide", "eliminate"),
    "rate": ("fixed", "root"),
    "zero": ("+1", "-1", "mistake"),
    "truth": ("signs", "classes", "numbers"),
}


def check_settings(receipt: Receipt) -> None:
    """Check that what decides how a known rule is played is what the rule has: anything else may be read either way."""
    known_here = {name for entry in THEOREMS.values() for name in entry.learners} | set(RULES)
    for name, choices in CHOICES.items() if receipt.learner in known_here else ():
        value = receipt.settings.get(name, choices[0])
        if not any(type(value) is type(each) and value == each for each in choices):
            raise Unreadable(f"{name} is one of {', '.join(map(repr, choices))}, not {value!r:.40}")


# Rules: each is played again on the rows. A guess of the receipt has to be the one found here but for rounding.


class Round(NamedTuple):
    """A line of the rows: the round, its label, weight and guess, whether it was a mistake, and the entries."""

    number: int
    label: float
    weight: float
    guess: float
    wrong: bool
    columns: list[int]
    values: list[float]
    head: str
    row: str


def round_of(line: str) -> Round:
    """A round from its line "ROUND LABEL WEIGHT GUESS right|wrong | ENTRIES"."""
    head, _, row = line.partition(" |")
    parts = head.split(" ")
    if (
        len(parts) != 5
        or not DIGITS.fullmatch(parts[0])
        or parts[4] not in ("right", "wrong")
        or parts[2].startswith("-")
    ):
        raise Unreadable(f"a row is 'ROUND LABEL WEIGHT GUESS right|wrong | ENTRIES', not {line!r:.60}")
    found = entries(row)
    columns, values = list(found), [float(value) for value in found.values()]
    label, weight, guess = (double(part) for part in parts[1:4])
    return Round(int(parts[0]), label, weight, guess, parts[4] == "wrong", columns, values, " ".join(parts[:3]), row)


def on_of(x: Round, n: int) -> set[int]:
    """The columns that are 1 in a row of n Boolean variables."""
    if any(value not in (0.0, 1.0) or column >= n for column, value in pairs(x)):
        raise Refused(f"the row of round {x.number} is not of {n} Boolean variables")
    return {column for column, value in pairs(x) if value}


def pairs(x: Round) -> Iterator[tuple[int, float]]:
    """The columns of a row with their values."""
    return zip(x.columns, x.values, strict=True)


class Rule:
    """A learner as the verifier plays it: `guess` with what rounding may change, `learn`, and `act` on a guess."""

    zero = 1.0
    signs = True  # are there two classes, -1 and 1, unless labels are numbers?
    numbers = False  # are labels numbers, so that no mistakes are counted?
    tosses = False  # does it toss a coin?
    dust = 0.0  # numbers of this size are nothing but rounding, but for a share of 10^-7
    learned = ""  # the name of what it has learned, if its games on a class are searched

    def __init__(self, receipt: Receipt) -> None:
        self.settings = receipt.settings

    def act(self, guess: float) -> float:
        """The label that a guess stands for."""
        return self.zero if guess == 0.0 else math.copysign(1.0, guess)

    def stance(self, guess: float) -> float:
        """The act of a learner that tosses a coin, before the toss: +1 with chance (1 + stance)/2."""
        return self.act(guess)

    def guess(self, x: Round) -> tuple[float, float]:
        """The guess for a row, and how far rounding may move it."""
        raise NotImplementedError

    def learn(self, x: Round) -> None:
        """Learn a row, whose label is known."""
        raise NotImplementedError

    def found(self) -> dict[str, Any]:
        """What else witnesses say of the run, by name: numbers, and vectors by column."""
        return {}

    def contradiction(self, witness: dict[str, Any]) -> str:
        """The name of what a witness says otherwise, "" if there is none."""
        for name, found in self.found().items():
            said = entries(witness[name]) if name in witness and isinstance(found, dict) else {}
            reach = max(map(abs, found.values()), default=0.0) if isinstance(found, dict) else self.dust
            pairs = [(float(said.get(at, 0)), found.get(at, 0.0)) for at in {*said, *found}] if said else []
            if name in witness and not isinstance(found, dict):
                pairs = [(double(witness[name]), float(found))]
            if not all(near(a, b, reach) for a, b in pairs):
                return repr(name)
        return ""


RULES: dict[str, type[Rule]] = {}


def rule(*learners: str) -> Callable[[type[Rule]], type[Rule]]:
    """Enter a class among the rules."""

    def enter(kind: type[Rule]) -> type[Rule]:
        RULES.update(dict.fromkeys(learners, kind))
        return kind

    return enter


class Adding(Rule):
    """Rules that add a multiple of the row to the weights; the guess is <w, x>.

    A guess may differ by what rounding can do, and not at all where nothing is rounded, as with small whole numbers:
    there all is a whole number below 2^53 over a power of two, the `unit`. Nobody may call a tie a little more than 0.
    """

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.w: dict[int, float] = {}
        self.moved: dict[int, float] = {}  # the sum of the sizes of all steps: what rounding is measured by
        self.updates = 0
        self.exact, self.unit = True, 1  # was no step rounded, and which power of two makes whole numbers of them?

    def guess(self, x: Round) -> tuple[float, float]:
        total = math.fsum(value * self.w.get(column, 0.0) for column, value in pairs(x))
        moved = math.fsum(abs(value) * self.moved.get(column, 0.0) for column, value in pairs(x))
        rounding = 2.0**-50 * (self.updates + len(x.columns) + 16) * moved
        tie = self.exact and abs(total) <= rounding and Fraction(moved) * self.unit * unit_of(x.values) < 2**53
        return total, 0.0 if tie else rounding

    def add(self, x: Round, amount: float) -> None:
        """w <- w + amount x."""
        self.updates += 1
        for column, value in pairs(x):
            step = amount * value
            self.w[column] = self.w.get(column, 0.0) + step
            self.moved[column] = self.moved.get(column, 0.0) + abs(step)
            if self.exact:
                self.exact = Fraction(amount) * Fraction(value) == step
                self.unit = max(self.unit, unit_of([step]))


def unit_of(numbers: Iterable[float]) -> int:
    """The power of two that makes whole numbers of all these doubles."""
    return max((each.as_integer_ratio()[1] for each in numbers), default=1)


@rule("perceptron")
class Perceptron(Adding):
    """On a mistake w <- w + h y x, h the weight of the round (Rosenblatt 1958)."""

    learned = "w"

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.zero = {"+1": 1.0, "-1": -1.0, "mistake": 0.0}[self.settings["zero"]]

    def learn(self, x: Round) -> None:
        if x.wrong:
            self.add(x, x.weight * x.label)


SHORTEST = 1e-200  # of |x|^2: anything shorter is no example for passive-aggressive rules, but rounding


@rule("pa", "pa1", "pa2")
class Aggressive(Adding):
    """With a loss l = 1 - y guess above 0, w <- w + y s x (Crammer et al. 2006).

    The step s is l/|x|^2, min(h C, l/|x|^2), or l/(|x|^2 + 1/(2 h C)), h the weight of the round.
    """

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.form, self.exact = receipt.learner, False
        self.c = 1.0 if self.form == "pa" else double(self.settings["C"])
        self.lossy: list[tuple[Any, ...]] = []
        if not self.c > 0.0:
            raise Refused(f"C is {self.c:.6g}, and not above 0")

    def learn(self, x: Round) -> None:
        lost, square = 1.0 - x.label * x.guess, math.fsum(value * value for value in x.values)
        if not lost > 0.0:
            return
        self.lossy.append((x.head, x.guess, x.wrong, x.row))
        reach = x.weight * self.c
        if square > SHORTEST and (reach or self.form == "pa"):
            steps = {"pa": lost / square, "pa1": min(reach, lost / square)}
            self.add(x, x.label * (steps[self.form] if self.form in steps else lost / (square + 0.5 / reach)))

    def contradiction(self, witness: dict[str, Any]) -> str:
        """The rounds with a loss that the witness lists have to be those of the run."""
        listed = [round_of(line) for line in witness.get("updates", ())]
        return "" if [(x.head, x.guess, x.wrong, x.row) for x in listed] == self.lossy else "'updates'"


@rule("arow")
class Confident(Aggressive):
    """With a loss l = 1 - y guess above 0 and b = 1/(<x, S x> + r/h), w <- w + y l b S x, S_i <- S_i - b (S_i x_i)^2.

    S is the diagonal of the covariance, 1 at first, h the weight of the round (Crammer, Kulesza and Dredze 2009).
    """

    def __init__(self, receipt: Receipt) -> None:
        Adding.__init__(self, receipt)
        self.exact, self.r, self.lossy = False, double(self.settings["r"]), []
        self.S: dict[int, float] = {}
        if self.settings["covariance"] != "diagonal":
            raise Lacking("this verifier plays the diagonal form")
        if not self.r > 0.0:
            raise Refused(f"r is {self.r:.6g}, and not above 0")

    def learn(self, x: Round) -> None:
        lost = 1.0 - x.label * x.guess
        if not lost > 0.0:
            return
        self.lossy.append((x.head, x.guess, x.wrong, x.row))
        moves = [self.S.get(column, 1.0) * value for column, value in pairs(x)]
        spread = math.fsum(move * value for move, value in zip(moves, x.values, strict=True))
        if not 0.0 < spread < 1e300 or not x.weight:
            return
        b = 1.0 / (spread + self.r / x.weight)
        self.add(x._replace(values=moves), x.label * lost * b)
        for column, move in zip(x.columns, moves, strict=True):
            self.S[column] = self.S.get(column, 1.0) - b * move * move


@rule("ogd")
class GradientDescent(Adding):
    """w <- w - eta_t h loss'(guess) x, eta_t = eta or eta/sqrt(t) at update t (Zinkevich 2003)."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.numbers = self.settings["loss"] not in ("hinge", "log")
        self.inner = self.drag = self.weighted = 0.0
        self.total: dict[int, float] = {}
        if self.settings["loss"] not in SLOPES:
            raise Lacking(f"this verifier does not follow the {self.settings['loss']} loss")

    def act(self, guess: float) -> float:
        return guess if self.numbers else super().act(guess)

    def learn(self, x: Round) -> None:
        slope = x.weight * SLOPES[self.settings["loss"]](x.label, x.guess)
        if not slope:
            return
        eta, before = double(self.settings["eta"]), self.updates
        rate = eta
        if self.settings["rate"] == "root":
            rate = eta / math.sqrt(before + 1)
            grown = (math.sqrt(before + 1) - math.sqrt(before)) / eta
            self.drag += grown * math.fsum(each * each for each in self.w.values())
        self.inner += slope * x.guess
        self.weighted += rate * slope * slope * math.fsum(value * value for value in x.values)
        for column, value in pairs(x):
            self.total[column] = self.total.get(column, 0.0) + slope * value
        self.add(x, -rate * slope)

    def found(self) -> dict[str, Any]:
        sums = {"inner": self.inner, "drag": self.drag, "weighted": self.weighted, "updates": self.updates}
        return {**sums, "w": self.w, "total": self.total}


@rule("adagrad", "ftrl")
class Adaptive(GradientDescent):
    """n_i <- n_i + g_i^2, s_i = (beta + sqrt(n_i))/alpha, w_i <- w_i - g_i/s_i, g = h loss'(guess) x.

    AdaGrad has beta = 0 (Duchi, Hazan and Singer 2011). With prices on weights w_i = -(z_i - sign(z_i) l1)/(s_i + l2),
    and 0 where |z_i| <= l1, z_i the sum of g_i less that of w_i times the growth of s_i (McMahan et al. 2013).
    """

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        names = ("eta",) if receipt.learner == "adagrad" else ("alpha", "beta", "l1", "l2")
        self.alpha, self.beta, self.l1, self.l2 = [*(double(self.settings[name]) for name in names), 0.0, 0.0, 0.0][:4]
        self.squares: dict[int, float] = {}
        self.stiff: dict[int, float] = {}
        self.pull: dict[int, float] = {}
        self.went: dict[int, float] = {}  # the sizes of all that was added up for a coordinate
        self.exact = False

    def learn(self, x: Round) -> None:
        slope = x.weight * SLOPES[self.settings["loss"]](x.label, x.guess)
        if not slope:
            return
        self.updates, self.inner = self.updates + 1, self.inner + slope * x.guess
        for i, value in pairs(x):
            g, w = slope * value, self.w.get(i, 0.0)
            self.total[i] = self.total.get(i, 0.0) + g
            self.squares[i] = self.squares.get(i, 0.0) + g * g
            stiff = (self.beta + math.sqrt(self.squares[i])) / self.alpha
            if not 0.0 < stiff < 1e150:
                continue
            pulled = (stiff - self.stiff.get(i, 0.0)) * w
            self.stiff[i], self.pull[i] = stiff, self.pull.get(i, 0.0) + pulled
            self.drag, self.weighted = self.drag + pulled * w, self.weighted + g * (g / stiff)
            self.went[i] = self.went.get(i, 0.0) + abs(g) + abs(pulled)
            if self.l1 or self.l2:
                z = self.total[i] - self.pull[i]
                self.w[i] = -math.copysign(max(0.0, abs(z) - self.l1), z) / (stiff + self.l2)
                self.moved[i] = (self.went[i] + self.l1) / (stiff + self.l2)
            else:
                self.w[i] = w - g / stiff
                self.moved[i] = self.moved.get(i, 0.0) + abs(g) / stiff

    def found(self) -> dict[str, Any]:
        return {**super().found(), "squares": self.squares, "pull": self.pull}


SLOPES: dict[str, Callable[[float, float], float]] = {
    "hinge": lambda y, guess: -y if y * guess < 1.0 else 0.0,
    "log": lambda y, guess: -y / (1.0 + math.exp(y * guess)) if y * guess < 700.0 else 0.0,
    "square": lambda y, guess: 2.0 * (guess - y),
    "absolute": lambda y, guess: float(guess > y) - float(guess < y),
}


class Literals(Rule):
    """Literals that are struck out: x_i numbered i, and not x_i numbered -1 - i."""

    learned = "left"
    strikes = 0.0

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.n = played_variables(receipt)
        negations = self.strikes > 0 or bool(self.settings["negations"])
        self.left = {*range(self.n), *(range(-self.n, 0) if negations else ())}

    def true(self, x: Round) -> set[int]:
        """The literals left that are true in a row."""
        on = on_of(x, self.n)
        return {i for i in self.left if (i in on if i >= 0 else -1 - i not in on)}

    def learn(self, x: Round) -> None:
        if x.wrong and x.label == self.strikes:
            self.left = self.true(x) if self.strikes > 0 else self.left - self.true(x)


@rule("elimination")
class Elimination(Literals):
    """guess = +1 if some literal left is true; a negative taken for a positive strikes out the true ones."""

    strikes = -1.0

    def guess(self, x: Round) -> tuple[float, float]:
        return (1.0 if self.true(x) else -1.0), 0.0


@rule("conjunction")
class Conjunction(Literals):
    """guess = +1 if every literal left is true; a positive that was missed strikes out the false ones."""

    strikes = 1.0

    def guess(self, x: Round) -> tuple[float, float]:
        return (1.0 if self.true(x) == self.left else -1.0), 0.0


@rule("winnow")
class Winnow(Rule):
    """guess = <w, x> - theta; on a mistake w_i <- w_i (1 + beta)^(+-1) where x_i = 1 (Littlestone 1988)."""

    learned = "powers"

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.size = copies(receipt)
        theta = self.settings["theta"]
        self.theta = float(max(1, self.size)) if theta is None else double(theta)
        self.base = 1.0 + double(self.settings["beta"])
        self.most = int(600.0 / math.log(self.base))  # no weight is above e^600
        self.zero = -1.0 if self.settings["strict"] else 1.0
        self.powers: dict[int, float] = {}  # of the base; minus infinity for a weight that was eliminated

    def guess(self, x: Round) -> tuple[float, float]:
        weights = [self.base ** self.powers.get(column, 0) for column in on_of(x, self.size)]
        size, found = math.fsum([*weights, self.theta]), math.fsum([*weights, -self.theta])
        doubled = math.frexp(self.base)[0] == 0.5  # powers of a power of two are doubles, and nothing is rounded
        exact = doubled and Fraction(size) * unit_of([*weights, self.theta]) < 2**53
        return found, 0.0 if exact else 2.0**-40 * size

    def learn(self, x: Round) -> None:
        for column in on_of(x, self.size) if x.wrong else ():
            gone = x.label < 0 and self.settings["demote"] == "eliminate"
            step = -math.inf if gone else x.label
            self.powers[column] = min(self.powers.get(column, 0) + step, self.most)


@rule("decision-list")
class DecisionList(Rule):
    """Rules by levels: the lowest level that fires says the guess; on a mistake those that err fall (Balcan 2011)."""

    learned = "levels"

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        if self.settings["tie"] not in ("0", "1", "first", "maj"):
            raise Lacking(f"this verifier does not decide ties by {self.settings['tie']!r}")
        self.n = played_variables(receipt)
        self.levels = [1] * (4 * self.n + 2)

    def lowest(self, x: Round) -> list[int]:
        """The rules that fire on the lowest level where one does: 4 i + 2 v + b says b where x_i is v."""
        on = on_of(x, self.n)
        firing = [4 * i + 2 * (i in on) + b for i in range(self.n) for b in (0, 1)] + [4 * self.n, 4 * self.n + 1]
        least = min(self.levels[r] for r in firing)
        return [r for r in firing if self.levels[r] == least]

    def guess(self, x: Round) -> tuple[float, float]:
        said = [r % 2 for r in self.lowest(x)]
        tie = {"0": 0, "1": 1, "first": said[0], "maj": 2 * sum(said) > len(said)}[self.settings["tie"]]
        return (1.0 if (said[0] if len(set(said)) == 1 else tie) else -1.0), 0.0

    def learn(self, x: Round) -> None:
        for r in self.lowest(x) if x.wrong else ():
            self.levels[r] += r % 2 == (x.label < 0)


@rule("halving")
class Halving(Rule):
    """guess = (weight for +1 - weight for -1)/weight of the concepts left (Littlestone 1988)."""

    learned = "space"

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.concepts = Concepts(receipt.concepts)
        self.space, self.zero = self.concepts.all, {"1": 1.0, "0": -1.0}[self.settings["tie"]]
        prior = self.settings.get("prior")
        self.prior = None if prior is None else [number(each) for each in prior]
        if prior is not None and len(prior) * receipt.labelled > MOST:
            raise Lacking("this verifier has no time for a prior of so many concepts in so many rounds")
        self.conservative = bool(self.settings.get("conservative", False))
        self.erred: list[tuple[int, float, set[int]]] = []

    def parts(self, x: Round) -> tuple[int, int]:
        """The concepts left that say -1, and those that say +1."""
        one = self.space & self.concepts.ones[self.concepts.point(on_of(x, self.concepts.columns))]
        return self.space ^ one, one

    def weight(self, space: int) -> Fraction:
        """The weight of some concepts."""
        if self.prior is None:
            return Fraction(space.bit_count())
        return sum((p for c, p in enumerate(self.prior) if space >> c & 1), Fraction(0))

    def guess(self, x: Round) -> tuple[float, float]:
        against, in_favour = map(self.weight, self.parts(x))
        even = in_favour == against and self.prior is None
        return float((in_favour - against) / (in_favour + against)), 0.0 if even else 2.0**-50

    def learn(self, x: Round) -> None:
        if x.wrong:
            self.erred.append((x.number, x.label, on_of(x, self.concepts.columns)))
        if x.wrong or not self.conservative:
            self.space = self.parts(x)[x.label > 0] or self.space

    def contradiction(self, witness: dict[str, Any]) -> str:
        """The mistakes that the witness lists have to be those of the run."""
        listed = [example(line) for line in witness.get("mistakes", ())]
        said = [(each.number, float(each.label), {i for i, v in each.row.whole.items() if v}) for each in listed]
        return "" if sorted(said, key=str) == sorted(self.erred, key=str) else "'mistakes'"


@rule("soa")
class StandardOptimal(Halving):
    """guess = Ldim(V_1) - Ldim(V_0), cut off at -1 and +1 (Littlestone 1988)."""

    def guess(self, x: Round) -> tuple[float, float]:
        zero, one = self.parts(x)
        if not zero or not one:
            return (1.0 if one else -1.0), 0.0
        return float(max(-1, min(1, self.concepts.dimension(one) - self.concepts.dimension(zero)))), 0.0


class Weighing(Rule):
    """Experts by what they have lost: the guess is the mean of what they say, by weights e^(-rate (L - least L)).

    An expert that sleeps is charged what the learner pays, and a new one has slept until it comes.
    """

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.lost: dict[int, float] = {}  # less what a sleeper was charged
        self.rounds = 0
        self.own, self.awake = 0.0, dict[int, float]()  # what the learner lost, and while an expert was awake

    def rate(self) -> float:
        """The rate of the round."""
        raise NotImplementedError

    def shares(self, x: Round) -> list[float]:
        """The weights of the awake experts, which sum to one."""
        lost = [self.lost.get(column, 0.0) for column in x.columns]
        least, rate = min(lost), self.rate()
        weights = [1.0 if each == least else math.exp(-rate * (each - least)) for each in lost]
        return [each / sum(weights) for each in weights]

    def guess(self, x: Round) -> tuple[float, float]:
        parts = [share * said for share, said in zip(self.shares(x), x.values, strict=True)]
        return math.fsum(parts), 1e-9 * math.fsum(map(abs, parts)) + 1e-307 * max(1.0, *map(abs, x.values))

    def price(self, x: Round) -> float:
        """What the learner lost in a round, by its chances where it tosses a coin."""
        return float(x.wrong)

    def learn(self, x: Round) -> None:
        self.own += self.price(x)
        for column in x.columns:
            self.awake[column] = self.awake.get(column, 0.0) + self.price(x)

    def contradiction(self, witness: dict[str, Any]) -> str:
        """What was lost while each expert slept has to be what the run says."""
        missed = [(double(each), self.own - self.awake.get(i, 0.0)) for i, each in enumerate(witness.get("missed", ()))]
        return "" if all(near(said, found, self.own) for said, found in missed) else "'missed'"

    def charge(self, x: Round, losses: list[float], asleep: float) -> None:
        """Charge those who are awake their own losses, and all others this."""
        for column, lost in zip(x.columns, losses, strict=True):
            self.lost[column] = self.lost.get(column, 0.0) + (lost - asleep)
        self.rounds += 1


@rule("wma", "rwma")
class Majority(Weighing):
    """w_i <- alpha w_i for every expert that was wrong (Littlestone and Warmuth 1994)."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        if self.settings.get("m_bar") is not None:
            raise Lacking("this verifier does not tune the rate")
        self.alpha = float(factor(self.settings, 0 if self.settings.get("realizable") else Fraction(1, 2)))
        self.coin = self.tosses = receipt.learner == "rwma"

    def rate(self) -> float:
        return -math.log(self.alpha) if self.alpha else math.inf

    def act(self, guess: float) -> float:
        return 1.0 if guess > 1e-12 else -1.0  # a vote that is even, up to rounding, is -1

    def guess(self, x: Round) -> tuple[float, float]:
        guess, rounding = super().guess(x)
        return guess, 9e-13 if abs(guess) < 1e-13 else rounding  # so that an even vote is even for `act`, too

    def stance(self, guess: float) -> float:
        return max(-1.0, min(1.0, guess))

    def price(self, x: Round) -> float:
        return abs(self.stance(x.guess) - x.label) / 2.0 if self.coin else float(x.wrong)

    def learn(self, x: Round) -> None:
        super().learn(x)
        if self.settings.get("lazy") and not self.coin and not x.wrong:
            return
        erred = [float(said != x.label) for said in x.values]
        wrong = math.fsum(share for share, each in zip(self.shares(x), erred, strict=True) if each)
        left = 1.0 - (1.0 - self.alpha) * wrong
        self.charge(x, erred, -math.log(left) / self.rate() if self.alpha else 0.0)


@rule("hedge")
class Hedge(Weighing):
    """w_i <- w_i e^(-eta loss_i), eta as given, or sqrt(8 ln(n)/t) in round t (Freund and Schapire 1997)."""

    tosses = True

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        if self.settings["gradient"] or receipt.loss not in EXACT or receipt.variables is None:
            raise Lacking("this verifier plays Hedge with the experts' own losses only")
        self.loss, self.numbers = EXACT[receipt.loss], receipt.in_order["mistakes"] is None
        self.experts, self.coin = receipt.variables, receipt.loss == "mistake"

    def rate(self) -> float:
        many = math.log(max(2, self.experts))
        if self.settings["eta"] is not None:
            return double(self.settings["eta"])
        if self.settings["small_loss"] is not None:
            return math.log(1.0 + math.sqrt(2.0 * many / double(self.settings["small_loss"])))
        return math.sqrt(8.0 * many / (self.rounds + 1))

    def stance(self, guess: float) -> float:
        return max(-1.0, min(1.0, guess))

    def price(self, x: Round) -> float:
        if self.coin:
            return x.weight * abs(self.stance(x.guess) - x.label) / 2.0
        return x.weight * float(self.loss(Fraction(x.label), Fraction(x.guess)))

    def guess(self, x: Round) -> tuple[float, float]:
        if not self.rounds and max(x.columns, default=-1) + 1 != self.experts and self.settings["eta"] is None:
            raise Lacking(
                "an expert came late, or slept in the first round: this verifier does not know the rates then"
            )
        return super().guess(x)

    def learn(self, x: Round) -> None:
        super().learn(x)
        y = Fraction(x.label)
        losses = [x.weight * float(self.loss(y, Fraction(said))) for said in x.values]
        own = math.fsum(share * lost for share, lost in zip(self.shares(x), losses, strict=True))
        self.charge(x, losses, own)


class Node:
    """A node of a tree: what it counted of its labels, how it was split, ln of its weight against that below it."""

    def __init__(self) -> None:
        self.tally: dict[float, float] = {}  # the weight of each class, or of numbers that of all, and their sum
        self.column, self.threshold, self.below, self.absent = -1, 0.0, 0, -1
        self.r = self.before = self.after = 0.0
        self.held: list[Round] = []

    def child(self, x: Round) -> int:
        """The child of an example, 0 if there is none yet."""
        if self.column not in x.columns and self.absent >= 0:
            return self.absent
        value = x.values[x.columns.index(self.column)] if self.column in x.columns else 0.0
        return self.below + (value > self.threshold)


@rule("pruning-tree")
class PruningTree(Rule):
    """q(v) = s(r_v) p_v + (1 - s(r_v)) q(child), s(r) = 1/(1 + e^-r), up the path of an example, split as told.

    Then r_v <- r_v + ln p_v(y) - ln q(child)(y) (Willems, Shtarkov and Tjalkens 1995). Of numbers p and q are guesses,
    mixed by `either`, and r_v moves by the difference of their losses. A leaf that is split hands on what it holds.
    """

    dust = 1e-5

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        if receipt.splits is None:
            raise Lacking("the receipt does not say how the tree was split")
        self.numbers, self.signs = (self.settings["truth"] == each for each in ("numbers", "signs"))
        self.a, self.h, self.room = (double(self.settings[name]) for name in ("a", "heaviest", "max_kept"))
        self.classes = 2 if self.signs else min(MOST // 1000, int(self.settings["classes"]))
        low = self.settings["low"]
        self.ranged, self.seen = low is not None, low is not None
        self.low, self.high = (double(self.settings[name] or 0) for name in ("low", "high"))
        self.events: dict[int, list[list[str]]] = {}
        for line in receipt.splits:
            number, *event = line.split(" ")
            self.events.setdefault(int(number), []).append(event)
        self.own, self.past, self.epochs, self.nodes = 0.0, 0.0, 1, {0: Node()}
        self.steps = 0

    def act(self, guess: float) -> float:
        return super().act(guess) if self.signs else guess

    def path(self, x: Round) -> list[Node]:
        """The nodes that an example passes, as far as there are any."""
        path = [self.nodes[0]]
        while path[-1].column >= 0 and (child := path[-1].child(x)):
            path.append(self.nodes[child])
            if len(path) > MOST // 1000:
                raise Lacking("the tree is too deep for this verifier")
        return path

    def place(self, y: float) -> float:
        """The number of a class."""
        return float(y > 0.0) if self.signs else y

    def chances(self, path: list[Node], c: float) -> list[float]:
        """What each node of a path gives to a class by itself."""
        return [(v.tally.get(c, 0.0) + self.a) / (sum(v.tally.values()) + self.a * self.classes) for v in path]

    def shares(self, path: list[Node]) -> list[float]:
        """What each node of a path guesses by itself, as a share of the range."""
        share, found, width = 0.5 if self.high > self.low else 0.0, list[float](), self.high - self.low
        for v in path:
            weight = v.tally.get(0, 0.0)
            total = (v.tally.get(1, 0.0) - weight * self.low) / width if width > 0.0 else 0.0
            share = min(max((total + self.a * share) / (weight + self.a), 0.0), 1.0)
            found.append(share)
        return found

    def up(self, path: list[Node], own: list[float]) -> list[float]:
        """What is said from each node of a path on, all prunings below it mixed."""
        mixed = own[-1:]
        for v, here in zip(path[-2::-1], own[-2::-1], strict=True):
            stay = 1.0 / (1.0 + math.exp(min(-v.r, 700.0)))
            mixed.append(either(stay, here, mixed[-1]) if self.numbers else stay * here + (1.0 - stay) * mixed[-1])
        return mixed[::-1]

    def guess(self, x: Round) -> tuple[float, float]:
        path = self.path(x)
        if self.numbers:
            share = self.up(path, self.shares(path))[0]
            return self.low + (self.high - self.low) * share, 1e-9 * max(abs(self.low), abs(self.high))
        self.steps += len(path) * self.classes
        if self.steps > 5 * MOST:
            raise Lacking("this verifier has no time for so many classes and nodes")
        q = [self.up(path, self.chances(path, float(c)))[0] for c in range(self.classes)]
        if self.signs:
            found, alone = math.log(q[1] / q[0]), len(path) == 1
            return found, 0.0 if alone and not found else 1e-9 * (1.0 + abs(found))
        best, said = max(q, default=0.0), int(x.guess)
        inside = x.guess == said and 0 <= said < len(q)
        if inside and q[said] >= best * (1.0 - 1e-9):  # two classes may be as likely, but for rounding
            return x.guess, 0.0
        return (float(q.index(best)) if q else -1.0), 0.0

    def learn(self, x: Round) -> None:
        path, y = self.path(x), self.place(x.label)
        if self.low <= y <= self.high and self.seen if self.numbers else y < self.classes:
            self.charge(path, y, x.weight / self.h)
        elif self.numbers:
            self.low, self.high = (min(self.low, y), max(self.high, y)) if self.seen else (y, y)
            self.seen = True
        elif y < MOST // 1000:
            self.classes = int(y) + 1
        else:
            raise Lacking(f"this verifier plays with {MOST // 1000:,} classes")
        for v in path:
            self.teach(v, x)
        events = self.events.get(x.number, [])
        if events and events[0] == ["-1"]:
            self.past, self.epochs, self.nodes = self.past + self.best(0), self.epochs + 1, {0: Node()}
        else:
            self.grow(path[-1], x, events)

    def charge(self, path: list[Node], y: float, share: float) -> None:
        """Let the weights of all prunings follow what they lost."""
        says = self.shares(path) if self.numbers else self.chances(path, y)
        mixed = self.up(path, says)
        if self.numbers:
            truth = (y - self.low) / (self.high - self.low) if self.high > self.low else 0.0
            says, mixed = ([-2.0 * (each - truth) ** 2 for each in some] for some in (says, mixed))
        else:
            says, mixed = ([math.log(each) for each in some] for some in (says, mixed))
        for v, own, below in zip(path, says, mixed[1:], strict=False):
            v.r += share * (own - below)
            v.after -= share * own
        path[-1].before -= share * says[-1]
        self.own -= share * mixed[0]

    def teach(self, v: Node, x: Round) -> None:
        """Let a node count a label."""
        for c, more in ((0, 1.0), (1, x.label)) if self.numbers else ((self.place(x.label), 1.0),):
            v.tally[c] = v.tally.get(c, 0.0) + x.weight * more

    def grow(self, v: Node, x: Round, events: list[list[str]]) -> None:
        """Let the last node of the path hold the example, and split as the receipt says."""
        told = {int(at): (int(column), double(cut), int(b), int(a)) for at, column, cut, b, a in events}
        if v.column >= 0:
            v.absent = next((told.pop(at)[3] for at in sorted(told) if self.nodes.get(at) is v), 0)
            if v.absent in self.nodes and v.absent:
                raise Refused(f"node {v.absent} is made in round {x.number}, and cannot be")
            if v.absent:
                self.nodes[v.absent] = v = Node()
                self.teach(v, x)
        v.held = v.held if v.column < 0 else []
        v.held += [x] if v.column < 0 else []
        del v.held[: -int(self.room)]
        for at, (column, threshold, below, absent) in sorted(told.items()):
            parent = self.nodes[at]
            children = {below, below + 1} | ({absent} if absent > 0 else set())
            if parent.column >= 0 or column < 0 or any(child in self.nodes for child in children):
                raise Refused(f"node {at} is split in round {x.number}, and cannot be")
            parent.column, parent.threshold, parent.below, parent.absent = column, threshold, below, absent
            self.nodes.update((child, Node()) for child in sorted(children))
            for each in parent.held:
                child = self.nodes[parent.child(each)]
                self.teach(child, each)
                child.held.append(each)
            parent.held = []

    def best(self, at: int) -> float:
        """The loss of the best pruning below a node, with ln 2 for each of its splits."""
        v = self.nodes[at]
        if v.column < 0:
            return v.before
        going = sum(map(self.best, (v.below, v.below + 1))) + (self.best(v.absent) if v.absent > 0 else 0.0)
        return v.before + math.log(2.0) + min(v.after, going)

    def found(self) -> dict[str, Any]:
        return {"own": self.own, "past": self.past, "epochs": self.epochs}

    def contradiction(self, witness: dict[str, Any]) -> str:
        """Any pruning will do, as long as its nodes are those of the tree, with what they have lost."""
        split = [(at, v) for at, v in self.nodes.items() if v.column >= 0]
        parents = {child: at for at, v in split for child in (v.below, v.below + 1, v.absent) if child > 0}
        for line in witness.get("nodes", ()):
            node, parent, kind, before, after = line.split(" ")
            v = self.nodes.get(int(node), Node())
            same = (kind == "leaf") == (v.column < 0) and int(parent) == parents.get(int(node), -1)
            if not (same and near(double(before), v.before, 1e-5) and near(double(after), v.after, 1e-5)):
                return f"node {node}"
        return super().contradiction(witness)


def either(stay: float, here: float, there: float) -> float:
    """The guess in [0, 1] whose loss 2 (guess - y)^2 is no more than that of two, mixed, whatever y is (Vovk 1990)."""
    if here == there:
        return here
    low, high = (
        stay * math.exp(-2.0 * a * a) + (1.0 - stay) * math.exp(-2.0 * b * b)
        for a, b in ((here, there), (1.0 - here, 1.0 - there))
    )
    return min(max(0.5 + 0.25 * math.log(high / low), 0.0), 1.0)


# Losses, by which the total of the rows is added up again.

LOSSES: dict[str, Callable[[float, float, bool], float]] = {
    "mistake": lambda y, guess, wrong: float(wrong),
    "hinge": lambda y, guess, wrong: max(0.0, 1.0 - y * guess),
    "square": lambda y, guess, wrong: (guess - y) * (guess - y),
    "brier": lambda y, guess, wrong: 2.0 * (guess - y) * (guess - y),
    "absolute": lambda y, guess, wrong: abs(guess - y),
    "log": lambda y, guess, wrong: max(0.0, -y * guess) + math.log1p(math.exp(-abs(guess))),
    "log of chances": lambda y, guess, wrong: -y * math.log(sure(guess)) - (1.0 - y) * math.log(1.0 - sure(guess)),
}


def sure(chance: float) -> float:
    """A chance, no surer than the package prices it."""
    return min(max(chance, 1e-15), 1.0 - 1e-15)


# Playing again.


def replayed(receipt: Receipt, lines: Iterator[str]) -> str:
    """Play the rule again on the rows, and add up what was paid."""
    if receipt.rows is None:
        raise Refused("the receipt names no rows, and some were given")
    hashed, first = hashlib.sha256(), next(lines, "")
    hashed.update(first.encode())
    if first.rstrip("\n") != HEADER:
        raise Unreadable(f"the rows begin with the line {HEADER!r}, not {first!r:.40}")
    before = count(receipt.rows, "before")
    player, lacking = (None, "") if before else player_of(receipt)
    sums, wrong, every = Sums(receipt), list[str](), list[str]()
    for line in lines:
        hashed.update(line.encode())
        x = round_of(line.rstrip("\n"))
        sums.add(x, player if receipt.randomised else None)
        if receipt.said:
            every.append(f"{x.head} |{x.row}")
        if x.wrong:
            wrong.append(f"{x.head} |{x.row}")
        if player is not None and not lacking:
            try:
                follow(player, x, receipt)
            except Lacking as why:
                lacking = str(why)
    if hashed.hexdigest() != receipt.rows["sha256"] or sums.rounds != count(receipt.rows, "lines"):
        raise Refused("these are not the rows of the receipt: their hash or their number is another")
    if before:
        raise Lacking(f"the hash of the rows is good; they begin after {before:,} rounds, and no rule is played again")
    sums.compare(receipt)
    for what, kept, rows in (("mistaken examples", receipt.kept, wrong), ("rounds of advice", receipt.said, every)):
        if [each.line for each in kept] != rows[: len(kept)]:
            raise Refused(f"the {what} of the receipt are not those of the rows")
    if lacking or player is None:
        raise Lacking(f"the rows are good, and guesses are taken from them: {lacking}")
    for claim in map(claim_of, receipt.certificates):
        if claim.verdict == "holds" and (name := player.contradiction(claim.witness)):
            raise Refused(f"{name} of {claim.theorem} is not what the rule leads to")
    late = ", in the order of the labels" if receipt.account["longest_delay"] else ""
    late += ", what late coins said as claimed" if late and receipt.randomised else ""
    return f"{sums.rounds:,} rounds, {len(wrong):,} mistakes, every guess and every sum found again{late}"


def near(said: float, found: float, reach: float = 0.0) -> bool:
    """Are these the same number, but for the rounding of what was added up?"""
    return abs(said - found) <= 1e-7 * max(abs(found), reach, 1e-9)


def player_of(receipt: Receipt) -> tuple[Rule | None, str]:
    """The rule of the receipt, or why it is not played."""
    if receipt.learner not in RULES:
        return None, f"this verifier does not play {receipt.learner}"
    if receipt.loss not in LOSSES:
        return None, f"this verifier does not add up the {receipt.account['loss']} loss"
    try:
        return RULES[receipt.learner](receipt), ""
    except Lacking as why:
        return None, str(why)


def follow(player: Rule, x: Round, receipt: Receipt) -> None:
    """Compare the guess of a row with that of the rule, and let the rule learn."""
    guess, rounding = player.guess(x)
    if not math.isfinite(guess + rounding):
        raise Lacking(f"the numbers of round {x.number} are too large for this verifier")
    if not abs(guess - x.guess) <= rounding:
        raise Refused(f"the guess of round {x.number} is {x.guess:.6g}, and the rule says {guess:.6g}")
    if not player.numbers:
        check_mark(player, x, receipt)
    player.learn(x)


def check_mark(player: Rule, x: Round, receipt: Receipt) -> None:
    """Check that a row is marked as a mistake where what the learner did is not the label."""
    if receipt.in_order["mistakes"] is None:
        raise Refused("the account counts no mistakes, and the labels of this rule are classes")
    if receipt.randomised != player.tosses:
        raise Refused(f"{receipt.learner} is said {'' if receipt.randomised else 'not '}to toss a coin")
    if player.signs and abs(x.label) != 1.0:
        raise Refused(f"the label of round {x.number} is {x.label:.6g}, and there are two classes, -1 and 1")
    act = player.act(x.guess)
    if receipt.randomised:
        if receipt.account["longest_delay"]:
            return  # no coin is tossed again when the label comes
        act = 1.0 if toss(int(receipt.seed), x.number) < (1.0 + player.stance(x.guess)) / 2.0 else -1.0
    if x.wrong != (act != x.label):
        raise Refused(f"round {x.number} is {'no' if x.wrong else 'a'} mistake by its guess {x.guess:.6g}")


def toss(seed: int, number: int) -> float:
    """The coin of a round, from 0 to 1, by SplitMix64 (Steele, Lea and Flood 2014)."""
    return (mixed((mixed(seed) + number * 0x9E3779B97F4A7C15) % 2**64) >> 11) * 2.0**-53


def mixed(z: int) -> int:
    """SplitMix64's finaliser."""
    z = (z + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


class Sums:
    """What the rows add up to."""

    def __init__(self, receipt: Receipt) -> None:
        self.rounds = self.wrong = self.last = 0
        self.most = receipt.rounds
        self.seen: set[int] | None = set() if receipt.account["longest_delay"] else None
        name = receipt.loss
        self.loss = LOSSES.get("log of chances" if name == "log" and receipt.heard is not None else name)
        self.losses: list[float] = []
        self.chances: list[float] = []
        self.weights: list[float] = []
        self.by_weight: list[float] = []

    def add(self, x: Round, coin: Rule | None) -> None:
        """Count a row: its loss, and the chance of a mistake where a coin is tossed."""
        again = x.number <= self.last if self.seen is None else x.number in self.seen
        if again or not 1 <= x.number <= self.most:
            raise Refused(f"round {x.number} comes twice, or before one that it followed, or was not played")
        self.last = x.number
        if self.seen is not None:
            self.seen.add(x.number)
        self.rounds += 1
        self.wrong += x.wrong
        if self.loss is not None:
            self.losses.append(self.loss(x.label, x.guess, x.wrong))
        if coin is not None:
            self.chances.append(abs(coin.stance(x.guess) - x.label) / 2.0)
        self.weights.append(x.weight)
        self.by_weight.append(x.weight * x.wrong)

    def compare(self, receipt: Receipt) -> None:
        """Raise `Refused` if the receipt says otherwise."""
        counted = receipt.in_order["mistakes"]
        for name, rows, said in (("rounds", self.rounds, receipt.labelled), ("mistakes", self.wrong, counted)):
            if said not in (None, rows):
                raise Refused(f"the rows have {rows:,} {name}, and the receipt says {said:,}")
        sums = [(self.losses, receipt.in_order["loss"])] if self.loss is not None else []
        if self.chances and counted is not None:
            sums.append((self.chances, receipt.in_order["expected"]))
        weights = receipt.weights
        if weights is not None:
            sums.append((self.weights, weights["total"]))
            sums += [] if counted is None else [(self.by_weight, weights["mistakes"])]
            for some, name in ((self.losses, "loss"), (self.chances, "expected_mistakes")):
                by_weight = [weight * each for weight, each in zip(self.weights, some, strict=False)]
                sums += [(by_weight, weights[name])] if some and (name == "loss" or counted is not None) else []
        elif any(weight != 1.0 for weight in self.weights):
            raise Refused("rounds have weights, and the account has none")
        for numbers, claimed in sums:
            total = math.fsum(numbers)
            if not math.isfinite(total):
                raise Refused("the rows add up to no number")
            if not abs(total - double(claimed)) <= float(CLOSE) * max(abs(total), 1e-300):
                raise Refused(f"the rows add up to {total:.9g}, and the receipt says {double(claimed):.9g}")
        ends = {"least": min, "most": max}
        for name, end in ends.items() if weights is not None and self.weights else ():
            if double(weights[name]) != end(self.weights):
                raise Refused(
                    f"the {name} weight of the rows is {end(self.weights):.6g}, and the receipt says otherwise"
                )


# Services: the journal that a receipt of a served game names the head of, and the signature of the service.


def held_together(receipt: Receipt, path: str) -> str:
    """Compute the chain of the journal again up to the head in the receipt, and count what its rows say."""
    if receipt.journal is None:
        raise Refused("the receipt names no journal, and one was given")
    name, head = (field(receipt.journal, each, str) for each in ("game", "head"))
    begun = blake2b(name.encode(), digest_size=32, person=b"littlestone game").digest()
    with closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)) as file:
        for table in ("games", "makers", "journal"):  # which a view, or a column that is computed, might never end
            kind = file.execute("select type from sqlite_master where name = ?", (table,)).fetchone()
            hidden = file.execute("select 1 from pragma_table_xinfo(?) where hidden", (table,)).fetchone()
            if kind != ("table",) or hidden:
                raise Unreadable(f"the journal has no plain table {table!r}")
        found = file.execute("select number from games where name = ?", (name,)).fetchone()
        if found is None:
            raise Refused(f"the journal has no game {name!r}")
        makers = {
            number: blake2b(maker.encode(), digest_size=16, person=b"littlestone make").digest()
            for number, maker in file.execute("select number, maker from makers")
        }
        first = found[0] << 40
        rows = file.execute(
            "select key - ?, id, kind, record, answer, guess, chance, seed, maker, at, salt, commitment, head "
            "from journal where key > ? and key <= ? order by key",
            (first, first, first + count(receipt.journal, "seq")),
        )
        return followed_chain(receipt, rows, makers, begun, head)


def followed_chain(receipt: Receipt, rows: Iterable[Any], makers: dict[int, bytes], head: bytes, claimed: str) -> str:
    """head <- BLAKE2b-256(head of the group before, commitments of its rows); the last has to be the one claimed."""
    kinds, wrong, erased, digests, last = [0] * 11, [0, 0], 0, b"", 0
    for row in rows:
        if row[0] != last + 1 and not last:
            raise Lacking("the journal does not have all rows any more: those before were removed")
        if row[0] != last + 1:
            raise Refused(f"row {last + 1} of the journal is missing")
        last, digests = row[0], digests + commitment(row, makers)
        kinds[row[2]], erased = kinds[row[2]] + 1, erased + (row[10] is None)
        wrong[0] += row[2] == 2 and row[4] == b"true"
        wrong[1] += row[2] == 2 and row[4] is None
        if row[12] is not None:
            head, digests = blake2b(head + digests, digest_size=32, person=b"littlestone head").digest(), b""
            if head != row[12]:
                raise Refused(f"row {last} of the journal is not what its chain was made of")
    if last != receipt.journal["seq"] or head.hex() != claimed or digests:
        raise Refused("the head of the receipt is not that of the journal")
    predict, label, promote, settings = kinds[1], kinds[2], kinds[7], kinds[8]
    if promote or settings or receipt.journal["begun"]:
        return f"{last:,} rows lead to the head; another answered, or it began as a saved game: counts are not compared"
    if erased:
        return f"{last:,} rows lead to the head; {erased:,} were erased, and say nothing: counts are not compared"
    counts = {"rounds": (predict, receipt.rounds), "labels": (label, receipt.labelled)}
    if not wrong[1] and receipt.given["mistakes"] is not None:
        counts["mistakes"] = wrong[0], receipt.given["mistakes"]
    for what, (there, said) in counts.items():
        if there != said:
            raise Refused(f"the journal has {there:,} {what}, and the receipt says {said:,}")
    return f"{last:,} rows lead to the head of the receipt, and have its rounds, labels and mistakes"


def commitment(row: Any, makers: dict[int, bytes]) -> bytes:
    """A salted hash of all that a row says; that of a row whose content was erased stands in its place."""
    seq, name, kind, *said, maker, at, salt, stands, _ = row
    if salt is None and isinstance(stands, bytes):
        return stands
    fields = [None if name is None else name.encode(), *said]
    lengths = [-1 if each is None else len(each) for each in fields]
    head = struct.pack("<qqq16s6i", seq, at, kind, makers.get(maker, bytes(16)), *lengths)
    text = head + b"".join(each for each in fields if each is not None)
    return blake2b(text, digest_size=32, salt=salt, person=b"littlestone row1").digest()


P = 2**255 - 19  # of the field, and the order, of Ed25519 (RFC 8032); points are (X, Y, Z, XY/Z)
ORDER, D = 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def plus(p: Point, q: Point) -> Point:
    """The sum of two points."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def so_often(n: int, p: Point) -> Point:
    """A point so many times."""
    found = (0, 1, 1, 0)
    while n:
        found, p, n = plus(found, p) if n & 1 else found, plus(p, p), n >> 1
    return found


def point_of(text: bytes) -> Point:
    """The point that 32 bytes stand for."""
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if len(text) != 32 or y >= P or x * x % P != square or (x == 0 and sign):
        raise Refused("the signature has no point of the curve")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def check_signature(receipt: Receipt, signer: str | None) -> str:
    """Check the Ed25519 signature of the receipt's hash (RFC 8032), by the key in it or the one that is asked for."""
    if receipt.signature is None:
        raise Refused("the receipt has no signature, and one was asked for")
    key, signature = (bytes.fromhex(field(receipt.signature, name, str)) for name in ("signer", "signature"))
    if signer is not None and key.hex() != signer.lower():
        raise Refused(f"it was signed by {key.hex()}, and not by the key that was asked for")
    base = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    message = signature[:32] + key + b"littlestone receipt " + receipt.sha256.encode()
    s, h = int.from_bytes(signature[32:], "little"), int.from_bytes(hashlib.sha512(message).digest(), "little") % ORDER
    left, right = so_often(s, base), plus(point_of(signature[:32]), so_often(h, point_of(key)))
    same = all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
    if len(signature) != 64 or s >= ORDER or not same:
        raise Refused("the signature is not that of this receipt")
    return f"the receipt was signed by the key {key.hex()}"


# Verdicts.


class Verdict(NamedTuple):
    """A line of the result: "proved", "replayed", "summarised", "no claim" or "refused", and of what."""

    what: str
    words: str

    def __str__(self) -> str:
        return one_line(f"{self.what:<11}{self.words[:2000]}")


def verified(
    body: Any, lines: Iterator[str] | None = None, *, journal: str | None = None, signer: str | None = None
) -> list[Verdict]:
    """The verdicts on a receipt, and on its rows and journal if they are given; raises `Unreadable` if it is none."""
    receipt = Receipt(body)
    check_settings(receipt)
    claims = [claim_of(each) for each in receipt.certificates]
    found = [judged(lambda: whole(receipt), "summarised", "the receipt")]
    if lines is not None:
        found.append(judged(lambda: replayed(receipt, lines), "replayed", "the run"))
    if journal is not None:
        found.append(judged(lambda: held_together(receipt, journal), "replayed", "the journal"))
    if receipt.signature is not None or signer is not None:
        found.append(judged(lambda: check_signature(receipt, signer), "proved", "the signature"))
    return found + [judged(lambda c=claim: proved(receipt, c), "proved", claim.theorem) for claim in claims]  # type: ignore[misc]


def judged(check: Callable[[], str], good: str, what: str) -> Verdict:
    """The verdict of one check."""
    try:
        return Verdict(good, f"{what}: {check()}")
    except (Refused, Lacking, NoClaim) as why:
        return Verdict({Refused: "refused", Lacking: "summarised", NoClaim: "no claim"}[type(why)], f"{what}: {why}")
    except RecursionError:
        return Verdict("summarised", f"{what}: this verifier has no room to look so deep")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, sqlite3.Error, struct.error) as error:
        raise Unreadable(f"{what}: {type(error).__name__} {error}") from None


def whole(receipt: Receipt) -> str:
    """Hash and arithmetic of the receipt as a whole."""
    if receipt.digest() != receipt.sha256:
        raise Refused("its hash is not that of its text")
    account, labelled = receipt.account, receipt.labelled
    if labelled + count(account, "forgotten") > receipt.rounds:
        raise Refused("more rounds have a label or were forgotten than were played")
    for paid in (receipt.given, receipt.in_order):
        mistakes, loss = field(paid, "mistakes", int, type(None)), number(field(paid, "loss", str))
        expected = loss if mistakes is None else number(field(paid, "expected", str))
        if mistakes is not None and not (0 <= mistakes <= labelled and 0 <= expected <= labelled * (1 + CLOSE)):
            raise Refused(f"{mistakes} mistakes, {float(expected):.6g} expected, in {labelled} rounds")
        counted = {expected, loss} if receipt.loss == "mistake" else {expected}
        if mistakes is not None and not receipt.randomised and counted != {mistakes}:
            raise Refused(f"no coin is tossed, and the sums of mistakes are not {mistakes}")
    if count(account, "longest_delay") == 0 and receipt.given != receipt.in_order:
        raise Refused("no label was late, and yet the guesses given paid otherwise than those in order")
    check_evidence(receipt, "mistaken examples", receipt.total, receipt.kept, receipt.in_order["mistakes"])
    check_evidence(receipt, "rounds of advice", receipt.heard, receipt.said, labelled)
    check_weighed(receipt, [*receipt.kept, *receipt.said])
    labels = f"{labelled:,} of {receipt.rounds:,} rounds with a label"
    return f"{receipt.learner or receipt.kind}, {labels}, hash and counts agree"


def check_evidence(receipt: Receipt, what: str, total: int | None, kept: list[Example], due: int | None) -> None:
    """Check that the lines of evidence are of different rounds of the game, and as many as the account says."""
    numbers = [each.number for each in kept]
    if total is not None and (total > receipt.labelled or total != (total if due is None else due)):
        raise Refused(f"the account has {due} {what}, and the evidence {total}")
    if len(numbers) > (total or 0) or len(set(numbers)) < len(numbers):
        raise Refused(f"there are more {what} than it says, or one is there twice")
    if not all(1 <= each <= receipt.rounds for each in numbers):
        raise Refused(f"some {what} are of a round that was not played")


def check_weighed(receipt: Receipt, lines: list[Example]) -> None:
    """Check that weights are weights, and that counts, sums and evidence do not contradict them."""
    weights = {name: number(each) for name, each in (receipt.weights or {"least": "1", "most": "1"}).items()}
    least, most = weights["least"], weights["most"]
    if not 0 <= least <= most or not all(least <= each.weight <= most for each in lines):
        raise Refused("a round weighs less than the least, or more than the most")
    counts = {} if receipt.weights is None else {"total": receipt.labelled, "mistakes": receipt.in_order["mistakes"]}
    sums = [(name, Span(times * least, times * most)) for name, times in counts.items() if times is not None]
    if counts and receipt.total == len(receipt.kept):
        sums.append(("mistakes", known(weight_of(receipt.kept)[0])))
    for name, found in sums:
        if not agrees(weights[name], found):
            raise Refused(f"the weights in the account contradict what they are of: {name}")


def proved(receipt: Receipt, claim: Claim) -> str:
    """Check one certificate: its arithmetic, then its witness."""
    if claim.verdict == "violated":
        raise Refused(f"the receipt itself says that the theorem was violated: {claim.why}")
    if claim.verdict != "holds":
        raise NoClaim(f"{claim.verdict}: {claim.why}")
    paid, endless = number(claim.paid), claim.allowed == "inf"
    allowed = LARGEST if endless else number(claim.allowed)
    if paid > allowed + CLOSE * abs(allowed):
        raise Refused(f"{float(paid):.6g} is more than the {float(allowed):.6g} allowed")
    entry = THEOREMS.get(claim.theorem)
    if entry is None:
        raise Lacking(f"{float(paid):.6g} of {float(allowed):.6g}: this verifier has no proof of that theorem")
    if entry.learners and receipt.learner not in entry.learners:
        raise Lacking(f"this verifier does not know that theorem of the learner {receipt.learner!r}")
    if strangers := [
        name for name, value in claim.promised.items() if value is not None and name not in entry.promised
    ]:
        raise Lacking(f"this verifier does not know what {strangers[0]!r} promises")
    sides = entry.check(receipt, claim)
    sides = sides if claim.times is None else multiplied(receipt, claim, sides)
    rounding = sides.size / 2**40  # of what was added up in doubles
    if not agrees(paid, sides.paid, rounding):
        raise Refused(f"paid is {shown(sides.paid)} by the evidence, and {float(paid):.6g} in the receipt")
    if not (sides.allowed.lo >= LARGEST if endless else agrees(allowed, sides.allowed, rounding)):
        raise Refused(f"the witness allows {shown(sides.allowed)}, and the receipt says {float(allowed):.6g}")
    if sides.paid.hi > sides.allowed.lo + rounding:
        raise Refused(f"{shown(sides.paid)} is more than the {shown(sides.allowed)} that the witness allows")
    if sides.paid.hi - sides.allowed.lo > CLOSE * (1 + abs(sides.allowed.hi)):
        raise Lacking(f"{shown(sides.paid)} is {shown(sides.allowed)} but for rounding, which is too much to tell")
    vouched = {name: claim.promised.get(name) for name in entry.promised if name != "switches"}
    promised = [f"{name} as promised" for name, value in vouched.items() if value is not None]
    how = ["witnessed", *([f"with {entry.claimed} as claimed"] if entry.claimed else []), *promised]
    return f"{shown(sides.paid)} <= {shown(sides.allowed)}, {', '.join(how)}: {summary(entry.check)}"


def agrees(said: Fraction, found: Span, rounding: Fraction | int = 0) -> bool:
    """Is a double of the receipt this number, but for rounding?"""
    room = CLOSE * max(abs(found.lo), abs(found.hi)) + rounding
    return found.lo - room <= said <= found.hi + room


def shown(found: Span) -> str:
    """A number for print."""
    return f"{float(found.hi):,.6g}" if found.hi < LARGEST else "a number beyond all doubles"


def summary(check: Any) -> str:
    """The statement of a theorem: the first line of its function."""
    return str(check.__doc__).split("\n", 1)[0].rstrip(".")


def one_line(text: str) -> str:
    """A text of which whoever wrote the receipt can make neither two lines nor a command to the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text.encode("ascii", "backslashreplace").decode())


def body_of(text: str) -> Any:
    """The JSON of a receipt, whose numbers are whole and whose objects have no key twice."""

    def unlike(found: str) -> Any:
        raise Unreadable(f"a receipt has no number like {found:.20}")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(found := dict(pairs)) < len(pairs):
            raise Unreadable("an object has a key twice")
        return found

    try:
        return json.loads(text, object_pairs_hook=once, parse_float=unlike, parse_constant=unlike)
    except json.JSONDecodeError as error:
        raise Unreadable(f"a receipt is JSON, and this is none: {error}") from None


def main(arguments: list[str] | None = None) -> int:
    """Verify a receipt file; the exit code."""
    parser = argparse.ArgumentParser(prog="littlestone_verify", description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("receipt", help="the receipt, as `littlestone play --receipt FILE` writes it")
    parser.add_argument("--rows", help="its rows, as --receipt-rows FILE writes them: the rule is played again")
    parser.add_argument(
        "--journal", help="the journal of the service, a file of SQLite: it has to have the receipt's head"
    )
    parser.add_argument("--signer", help="the Ed25519 key, 64 hexadecimal digits, that has to have signed the receipt")
    given = parser.parse_args(arguments)
    try:
        with open(given.receipt, encoding="utf-8") as file:
            body = body_of(file.read())
        if given.rows is None:
            found = verified(body, journal=given.journal, signer=given.signer)
        else:
            with open(given.rows, encoding="utf-8", newline="\n") as rows:
                found = verified(body, iter(rows), journal=given.journal, signer=given.signer)
    except (OSError, ValueError, RecursionError, MemoryError, Unreadable) as error:
        print(one_line(f"unreadable {error or type(error).__name__}"), file=sys.stderr)
        return 2
    print("\n".join(map(str, found)))
    return 1 if any(each.what == "refused" for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
