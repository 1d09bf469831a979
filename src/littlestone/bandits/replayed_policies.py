"""Policies replayed on a log of actions: what each would have cost, with confidence sequences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..committees.members import member_of, promised, settings_in
from ..errors import BadLabel, BadParameter
from ..features.features import Features
from ..features.interactions import group_of, unknown_group
from ..features.schema import Schema
from ..learners import BANDITS
from ..truth import CLASSES, NUMBERS
from .action import ActionLearner
from .action_game import ActionGame
from .off_policy import OffPolicy
from .policies import advice_of, lesson, policies_of, teach

LOGGED, UNIFORM, ALWAYS = "logged", "uniform", "always:"
HEAVIEST = 10.0  # the largest weight of a lesson


class Policy:
    """Base of policies: the chance of what was done, and what is learned from it."""

    def __init__(self, title: str) -> None:
        self.title = title

    def chance(self, logged: Any, K: int) -> float:
        """The chance that the policy does what was done; of K actions."""
        raise NotImplementedError(f"{type(self).__name__} must implement chance()")

    def learn(self, logged: Any, cost: float) -> None:
        """Learn that what was done has cost so much, from 0 to 1."""


class AsLogged(Policy):
    """What was done."""

    def chance(self, logged: Any, K: int) -> float:
        return float(logged.chance)


class Uniform(Policy):
    """Any action, all alike."""

    def chance(self, logged: Any, K: int) -> float:
        return 1.0 / (K if logged.choices is None else sum(x is not None for x in logged.choices))


class Always(Policy):
    """One action, always."""

    def __init__(self, title: str, action: int) -> None:
        super().__init__(title)
        self.action = action

    def chance(self, logged: Any, K: int) -> float:
        return float(logged.action == self.action)


class OfGame(Policy):
    """The learner of a game of actions: as it is, or, if it `learns`, learning from the log round by round."""

    def __init__(self, title: str, game: ActionGame, learns: bool = False) -> None:
        super().__init__(title)
        self.game = game
        self.learns = learns
        self.row: Any = None  # that was asked last

    def chance(self, logged: Any, K: int) -> float:
        if K > self.game.learner.K:
            raise BadParameter(f"{self.title} knows {self.game.learner.K} actions, and those of the log are others")
        choices = logged.choices
        among = self.game._among(None, choices)
        self.row = self.game._row(None if choices else logged.x, choices)
        return float(self.game._played(self.game._chances(self.row), among)[logged.action])

    def learn(self, logged: Any, cost: float) -> None:
        if self.learns:
            self.game._learn_from(self.row, logged.action, cost, logged.chance)


class OfLearner(Policy):
    """A learner, which learns from the log round by round, after it was asked."""

    def __init__(self, title: str, K: int, features: Features) -> None:
        super().__init__(title)
        (self.member,) = policies_of([title], K, HEAVIEST)
        self.member.see_marks(features.marks)
        features.zeros |= self.member.wants_zeros
        self.features = features
        self.guess = 0.0
        self.row: Any = None

    def chance(self, logged: Any, K: int) -> float:
        self.row = self.features.row(dict(logged.x))
        self.guess = self.member.predict(self.row)
        return float(advice_of(self.member, self.guess, K)[logged.action])

    def learn(self, logged: Any, cost: float) -> None:
        y, weight = lesson(self.member.truths == CLASSES, logged.action, cost, logged.chance)
        if weight > 0.0:
            teach(self.member, self.row, y, min(weight, HEAVIEST), self.guess)


class OfChoices(Policy):
    """A learner that looks at the features of every action, and takes the one with the largest guess."""

    def __init__(self, title: str, features: Features) -> None:
        super().__init__(title)
        self.member = promised(member_of(title), HEAVIEST)
        if self.member.truths == CLASSES or self.member.boolean:
            raise BadParameter(f"{title} says classes; actions with features are told apart by two classes or numbers")
        self.member.see_marks(features.marks)
        features.zeros |= self.member.wants_zeros
        self.features = features
        self.guess = 0.0
        self.row: Any = None

    def chance(self, logged: Any, K: int) -> float:
        if logged.choices is None:
            raise BadParameter(f"{self.title} looks at the features of actions, and the log has none")
        rows = {place: self.features.row(dict(x)) for place, x in enumerate(logged.choices) if x is not None}
        guesses = {place: self.member.predict(row) for place, row in rows.items()}
        self.row, self.guess = rows[logged.action], guesses[logged.action]
        best = max(guesses.values())
        equal = sum(guess == best for guess in guesses.values())
        return 1.0 / equal if self.guess == best else 0.0

    def learn(self, logged: Any, cost: float) -> None:
        if self.member.truths == NUMBERS:
            teach(self.member, self.row, 1.0 - cost, 1.0, self.guess)
        elif cost != 0.5:
            weight = min(HEAVIEST, abs(1.0 - 2.0 * cost) / logged.chance)
            teach(self.member, self.row, 1.0 if cost < 0.5 else -1.0, weight, self.guess)


def policy_of(text: str, K: int, features: Features, choices: bool) -> Policy:
    """The policy of a text: "logged", "uniform", "always:2", a learner of actions or one as a committee takes it."""
    if text == LOGGED:
        return AsLogged(text)
    if text == UNIFORM:
        return Uniform(text)
    if text.startswith(ALWAYS):
        number = text.removeprefix(ALWAYS)
        if not number.isdecimal() or int(number) < 1 or (not choices and int(number) > K):
            raise BadParameter(f"{ALWAYS}N names an action, from 1 to {K}, not {text!r}")
        return Always(text, int(number) - 1)
    name = text.partition(":")[0]
    if name in BANDITS:
        given = settings_in(text, BANDITS[name](K).parameters())
        return OfGame(text, ActionGame(for_log(name, K, choices, given), schema=features.schema), learns=True)
    return OfChoices(text, features) if choices else OfLearner(text, K, features)


def for_log(name: str, K: int, choices: bool, settings: Mapping[str, Any]) -> ActionLearner:
    """A learner of actions for a log of K actions, which have features where there are `choices`."""
    kind = BANDITS[name]
    if not choices:
        return kind(K, **settings)
    if kind.contextual and not kind.by_choice:
        raise BadParameter(f"{name} does not look at features of actions, which this log has: linucb does")
    return kind(K, **{**({"shared": True} if kind.by_choice else {}), **settings})


def replay(
    log: Iterable[Any],
    policies: Sequence[str | Policy],
    *,
    K: int,
    choices: bool = False,
    low: float = 0.0,
    high: float = 1.0,
    alpha: float = 0.05,
    least_chance: float | None = None,
    interactions: str | Sequence[str] = (),
) -> dict[str, OffPolicy]:
    """What each policy would have cost on a log, as a part of the way from `low` to `high`.

    log           rounds with x, action, cost, chance and choices, as `LoggedActions` and `ActionEvents` of
                  `littlestone.formats` give them; one whose cost is None comes again under its `key` when that is known
    policies      "logged", "uniform", "always:2", learners of actions such as "linucb:alpha=0.5" or learners as a
                  `Committee` takes them, which learn as they go, or a `Policy`
    K             how many actions there are
    choices       do rounds have features of actions?
    low, high     between which costs lie; others are an error
    alpha, least_chance    see `OffPolicy`
    interactions  products of features for the policies that are named, such as "user*article"; see `Schema`
    """
    if not low < high:
        raise BadParameter(f"costs lie from low to high, and low is less: not from {low!r} to {high!r}")
    features = Features(schema=Schema(interactions=interactions))
    played = [policy_of(one, K, features, choices) if isinstance(one, str) else one for one in policies]
    values = {policy.title: OffPolicy(alpha, least_chance) for policy in played}
    if len(values) < len(played):
        raise BadParameter("a policy is given twice")
    waiting: dict[Any, list[float]] = {}  # the chances of what was done, when it was, of rounds without a cost yet
    for logged in log:
        if choices is (logged.choices is None) or logged.action >= K:
            raise BadParameter(f"line {logged.line}: action {logged.action + 1} of {K}")
        chances = [policy.chance(logged, K) for policy in played]
        if logged.cost is None:
            waiting[logged.key] = chances
            continue
        cost = (logged.cost - low) / (high - low)
        if not 0.0 <= cost <= 1.0:
            raise BadLabel(
                f"line {logged.line}: a cost of {logged.cost:g} does not lie from {low:g} to {high:g}; "
                f"say between which numbers costs lie: low and high, of the command --low and --high"
            )
        for policy, chance in zip(played, waiting.pop(getattr(logged, "key", None), chances), strict=True):
            values[policy.title].add(chance / logged.chance, cost)
        for policy in played:
            policy.learn(logged, cost)
    met_all(features, [policy for policy in played if isinstance(policy, OfGame)])
    return values


def met_all(features: Features, games: Sequence[OfGame]) -> None:
    """Raise if a group of an interaction never came."""
    for columns in (features, *(policy.game.features for policy in games if policy.learns)):
        for group in columns.schema.products.named if len(columns) else ():
            if not any(map(group.has, columns.names)):
                raise BadParameter(unknown_group(group, map(group_of, columns.names)))
