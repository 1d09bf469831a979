"""The right side of every theorem about examples, worked out anew from its paper and held against the certificate.

Where a theorem holds for every vector u, the certificate shows the bound of a good one that was sought. These games are
played on a line, in a plane, or with examples at right angles, where the best u is found by looking at all of them;
what is allowed must be the theorem's formula at that u or one close to it: neither more nor less. A constant that is
too small is unsound, one that is too large proves less than is known; both are found out.
"""

from __future__ import annotations

from math import ceil, comb, floor, log, log2, sqrt

import numpy as np
import pytest
from brute_values import brute_value
from tree_prunings import drawn_game

from littlestone import (
    ALMA,
    AROW,
    LEARNERS,
    NAROW,
    PA,
    PA1,
    PA2,
    ROMMA,
    AggressiveROMMA,
    Agnostic,
    BalancedWinnow,
    BanditOptimal,
    Batch,
    Committee,
    Conjunction,
    DecisionList,
    DualAveraging,
    Elimination,
    Forest,
    Forgetron,
    FTRLProximal,
    Game,
    Halving,
    KernelPerceptron,
    LinearAdaGrad,
    LinearCoinBetting,
    LinearDescent,
    LinearEG,
    LinearNewtonStep,
    LinearVAW,
    MulticlassOptimal,
    MulticlassPA,
    MulticlassPA1,
    MulticlassPA2,
    MulticlassPerceptron,
    PARegression,
    PARegression1,
    PARegression2,
    Perceptron,
    PNormPerceptron,
    Projectron,
    RandomisedOptimal,
    ScaleFree,
    SecondOrderPerceptron,
    SelectivePerceptron,
    StandardOptimal,
    Winnow,
)
from littlestone.boolean.decision_list_theorems import DecisionListBound
from littlestone.boolean.elimination_theorems import ConjunctionBound, EliminationBound
from littlestone.boolean.winnow_theorems import DisjunctionBound
from littlestone.bounds import CommitteePathBound, LinearCoinBound
from littlestone.concepts.concept_class import ConceptClass
from littlestone.features import as_batch
from littlestone.kernels.kernel_perceptron_theorems import KernelMarginBound
from littlestone.linear.perceptron_theorems import MarginBound
from littlestone.multiclass.multiclass_theorems import MulticlassMarginBound
from littlestone.support.effort import Effort

rng = np.random.default_rng(21)
LINE = rng.uniform(0.3, 1.5, 200) * rng.choice([-1, 1], 200)
SIDES = np.where(rng.random(200) < 0.15, -1, 1) * np.sign(LINE)
NUMBERS = 1.7 * LINE + 0.3 * rng.normal(size=200)
PLANE = rng.normal(size=(150, 2))
PLANE = PLANE[np.abs(PLANE @ [0.8, -0.6]) > 0.15]
APART = np.sign(PLANE @ [0.8, -0.6])


def certified(learner, X, y, bounds=None, labels=None):
    """What the theorems say of a game with these examples."""
    game = Game(learner, bounds=bounds, labels=labels)
    X = np.asarray(X, dtype=float)
    batch = as_batch(X.reshape(len(X), -1))
    game.play_batch(Batch(batch.starts, batch.columns, batch.values, batch.width, y))
    certificates = game.ledger.certificates
    assert all(certificate.verdict == "holds" for certificate in certificates), certificates
    return certificates


def allowed(learner, X, y, which=0, **how):
    return certified(learner, X, y, **how)[which].allowed


def exactly(value, rel=1e-9):
    return pytest.approx(value, rel=rel)


# ---- vectors u of which one number is all that counts, at which a formula is evaluated ----

EVERY = np.concatenate((-np.geomspace(1e-4, 100, 40000)[::-1], [0.0], np.geomspace(1e-4, 100, 40000)))


def hinge(u, z):
    """max(0, 1 - u z) for every u (in rows) and every z = y x."""
    return np.maximum(0.0, 1.0 - np.multiply.outer(u, z))


def around(formula, sought=None, apart=1.1):
    """The least and the most that a formula says for u near the one that makes `sought`, or itself, smallest."""
    values = formula(EVERY)
    best = EVERY[np.argmin(values if sought is None else sought(EVERY))]
    assert best  # else nothing is said of the formula
    near = (np.abs(EVERY) <= np.abs(best) * apart) & (np.abs(EVERY) >= np.abs(best) / apart) & (EVERY * best >= 0)
    return values[near].min() * (1 - 1e-6), values[near].max() * (1 + 1e-6)


# Examples at right angles, all of them negative. Whoever guesses 0 for what has not come, and that as +1, is
# mistaken about every one. By symmetry the best u has the same product s with all of them: u = -s (1, ..., 1).
MANY = 12
ANGLES, NEGATIVE = np.eye(MANY), np.full(MANY, -1)


def lost(s):
    return MANY * np.maximum(0.0, 1.0 - s)


# ---- the Perceptron and its kin ----


def test_the_perceptron_with_a_promised_margin():
    found = allowed(Perceptron(), PLANE, APART, bounds=[MarginBound(0.1)])
    assert found == exactly(longest(mistaken_in_plane()) / 0.1**2)


def mistaken_in_plane(X=PLANE, y=APART):
    """y x over the mistakes of the Perceptron in the plane."""
    w, found = np.zeros(X.shape[1]), []
    for x, b in zip(X, y, strict=True):
        if (1 if w @ x >= 0 else -1) != b:
            w = w + b * x
            found.append(b * x)
    return np.array(found)


def longest(Z):
    return (Z**2).sum(axis=1).max()


def margin(Z):
    """The largest margin of a unit vector of the plane, by trying all of them."""
    middle, width = 0.0, np.pi
    for _ in range(12):
        angles = middle + np.linspace(-width, width, 4001)
        least = (Z @ np.array([np.cos(angles), np.sin(angles)])).min(axis=0)
        middle, width = angles[least.argmax()], width / 500
    return least.max()


def test_the_perceptron_with_the_margin_found_in_hindsight():
    Z = mistaken_in_plane()
    assert allowed(Perceptron(), PLANE, APART) == exactly(longest(Z) / margin(Z) ** 2, 1e-6)


