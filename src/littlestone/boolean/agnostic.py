"""The agnostic learner of a finite class."""

from __future__ import annotations

from math import comb, sqrt
from typing import Any

import numpy as np

from ..concepts.concept_class import ConceptClass, Space
from ..concepts.minimax import Minimax
from ..errors import BadParameter, StateError
from ..row import Row
from ..state import Count, Held, Table, fields
from ..support import elementary
from ..support.settings import real, whole
from .agnostic_theorems import AgnosticBound
from .version_space import VersionSpaceLearner, space_bytes, space_of

MOST_EXPERTS = 2**62  # they are counted in 64 bits
Group = tuple[Space, int, int]  # a version space, the flips used up, the mistakes made


class Agnostic(VersionSpaceLearner):
    """Hedge over experts that each play the standard optimal algorithm and contradict it in a few rounds of their own.

        chance of +1 = sum of w_i over the experts that say +1;   w_i <- w_i exp(-eta) if expert i was wrong
                                                                (Ben-David, Pal and Shalev-Shwartz 2009)

    There is an expert for every set I of at most Ldim(C) of the T rounds: it says the opposite of its own optimal
    algorithm in the rounds of I, and believes what it said. Some expert says what c says, for every concept c, so the
    expected mistakes exceed those of the best concept by at most sqrt(T ln(N)/2), whatever the labels; N is the
    number of experts, 1 + T + ... + (T choose Ldim). Experts with the same past are moved together.

    concepts    the class: a `ConceptClass` or a text such as "table:0011,0101"; None stands for all monotone
                disjunctions of the n variables
    rounds      T; later rounds are played without further contradictions, and without the theorem
    n           how many variables there are; None takes it from the class, or from the data if the data says
    eta         the rate of learning; None stands for sqrt(8 ln(N)/T)

    >>> from littlestone import Agnostic, Game
    >>> game = Game(Agnostic("table:10,01", 4))
    >>> for point, y in [([1, 0], +1), ([1, 0], -1), ([0, 1], -1), ([1, 0], +1)]:
    ...     game.label(game.predict(point).number, y)
    >>> game.learner.experts, game.ledger.certificates[0].verdict
    (5, 'holds')
    """

    name = "agnostic"
    randomised = True
    theorems = (AgnosticBound,)
    widest = 8
    saved = fields(
        Count("played"),
        Table("spaces", "group_spaces()", dtype=np.uint8),
        Table(
            "groups",
            lambda own: np.array([(*group[1:], count) for group, count in own.groups.items()], np.int64).reshape(-1, 3),
            shape=(None, 3),
            dtype=np.int64,
        ),
    )
    variants = ({}, {"rounds": 7, "eta": 0.3})

    def __init__(
        self,
        concepts: ConceptClass | str | None = None,
        rounds: int = 100,
        *,
        n: int | None = None,
        eta: float | None = None,
    ) -> None:
        self.rounds = whole("rounds", rounds, "the number of rounds", least=1)
        if eta is not None and not real("eta", eta, "the rate of learning") > 0:
            raise BadParameter(f"eta is the rate of learning, above 0, not {eta}")
        self.given_eta = eta
        self.eta = 0.0
        self.experts = 0
        self.flips = 0  # how many an expert has: Ldim(C)
        self.played = 0
        self.groups: dict[Group, int] = {}
        super().__init__(concepts, n)

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), "rounds": self.rounds, "eta": self.given_eta}

    def begin(self, concepts: ConceptClass) -> None:
        super().begin(concepts)
        self.minimax = Minimax(concepts)
        self.flips = self.minimax.value(concepts.full)
        self.experts = self.futures(0, 0)
        if self.experts > MOST_EXPERTS:
            raise BadParameter(
                f"{self.rounds} rounds and {self.flips} contradictions make {self.experts:,} experts, more than "
                f"{MOST_EXPERTS:,}: give a smaller class or fewer rounds"
            )
        self.eta = self.given_eta or sqrt(8 * elementary.log(self.experts) / self.rounds)
        self.groups = {(concepts.full, 0, 0): 1}

    def futures(self, used: int, played: int) -> int:
        """How many ways an expert with so many flips used up can go on after so many rounds."""
        return sum(comb(max(0, self.rounds - played), more) for more in range(self.flips - used + 1))

    @property
    def fewest(self) -> int:
        """The mistakes of the best expert."""
        return min(mistakes for _, _, mistakes in self.groups)

    def says(self, space: Space, point: int) -> bool:
        """What the standard optimal algorithm says with this version space."""
        assert self.concepts is not None
        zero, one = self.concepts.split(space, point)
        if not zero or not one:
            return bool(one)
        return self.minimax.value(one) >= self.minimax.value(zero)

    def predict(self, x: Row) -> float:
        self.halves(x)  # says what is wrong if no class was given
        assert self.concepts is not None
        point = self.concepts.point_of(x)
        fewest = self.fewest
        onwards = [self.futures(used, self.played + 1) for used in range(self.flips + 1)] + [0]
        total = balance = 0.0
        for (space, used, mistakes), count in self.groups.items():
            weight = count * elementary.exp(-self.eta * (mistakes - fewest))
            flipped = onwards[used + 1] if self.played < self.rounds else 0
            total += weight * (onwards[used] + flipped)
            balance += weight * (onwards[used] - flipped) * (1 if self.says(space, point) else -1)
        return max(-1.0, min(1.0, balance / total))

    def act(self, guess: float) -> float:
        return guess

    def learn(self, x: Row, y: float, guess: float) -> None:
        assert self.concepts is not None
        point = self.concepts.point_of(x)
        moved: dict[Group, int] = {}
        for (space, used, mistakes), count in self.groups.items():
            said = self.says(space, point)
            halves = self.concepts.split(space, point)
            for label, flips in ((said, used), (not said, used + 1)):
                if flips == used or (flips <= self.flips and self.played < self.rounds):
                    group = (halves[label] or space, flips, mistakes + (label != (y > 0.0)))
                    moved[group] = moved.get(group, 0) + count
        self.groups = moved
        self.played += 1
        self.updates += 1

    def hypothesis(self) -> str:
        return f"{self.experts:,} experts, the best of which erred {self.fewest if self.groups else 0} times"

    def group_spaces(self) -> Any:
        """The version space of each group of experts, as bytes."""
        size = 0 if self.concepts is None else self.concepts.size
        spaces = [space_bytes(space, size) for space, _, _ in self.groups]
        return np.array(spaces, dtype=np.uint8).reshape(len(spaces), (size + 7) // 8)

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        rule = self
        if self.concepts is None and held["width"] >= 0:
            rule = self.clone()
            rule.begin(held["concepts"])
        held["groups"] = groups_of(rule, held)

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.groups = held["groups"]


def groups_of(rule: Agnostic, held: Held) -> dict[Group, int]:
    """The groups of experts in a state; raises if they are not those of this rule after so many rounds."""
    played, numbers = held["played"], held["groups"].tolist()
    if len(held["spaces"]) != len(numbers):
        raise StateError(f"'spaces' are {len(held['spaces'])} version spaces, of {len(numbers)} groups of experts")
    groups = {
        (space_of(space), used, mistakes): count
        for space, (used, mistakes, count) in zip(held["spaces"], numbers, strict=True)
    }
    full, many = 0 if held["width"] < 0 or rule.concepts is None else rule.concepts.full, 0
    for (space, used, mistakes), count in groups.items():
        if not (0 < space <= full and 0 <= used <= rule.flips and 0 <= mistakes <= played and count > 0):
            raise StateError(f"no expert of {rule!r} can have come to where the state has one")
        many += count * rule.futures(used, played)
    if played != held["updates"] or many != (rule.experts if full else 0):
        raise StateError(f"the state has {many:,} experts after {played:,} rounds, which {rule!r} has not")
    return groups
