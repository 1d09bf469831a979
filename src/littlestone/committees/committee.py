# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A committee of learners, mixed by the Aggregating Algorithm, by Fixed-Share or, for mistakes, by their votes."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

import numpy as np

from ..bound import Certificate
from ..errors import BadParameter, StateError, UnknownName
from ..experts.adahedge import AdaHedge
from ..experts.aggregating import AggregatingAlgorithm
from ..experts.expert import ExpertLearner
from ..experts.expert_ledger import ExpertLedger
from ..experts.fixed_share import FixedShare
from ..experts.randomised_weighted_majority import RandomisedWeightedMajority
from ..experts.weighted_majority import WeightedMajority
from ..features.features import Features
from ..geometry.linear_guess import WholeWeights
from ..learner import RowLearner, fewest_columns, misfit, widened
from ..losses.guess_losses import LogScore, Mistake, Percentage, Square
from ..multiclass.one_vs_rest import of_classes
from ..row import Batch, Row
from ..rows.class_ledger import ClassLedger
from ..rows.ledger import Ledger
from ..rows.number_ledger import NumberLedger
from ..rows.own import own_or
from ..rows.recall import Recall
from ..state import Counts, Field, Held, Numbers, Part, Saved, State, Vector, fields, fit_part, under
from ..support import elementary
from ..support.effort import Effort
from ..support.linear_algebra import squared
from ..support.settings import flag, positive, real
from ..truth import CLASSES, NUMBERS, SIGNS, Truth, check_class
from ..watcher import Watcher
from ..weights import too_heavy
from .committee_theorems import CommitteeBound, CommitteeMistakesBound, CommitteePathBound, FreshMemberBound
from .members import (
    USUAL,
    USUAL_SHARE,
    led,
    members_of,
    of_numbers,
    promised,
    titles_of,
    told_alike,
    usual_of_classes,
    written,
)

TWO = 0
MANY = 1
NUMBER = 2
WAYS = {SIGNS: TWO, CLASSES: MANY, NUMBERS: NUMBER}
MAJORITIES = {"wma": WeightedMajority, "rwma": RandomisedWeightedMajority}  # the rules that mix for mistakes
OF_ANY = ("boolean", "wants_zeros", "counts_first", "by_order")
LEAST_CHANCE = 1e-15  # as in `LogScore`: nobody is surer than that
ROUNDS = 64  # rounds that are kept to teach the mixture once more; with a share, as many as the game keeps
FRESH = "fresh member"
ANEW = "this member was begun anew, and its mistakes are not counted from there on"
ALONE = "a committee keeps no examples for the theorems of its members; this one has to play alone for it"


def sure(margin: float) -> float:
    """The chance 1/(1 + e^-margin), no surer than it is priced."""
    z = elementary.exp(-abs(margin))
    chance = 1.0 / (1.0 + z) if margin >= 0.0 else z / (1.0 + z)
    return min(max(chance, LEAST_CHANCE), 1.0 - LEAST_CHANCE)


class Renewal(Saved):
    """When the fresh member was last begun anew, and how the accounts stood then."""

    saved = fields(Counts("counts", "kind", "times", "lessons", "mixed"), Numbers("sums", "own", "total", "weight"))

    def __init__(self) -> None:
        self.kind = 0  # of which member it is a copy, untrained
        self.times = 0  # how often it was begun anew
        self.lessons = 0  # how many labels the committee had learned from
        self.mixed = 0  # in how many of these rounds the members had been weighed
        self.own = 0.0  # what the committee had lost in them
        self.total = 0.0  # and the fresh member, as long as there was one
        self.weight = 0.0  # the weight of the fresh member, of all that there is

    def happened(self, committee: Any, leader: int) -> None:
        """The fresh member of the committee was just replaced by an untrained copy of the leader."""
        account = committee.account
        self.kind, self.times = leader, self.times + 1
        self.lessons, self.mixed, self.own = committee.lessons, account.labelled, account.own
        totals = account.expert_losses
        self.total = float(totals[committee.size - 1]) if len(totals) else 0.0
        self.weight = float(committee.weights[committee.size - 1])

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        _, _, lessons, mixed = held["counts"]
        if not np.isfinite(held["sums"]).all() or mixed > lessons:
            raise StateError(
                "a fresh member was begun anew after more rounds than it was weighed in, and its sums are finite"
            )


