"""Decision lists: the worked example of the notes, step by step, and the bound with its constants put right."""

from __future__ import annotations

from itertools import permutations, product
from math import sqrt
from typing import Any

import numpy as np

from ...boolean.decision_list import DecisionList, rule
from ...concepts.worst_case import worst_case
from ...features.arrays import as_batch
from ...learner import State
from ...rows.game import Game
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Series, Table, cite, erratum
from ..runs import level, over_time, played, seeds

NOTES = [([0, 1], -1), ([0, 0], +1)]  # the two examples of the notes
COINS = 200
# The levels of x1=0 -> 0, x1=0 -> 1, x1=1 -> 0, ..., and the two defaults, after the two mistakes of the notes.
NOTES_FIRST = np.array([1, 2, 1, 1, 1, 1, 1, 2, 1, 2])
NOTES_SECOND = np.array([2, 2, 1, 1, 2, 1, 1, 2, 2, 2])
# What the learner pays at worst for targets of n variables whose shortest list has 1, 2, ... rules, by tie rule.
WORST_FIRST = {1: (2, 1), 2: (2, 4, 3), 3: (2, 6, 7, 10)}
WORST_ZERO = {1: (2, 1), 2: (3, 2, 4), 3: (4, 3, 6, 8)}


def play(quick: bool, seed: int) -> Chapter:
    """Rules that err fall by a level: how far they can fall, and how many mistakes that allows."""
    return Chapter(
        "decision-lists",
        "Decision lists",
        "All $4n + 2$ rules begin on one level; on a mistake those that fired and erred fall by a level.",
        (
            Section("The worked example", (worked(),)),
            Section("The bound", (bounded(quick, seed), never_below(quick, seed))),
            Section("The exact worst case", (exact(quick), constants(quick))),
        ),
    )


def most(n: int, L: int) -> int:
    """(4n + 2)L - L(L + 1)/2."""
    return (4 * n + 2) * L - L * (L + 1) // 2


def rules_on(levels: Any, number: int) -> str:
    """The rules on a level, in words, none broken over two lines."""
    n = (len(levels) - 2) // 4
    return ", ".join(rule(int(r), n, None).replace(" ", "\N{NO-BREAK SPACE}") for r in np.flatnonzero(levels == number))


def worked() -> Claim:
    """N4's example: n = 2, target "x1 -> 0, else not x2 -> 1, else 0", examples 01 and 00."""
    learner = DecisionList(n=2, tie=lambda x, zeros, ones: x[1])  # the notes' "arbitrarily": as x2 says
    game = played(learner, NOTES[:1])
    first = learner.levels
    game.label(game.predict(NOTES[1][0]).number, NOTES[1][1])
    after = learner.levels
    coins = [DecisionList(n=2, tie=f"random:{seed}") for seed in range(COINS)]
    for coin in coins:
        played(coin, NOTES)
    alike = [coin for coin in coins if (coin.levels == NOTES_SECOND).all()]
    return Claim(
        "worked-example",
        "On `01`, predicted positive though negative, three rules fall; on `00`, predicted negative though positive, "
        "three more.",
        cite("N4, Decision lists", "N4, Decision lists, example"),
        "Two variables, target: if $x_1$ then 0, else if not $x_2$ then 1, else 0. The condition 1 is always true. "
        f"Ties are broken as $x_2$ says, which is how the notes break theirs; and by {COINS} coins, a game each.",
        (
            Measure("mistakes, and what the theorem allows", game.ledger.mistakes, "<=", most(2, 3)),
            Measure("mistakes", game.ledger.mistakes, "=", 2),
            Measure("levels after `01` that differ from the notes'", int((first != NOTES_FIRST).sum()), "=", 0),
            Measure("levels after `00` that differ from the notes'", int((after != NOTES_SECOND).sum()), "=", 0),
            Measure(
                "share of the coins that play this game", len(alike) / COINS, "=", 0.25, within=4 * sqrt(3 / 16 / COINS)
            ),
        ),
        tables=(
            Table(
                "The hypothesis before and after the two mistakes.",
                ("", "level 1", "level 2"),
                (
                    ("at first", rules_on(np.ones(10), 1), ""),
                    ("after `01` is 0", rules_on(first, 1), rules_on(first, 2)),
                    ("after `00` is 1", rules_on(after, 1), rules_on(after, 2)),
                ),
            ),
        ),
    )