def any_data(kind, **settings):
    """What a theorem about any data, which comes second, allows for the examples at right angles."""
    return allowed(kind(**settings), ANGLES, NEGATIVE, bounds=[kind.theorems[1]()])


def perceptrons(c):
    """L + c sqrt(L) + c^2, and what is smallest where it is shown; c goes with s."""
    return lambda s: lost(s) + c * np.abs(s) * np.sqrt(lost(s)) + (c * s) ** 2, lambda s: lost(s) + (c * s) ** 2


def test_the_perceptron_on_any_data():
    low, high = around(*perceptrons(sqrt(MANY)))
    assert low <= any_data(Perceptron) <= high
    assert low == exactly(high, 0.03)


@pytest.mark.parametrize("p", [2.0, 2.3, 3.0])
def test_the_p_norm_perceptron_measures_u_in_the_dual_norm(p):
    low, high = around(*perceptrons(sqrt(p - 1) * MANY ** (1 - 1 / p)), apart=1.2)
    assert low <= allowed(PNormPerceptron(p=p), ANGLES, NEGATIVE) <= high


@pytest.mark.parametrize("a", [0.5, 3.0])
def test_the_second_order_perceptron(a):
    D = MANY * log(1 + 1 / a)

    def spread(s):
        return (a * MANY * s**2 + MANY * s**2) * D

    low, high = around(lambda s: lost(s) + np.sqrt(spread(s)), lambda s: lost(s) + spread(s) / MANY)
    assert low <= allowed(SecondOrderPerceptron(a=a), ANGLES, NEGATIVE) <= high


@pytest.mark.parametrize("b", [0.3, 2.0])
def test_the_selective_perceptron(b):
    a = b + 1 / 2
    low, high = around(lambda s: a / b * lost(s) + (a * s) ** 2 * MANY / (2 * b))
    assert low <= allowed(SelectivePerceptron(b=b, labels="asked"), ANGLES, NEGATIVE) <= high


def romma(aggressive):
    """y x of the rounds ROMMA learned from, and which of them were mistakes (Li and Long 2002)."""
    w, found, wrong = np.zeros(2), [], []
    for x, y in zip(PLANE, APART, strict=True):
        said = w @ x
        mistaken = (1 if said >= 0 else -1) != y
        if not (mistaken or (aggressive and y * said < 1)):
            continue
        found.append(y * x)
        wrong.append(mistaken)
        xx, ww = x @ x, w @ w
        if ww == 0 or ww * xx <= y * said:
            w = y * x / xx
        else:
            w = ((xx * ww - y * said) * w + ww * (y - said) * x) / (xx * ww - said**2)
    return np.array(found), np.array(wrong)


@pytest.mark.parametrize(("kind", "aggressive"), [(ROMMA, False), (AggressiveROMMA, True)])
def test_romma_has_the_margin_of_what_it_learned_from_and_the_length_of_its_mistakes(kind, aggressive):
    Z, wrong = romma(aggressive)
    assert allowed(kind(), PLANE, APART) == exactly(longest(Z[wrong]) / margin(Z) ** 2, 1e-5)


@pytest.mark.parametrize(("alpha", "B", "C"), [(0.5, 2.0, sqrt(2)), (0.9, 3.0, 0.7)])
def test_alma_makes_no_more_updates_than_the_sums_reach(alpha, B, C):
    X = PLANE / np.linalg.norm(PLANE, axis=1)[:, None]
    w, steps, divisors, Z = np.zeros(2), [], [], []
    for x, y in zip(X, APART, strict=True):
        k = len(Z) + 1
        if y * (w @ x) <= (1 - alpha) * B / sqrt(k):
            w = w + C / sqrt(k) * y * x
            divisors.append(max(1.0, np.linalg.norm(w)))
            w = w / divisors[-1]
            steps.append(C / sqrt(k))
            Z.append(y * x)
    Z = np.array(Z)
    rho = np.array(steps) / np.cumprod(divisors[::-1])[::-1]
    lengths, angles = np.geomspace(0.05, 200, 300), np.linspace(-np.pi, np.pi, 1441)
    found = Z @ np.array([np.cos(angles), np.sin(angles)])
    reach = min((size + rho @ np.maximum(0, 1 - size * found)).min() for size in lengths)
    A = 2 * (1 - alpha) * B * C + C**2

    def most(reach):
        total = k = 0
        while True:
            k += 1
            total = (total + C / sqrt(k)) / sqrt(1 + A / k)
            if total > reach:
                return k - 1

    assert most(reach * 0.99) <= allowed(ALMA(alpha=alpha, B=B, C=C), PLANE, APART) <= most(reach * 1.05)


# ---- passive-aggressive learners ----


def aggressive(step, y=SIDES, loss=lambda y, said: max(0.0, 1.0 - y * said), x=LINE):
    """x, y, losses and who was mistaken, in the rounds with a loss, by the step of the rule."""
    w, kept = 0.0, []
    for a, b in zip(x, y, strict=True):
        lost = loss(b, w * a)
        if lost > 0:
            kept.append((a, b, lost, (1 if w * a >= 0 else -1) != b, w * a))
            w += step(lost, a * a) * a * np.sign(b - w * a if loss is not classes else b)
    return [np.array(column) for column in zip(*kept, strict=True)]


def classes(y, said):
    return max(0.0, 1.0 - y * said)


def test_pa():
    x, y, _, _, _ = aggressive(lambda lost, xx: lost / xx, loss=classes)

    def formula(u):
        b = (hinge(u, x * y) ** 2 / x**2).sum(axis=1)
        return (x**2).max() * (np.sqrt(b) + np.sqrt(b + u**2)) ** 2

    low, high = around(formula)
    assert low <= allowed(PA(), LINE, SIDES) <= high


@pytest.mark.parametrize("C", [0.1, 0.7, 5.0])
def test_pa_1(C):
    x, y, _, wrong, _ = aggressive(lambda lost, xx: min(C, lost / xx), loss=classes)
    R2 = (x[wrong] ** 2).max()
    low, high = around(lambda u: max(R2, 1 / C) * (u**2 + 2 * C * hinge(u, x * y).sum(axis=1)))
    assert low <= allowed(PA1(C=C), LINE, SIDES) <= high


