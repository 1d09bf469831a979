"""Prove or refuse a receipt of littlestone. One file, Python's standard library alone, nothing of the package.

    python littlestone_verify.py RECEIPT [--rows ROWS]

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
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

FORMAT, VERSION, HEADER = "littlestone receipt", 1, "littlestone rows 1"
CLOSE = Fraction(1, 2**30)  # doubles of the receipt may differ from the exact numbers by this share
LARGEST = Fraction(2) ** 1023
BITS = 160  # of logarithms
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


def known(number: Fraction | int) -> Span:
    """A rational number, known exactly."""
    return Span(Fraction(number), Fraction(number))


def root(square: Fraction) -> Span:
    """The square root of a rational number, enclosed to some 38 digits; exact where it is rational."""
    product = square.numerator * square.denominator
    shift = max(0, 128 - product.bit_length() // 2)
    lower = math.isqrt(product << 2 * shift)
    exact = lower * lower == product << 2 * shift
    below = square.denominator << shift
    return Span(Fraction(lower, below), Fraction(lower if exact else lower + 1, below))


def log(number: Fraction) -> Span:
    """The natural logarithm of a positive rational number, enclosed: e ln 2 + ln m, 2/3 < m <= 4/3."""
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

WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,15})")
HEXADECIMAL = re.compile(r"-?0x[01](\.[0-9a-f]{1,13})?p[+-][0-9]{1,4}")


def number(text: Any) -> Fraction:
    """A number of the receipt: a whole one in decimals, any other as a hexadecimal float in a string."""
    if isinstance(text, int) and not isinstance(text, bool):
        return Fraction(text)
    if isinstance(text, str) and WHOLE.fullmatch(text):
        return Fraction(int(text))
    if isinstance(text, str) and HEXADECIMAL.fullmatch(text):
        try:
            return Fraction(float.fromhex(text))
        except OverflowError:
            pass
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
    if value < 0:
        raise Unreadable(f"{name!r} is a count, 0 or more, not {value}")
    return value


def entries(text: str) -> dict[int, Fraction]:
    """The entries of a row or a vector by their columns: "0:1 7:0x1.8p-1"."""
    found: dict[int, Fraction] = {}
    for entry in text.split():
        column, mark, value = entry.partition(":")
        if not (mark and column.isdecimal()) or int(column) in found:
            raise Unreadable(f"an entry is COLUMN:NUMBER, each column once, not {entry!r:.40}")
        found[int(column)] = number(value)
    return found


class Vector:
    """A row or a vector as whole numbers over one power of two, which is several times as fast as fractions."""

    def __init__(self, found: dict[int, Fraction]) -> None:
        self.unit = max((each.denominator for each in found.values()), default=1)
        self.whole = {at: each.numerator * (self.unit // each.denominator) for at, each in found.items()}

    def dot(self, other: Vector) -> Fraction:
        """<x, u>."""
        there = other.whole
        total = sum(value * there[column] for column, value in self.whole.items() if column in there)
        return Fraction(total, self.unit * other.unit)

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
    if len(parts) != 3 or not parts[0].isdecimal():
        raise Unreadable(f"an example is 'ROUND LABEL WEIGHT | ENTRIES', not {line!r:.60}")
    return Example(int(parts[0]), number(parts[1]), number(parts[2]), Vector(entries(row)), line)


class Receipt:
    """A receipt that was read, with what theorems ask it."""

    def __init__(self, body: Any) -> None:
        if field(body, "format", str) != FORMAT or field(body, "version", int) != VERSION:
            raise Unreadable(f"this verifier reads {FORMAT!r}, version {VERSION}")
        self.sha256 = field(body, "sha256", str)
        self.body = {name: value for name, value in body.items() if name != "sha256"}
        game = field(body, "game", dict)
        self.learner: str = field(game, "learner", str)
        self.settings: dict[str, Any] = field(game, "settings", dict)
        self.variables: int | None = field(game, "variables", int, type(None))
        self.randomised: bool = field(game, "randomised", bool)
        self.rows = field(field(body, "read", dict), "rows", dict, type(None))
        self.account = field(body, "account", dict)
        self.rounds, self.labelled = count(self.account, "rounds"), count(self.account, "labelled")
        self.given, self.in_order = (field(self.account, name, dict) for name in ("given", "in_order"))
        self.weights = field(self.account, "weights", dict, type(None))
        self.certificates = field(body, "certificates", list)
        kept = field(field(body, "evidence", dict), "mistakes", dict, type(None))
        self.total = None if kept is None else count(kept, "total")
        self.kept = [] if kept is None else [example(line) for line in field(kept, "kept", list)]

    def digest(self) -> str:
        """The hash that the receipt has to have."""
        text = json.dumps(self.body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def mistakes(self) -> list[Example]:
        """All mistaken examples; raises `Lacking` where there was no room for them."""
        if self.total is None:
            raise Lacking("the receipt has no mistaken examples")
        if len(self.kept) < self.total:
            raise Lacking(f"the receipt has {len(self.kept)} of {self.total} mistaken examples")
        return self.kept

    def by_weight(self) -> tuple[Fraction, Fraction]:
        """The mistakes by weight, and the largest weight of one."""
        weights = [each.weight for each in self.mistakes()]
        return sum(weights, Fraction(0)), max(weights, default=Fraction(1))


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

    def promise(self, name: str) -> Any:
        """What the user vouched for; None if nothing was promised."""
        return self.promised.get(name)


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
    """What the theorem counts, and what it allows."""

    paid: Span
    allowed: Span


class Theorem(NamedTuple):
    """A theorem by its name: which learners it is about, and the function that checks it."""

    learners: tuple[str, ...]
    check: Callable[[Receipt, Claim], Sides]


THEOREMS: dict[str, Theorem] = {}


def theorem(name: str, *learners: str) -> Callable[[Any], Any]:
    """Enter a function among the theorems."""

    def enter(check: Any) -> Any:
        THEOREMS[name] = Theorem(learners, check)
        return check

    return enter


PERCEPTRONS = ("perceptron", "averaged-perceptron", "voted-perceptron")


@theorem("MarginBound", *PERCEPTRONS)
def perceptron_margin(receipt: Receipt, claim: Claim) -> Sides:
    """M <= (R |u|/gamma)^2 if y <u, x> >= gamma > 0 on every mistaken example, R the longest (Novikoff 1962).

    Checked: u has that margin on the mistakes in the receipt. A promised margin is taken as promised. By weight M is
    the weight of the mistakes, and R^2 is multiplied by the largest of them.
    """
    mistakes = receipt.mistakes()
    paid, heaviest = receipt.by_weight()
    if not mistakes:
        return Sides(known(0), known(0))
    longest = heaviest * max(each.row.square for each in mistakes)
    if claim.promise("margin") is not None:
        gamma, length = number(claim.promise("margin")), number(claim.promised.get("length") or 1)
        return Sides(known(paid), known(longest * (length / gamma) ** 2))
    u = claim.vector("u")
    gamma, worst = min((each.product(u), each.number) for each in mistakes)
    if gamma <= 0:
        raise Refused(f"u separates not: y <u, x> = {float(gamma):.3g} in round {worst}")
    return Sides(known(paid), known(longest * u.square / gamma**2))


@theorem("HingeBound", *PERCEPTRONS)
def perceptron_hinge(receipt: Receipt, claim: Claim) -> Sides:
    """M <= L + R |u| sqrt(L) + R^2 |u|^2 for every u, L its hinge losses on the mistakes (Freund and Schapire 1999).

    Checked: L and |u| of the vector in the receipt; there is no premise. By weight as with the margin.
    """
    mistakes = receipt.mistakes()
    paid, heaviest = receipt.by_weight()
    if not mistakes:
        return Sides(known(0), known(0))
    u = claim.vector("u")
    loss = sum((each.weight * max(Fraction(0), 1 - each.product(u)) for each in mistakes), Fraction(0))
    reach = heaviest * max(each.row.square for each in mistakes) * u.square
    return Sides(known(paid), known(loss) + root(reach * loss) + known(reach))


@theorem("EliminationBound", "elimination")
def elimination(receipt: Receipt, claim: Claim) -> Sides:
    """M <= n - k if a disjunction of k of n variables fits every mistake; n + 1 - k of k literals (Valiant 1984).

    Checked: the disjunction in the receipt is true in every positive and false in every negative.
    """
    return literals(receipt, claim, sign=1, negations=bool(receipt.settings.get("negations")))


@theorem("ConjunctionBound", "conjunction")
def conjunction(receipt: Receipt, claim: Claim) -> Sides:
    """M <= n + 1 - k if a conjunction of k literals of n variables fits every mistaken example (Valiant 1984).

    Checked: the conjunction in the receipt is true in every positive and false in every negative; by De Morgan its
    negation is a disjunction of the opposite literals.
    """
    return literals(receipt, claim, sign=-1, negations=True)


def literals(receipt: Receipt, claim: Claim, sign: int, negations: bool) -> Sides:
    """Both theorems: of x_i, numbered i, and not x_i, numbered n + i, some have to be a formula that fits."""
    n, mistakes = variables(receipt), receipt.mistakes()
    k = claim.promise("k")
    if k is None:
        formula = whole_numbers(claim, "formula", 2 * n if negations else n)
        for each in mistakes:
            on = boolean(each, n)
            true = sum((i in on) if i < n else (i - n not in on) for i in formula)
            positive = true > 0 if sign > 0 else true == len(formula)
            if positive != (each.label > 0):
                raise Refused(f"the formula does not fit the mistake of round {each.number}")
        k = len(formula)
    allowed = 0 if k > n else n + 1 - k if negations else n - k
    return Sides(known(len(mistakes)), known(allowed))


def variables(receipt: Receipt) -> int:
    """The number of variables, which the settings may say too."""
    if receipt.variables is None:
        raise Lacking("the receipt does not say how many variables there are")
    given = receipt.settings.get("n")
    if given is not None and number(given) != receipt.variables:
        raise Refused(f"the learner was made for {given} variables, and the receipt says {receipt.variables}")
    return receipt.variables


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


@theorem("DisjunctionBound", "winnow")
def winnow(receipt: Receipt, claim: Claim) -> Sides:
    """M <= k c + fewer than (N/theta + beta k c)(1 + beta)/beta if a disjunction of k of N variables fits.

    Littlestone 1988; c counts the promotions of one weight below the threshold. With demotions that eliminate the
    second term is N/theta + beta k c. Checked: the disjunction in the receipt fits every mistake, and c.
    """
    size, mistakes, settings = copies(receipt), receipt.mistakes(), receipt.settings
    beta, strict = number(settings["beta"]), bool(settings["strict"])
    theta = Fraction(max(1, size)) if settings["theta"] is None else number(settings["theta"])
    c, k = count(claim.witness, "promotions"), claim.promise("k")
    check_promotions(c, 1 + beta, theta, strict)
    if k is None:
        formula = set(whole_numbers(claim, "formula", size))
        for each in mistakes:
            if bool(formula & boolean(each, size)) != (each.label > 0):
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
    if len(parts) != 5 or not parts[0].isdecimal() or parts[4] not in ("right", "wrong"):
        raise Unreadable(f"a row is 'ROUND LABEL WEIGHT GUESS right|wrong | ENTRIES', not {line!r:.60}")
    found = entries(row)
    values = [float(value) for value in found.values()]
    label, weight, guess = (double(part) for part in parts[1:4])
    return Round(
        int(parts[0]), label, weight, guess, parts[4] == "wrong", list(found), values, " ".join(parts[:3]), row
    )


class Rule:
    """A learner as the verifier plays it: `guess` with what rounding may change, `learn`, and `act` on a guess."""

    zero = 1.0

    def __init__(self, receipt: Receipt) -> None:
        self.settings = receipt.settings

    def act(self, guess: float) -> float:
        """The label that a guess stands for."""
        return self.zero if guess == 0.0 else math.copysign(1.0, guess)

    def guess(self, x: Round) -> tuple[float, float]:
        """The guess for a row, and how far rounding may move it."""
        raise NotImplementedError

    def learn(self, x: Round) -> None:
        """Learn a row, whose label is known."""
        raise NotImplementedError


RULES: dict[str, type[Rule]] = {}


def rule(*learners: str) -> Callable[[type[Rule]], type[Rule]]:
    """Enter a class among the rules."""

    def enter(kind: type[Rule]) -> type[Rule]:
        RULES.update(dict.fromkeys(learners, kind))
        return kind

    return enter


@rule("perceptron")
class Perceptron(Rule):
    """guess = <w, x>; on a mistake w <- w + h y x, h the weight of the round (Rosenblatt 1958)."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        self.w: dict[int, float] = {}
        self.moved: dict[int, float] = {}  # the sum of |h x_i|: what rounding is measured by
        self.updates = 0
        self.zero = {"+1": 1.0, "-1": -1.0, "mistake": 0.0}[self.settings["zero"]]

    def guess(self, x: Round) -> tuple[float, float]:
        pairs = list(zip(x.columns, x.values, strict=True))
        total = math.fsum(value * self.w.get(column, 0.0) for column, value in pairs)
        moved = sum(abs(value) * self.moved.get(column, 0.0) for column, value in pairs)
        return total, 2.0**-51 * (self.updates + len(pairs) + 16) * moved

    def learn(self, x: Round) -> None:
        if x.wrong:
            self.updates += 1
            for column, value in zip(x.columns, x.values, strict=True):
                step = x.weight * x.label * value
                self.w[column] = self.w.get(column, 0.0) + step
                self.moved[column] = self.moved.get(column, 0.0) + abs(step)