def drawn_list(rng: np.random.Generator, n: int, L: int) -> list[tuple[int, int, int]]:
    """A decision list of L rules: (variable, its value, label), the default last, with variable -1."""
    variables = rng.permutation(n)[: L - 1]
    rules = [(int(i), int(rng.integers(2)), int(rng.integers(2))) for i in variables]
    return [*rules, (-1, 0, 1 - rules[-1][2] if rules else int(rng.integers(2)))]


def label(rules: list[tuple[int, int, int]], x: Any) -> int:
    """What a list says of x."""
    for i, value, b in rules:
        if i < 0 or x[i] == value:
            return 1 if b else -1
    raise AssertionError("the default always fires")


def bounded(quick: bool, seed: int) -> Claim:
    """Drawn lists against the bound."""
    n, rounds, games = (8, 300, 5) if quick else (20, 2000, 20)
    rng = seeds(seed, "lists")
    worst: dict[int, int] = {}
    longest: list[int] = []
    verdicts = 0
    lengths = (1, 2, 3, 5, 8)
    for L in lengths:
        for _ in range(games):
            rules = drawn_list(rng, n, L)
            X = rng.integers(0, 2, size=(rounds, n))
            game = Game(DecisionList(n=n))
            mistakes = []
            for x in X:
                game.label(game.predict(x).number, label(rules, x))
                mistakes.append(game.ledger.mistakes)
            verdicts += game.ledger.certificates[0].verdict == "holds"
            if mistakes[-1] >= worst.get(L, -1):
                worst[L] = mistakes[-1]
                longest = mistakes
    return Claim(
        "decision-list-bound",
        "If a decision list of $L$ rules fits, the default counted, the learner makes at most "
        "$(4n + 2) L - L (L + 1)/2$ mistakes, which is $O(n L)$.",
        cite("N4, Definition 2", "N4, Decision lists, bound", "E19"),
        f"{games} drawn lists of each length over {n} variables, {rounds:,} examples each.",
        (
            *(Measure(f"most mistakes, $L = {L}$", worst[L], "<=", most(n, L)) for L in lengths),
            Measure("certificates that hold, with a list found in hindsight", verdicts, "=", games * len(lengths)),
        ),
        figures=(
            Figure(
                "decision-list-mistakes",
                f"The game with most mistakes for $L = {lengths[-1]}$.",
                f"A staircase of mistakes that flattens at {longest[-1]}, below the dashed bound at "
                f"{most(n, lengths[-1])}.",
                "round",
                "mistakes",
                (over_time("mistakes", longest), level("allowed", most(n, lengths[-1]), 1, rounds)),
            ),
        ),
    )


def never_below(quick: bool, seed: int) -> Claim:
    """Rule i of the target is at level i or above, after every round."""
    n, L, rounds = 6, 4, 200 if quick else 1000
    rng = seeds(seed, "levels")
    rules = drawn_list(rng, n, L)
    places = [4 * n + b if i < 0 else 4 * i + 2 * value + b for i, value, b in rules]
    learner = DecisionList(n=n)
    game = Game(learner)
    deepest = [1] * L
    for x in rng.integers(0, 2, size=(rounds, n)):
        game.label(game.predict(x).number, label(rules, x))
        deepest = [max(was, int(learner.levels[place])) for was, place in zip(deepest, places, strict=True)]
    return Claim(
        "levels",
        "Rule $i$ of the target never falls below level $i$, and no rule below level $L + 1$.",
        cite("N4, Decision lists, observations", "E19"),
        f"A drawn list of {L} rules over {n} variables, its levels looked at after each of {rounds} rounds.",
        (
            *(Measure(f"deepest level of rule {i}", at, "<=", i) for i, at in enumerate(deepest, start=1)),
            Measure("deepest level of any rule", int(learner.levels.max()), "<=", L + 1),
        ),
    )