@pytest.mark.parametrize("C", [0.05, 0.3, 5.0])
def test_pa_2(C):
    x, y, _, _, _ = aggressive(lambda lost, xx: lost / (xx + 0.5 / C), loss=classes)
    R2 = (x**2).max()
    low, high = around(lambda u: (R2 + 1 / (2 * C)) * (u**2 + 2 * C * (hinge(u, x * y) ** 2).sum(axis=1)))
    assert low <= allowed(PA2(C=C), LINE, SIDES) <= high


EPSILON = 0.1


def off(y, said):
    return max(0.0, abs(y - said) - EPSILON)


def lost_by(u, x, y):
    return np.maximum(0.0, np.abs(y - np.multiply.outer(u, x)) - EPSILON)


def test_pa_regression():
    x, y, _, _, _ = aggressive(lambda lost, xx: lost / xx, y=NUMBERS, loss=off)

    def formula(u):
        b = (lost_by(u, x, y) ** 2 / x**2).sum(axis=1)
        return (x**2).max() * (np.sqrt(b) + np.sqrt(b + u**2)) ** 2

    low, high = around(formula)
    assert low <= allowed(PARegression(epsilon=EPSILON), LINE, NUMBERS) <= high


@pytest.mark.parametrize("C", [0.1, 2.0])
def test_pa_1_regression(C):
    x, y, _, _, _ = aggressive(lambda lost, xx: min(C, lost / xx), y=NUMBERS, loss=off)
    low, high = around(lambda u: u**2 + 2 * C * lost_by(u, x, y).sum(axis=1))
    assert low <= allowed(PARegression1(C=C, epsilon=EPSILON), LINE, NUMBERS) <= high


@pytest.mark.parametrize("C", [0.05, 2.0])
def test_pa_2_regression(C):
    x, y, _, _, _ = aggressive(lambda lost, xx: lost / (xx + 0.5 / C), y=NUMBERS, loss=off)
    R2 = (x**2).max()
    low, high = around(lambda u: (R2 + 1 / (2 * C)) * (u**2 + 2 * C * (lost_by(u, x, y) ** 2).sum(axis=1)))
    assert low <= allowed(PARegression2(C=C, epsilon=EPSILON), LINE, NUMBERS) <= high


# ---- second order ----


@pytest.mark.parametrize("r", [0.5, 5.0])
def test_arow(r):
    w, S, Z, wrong = 0.0, 1.0, [], []
    for x, y in zip(LINE, SIDES, strict=True):
        if y * w * x < 1:
            wrong.append((1 if w * x >= 0 else -1) != y)
            Z.append(y * x)
            beta = 1 / (x * S * x + r)
            w, S = w + (1 - y * w * x) * beta * y * S * x, S - beta * (S * x) ** 2
    z, U = np.array(Z), len(Z) - sum(wrong)
    volume = log(1 + z @ z / r)

    def square(u):
        return r * u**2 + u**2 * (z @ z)

    low, high = around(
        lambda u: np.sqrt(square(u) * (volume + U)) + hinge(u, z).sum(axis=1) - U,
        lambda u: hinge(u, z).sum(axis=1) + square(u),
        apart=1.4,  # few lengths are tried
    )
    assert low <= allowed(AROW(r=r, covariance="full"), LINE, SIDES) <= high


@pytest.mark.parametrize("b", [1.0, 20.0])
def test_narow(b):
    w, S, Z, wrong, P, weights = 0.0, 1.0, [], [], 0.0, []
    for x, y in zip(LINE, SIDES, strict=True):
        m, c = y * w * x, x * S * x
        if m < 1:
            wrong.append((1 if w * x >= 0 else -1) != y)
            Z.append(y * x)
            if b * c > 1:
                r = c / (b * c - 1)
                P += max(0.0, (c * r + 2 * m * r - m * m) / (r + c))
                w, S = w + y * (r - m) / (r + c) * S * x, S - (S * x) ** 2 / (r + c)
                weights.append(1 / r)
            else:
                P += max(0.0, c + 2 * m)
                w = w + y * S * x
                weights.append(0.0)
    z, U = np.array(Z), len(Z) - sum(wrong)

    def square(u):
        return u**2 * (1 + np.array(weights) @ z**2)

    low, high = around(
        lambda u: np.sqrt(square(u) * P) + hinge(u, z).sum(axis=1) - U,
        lambda u: hinge(u, z).sum(axis=1) + square(u),
    )
    assert low <= allowed(NAROW(b=b, covariance="full"), LINE, SIDES) <= high


# ---- kernels ----


def test_the_kernel_perceptron():
    low, high = around(*perceptrons(sqrt(MANY)))
    assert low <= any_data(KernelPerceptron, kernel="linear") <= high
    Z = mistaken_in_plane()
    found = allowed(KernelPerceptron(kernel="linear"), PLANE, APART)
    assert found == exactly(longest(Z) / margin(Z) ** 2, 1e-5)
    found = allowed(KernelPerceptron(kernel="linear"), PLANE, APART, bounds=[KernelMarginBound(0.1)])
    assert found == exactly(longest(Z) / 0.1**2, 1e-6)


@pytest.mark.parametrize("budget", [500, 6])
def test_the_forgetron(budget):
    x, y = LINE / 1.5, SIDES  # no longer than one
    a, kept, z, D, S = np.zeros(0), np.zeros(0), [], 0.0, 0.0
    for one, label in zip(x, y, strict=True):
        w = a @ kept
        if (1 if w * one >= 0 else -1) == label:
            continue
        z.append(label * one)
        a, kept = np.append(a, label), np.append(kept, one)
        if len(a) > budget:
            s, m = abs(a[0]), np.sign(a[0]) * (a @ kept) * kept[0]
            spare = 15 / 32 * len(z) - D
            factors = np.linspace(0, 1, 2_000_001)
            f = factors[(s * factors) ** 2 + 2 * s * factors - 2 * s * m * factors**2 <= spare].max()
            a = f * a
            D += (f * s) ** 2 + 2 * f * s - 2 * f * s * f * m
            S += (1 - f) / (1 + f)
            a, kept = a[1:], kept[1:]
    z = np.array(z)
    assert (D > 0) == (budget == 6)
    low, high = around(lambda u: (1 + S) * u**2 + 2 * hinge(u, z).sum(axis=1) + D)
    found = allowed(Forgetron(budget=budget, kernel="linear"), x, y)
    assert low * (1 - 1e-4) <= found <= high * (1 + 1e-4)