class Literals(Rule):
    """Literals that are struck out: x_i numbered i, and not x_i numbered -1 - i."""

    strikes = 0.0

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        n = variables(receipt)
        negations = self.strikes > 0 or bool(self.settings["negations"])
        self.left = {*range(n), *(range(-n, 0) if negations else ())}

    def true(self, x: Round) -> set[int]:
        """The literals left that are true in a row."""
        on = {column for column, value in zip(x.columns, x.values, strict=True) if value}
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

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt)
        size = copies(receipt)
        theta = self.settings["theta"]
        self.theta = float(max(1, size)) if theta is None else double(theta)
        self.base = 1.0 + double(self.settings["beta"])
        self.most = int(600.0 / math.log(self.base))  # no weight is above e^600
        self.zero = -1.0 if self.settings["strict"] else 1.0
        self.powers: dict[int, float] = {}  # of the base; minus infinity for a weight that was eliminated

    def guess(self, x: Round) -> tuple[float, float]:
        total = math.fsum(self.base ** self.powers.get(column, 0) for column in x.columns)
        return total - self.theta, 2.0**-40 * (total + self.theta)

    def learn(self, x: Round) -> None:
        for column in x.columns if x.wrong else ():
            gone = x.label < 0 and self.settings["demote"] == "eliminate"
            step = -math.inf if gone else x.label
            self.powers[column] = min(self.powers.get(column, 0) + step, self.most)