class Inside(Field):
    """The mixture of a committee, its account and its members: all are made anew, and put in when they are right."""

    def save(self, thing: Any, state: State) -> None:
        parts: dict[str, Any] = {"mixer": thing.mixer, "account": thing.account}
        parts |= {f"member{i}": member for i, member in enumerate(thing.members)}
        state |= {f"{part}/{name}": value for part, one in parts.items() for name, value in one.state().items()}

    def fit(self, thing: Any, state: State, width: int) -> None:
        for i, member in enumerate(thing.members):
            fit_part(member, state, width, f"member{i}/")

    def check(self, thing: Any, state: State, held: Held) -> None:
        members = [member.clone() for member in thing.members]
        if thing.renewed is not None:
            kind = held["renewed/"]["counts"][0]
            if kind >= thing.size - 1:
                raise StateError(f"the fresh member is a copy of one of {thing.size - 1} others, not of number {kind}")
            members[thing.size - 1] = members[kind].clone()
        mixer: ExpertLearner = thing.new_mixer()
        account: ExpertLedger = thing.new_account(mixer, thing.account.rows.limit)
        for i, member in enumerate(members):
            member.restore(under(state, f"member{i}/"))
        mixer.restore(under(state, "mixer/"))
        if mixer.n != thing.size:
            raise StateError(f"the mixture is of {mixer.n} members, not of {thing.size}")
        account.restore(under(state, "account/"))
        led(members)
        held[self.name] = members, mixer, account

    def put(self, thing: Any, held: Held) -> None:
        thing.members, thing.mixer, thing.account = held[self.name]