@pytest.mark.parametrize("budget", [11, 9, 6])
def test_the_projectron_pays_for_what_it_cut_off(budget):
    """What comes after the budget is full lies at right angles to the support: all of it is cut off."""
    D = MANY - budget

    def says(s, cut=D):
        length = sqrt(MANY) * np.abs(s)
        c, b = lost(s) + length * cut, length
        return c + b * b / 2 + b * np.sqrt(c + b * b / 4)

    low, high = around(says, lambda s: lost(s) + MANY * s**2)
    assert low <= allowed(Projectron(budget=budget, kernel="linear"), ANGLES, NEGATIVE) <= high
    assert around(lambda s: says(s, 0), lambda s: lost(s) + MANY * s**2)[1] < low  # without |u| D it would be less


# ---- many classes: on a line, two of them are the two sides, and a mistake is sqrt(2) times as long ----


def pairs():
    """The rounds after the first, with y x as the construction of Kesler sees them, classes numbered as they come."""
    return LINE * sqrt(2), np.where(SIDES[0] == SIDES, 1, -1)


def of_sides(kind, which=0, **how):
    names = ["one", "other"]
    labels = [names[int(side != SIDES[0])] for side in SIDES]
    game = Game(kind, **how)
    for x, label in zip(LINE, labels, strict=True):
        game.label(game.predict([x]).number, label)
    certificate = game.ledger.certificates[which]
    assert certificate.verdict == "holds", certificate
    return certificate.allowed


def test_the_perceptron_of_many_classes():
    """A zero row makes the first class known; all others are of the second, and taken for the first at first."""
    game = Game(MulticlassPerceptron(), bounds=[MulticlassPerceptron.theorems[1]()])
    for x, label in zip(np.vstack((np.zeros(MANY), ANGLES)), ["one"] + MANY * ["other"], strict=True):
        game.label(game.predict(x).number, label)
    (certificate,) = game.ledger.certificates
    assert (certificate.verdict, certificate.paid) == ("holds", MANY)
    # with U = (-s, ..., s, ...)/2 the product is s, |U|^2 = s^2 MANY/2, and r^2 = 2: r |U| is s sqrt(MANY)
    low, high = around(*perceptrons(sqrt(MANY)))
    assert low <= certificate.allowed <= high


def test_the_perceptron_of_many_classes_with_a_margin():
    game = Game(MulticlassPerceptron(), bounds=[MulticlassMarginBound(0.05), MulticlassMarginBound()])
    rows = np.vstack((np.zeros(2), PLANE))
    longest_wrong, pairs = 0.0, []
    for x, side in zip(rows, [1, *APART], strict=True):
        move = game.predict(x)
        label = "one" if side > 0 else "other"
        if move.guess >= 0 and move.act != label:
            longest_wrong = max(longest_wrong, x @ x)
            pairs.append(side * x)
        game.label(move.number, label)
    promised, sought = game.ledger.certificates
    assert promised.allowed == exactly(2 * longest_wrong / 0.05**2)
    # U = (u, -u)/sqrt(2) of length one has sqrt(2) times the margin of the unit vector u
    assert sought.allowed == exactly(2 * longest_wrong / (2 * margin(np.array(pairs)) ** 2), 1e-6)


@pytest.mark.parametrize(
    ("kind", "C"), [(MulticlassPA, None), (MulticlassPA1, 0.1), (MulticlassPA1, 2.0), (MulticlassPA2, 0.05)]
)
def test_the_passive_aggressive_of_many_classes(kind, C):
    x, y = pairs()
    step = {
        "multiclass-pa": lambda lost, xx: lost / xx,
        "multiclass-pa1": lambda lost, xx: min(C, lost / xx),
        "multiclass-pa2": lambda lost, xx: lost / (xx + 0.5 / C),
    }[kind.name]
    first = int(np.argmax(y < 0))  # until another class comes there is no rival
    a, b, _, wrong, _ = aggressive(step, y=y[first:], loss=classes, x=x[first:])
    z = a * b
    # the guess of a round is the class of the larger score, the lower number in a tie: as of the sign
    R2, longest_wrong = (z**2).max(), (z[wrong] ** 2).max()
    formulas = {
        "multiclass-pa": lambda u: R2 * roots((hinge(u, z) ** 2 / z**2).sum(axis=1), u) ** 2,
        "multiclass-pa1": lambda u: max(longest_wrong, 1 / C) * (u**2 + 2 * C * hinge(u, z).sum(axis=1)),
        "multiclass-pa2": lambda u: (R2 + 1 / (2 * C)) * (u**2 + 2 * C * (hinge(u, z) ** 2).sum(axis=1)),
    }
    low, high = around(formulas[kind.name])
    assert low * 0.99 <= of_sides(kind() if C is None else kind(C=C)) <= high * 1.01


def roots(b, u):
    return np.sqrt(b) + np.sqrt(b + u**2)


# ---- gradients: paid and allowed are both about some u; on a line the first says which ----

T = 60
X1, Y1 = LINE[:T], SIDES[:T]


def follow(move, slope, x=X1, y=Y1):
    """Gradients and weights, round by round: move(t, g, w, total) is the next weight."""
    w, g, rows = 0.0, [], []
    for a, b in zip(x, y, strict=True):
        slant = slope(b, w * a) * a
        if slant:
            g.append(slant)
            rows.append(w)
            w = move(len(g), np.array(g), w)
    return np.array(g), np.array(rows)


def hinge_slope(y, said):
    return -y if y * said < 1 else 0.0


def log_slope(y, said):
    return -y / (1 + np.exp(y * said))


def meant(certificate, g, w):
    """The u whose regret sum of g (w - u) was paid."""
    return (g @ w - certificate.paid) / g.sum()


@pytest.mark.parametrize("eta", [0.05, 0.5])
def test_descent_at_a_fixed_rate(eta):
    g, w = follow(lambda t, g, w: w - eta * g[-1], hinge_slope)
    (certificate,) = certified(LinearDescent(eta=eta), X1, Y1)
    u = meant(certificate, g, w)
    assert certificate.allowed == exactly(u * u / (2 * eta) + eta / 2 * (g @ g))