# Losses, by which the total of the rows is added up again.

LOSSES: dict[str, Callable[[float, float, bool], float]] = {
    "mistake": lambda y, guess, wrong: float(wrong),
    "hinge": lambda y, guess, wrong: max(0.0, 1.0 - y * guess),
    "square": lambda y, guess, wrong: (guess - y) * (guess - y),
    "absolute": lambda y, guess, wrong: abs(guess - y),
}


# Verdicts.


class Verdict(NamedTuple):
    """A line of the result: "proved", "replayed", "summarised", "no claim" or "refused", and of what."""

    what: str
    words: str

    def __str__(self) -> str:
        return f"{self.what:<11}{self.words}"


def verified(body: Any, lines: Iterator[str] | None = None) -> list[Verdict]:
    """The verdicts on a receipt, and on its rows if they are given; raises `Unreadable` if it is none."""
    receipt = Receipt(body)
    claims = [claim_of(each) for each in receipt.certificates]
    found = [judged(lambda: whole(receipt), "summarised", "the receipt")]
    if lines is not None:
        found.append(judged(lambda: replayed(receipt, lines), "replayed", "the run"))
    return found + [judged(lambda c=claim: proved(receipt, c), "proved", claim.theorem) for claim in claims]  # type: ignore[misc]


def judged(check: Callable[[], str], good: str, what: str) -> Verdict:
    """The verdict of one check."""
    try:
        return Verdict(good, f"{what}: {check()}")
    except Refused as why:
        return Verdict("refused", f"{what}: {why}")
    except Lacking as why:
        return Verdict("summarised", f"{what}: {why}")
    except NoClaim as why:
        return Verdict("no claim", f"{what}: {why}")
    except (KeyError, TypeError, AttributeError, ZeroDivisionError) as error:
        raise Unreadable(f"{what}: {type(error).__name__} {error}") from None