class Committee(RowLearner):
    """K learners play every round and learn from every label; what they say is mixed by how well they did.

        chance = sum of w_i chance_i,  weights that sum to one;   w_i <- w_i chance_i(y)                  (Vovk 1990)
        with a share a:   w_i <- (1 - a) w_i + a/K, the w_i of before normalised           (Herbster and Warmuth 1998)

    The log loss of the committee is at most that of its best member and ln K, on every sequence and at every moment;
    with a share, that of the best sequence of members, and what its changes cost. Two classes: the guess is the
    log-odds of the mixed chance. A member that follows the log loss says its chance, 1/(1 + e^-guess); any other margin
    is taken for log-odds too, a forecast like any other as far as the theorem goes. Many classes: the members' chances
    of the classes are mixed; of a member that says none, by how often it was right. Numbers: the square loss, by the
    Aggregating Algorithm if `low` and `high` are given, the guesses cut to that range: at most that of the best member
    and (high - low)^2 ln(K)/2; by AdaHedge, with its bound, if they are not, the guesses cut to the labels so far.

    Mistakes, of two classes: the members vote with their acts, and one that erred keeps alpha of its weight, by
    weighted majority or its randomised form (Littlestone and Warmuth 1994). With the best member making m mistakes
    there are at most (m ln(1/alpha) + ln K)/ln(2/(1 + alpha)), 2.41 m + 3.48 ln K for 1/2; with the coin
    (m ln(1/alpha) + ln K)/(1 - alpha) are expected, 1.39 m + 2 ln K. The proof asks nothing of those who vote.

    members     learners by name, with settings and scaling: "scale-free, standardised/adagrad:eta=0.2"; or a list of
                such texts, of pairs (name, settings), of learners, which are copied without what they learned;
                "signs", "classes" and "numbers" are the usual ones of two classes, which None is too, and the others,
                a forest among them; "linear", "linear-classes" and "linear-numbers" are these without the forest
    loss        "log" of classes, "square" of numbers, or "mistake"; None is log or square, by what the members are told
    share       a, of the weight, dealt out after every round; 0 is for the best member of all rounds; None is
                1/1000 for the usual members of classes, else 0
    heaviest    h, the largest weight that an example can have: bounds are h times as large
    low, high   between which numbers lie, if that is known
    gradient    of numbers without low and high; None is so for the usual members of numbers
    fresh       one member more, which `begin_anew` replaces by an untrained copy of the leader; share is then 1/1000
    by          for mistakes: "wma", weighted majority, or "rwma", which follows a member drawn by weight
    alpha       for mistakes: what a mistake leaves of a weight; None is 1/2

    >>> from littlestone import Committee, Game
    >>> game = Game(Committee("scale-free, adagrad:eta=0.5, arow"), loss="log")
    >>> for x, y in 5 * [([1, 0], +1), ([0, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, round(certificate.paid, 3), round(certificate.allowed, 3)
    ('holds', 0.457, 1.099)
    """

    name = "committee"
    kind = "committee"
    weighs = own_or("weighs", True)
    # Left out of `parameters` if not set.
    only_if_set = MappingProxyType({"gradient": False, "fresh": False, "by": "wma", "alpha": None})
    theorems = own_or("theorems", (CommitteeBound, CommitteePathBound, FreshMemberBound, CommitteeMistakesBound))
    randomised = own_or("randomised", False)
    boolean = own_or("boolean", False)
    wants_zeros = own_or("wants_zeros", False)
    counts_first = own_or("counts_first", False)
    by_order = own_or("by_order", False)
    saved = fields(
        Vector("erred", size="size", dtype=np.int64, least=0),
        Counts("counts", "classes", "unforeseen", "first_outside"),
        Numbers("extremes", "least", "most"),
        Part("renewed/", "renewed"),
        Inside("inside"),
    )
    variants = (
        {},
        {"members": "scale-free,adagrad:eta=0.5,arow", "share": 0.05},
        {"members": ["perceptron", "ogd:loss=log"], "heaviest": 4.0},
        {"members": "agnostic,randomised-soa,halving"},
        {"loss": "square"},
        {"members": "linear-numbers"},
        {"members": "vaw,ogd:loss=square:eta=0.01", "low": -50.0, "high": 50.0},
        {"loss": "square", "low": -50.0, "high": 50.0, "share": 0.1},
        {"members": ["one-vs-rest/scale-free", "one-vs-rest/adagrad", "multiclass-pa1"]},
        {"members": "one-vs-rest/scale-free,multiclass-arow", "share": 0.1},
        {"members": "perceptron,pa1,arow", "loss": "mistake"},
        {"members": "perceptron,pa1,arow", "loss": "mistake", "by": "rwma", "alpha": 0.7},
    )

    def __init__(
        self,
        members: Any = None,
        *,
        loss: str | None = None,
        share: float | None = None,
        heaviest: float = 1.0,
        low: float | None = None,
        high: float | None = None,
        gradient: bool | None = None,
        fresh: bool = False,
        by: str | None = None,
        alpha: float | None = None,
    ) -> None:
        super().__init__()
        numbers, self.votes = of_numbers(loss), loss == "mistake"
        self.heaviest = positive("heaviest", heaviest, "the largest weight that an example can have")
        named = (NUMBERS if numbers else SIGNS) if members is None else members
        usual = isinstance(named, str) and named in USUAL
        members = members_of(named)
        members += [members[0].clone()] if fresh else []
        self.members = [promised(member, self.heaviest) for member in members] if self.heaviest > 1.0 else members
        self.way = WAYS[told_alike(self.members)]
        self.loss = "square" if self.way == NUMBER else "mistake" if self.votes else "log"
        self.by, self.alpha = by, alpha
        if self.votes:
            check_voters(self.members, share=share, heaviest=heaviest, low=low, high=high, fresh=fresh)
        elif by is not None or alpha is not None:
            raise BadParameter(
                "by and alpha are of members that are mixed for their mistakes: the loss has to be 'mistake'"
            )
        if loss and numbers != (self.way == NUMBER):
            raise BadParameter(f"members that are told {self.members[0].truths} are mixed for the {self.loss} loss")
        dealt = USUAL_SHARE if (usual and self.way != NUMBER and not self.votes) or fresh else 0.0
        self.share, self.renewed = share_of(dealt if share is None else share, fresh), Renewal() if fresh else None
        self.low, self.high, self.range = low, high, range_of(low, high, self.way == NUMBER, self.share)
        self.ranged = self.range is not None
        self.gradient = (named == NUMBERS and not self.ranged) if gradient is None else flag("gradient", gradient)
        if self.gradient and (self.way != NUMBER or self.ranged):
            raise BadParameter(
                "gradient is of numbers without low and high, which AdaHedge mixes: leave it or them out"
            )
        self.least, self.most = self.range or (0.0, 0.0)  # what the labels were so far, if they are not promised
        self.size, self.columns = len(self.members), 0
        self.titles = [*titles_of(self.members[: self.size - 1]), FRESH] if fresh else titles_of(self.members)
        self.marks, self.price_given = None, None
        self.asked = Recall()  # whether the members were asked for this row
        self.guesses, self.values = np.zeros(self.size), np.zeros(self.size)
        batch = Batch([0, self.size], np.arange(self.size), self.values, self.size)
        batch.checked = batch.ordered = True  # what is written there is finite
        self.advice = batch.row(0)
        self.chances: list[Any] = []  # of many classes: what each member said, by class
        self.classes = 0  # how many are known
        self.unforeseen = 0  # rounds whose class was new: nobody could have said it, and nobody is charged
        self.first_outside = 0  # the first label that did not lie from low to high
        self.erred = np.zeros(self.size, dtype=np.int64)
        self.tosses = any(member.randomised for member in self.members)
        self.mixer: ExpertLearner = self.new_mixer()
        self.account = self.new_account(self.mixer, ROUNDS * self.size)
        theorems: Any = (CommitteePathBound if self.share else CommitteeBound, *([FreshMemberBound] if fresh else ()))
        self.own = {"theorems": theorems, **{name: any(getattr(m, name) for m in self.members) for name in OF_ANY}}
        if self.votes:
            self.own |= {"theorems": (CommitteeMistakesBound,), "weighs": False, "randomised": self.mixer.randomised}
        self.pupils = self.members
        self.most_columns = fewest_columns(self.members)
        led(self.members)

    def new_mixer(self) -> ExpertLearner:
        """The rule that weighs the members, knowing nothing yet."""
        if self.votes:
            return majority_of(self.size, self.by or "wma", self.alpha)
        if self.gradient:
            return made_ready(AdaHedge(gradient=True), self.size, Square())
        return mixer_for(self.size, self.way == NUMBER, self.range, self.share, self.heaviest)

    def new_account(self, mixer: Any, keep: int) -> ExpertLedger:
        """An empty account of what the members lost."""
        return ExpertLedger(mixer, mixer.price, (), keep, Features(self.titles))

    def keep_rounds(self, keep: int) -> None:
        """Keep so many entries for theorems about sequences of members, from the first round on."""
        if self.share and not self.account.labelled:
            self.account = self.new_account(self.mixer, keep)

    def parameters(self) -> dict[str, Any]:
        fresh, names = self.renewed is not None, ("loss", "share", "heaviest", "low", "high")
        named = self.members[: self.size - 1] if fresh else self.members  # the fresh member is none that was named
        given = {"members": [*map(written, named)], **{name: getattr(self, name) for name in names}}
        set_ = {"gradient": self.gradient or None, "fresh": fresh or None, "by": self.by, "alpha": self.alpha}
        return {**given, **{name: value for name, value in set_.items() if value is not None}}

    def begin_anew(self) -> None:
        """Replace the fresh member by an untrained copy of the member of most weight: something has changed."""
        if self.renewed is None:
            raise BadParameter("there is no member to begin anew: Committee(..., fresh=True) has one")
        last = self.size - 1
        leader = int(np.argmax(self.weights[:last]))
        self.members[last] = self.members[leader].clone()
        self.members[last].widen(self.columns)
        led(self.members)
        self.renewed.happened(self, leader)
        self.prepared()

    def plays_for(self, price: Any) -> None:
        self.price_given = price
        for member in self.members:
            member.plays_for(price)

    def see_marks(self, marks: Any) -> None:
        self.marks = marks
        for member in self.members:
            member.see_marks(marks)

    def for_classes(self, classes: int) -> RowLearner | None:
        """The usual members of classes for the usual ones of two; of others each for so many classes."""
        if self.way != TWO or self.votes:
            return None
        named = self.members[: self.size - 1] if self.renewed is not None else self.members
        many = usual_of_classes(named, self.heaviest) or [of_classes(member, classes) for member in named]
        settings = {**self.parameters(), "members": many}
        return Committee(**settings)

    @property
    def truths(self) -> Truth:
        return self.members[0].truths

    @property
    def slow(self) -> str:
        return next((member.slow for member in self.members if member.slow), "")

    @property
    def whole_matrix(self) -> bool:
        return any(member.whole_matrix for member in self.members)

    @property
    def weights(self) -> Any:
        """A copy of the weights of the members, as shares that sum to one."""
        return self.mixer.weights

    def weight_vectors(self) -> list[Any]:
        return list(self.members[int(self.weights.argmax())].weight_vectors())  # a column has one weight by name

    def whole_weights(self) -> list[WholeWeights]:
        """The mean of the members that are linear, by their weights; of many classes, the weights of one member."""
        shares = self.weights.tolist()
        if self.way == MANY:
            leader = int(np.argmax(shares))
            words = f"of the member {self.titles[leader]}, of weight {shares[leader]:.3g}: chances of classes are mixed"
            return [whole.noting(words) for whole in self.members[leader].whole_weights()]
        return mean_of([member.whole_weights() for member in self.members], shares, self.members, self.mixed_so())

    def mixed_so(self) -> str:
        """What a mean of the members' guesses is, where it is not the guess of the committee."""
        if self.way == TWO:
            return "the mean of the members' log-odds by weight, where the guess is the log-odds of their mean chance"
        cut = "guesses of members are cut to the range of the labels"
        mean = "the mean of the members' guesses by weight, where the guess is what the Aggregating Algorithm says"
        return cut if isinstance(self.mixer, AdaHedge) else f"{mean}; {cut}"

    @property
    def has_chances(self) -> bool:
        return self.way != NUMBER and not self.votes

    def chance_of(self, guess: float) -> float | None:
        """1/(1 + e^-guess) of two classes."""
        return sure(guess) if self.way == TWO and not self.votes else None

    def class_chances(self, x: Row) -> list[float] | None:
        """The chances of the classes, mixed."""
        if self.way != MANY:
            return None
        self.ask(x)
        return self.mixed_chances()

    def ask(self, x: Row) -> None:
        """Let every member guess for x, unless they just did."""
        if self.asked.fits(x, self.updates):
            return
        guesses = self.guesses
        for i in range(self.size):
            member = self.members[i]
            guess = member.predict(x)
            guesses[i] = guess if guess == guess else 0.0  # a member whose numbers have overflowed says nothing
        if self.way == MANY:
            self.chances = [self.chances_of(i, x) for i in range(self.size)]
        self.asked.keep(x, self.updates, True)

    def margin(self, i: int) -> float:
        """The log-odds that member i gives: its guess, or those of the coin that it tosses."""
        member = self.members[i]
        guess: float = self.guesses[i]
        if not self.tosses or not member.randomised:
            return guess
        heads = min(max((1.0 + member.act(guess)) / 2.0, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
        return elementary.log(heads / (1.0 - heads))

    def chances_of(self, i: int, x: Row) -> list[float]:
        """The chances that member i gives to the classes so far; by how often it was right, if it says none."""
        said = self.members[i].class_chances(x)
        if said is None:
            said = by_record(int(self.guesses[i]), self.classes, self.account.labelled, int(self.erred[i]))
        said = [min(max(LEAST_CHANCE, chance), 1.0 - LEAST_CHANCE) for chance in said]  # the least if it is no number
        return said + [LEAST_CHANCE] * (self.classes - len(said))

    def mixed_chances(self) -> list[float]:
        """The chances of the classes that the members were just asked for, mixed."""
        w = self.mixer.weights.tolist()
        return [math.fsum(w[i] * self.chances[i][c] for i in range(self.size)) for c in range(self.classes)]

    def predict(self, x: Row) -> float:
        self.ask(x)
        if self.votes:
            self.vote()
            return self.mixer.predict(self.advice)
        if self.way == TWO:
            return self.log_odds()
        if self.way == MANY:
            return float(np.argmax(self.mixed_chances())) if self.classes else -1.0
        self.advise(0.0)
        return self.mixer.predict(self.advice)

    def log_odds(self) -> float:
        """ln of the mixed chance over that of the other class."""
        w = self.mixer.w
        yes = 0.0
        no = 0.0
        for i in range(self.size):
            margin = self.margin(i)
            yes += w[i] * sure(margin)
            no += w[i] * sure(-margin)
        return elementary.log(yes / no)

    def vote(self) -> None:
        """Write what the members would do: +1, or -1 as well where a guess of exactly 0 is neither."""
        for i in range(self.size):
            member = self.members[i]
            self.values[i] = 1.0 if member.act(self.guesses[i]) > 0.0 else -1.0

    def advise(self, y: float) -> float:
        """Write what the members said: the chances they gave to y, or numbers; return the mixture of chances."""
        w = self.mixer.w
        total = 0.0
        mass = 0.0
        for i in range(self.size):
            if self.way == TWO:
                self.values[i] = sure(y * self.margin(i))
            elif self.way == MANY:
                self.values[i] = self.chances[i][int(y)]
            else:
                self.values[i] = min(max(self.guesses[i], self.least), self.most)
            mass += w[i]
            total += w[i] * self.values[i]
        return total / mass

    def check_own(self, y: float, weight: float) -> None:
        """Raise if the committee itself does not take this label, or one of this weight."""
        if self.way == MANY:
            check_class(y)
        if weight > self.heaviest and not self.votes:
            raise too_heavy(self, weight)

    def check_label(self, y: float, weight: float) -> None:
        self.check_own(y, weight)
        for i in range(self.size):
            member = self.members[i]
            member.check_label(y, weight)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.check_own(y, self.importance)
        self.ask(x)
        if self.way == MANY and y >= self.classes:
            self.unforeseen += 1
            self.classes = int(y) + 1
        elif self.votes:
            self.count_votes(y, guess)
        else:
            self.mix(y, guess)
        self.asked.forget()
        for i in range(self.size):
            member = self.members[i]
            member.importance = self.importance
            member.learn(x, y, self.guesses[i])
            member.lessons += 1
        self.updates += 1

    def mix(self, y: float, guess: float) -> None:
        """Charge the members, and weigh them anew."""
        if self.erred.shape[0] != self.size or len(self.members) != self.size:
            raise misfit(self)
        account = self.account
        number = account.labelled + 1
        mixture = self.advise(y)
        for i in range(self.size if self.way != NUMBER else 0):
            member = self.members[i]
            self.erred[i] += (member.act(self.guesses[i]) if self.way == TWO else self.guesses[i]) != y
        truth = 1.0  # of classes: the members said how likely was what came
        if self.way == NUMBER:
            mixture, truth = guess, y
            if self.ranged and not self.least <= y <= self.most and self.first_outside == 0:
                self.first_outside = number
        cost = self.mixer.price.value(truth, mixture, mixture)
        self.mixer.importance = self.importance
        self.mixer.learn(self.advice, truth, mixture)
        self.mixer.lessons += 1
        account._weigh(self.importance)
        account._record(number, self.advice, truth, mixture, mixture, 0.0, cost, 0)
        if self.way == NUMBER and not self.ranged:
            self.least = y if number == 1 else min(self.least, y)
            self.most = y if number == 1 else max(self.most, y)

    def count_votes(self, y: float, guess: float) -> None:
        """Charge the members that voted for the other class, and weigh them anew."""
        account = self.account
        number = account.labelled + 1
        self.vote()
        for i in range(self.size):
            self.erred[i] += self.values[i] != y
        stance = self.mixer.act(guess)
        chance = math.fabs(stance - y) / 2.0  # of a mistake: 0 or 1 without a coin
        act = 1.0 if stance > 0.0 else -1.0
        self.mixer.learn(self.advice, y, guess)
        self.mixer.lessons += 1
        account._record(number, self.advice, y, guess, act, chance, chance, 0)

    def act(self, guess: float) -> float:
        if self.votes:
            return self.mixer.act(guess)
        return guess if self.way == MANY else RowLearner.act(self, guess)

    def widen(self, width: int) -> None:
        RowLearner.widen(self, width)
        self.asked.forget()
        widened(self.members, width, new=width > self.columns)
        self.columns = max(self.columns, width)

    def accounts(self) -> dict[str, Any]:
        """The members with loss, mistakes and present weight, as a dict for JSON."""
        losses, weights, erred = self.member_losses(), self.weights.tolist(), self.mistakes()
        members = []
        for i, title in enumerate(self.titles):
            mistakes = {"mistakes": erred[i]} if self.way != NUMBER else {}
            members.append({"name": title, "loss": losses[i], **mistakes, "weight": weights[i]})
        return {"members": members, "best_member": self.account.best_expert or None}

    def in_short(self) -> str:
        settings = [f"{name}={value!r}" for name, value in self.parameters().items() if name != "members"]
        return f"{type(self).__name__}({', '.join([f'{self.size} members', *settings])})"

    def account_lines(self) -> list[str]:
        """The same as a table, the member of most weight first: its weight, what it lost a round, and its name."""
        losses, weights, erred = self.member_losses(), self.weights.tolist(), self.mistakes()
        judged = max(1, self.account.labelled)
        head = "mistakes" if self.votes else f"{self.loss} loss"
        lines = [f"weight  {head:>11}  member"]
        for i in sorted(range(self.size), key=lambda i: (-weights[i], i)):
            lost = losses[i] / judged
            paid = f"{erred[i]:,}" if self.votes else f"{lost:,.0f}" if lost >= 1000.0 else f"{lost:#.4g}"
            lines.append(f"{weights[i]:6.3f}  {paid:>11}  {self.titles[i]}")
        return lines

    def member_losses(self) -> list[float]:
        """The loss of every member, 0 before the first label."""
        losses: list[float] = self.account.expert_losses.tolist()
        return losses or [0.0] * self.size

    def mistakes(self) -> list[int]:
        """The mistakes of every member."""
        return [int(erred) for erred in np.asarray(self.erred)]

    def certificates(self) -> dict[str, list[Any]]:
        """What the theorems of the members say of them, by member; those that need examples that were kept are open."""
        return {title: self.member_certificates(i) for i, title in enumerate(self.titles)}

    def member_certificates(self, i: int) -> list[Any]:
        """What the theorems of member i say of it."""
        member, bounds = self.members[i], self.members[i].bounds()
        kind: Any = {NUMBERS: NumberLedger, CLASSES: ClassLedger}.get(self.truths, Ledger)
        # The account of a member counts mistakes: its loss is not the one that it follows.
        ledger = kind(member, Percentage() if kind is NumberLedger else Mistake(), bounds, 0)
        erred = self.mistakes()[i]
        ledger._updates_before = ledger._lessons_before = 0
        ledger.rounds = ledger.labelled = self.account.labelled + self.unforeseen
        if kind is not NumberLedger:
            ledger.mistakes, ledger.expected, ledger.loss = erred, float(erred), float(erred)
        if kind is Ledger:
            ledger._positives = -1  # nobody counted them, nor how often every class of many came
        begun = self.renewed is not None and self.renewed.times > 0 and i == self.size - 1
        return [certificate_of(bound, ledger, ANEW if begun else "") for bound in bounds]

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        least, most = held["extremes"]
        if not -np.inf < least <= most < np.inf or (self.range is not None and list(self.range) != [least, most]):
            raise StateError("'extremes' are two numbers, the least and the largest label that guesses are cut to")

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.prepared()

    def prepared(self) -> None:
        """Tell new members what the others know, and forget what those before them said."""
        self.asked.forget()
        self.pupils = self.members
        self.most_columns = fewest_columns(self.members)
        if self.marks is not None:
            self.see_marks(self.marks)
        if self.price_given is not None:
            self.plays_for(self.price_given)


def range_of(low: Any, high: Any, numbers: bool, share: float) -> tuple[float, float] | None:
    """Between which numbers lie; None where they are not known, or of classes."""
    if low is None and high is None:
        if numbers and share:
            raise BadParameter("a share needs low and high, between which numbers lie: its rate is made of them")
        return None
    if not numbers:
        raise BadParameter("low and high are of numbers, and these members are told classes")
    if low is None or high is None:
        raise BadParameter("low and high are given together: between which numbers lie")
    checked = AggregatingAlgorithm(low=low, high=high)
    return checked.low, checked.high


def share_of(share: Any, fresh: bool = False) -> float:
    """The share of the weight that is dealt out, checked; a `fresh` member lives on it."""
    if not 0.0 <= real("share", share, "the share of the weight that is dealt out") < 1.0:
        raise BadParameter(f"share is a share of the weight, from 0 to below 1, not {share}")
    if fresh and not share:
        raise BadParameter("a fresh member begins with what is dealt out to it: give a share above 0, such as 0.001")
    return float(share)


def mixer_for(
    size: int, numbers: bool, within: tuple[float, float] | None, share: float, heaviest: float
) -> ExpertLearner:
    """The rule that weighs so many members, knowing nothing yet."""
    low, high = within or (0.0, 1.0)
    if numbers and within is None:
        mixer: ExpertLearner = AdaHedge()
    elif share:
        rate = 1.0 / (2.0 * squared(high - low)) if numbers else 1.0  # where e^(-rate loss) is concave in what is said
        mixer = FixedShare(eta=rate / heaviest, share=share)
    else:
        mixer = AggregatingAlgorithm(low=low, high=high, heaviest=heaviest)
    return made_ready(mixer, size, Square() if numbers else LogScore())


def made_ready(mixer: ExpertLearner, size: int, price: Any) -> ExpertLearner:
    """The rule, told the loss and how many members there are."""
    mixer.plays_for(price)
    mixer.widen(size)
    return mixer


def majority_of(size: int, by: str, alpha: float | None) -> ExpertLearner:
    """The rule that lets so many members vote, knowing nothing yet."""
    if by not in MAJORITIES:
        raise UnknownName.among("way to mix for mistakes", by, MAJORITIES)
    mixer: ExpertLearner = MAJORITIES[by](alpha=alpha)
    mixer.widen(size)
    return mixer


def check_voters(members: list[RowLearner], **settings: Any) -> None:
    """Raise if these members cannot vote, or a setting is given that is of members mixed by their losses."""
    if members[0].truths != SIGNS:
        raise BadParameter(f"members vote about two classes, and these are told {members[0].truths}: leave loss out")
    if tossing := [member.title for member in members if member.randomised]:
        raise BadParameter(f"{tossing[0]} tosses a coin, and members vote with what they do: leave it or loss out")
    usual = {"share": 0.0, "heaviest": 1.0, "fresh": False}
    given = [name for name, value in settings.items() if value not in (None, usual.get(name))]
    if given:
        raise BadParameter(f"members that vote have no {' and no '.join(given)}: leave it out, or take another loss")


def mean_of(each: list[Any], shares: list[float], members: list[Any], words: str) -> list[WholeWeights]:
    """The mean of these functions by share; of members that have none, how much weight they have is said."""
    linear = [i for i, found in enumerate(each) if found and not members[i].randomised]
    total = math.fsum(shares[i] for i in linear)
    if not total > 0.0:
        return []
    width = max(len(each[i][0].weights) for i in linear)
    mean, constant = np.zeros(width), 0.0
    for i in linear:
        one, share = each[i][0], shares[i] / total
        mean[: len(one.weights)] += share * np.asarray(one.weights)
        constant += share * one.constant
    notes = [note for i in linear if shares[i] > 0.0 for note in each[i][0].note.split("; ")]
    left = "" if len(linear) == len(each) else f"of the members with weights, which have {total:.3g} of all weight"
    return [WholeWeights(mean, constant).noting(words, left, *notes)]


def certificate_of(bound: Any, ledger: Any, unknown: str = "") -> Certificate:
    """What one theorem says; it is open if it needs the rounds themselves, or for a reason that is given."""
    if unknown or bound.keeps_mistakes or isinstance(bound, Watcher):
        effort = Effort.quick(ledger.labelled)
        return Certificate(bound.statement(bound.looks_at(bound, ledger, effort)), None, None, open=unknown or ALONE)
    certificate: Certificate = bound.certificate(ledger)
    return certificate


def by_record(guess: int, classes: int, judged: int, erred: int) -> list[float]:
    """Chances of a member that says only a class: that it is right as often as it was, the others alike."""
    if not 0 <= guess < classes:
        return [1.0 / max(1, classes)] * classes
    right = (judged - erred + 0.5) / (judged + 1.0) if classes > 1 else 1.0
    return [right if c == guess else (1.0 - right) / (classes - 1) for c in range(classes)]