def falling(certificate, g, w, stiffness, l1=0.0, l2=0.0):
    """Sum of s (w - u)^2/2 + g^2/(2 sum of s), and the prices of u."""
    u = meant(certificate, g, w)
    grown = np.diff(stiffness, prepend=0.0)
    return (grown * (w - u) ** 2 / 2 + g**2 / (2 * stiffness)).sum() + l1 * abs(u) + l2 * u * u / 2


def test_descent_at_a_rate_that_falls():
    eta = 0.4
    g, w = follow(lambda t, g, w: w - eta / sqrt(t) * g[-1], hinge_slope)
    (certificate,) = certified(LinearDescent(eta=eta, rate="root"), X1, Y1)
    assert certificate.allowed == exactly(falling(certificate, g, w, np.sqrt(np.arange(1, len(g) + 1)) / eta), 1e-7)


def test_adagrad_on_rows():
    eta = 0.3
    g, w = follow(lambda t, g, w: w - eta * g[-1] / sqrt(g @ g), log_slope)
    (certificate,) = certified(LinearAdaGrad(eta=eta, loss="log"), X1, Y1)
    assert certificate.allowed == exactly(falling(certificate, g, w, np.sqrt(np.cumsum(g**2)) / eta), 1e-7)


@pytest.mark.parametrize(("l1", "l2"), [(0.0, 0.0), (0.4, 0.2)])
def test_ftrl_proximal(l1, l2):
    alpha, beta = 0.3, 1.0
    w, z, n, g, rows = 0.0, 0.0, 0.0, [], []
    for x, y in zip(X1, Y1, strict=True):
        slant = log_slope(y, w * x) * x
        g.append(slant)
        rows.append(w)
        z += slant - w * (sqrt(n + slant**2) - sqrt(n)) / alpha
        n += slant**2
        w = 0.0 if abs(z) <= l1 else -(z - np.sign(z) * l1) / ((beta + sqrt(n)) / alpha + l2)
    g, rows = np.array(g), np.array(rows)
    stiffness = (beta + np.sqrt(np.cumsum(g**2))) / alpha
    (certificate,) = certified(FTRLProximal(alpha=alpha, beta=beta, l1=l1, l2=l2), X1, Y1)
    assert certificate.allowed == exactly(falling(certificate, g, rows, stiffness, l1, l2), 1e-7)


@pytest.mark.parametrize(("gamma", "l1"), [(1.0, 0.0), (3.0, 0.05)])
def test_dual_averaging(gamma, l1):
    def move(t, g, w):
        a = g.sum() / t
        return 0.0 if abs(a) <= l1 else -sqrt(t) / gamma * (a - np.sign(a) * l1)

    g, w = follow(move, log_slope)
    (certificate,) = certified(DualAveraging(gamma=gamma, l1=l1), X1, Y1)
    u, t = meant(certificate, g, w), np.arange(1, len(g) + 1)
    squares = (g**2 / (2 * gamma * np.sqrt(np.maximum(1, t - 1)))).sum()
    assert certificate.allowed == exactly(l1 * len(g) * abs(u) + gamma * sqrt(len(g)) * u * u / 2 + squares)


@pytest.mark.parametrize(("eta", "U"), [(0.2, 3.0), (0.05, 20.0)])
def test_eg_on_rows(eta, U):
    def move(t, g, w):
        up, down = 0.25 * np.exp(-eta * g.sum()), 0.25 * np.exp(eta * g.sum())
        return U * (up - down) / (up + down + 0.5)

    g, w = follow(move, hinge_slope)
    (certificate,) = certified(LinearEG(eta=eta, U=U), X1, Y1)
    assert certificate.paid == exactly(g @ w + U * abs(g.sum()))
    assert certificate.allowed == exactly(U * (log(4) / eta + eta / 2 * (g @ g)))


@pytest.mark.parametrize(("loss", "C", "Y"), [("log", 1.0, 1.0), ("square", 2.0, 3.0)])
def test_the_newton_step_on_rows(loss, C, Y):
    eps, y = 2.0, Y1 if loss == "log" else np.clip(NUMBERS[:T], -Y, Y)
    gamma = 0.5 * np.exp(-C) if loss == "log" else 0.5 / (C + Y) ** 2
    A, w, g, rows, leverage = eps, 0.0, [], [], 0.0
    for x, b in zip(X1, y, strict=True):
        said = np.clip(w * x, -C, C)
        w = said / x  # on a line the nearest vector of the strip
        slant = (log_slope(b, said) if loss == "log" else 2 * (said - b)) * x
        g.append(slant)
        rows.append(w)
        A += slant**2
        leverage += slant**2 / A
        w -= slant / A / gamma
    g, rows = np.array(g), np.array(rows)
    (certificate,) = certified(LinearNewtonStep(loss=loss, C=C, Y=Y, eps=eps), X1, y)
    # paid is sum of g (w - u) - (gamma/2) (g (w - u))^2, a parabola in u
    square, line = -gamma / 2 * (g @ g), -g.sum() + gamma * (g**2 @ rows)
    constant = g @ rows - gamma / 2 * (g**2 @ rows**2) - certificate.paid
    candidates = np.roots([square, line, constant])
    candidates = np.append(candidates.real, -line / (2 * square))
    due = gamma * eps * candidates**2 / 2 + leverage / (2 * gamma)
    assert np.abs(due - certificate.allowed).min() <= 1e-6 * certificate.allowed


def coins(eps, G):
    def move(t, g, w):
        wealth = eps - sum(slant * at for slant, at in zip(g, move.weights, strict=True)) / G
        move.weights.append(-g.sum() / G / (t + 1) * wealth)
        return move.weights[-1]

    move.weights = [0.0]
    return move