def whole(receipt: Receipt) -> str:
    """Hash and arithmetic of the receipt as a whole."""
    if receipt.digest() != receipt.sha256:
        raise Refused("its hash is not that of its text")
    account = receipt.account
    if receipt.labelled + count(account, "forgotten") > receipt.rounds:
        raise Refused("more rounds have a label or were forgotten than were played")
    for paid in (receipt.given, receipt.in_order):
        mistakes, loss = field(paid, "mistakes", int, type(None)), number(field(paid, "loss", str))
        if mistakes is not None and not 0 <= mistakes <= receipt.labelled:
            raise Refused(f"{mistakes} mistakes in {receipt.labelled} rounds")
        if mistakes is not None and account["loss"] == "mistake" and not receipt.randomised and loss != mistakes:
            raise Refused(f"the loss is not the number of mistakes, {mistakes}")
        if mistakes is not None and not receipt.randomised and number(paid["expected"]) != mistakes:
            raise Refused("the learner tosses no coin, and expects other mistakes than it made")
    if count(account, "longest_delay") == 0 and receipt.given != receipt.in_order:
        raise Refused("no label was late, and yet the guesses given paid otherwise than those in order")
    if receipt.total is not None:
        numbers = [each.number for each in receipt.kept]
        if len(numbers) > receipt.total or len(set(numbers)) < len(numbers) or receipt.total > receipt.labelled:
            raise Refused("the mistaken examples are not as many as it says, or one is there twice")
        if receipt.in_order["mistakes"] not in (None, receipt.total):
            raise Refused(f"{receipt.in_order['mistakes']} mistakes, of which {receipt.total} are evidence")
        if not all(1 <= each <= receipt.rounds for each in numbers):
            raise Refused("a mistaken example is of a round that was not played")
    return f"{receipt.learner}, {receipt.labelled:,} of {receipt.rounds:,} rounds with a label, hash and counts agree"


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
    if receipt.learner not in entry.learners:
        raise Lacking(f"this verifier does not know that theorem of the learner {receipt.learner!r}")
    sides = entry.check(receipt, claim)
    sides = sides if claim.times is None else multiplied(receipt, claim, sides)
    if not agrees(paid, sides.paid):
        raise Refused(f"paid is {shown(sides.paid)} by the evidence, and {float(paid):.6g} in the receipt")
    if not (sides.allowed.lo >= LARGEST if endless else agrees(allowed, sides.allowed)):
        raise Refused(f"the witness allows {shown(sides.allowed)}, and the receipt says {float(allowed):.6g}")
    if sides.paid.hi > sides.allowed.lo:
        raise Refused(f"{shown(sides.paid)} is more than the {shown(sides.allowed)} that the witness allows")
    return f"{shown(sides.paid)} <= {shown(sides.allowed)}, witnessed: {summary(entry.check)}"