def shortest_lists(n: int) -> dict[bytes, tuple[int, Any]]:
    """Every function of n variables that a list computes: the length of a shortest one, and its labels."""
    X = np.array(list(product((0, 1), repeat=n)))
    found: dict[bytes, tuple[int, Any]] = {}
    for L in range(1, n + 2):
        for variables in permutations(range(n), L - 1):
            for values in product((0, 1), repeat=L - 1):
                for outputs in product((0, 1), repeat=L):
                    rules = [*zip(variables, values, outputs[:-1], strict=True), (-1, 0, outputs[-1])]
                    labels = np.array([label(rules, x) for x in X])
                    found.setdefault(labels.tobytes(), (L, labels))
    return found


def worst_by_length(n: int, tie: str) -> list[int]:
    """The exact worst case over the targets of each length."""
    X = np.array(list(product((0, 1), repeat=n)))
    worst = [0] * (n + 1)
    for L, labels in shortest_lists(n).values():
        worst[L - 1] = max(worst[L - 1], int(worst_case(DecisionList(n=n, tie=tie), X, labels).mistakes))
    return worst


def worst_of_ties(n: int) -> int:
    """The exact worst case over all targets if the adversary also decides every tie, by search over the levels."""
    X = as_batch(np.array(list(product((0, 1), repeat=n))))
    players = [DecisionList(n=n, tie=tie) for tie in ("0", "1")]

    def worst(state: State, labels: list[float], known: dict[bytes, int]) -> int:
        key = state["levels"].tobytes()
        if key not in known:
            known[key] = 0
            for player, t in product(players, range(X.rows)):
                player.restore(state)
                guess = player.predict(X.row(t))
                if guess != labels[t]:
                    player.learn(X.row(t), labels[t], guess)
                    known[key] = max(known[key], 1 + worst(player.state(), labels, known))
        return known[key]

    start = players[0].state()
    return max(worst(start, labels.tolist(), {}) for _, labels in shortest_lists(n).values())


def exact(quick: bool) -> Claim:
    """The longest games, searched, by the length of the target."""
    sizes = (1, 2) if quick else (1, 2, 3)
    first = {n: worst_by_length(n, "first") for n in sizes}
    zero = {n: worst_by_length(n, "0") for n in sizes}
    n = sizes[-1]
    lengths = list(range(1, n + 2))
    return Claim(
        "decision-list-exact",
        "What the learner can really be forced to make is far less than the bound.",
        cite("N4, Decision lists, bound", "ours"),
        "The longest game of mistakes for every target, by the length of its shortest list, with ties broken by the "
        "first rule and towards 0.",
        tuple(
            Measure(f"$n = {n}$, $L = {L}$, ties {words}", table[n][L - 1], "=", known[n][L - 1])
            for n in sizes
            for words, table, known in (("first", first, WORST_FIRST), ("to 0", zero, WORST_ZERO))
            for L in range(1, n + 2)
        ),
        figures=(
            Figure(
                "decision-list-exact-chart",
                f"Exact worst cases for $n = {n}$, and two bounds.",
                "The exact worst cases stay below 11; the bounds rise to several dozen.",
                "L",
                "mistakes",
                (
                    Series("exact, ties first", lengths, first[n], "points"),
                    Series("exact, ties to 0", lengths, zero[n], "points"),
                    Series("(4n+2)L - L(L+1)/2", lengths, [most(n, L) for L in lengths], "bound"),
                    Series("as printed: (4n+2)(L+1)", lengths, [(4 * n + 2) * (L + 1) for L in lengths], "forced"),
                ),
            ),
        ),
    )


def constants(quick: bool) -> Erratum:
    """E19: how far a rule falls."""
    rng = seeds(0, "far")
    n, L = 3, 3
    learner = DecisionList(n=n)
    rules = drawn_list(rng, n, L)
    played(learner, ((x, label(rules, x)) for x in rng.integers(0, 2, size=(200 if quick else 1000, n))))
    return erratum(
        "E19",
        run=(
            "For $n = 2$ and $L = 3$ the printed bound is 40, the right one 24; the longest game of mistakes there is, "
            "even if the adversary decides every tie, has five."
        ),
        evidence=(
            Measure("printed bound, $n = 2$, $L = 3$", (4 * 2 + 2) * (3 + 1), "=", 40),
            Measure("the right one", most(2, 3), "=", 24),
            Measure("exact worst case, ties by the adversary, $n = 2$", worst_of_ties(2), "=", 5),
            Measure(f"deepest level of any rule in a game with $L = {L}$", int(learner.levels.max()), "<=", L + 1),
        ),
    )