@pytest.mark.parametrize(("eps", "G"), [(1.0, 2.0), (5.0, 1.6)])
def test_coin_betting_on_rows(eps, G):
    from math import lgamma, pi

    g, w = follow(coins(eps, G), hinge_slope)
    n, S = len(g), abs(g.sum()) / G
    log_wealth = n * log(2) + lgamma((n + 1 + S) / 2) + lgamma((n + 1 - S) / 2) - log(pi) - lgamma(n + 1)
    learner = LinearCoinBetting(eps=eps, G=G, normalise=False)
    wealth, regret = certified(learner, X1, Y1)
    assert wealth.paid == exactly(g @ w)
    assert wealth.allowed == exactly(G * eps * (1 - np.exp(log_wealth)), 1e-8)
    u = (regret.paid - g @ w) / abs(g.sum())
    assert regret.allowed == exactly(G * (u * sqrt(n * log(1 + 24 * n**2 * u**2 / eps**2)) + eps), 1e-7)
    learner = LinearCoinBetting(eps=eps, G=G, normalise=False)
    (regret,) = certified(learner, X1, Y1, bounds=[LinearCoinBound(radius=2.0)])
    assert regret.allowed == exactly(G * (2 * sqrt(n * log(1 + 96 * n**2 / eps**2)) + eps))


@pytest.mark.parametrize("eps", [1.0, 0.2])
def test_scale_free_bets_on_rows(eps):
    M = S = theta = 0.0
    eta, inner = eps, 0.0
    for x, y in zip(X1, Y1, strict=True):
        M = max(M, abs(x))
        s = sqrt(S + M**2)
        w = np.sign(theta) * min(abs(theta) / s, 1.0) * eta / (2 * s)
        g = hinge_slope(y, w * x)
        theta, S, eta, inner = theta - g * x, S + (g * x) ** 2, eta - g * x * w, inner + g * x * w
    s = sqrt(S + M**2)
    z, fall = abs(theta) / s, (abs(X1[0]) / s) ** (1 / log(2))
    wealth, regret = certified(ScaleFree(eps=eps, loss="hinge"), X1, Y1)
    assert wealth.paid == exactly(inner) == exactly(eps - eta)
    assert wealth.allowed == exactly(eps - eps * fall * np.exp(z * z / 4 if z <= 1 else z / 2 - 0.25))
    u = (regret.paid - inner) / abs(theta)
    assert regret.allowed == exactly(eps + 2 * u * s * max(0.0, log(2 * np.exp(0.25) * u * s / (eps * fall)) - 1), 1e-7)
    assert 2 * np.exp(0.25) * u * s / (eps * fall) == exactly(np.exp(max(1.0, z / 2)), 1e-7)  # where it is tightest


def alone(learner, x, y):
    """The chances that a learner gave to what came, playing alone."""
    game, said = Game(learner), []
    for row, truth in zip(x, y, strict=True):
        move = game.predict([row])
        said.append(1 / (1 + np.exp(-truth * move.guess)))
        game.label(move.number, int(truth))
    return np.array(said)


@pytest.mark.parametrize("h", [1.0, 3.0])
def test_a_committee_and_its_best_member(h):
    said = np.array([alone(one, X1, Y1) for one in (ScaleFree(heaviest=h), LEARNERS["adagrad"]())])
    w, lost = np.ones(2), 0.0
    for p in said.T:
        lost -= log(w @ p / w.sum())
        w = w * p ** (1 / h)
    (certificate,) = certified(Committee("scale-free,adagrad", heaviest=h), X1, Y1)
    assert certificate.paid == exactly(lost + np.log(said).sum(axis=1).max(), 1e-7)
    assert certificate.allowed == exactly(h * log(2))


def test_a_committee_and_its_best_sequence_of_members():
    a, T = 0.05, len(X1)
    (certificate,) = certified(Committee("scale-free,adagrad", share=a), X1, Y1)
    assert certificate.allowed == exactly(log(2) - (T - 1) * log(1 - a))
    (certificate,) = certified(
        Committee("scale-free,adagrad", share=a), X1, Y1, bounds=[CommitteePathBound(switches=2)]
    )
    assert certificate.allowed == exactly(3 * log(2) - 2 * log(a) - (T - 3) * log(1 - a))


def test_a_committee_and_the_member_that_was_begun_anew():
    a, game = 0.05, Game(Committee("scale-free,adagrad", share=0.05, fresh=True), loss="log")
    for t, (x, y) in enumerate(zip(X1, Y1, strict=True)):
        if t == 20:
            game.learner.begin_anew()
            w, lost, own = game.learner.weights[-1], game.learner.account.expert_losses[-1], game.ledger.loss
        game.label(game.predict([x]).number, int(y))
    certificate = game.ledger.certificates[1]
    assert certificate.allowed == exactly(-log(w) - (len(X1) - 21) * log(1 - a))
    assert certificate.paid == exactly(game.ledger.loss - own - (game.learner.account.expert_losses[-1] - lost), 1e-7)


@pytest.mark.parametrize("alpha", [0.2, 0.5, 0.9])
def test_a_committee_that_votes_and_its_best_member(alpha):
    games = [Game(learner) for learner in (Perceptron(zero="-1"), PA1())]
    erred, w, made, chance = np.zeros(2), np.ones(2), 0, 0.0
    for x, y in zip(X1, Y1, strict=True):
        moves = [game.predict([x]) for game in games]
        wrong = np.array([move.sign != y for move in moves])
        for game, move in zip(games, moves, strict=True):
            game.label(move.number, int(y))
        made += w[wrong].sum() > w.sum() / 2 or (w[wrong].sum() == w.sum() / 2 and y > 0)
        chance += w[wrong].sum() / w.sum()
        erred += wrong
        w[wrong] *= alpha
    due = erred.min() * log(1 / alpha) + log(2)
    members = ["perceptron:zero=-1", "pa1"]
    (vote,) = certified(Committee(members, loss="mistake", alpha=alpha), X1, Y1)
    assert (vote.paid, vote.allowed) == (made, exactly(due / log(2 / (1 + alpha))))
    (coin,) = certified(Committee(members, loss="mistake", by="rwma", alpha=alpha), X1, Y1)
    assert (coin.paid, coin.allowed) == (exactly(chance, 1e-7), exactly(due / (1 - alpha)))


@pytest.mark.parametrize("ridge", [1.0, 0.2])
def test_vovk_azoury_and_warmuth_on_rows(ridge):
    due = np.abs(NUMBERS[:T]).max() ** 2 * log(1 + (X1 @ X1) / ridge)
    assert allowed(LinearVAW(ridge=ridge), X1, NUMBERS[:T]) == exactly(due)