def multiplied(receipt: Receipt, claim: Claim, sides: Sides) -> Sides:
    """By weight, of a rule that treats every label alike: M mistakes weigh h M at most, h the largest weight."""
    heaviest = number(claim.times)
    paid, most = receipt.by_weight()
    if most > heaviest:
        raise Refused(f"a mistake weighs {float(most):.6g}, and {float(heaviest):.6g} is said to be the most")
    return Sides(known(paid), known(heaviest) * sides.allowed)


def agrees(said: Fraction, found: Span) -> bool:
    """Is a double of the receipt this number, but for rounding?"""
    room = CLOSE * max(abs(found.lo), abs(found.hi))
    return found.lo - room <= said <= found.hi + room


def shown(found: Span) -> str:
    """A number for print."""
    return f"{float(found.hi):,.6g}" if found.hi < LARGEST else "a number beyond all doubles"


def summary(check: Any) -> str:
    """The statement of a theorem: the first line of its function."""
    return str(check.__doc__).split("\n", 1)[0].rstrip(".")


def replayed(receipt: Receipt, lines: Iterator[str]) -> str:
    """Play the rule again on the rows, and add up what was paid."""
    if receipt.rows is None:
        raise Refused("the receipt names no rows, and some were given")
    hashed, first = hashlib.sha256(), next(lines, "")
    hashed.update(first.encode())
    if first.rstrip("\n") != HEADER:
        raise Unreadable(f"the rows begin with the line {HEADER!r}, not {first!r:.40}")
    before = count(receipt.rows, "before")
    kind = None if before or receipt.randomised else RULES.get(receipt.learner)
    player = None if kind is None else kind(receipt)
    sums, wrong, found = Sums(), [], 0
    for line in lines:
        hashed.update(line.encode())
        x, found = round_of(line.rstrip("\n")), found + 1
        sums.add(x, receipt.account["loss"])
        if x.wrong:
            wrong.append(f"{x.head} |{x.row}")
        if player is not None:
            follow(player, x)
    if hashed.hexdigest() != receipt.rows["sha256"] or found != count(receipt.rows, "lines"):
        raise Refused("these are not the rows of the receipt: their hash or their number is another")
    if before:
        raise Lacking(f"the hash of the rows is good; they begin after {before:,} rounds, and no rule is played again")
    sums.compare(receipt)
    if [each.line for each in receipt.kept] != wrong[: len(receipt.kept)]:
        raise Refused("the mistaken examples of the receipt are not those of the rows")
    if player is None:
        raise Lacking("the rows are good; this verifier does not play that rule, so guesses are taken from them")
    return f"{found:,} rounds, {len(wrong):,} mistakes, every guess and every sum found again"