# ---- Boolean learners ----

CUBE = np.array([[int(bit) for bit in f"{number:06b}"] for number in rng.permutation(64)], dtype=float)


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("n", [6])
def test_winnow(n, k):
    y = np.where(CUBE[:, :k].any(axis=1), 1, -1)
    found = allowed(Winnow(n=n), CUBE, y, bounds=[DisjunctionBound(k=k)])
    assert found == 1 + 3 * k * (1 + floor(log2(n)))
    found = allowed(Winnow(n=n, demote="eliminate"), CUBE, y, bounds=[DisjunctionBound(k=k)])
    assert found == 2 * k * (1 + floor(log2(n)))
    beta, theta = 0.5, 4.5
    c = 1 + floor(log(theta) / log(1 + beta))
    found = allowed(Winnow(n=n, beta=beta, theta=theta), CUBE, y, bounds=[DisjunctionBound(k=k)])
    assert found == k * c + ceil((1 + beta) * n / (beta * theta) + (1 + beta) * k * c) - 1
    found = allowed(Winnow(n=n, negations=True), CUBE, y, bounds=[DisjunctionBound(k=k)])
    assert found == 1 + 3 * k * (1 + floor(log2(2 * n)))


@pytest.mark.parametrize("k", [1, 2, 4])
def test_elimination_and_conjunctions(k):
    anyone, everyone = CUBE[:, :k].any(axis=1), CUBE[:, :k].all(axis=1)
    y, z = np.where(anyone, 1, -1), np.where(everyone, 1, -1)
    assert allowed(Elimination(n=6), CUBE, y, bounds=[EliminationBound(k=k)]) == 6 - k
    assert allowed(Elimination(n=6, negations=True), CUBE, y, bounds=[EliminationBound(k=k)]) == 7 - k
    assert allowed(Conjunction(n=6), CUBE, z, bounds=[ConjunctionBound(k=k)]) == 7 - k
    # in hindsight k is what the mistakes have left
    left = np.ones(6, dtype=bool)
    for x, label in zip(CUBE, y, strict=True):
        if (x[left] > 0).any() and label < 0:
            left &= x == 0
    assert allowed(Elimination(n=6), CUBE, y) == 6 - left.sum()


@pytest.mark.parametrize("length", [2, 3, 4])
def test_decision_lists(length):
    y = np.full(64, 1)
    for rule in range(length - 2, -1, -1):  # the first rule that fires decides
        y = np.where(CUBE[:, rule] > 0, 1 if rule % 2 else -1, y)
    found = allowed(DecisionList(n=6), CUBE, y, bounds=[DecisionListBound(length=length)])
    assert found == (4 * 6 + 2) * length - length * (length + 1) // 2


def test_halving_and_the_standard_optimal_algorithm():
    eye = np.eye(12)
    # 13 thresholds on 12 points: log2 13 is 3.7, and so many times the middle can be asked for
    thresholds = ConceptClass.parse("thresholds:12,constants=true")
    assert thresholds.size == 13
    assert allowed(Halving(thresholds), eye, thresholds.labels(5)) == 3
    assert allowed(StandardOptimal(thresholds), eye, thresholds.labels(5)) == 3
    # there are 20 disjunctions of three of six variables
    target = np.where(CUBE[:, [1, 3, 4]].any(axis=1), 1, -1)
    assert allowed(Halving("monotone-disjunctions:6,k=3"), CUBE, target) == floor(log2(20))
    prior = [2.0 ** -(concept + 1) for concept in range(13)]
    found = allowed(Halving(thresholds, prior=prior), eye, thresholds.labels(5))
    assert found == floor(log2(sum(prior) / prior[5]))


def optimum(table, alive, randomised):
    """How many mistakes a class forces, on a learner without and with a coin, by its recursion."""
    key = (tuple(alive), randomised)
    if key not in optimum.known:
        best = 0.0
        for point in range(table.shape[1]):
            ones = [c for c in alive if table[c, point]]
            zeros = [c for c in alive if not table[c, point]]
            if ones and zeros:
                a, b = optimum(table, zeros, randomised), optimum(table, ones, randomised)
                # the learner says 1 with the chance p that makes p + a and 1 - p + b equal, if there is one
                best = max(best, max(a, b, (1 + a + b) / 2) if randomised else (a + 1 if a == b else max(a, b)))
        optimum.known[key] = best
    return optimum.known[key]


optimum.known = {}


def test_the_optimum_with_and_without_a_coin():
    points = 5
    intervals = {tuple([0] * points)}
    intervals |= {tuple(int(a <= x <= b) for x in range(points)) for a in range(points) for b in range(a, points)}
    table = np.array(sorted(intervals))
    everything = list(range(len(table)))
    y = np.where(table[7] > 0, 1, -1)
    optimum.known.clear()
    assert allowed(StandardOptimal("intervals:5"), np.eye(points), y) == optimum(table, everything, False) == 3
    found = allowed(RandomisedOptimal("intervals:5"), np.eye(points), y)
    assert found == exactly(optimum(table, everything, True)) == exactly(63 / 32)


@pytest.mark.parametrize(
    "table", [(4 * "0", 4 * "1", 4 * "2", "0120", "1201", "2012", "2101"), ("01", "12", "20", "00")]
)
def test_the_optimum_of_several_labels_told_or_not(table):
    rows = [tuple(map(int, row)) for row in table]
    spec = "table:" + ",".join(table)
    points = np.eye(len(table[0]))
    for learner, kind in ((MulticlassOptimal, "multiclass"), (BanditOptimal, "bandit")):
        assert allowed(learner(spec), points, list(rows[0])) == brute_value(rows, kind)


@pytest.mark.parametrize("eta", [None, 0.7])
def test_the_agnostic_learner_has_one_expert_for_every_choice_of_contradictions(eta):
    rounds, points = 12, 6
    where = rng.integers(0, points, rounds)
    y = rng.choice([-1, 1], rounds)
    learner = Agnostic("thresholds:6,constants=true", rounds=rounds, eta=eta)
    (certificate,) = certified(learner, np.eye(points)[where], y)
    concepts = ConceptClass.parse("thresholds:6,constants=true")
    assert concepts.size == 7
    dimension = 2  # of seven thresholds
    N = sum(comb(rounds, flips) for flips in range(dimension + 1))
    rate = eta or sqrt(8 * log(N) / rounds)
    best = min((concepts.labels(concept)[where] != y).sum() for concept in range(7))
    assert certificate.allowed == exactly(best + log(N) / rate + rate * rounds / 8)