def follow(player: Rule, x: Round) -> None:
    """Compare the guess of a row with that of the rule, and let the rule learn."""
    guess, rounding = player.guess(x)
    if not abs(guess - x.guess) <= rounding:
        raise Refused(f"the guess of round {x.number} is {x.guess:.6g}, and the rule says {guess:.6g}")
    if x.wrong != (player.act(x.guess) != x.label):
        raise Refused(f"round {x.number} is {'no' if x.wrong else 'a'} mistake by its guess {x.guess:.6g}")
    player.learn(x)


class Sums:
    """What the rows add up to."""

    def __init__(self) -> None:
        self.rounds = self.wrong = 0
        self.losses: list[float] = []
        self.weights: list[float] = []
        self.by_weight: list[float] = []

    def add(self, x: Round, loss: str) -> None:
        """Count a row."""
        self.rounds += 1
        self.wrong += x.wrong
        if loss in LOSSES:
            self.losses.append(LOSSES[loss](x.label, x.guess, x.wrong))
        self.weights.append(x.weight)
        self.by_weight.append(x.weight * x.wrong)

    def compare(self, receipt: Receipt) -> None:
        """Raise `Refused` if the receipt says otherwise."""
        counted = receipt.in_order["mistakes"]
        said = {"rounds": (self.rounds, receipt.labelled), "mistakes": (self.wrong, counted)}
        sums = [(self.losses, receipt.in_order["loss"])] if receipt.account["loss"] in LOSSES else []
        if receipt.weights is not None:
            sums += [(self.weights, receipt.weights["total"]), (self.by_weight, receipt.weights["mistakes"])]
        elif any(weight != 1.0 for weight in self.weights):
            raise Refused("rounds have weights, and the account has none")
        for name, (rows, claimed) in said.items():
            if claimed is not None and rows != claimed:
                raise Refused(f"the rows have {rows:,} {name}, and the receipt says {claimed:,}")
        for numbers, claimed in sums:
            total = math.fsum(numbers)
            if not abs(total - double(claimed)) <= float(CLOSE) * max(abs(total), 1e-300):
                raise Refused(f"the rows add up to {total:.9g}, and the receipt says {double(claimed):.9g}")


def main(arguments: list[str] | None = None) -> int:
    """Verify a receipt file; the exit code."""
    parser = argparse.ArgumentParser(prog="littlestone_verify", description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("receipt", help="the receipt, as `littlestone play --receipt FILE` writes it")
    parser.add_argument("--rows", help="its rows, as --receipt-rows FILE writes them: the rule is played again")
    given = parser.parse_args(arguments)
    try:
        with open(given.receipt, encoding="utf-8") as file:
            body = json.load(file)
        if given.rows is None:
            found = verified(body)
        else:
            with open(given.rows, encoding="utf-8", newline="\n") as rows:
                found = verified(body, iter(rows))
    except (OSError, ValueError, RecursionError, Unreadable) as error:
        print(f"unreadable {error}", file=sys.stderr)
        return 2
    print("\n".join(map(str, found)))
    return 1 if any(each.what == "refused" for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