def shown(ledger):
    """The certificate, and the case that its theorem made of the game, with the vector it is shown for."""
    [bound] = ledger.bounds
    return ledger.certificates[0], bound.looks_at(bound, ledger, Effort.quick(ledger.labelled))


def test_balanced_winnow():
    rng = np.random.default_rng(3)
    x, eta = rng.normal(size=(60, 5)), 0.3
    game = Game(BalancedWinnow(eta=eta))
    widths = []
    for row, side in zip(x, np.where(x @ [1, -1, 0.5, 0, 0] + 0.4 * rng.normal(size=60) > 0, 1, -1), strict=True):
        move = game.predict(row)
        if move.act != side:
            widths.append(np.abs(row).max())
        game.label(move.number, int(side))
    certificate, case = shown(game.ledger)
    loss, length = case.best
    assert length > 0
    grown = np.log(np.cosh(eta * np.array(widths))).sum()
    assert certificate.allowed == exactly(loss + length / eta * (log(2 * 5) + grown))


@pytest.mark.parametrize("kind", ["arow", "narow"])
def test_the_diagonal_forms(kind):
    """The updates of the rule by hand, and both sides of the theorem for the vector that is shown."""
    rng = np.random.default_rng(4)
    x = rng.normal(size=(80, 4)) * [1, 2, 0.5, 1]
    y = np.where(x @ [1, -1, 0.5, 0] + 0.8 * rng.normal(size=80) > 0, 1, -1)
    r, b = 0.7, 1.3
    game = Game(AROW(r=r) if kind == "arow" else NAROW(b=b))
    for row, side in zip(x, y, strict=True):
        game.label(game.predict(row).number, int(side))
    certificate, case = shown(game.ledger)
    u, tau = case.best.u, 1.0 if kind == "arow" else max(1.0, 1 / b)
    w, S = np.zeros(4), np.ones(4)
    price, gains, mistaken = u @ u, [], []
    for row, side in zip(x, y, strict=True):
        m = side * (w @ row)
        if m >= 1:
            continue
        c = (S * row) @ row
        if kind == "arow":
            step, shrink = (1 - m) / (c + r), 1 / (c + r)
        elif b * c > 1:
            distrust = c / (b * c - 1)
            step, shrink = (distrust - m) / (distrust + c), 1 / (distrust + c)
        else:
            step, shrink = 1.0, 0.0
        before, w = 1 / S, w + step * side * S * row
        S = S - shrink * (S * row) ** 2
        price += ((1 / S - before) * (u - w) ** 2).sum()
        miss = tau - side * (u @ row)
        price += 2 * step * (miss if step < 0 else max(0.0, miss))
        gains.append(step * (2 * (tau - m) - step * c))
        mistaken.append(m <= 0)
    gains, mistaken = np.array(gains), np.array(mistaken)
    allowed = (price - gains[~mistaken].sum()) / gains[mistaken].mean()
    assert certificate.paid == mistaken.sum() == game.ledger.mistakes
    assert certificate.allowed == exactly(allowed)


@pytest.mark.parametrize("truths", ["signs", "classes"])
def test_a_tree_allows_the_best_of_all_prunings_by_enumeration(truths):
    several = 0
    for seed in range(20):
        witness = drawn_game(seed, truths)
        costs = witness.costs()
        several += len(costs) > 1
        assert witness.game.ledger.certificates[0].allowed == exactly(min(costs))
    assert several > 5


def test_a_forest_allows_the_mean_of_trees_that_play_alone():
    forest = Forest(trees=3, leaf=2, gain=0.5)
    games = [Game(learner, loss="log") for learner in (forest, *(tree.clone() for tree in forest.trees))]
    rng = np.random.default_rng(0)
    for _ in range(120):
        x = rng.random(3)
        y = 1 if (x[0] > 0.5) != (x[1] > 0.5) else -1
        for game in games:
            game.label(game.predict(x).number, y)
    together, alone = games[0].ledger, [game.ledger for game in games[1:]]
    by_trees, by_prunings = together.certificates
    assert by_trees.paid == by_prunings.paid == exactly(together.loss)
    assert by_trees.allowed == exactly(np.mean([ledger.loss for ledger in alone]) + np.log(4.0))
    pruned = [ledger.certificates[0].allowed for ledger in alone]
    assert by_prunings.allowed == exactly(np.mean(pruned) + np.log(4.0))


HELD = """
    EliminationBound ConjunctionBound DecisionListBound DisjunctionBound HalvingBound OptimalBound
    MulticlassOptimalBound BanditOptimalBound
    RandomisedOptimalBound AgnosticBound MarginBound HingeBound PNormBound SecondOrderBound SelectiveBound
    ALMABound ROMMABound AggressiveROMMABound PABound PA1Bound PA2Bound AROWBound NAROWBound LinearDescentBound
    DiagonalAROWBound DiagonalNAROWBound BalancedWinnowBound
    LinearAdaGradBound ProximalBound DualAveragingBound LinearEGBound LinearNewtonBound LinearWealthBound
    LinearCoinBound ScaleFreeWealthBound ScaleFreeBound CommitteeBound CommitteePathBound
    CommitteeMistakesBound
    FreshMemberBound LinearVAWBound
    PARegressionBound PARegression1Bound PARegression2Bound KernelMarginBound
    KernelHingeBound ForgetronBound ProjectronBound MulticlassMarginBound MulticlassHingeBound MulticlassPABound
    MulticlassPA1Bound MulticlassPA2Bound PruningBound ForestBound ForestPruningBound
"""


def test_every_theorem_about_examples_is_among_these():
    names = {theorem.__name__ for kind in LEARNERS.values() for theorem in kind.theorems}
    assert names == set(HELD.split()), (
        "write a test here that recomputes what a new theorem allows, then name it in HELD"
    )
