"""The base classes of learners: prediction, learning, parameters and saved state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from .errors import BadParameter, BadWidth, StateError
from .geometry.linear_guess import LinearGuess, WholeWeights
from .loss import Loss
from .row import Row
from .state import Count, Held, Saved, fields
from .state import State as State
from .state import a_count as a_count
from .state import a_vector as a_vector
from .state import an_amount as an_amount
from .state import under as under
from .truth import SIGNS, Truth

NOT_LINEAR = "its own weights: its guess is not the sum of weight times value"
BY_LENGTH = "the sum is divided by the length of the example, and is the guess then"


class Learner(Saved):
    """Base class of learners: in every round it predicts, then learns from the label.

    A concrete learner is final: its rule is in `predict` and `learn`, its settings are in `parameters`, all it has
    learned is in `state`, and the bounds proved for it are in `theorems`.
    """

    name = ""
    kind = ""
    theorems = tuple[Any, ...]()
    asked_again = True  # may it predict a second time when a label comes late?
    randomised = False
    conservative = False  # does it update only on mistakes?
    rate_name = ""  # the name of its learning-rate parameter, if it has one
    for_squares = MappingProxyType[str, Any]({})  # parameters for the square loss, whose gradients are large
    counts_first = False  # must it know the number of variables before the first round?
    separable = False  # does its rule assume separable data?
    by_order = False  # does the order of the columns matter to it?
    weighs = False  # does its rule use the weight of a round? Others treat every label alike
    mixes = tuple[str, ...]()  # the arrays of its state that may be averaged over shards, if they may
    not_mixed = tuple[str, ...]()  # those that a mean of shards has not
    mixed_theorems = tuple[Any, ...]()  # the bounds proved for the averaged learner
    saved = fields(Count("updates"), Count("lessons", missing=lambda held: held["updates"]))  # 0.1.0 counted none
    variants = tuple[dict[str, Any], ...](({},))  # settings that `checks.check_learner` tries

    def __init__(self) -> None:
        self.updates = 0  # how many updates the rule has made
        self.lessons = 0  # how many labels it has learned from in games, with or without an update
        self.restored = 0  # how often `restore` was called
        self.importance = 1.0  # the weight of the round that is being learned, which a game sets
        self.pupils: Any = ()  # the learners inside that it teaches; none if it is not made of others

    @property
    def title(self) -> str:
        """What it is called in a heading."""
        return self.name or type(self).__name__

    @property
    def rule(self) -> Learner:
        """The learner that theorems are about: itself, or the one inside that it only prepares the examples for."""
        return self

    def bounds(self) -> list[Any]:
        """New bounds for a game: the theorems that apply to a learner with these parameters."""
        return [theorem() for theorem in self.theorems if not theorem.only_promised]

    def plays_for(self, price: Any) -> None:
        """Take the loss of the game; raise if this learner does not support it."""

    def accounts(self) -> dict[str, Any]:
        """What a learner made of others adds to the account of a game, as a dict for JSON."""
        return {}

    def account_lines(self) -> list[str]:
        """The same in lines: one line, or a table whose first line is its head."""
        return []

    def parameters(self) -> dict[str, Any]:
        """The constructor's arguments: `type(self)(**self.parameters())` makes an equal untrained learner."""
        return {}

    def told_in_files(self) -> dict[str, Any]:
        """The parameters as a saved game tells them: what is no plain text or number is told by its name."""
        return self.parameters()

    def take_up(self, held: Held) -> None:
        self.restored += 1

    def _mark(self) -> int:
        return int(self.restored)

    def _put_back(self, held: Held | None, mark: int) -> None:
        super()._put_back(held, mark)
        self.restored = mark  # that it was restored in between does not count

    def clone(self) -> Self:
        """A new, untrained learner with the same parameters."""
        return type(self)(**self.parameters())

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), self.parameters(), self.state())

    def in_short(self) -> str:
        """What a receipt calls it: its constructor and parameters, but for those that the receipt has a table of."""
        return repr(self)

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in self.parameters().items())
        return f"{type(self).__name__}({settings})"


def rebuild(kind: type[Learner], parameters: dict[str, Any], state: State) -> Learner:
    """Make a learner with these parameters and restore its state: used by copy and pickle."""
    learner = kind(**parameters)
    learner.restore(state)
    return learner


class RowLearner(Learner):
    """Base class of learners from sparse rows: with labels -1 and +1, unless `truths` says otherwise.

    Its guess is a real number; `act` turns it into a label. A guess of exactly zero becomes `at_zero`: +1, -1, or 0
    for neither, which counts as a mistake whatever the label.
    """

    boolean = False  # are only 0 and 1 allowed as features?
    wants_zeros = False  # are numbers that are zero to be in its rows?

    @staticmethod
    def game_table() -> Any:
        """What makes loss, labels, columns and ledger of its games; None stands for those of examples."""
        return None

    def __init__(self) -> None:
        super().__init__()
        self.at_zero = 1.0
        self.most_columns = 0  # how many columns it takes, 0 for any number; not saved: set it again after loading

    @property
    def follows(self) -> Loss | None:
        """The loss whose gradient it follows; None if it is not a gradient learner."""
        return None

    @property
    def truths(self) -> Truth:
        """The kind of label it learns from: by default that of its loss, or two classes without a loss."""
        loss = self.follows
        return SIGNS if loss is None else loss.truth

    @property
    def slow(self) -> str:
        """Why it gets slower on long streams, as the end of a sentence that begins with its name; "" if it does not."""
        return ""

    @property
    def whole_matrix(self) -> bool:
        """Does it store a full matrix, one number for every pair of columns?"""
        return False

    @property
    def parts(self) -> list[RowLearner]:
        """The learners it is composed of; itself alone if it is a single one."""
        return [self]

    def weight_vectors(self) -> list[Any]:
        """Its weight vectors, one per class or a single one; an empty list if it has none."""
        weights = getattr(self, "weights", None)
        return [] if weights is None else list(np.atleast_2d(np.asarray(weights)))

    def predict(self, x: Row) -> float:
        """The guess for x. Must not change the learner."""
        raise NotImplementedError(f"{type(self).__name__} must implement predict()")

    def check_label(self, y: float, weight: float) -> None:
        """Raise if the rule does not take this label, or one of this weight; nothing is changed.

        A game asks before anything is learned, so that a learner made of others is not left half taught: by default it
        asks its `pupils`. The answer depends on the settings alone, never on what was learned.
        """
        if not self.pupils:
            return
        for pupil in self.pupils:
            pupil.check_label(y, weight)

    def learn(self, x: Row, y: float, guess: float) -> None:
        """Update on the label y of x; `guess` is what `predict` returned for x."""
        raise NotImplementedError(f"{type(self).__name__} must implement learn()")

    def act(self, guess: float) -> float:
        """The label for a guess; a randomised learner may return a number in between: P(+1) = (1 + act)/2."""
        if guess > 0.0:
            return 1.0
        if guess < 0.0:
            return -1.0
        return self.at_zero

    def for_classes(self, classes: int) -> RowLearner | None:
        """A new learner like this one for so many classes, if its rule has a form for them; None if it has none."""
        return None

    def chance_of(self, guess: float) -> float | None:
        """The chance of the positive class that a guess stands for; None for learners whose guesses are no chances.

        It depends on the guess and the settings alone. Learners that follow the log loss have it, 1/(1 + e^-guess), and
        learners from advice where the loss is of chances (log, brier), the guess itself; margins are no chances.
        """
        loss = self.follows
        return None if loss is None else loss.chance_of(guess)

    def class_chances(self, x: Row) -> list[float] | None:
        """The chance of each class for x, by its number, as the learner sees it now; None if it has none."""
        return None

    def class_scores(self, x: Row) -> list[float] | None:
        """How strongly it holds x to be of each class, by its number; None if it only names one class.

        It predicts the class of the largest score.
        """
        return None

    @property
    def has_chances(self) -> bool:
        """Does it give chances: of the positive class, or of every class where there are many?"""
        return self.chance_of(0.0) is not None

    def widen(self, width: int) -> None:
        """Make room for columns 0 to width - 1; a learner without weights need not override it.

        All arrays are made before one is put in its place: where there is no memory for them, nothing has changed. So a
        class makes its own, then calls `widen` of its base, and only then puts its own in place.
        """
        if width < 0:
            raise BadWidth(f"a width is a number of columns, 0 or more, not {width}")
        if 0 < self.most_columns < width:
            raise too_many_columns(self, width)

    def see_marks(self, marks: Any) -> None:
        """Take a list, which grows, of the columns that are of words and categories; most learners need none."""

    def linear_guess(self) -> LinearGuess:
        """The linear function that it predicts with now; raises if its guess is not linear in x."""
        raise BadParameter(f"{type(self).__name__} has no linear guess: it is not a linear function of x")

    def whole_weights(self) -> list[WholeWeights]:
        """The whole model as a linear function of the features as they come, or one per class; none without weights."""
        try:
            said = self.linear_guess()
        except BadParameter:
            note = "" if self.kind == "experts" else NOT_LINEAR
            first = getattr(self, "embedded_weights", None)
            bias = getattr(self, "bias", 0.0) if first is not None else 0.0
            constant = bias * float(first(1)[0]) if first is not None and bias else 0.0
            return [WholeWeights(vector, constant, note) for vector in self.weight_vectors()]
        note = BY_LENGTH if said.normalise else ""
        return [WholeWeights(np.asarray(said.weights), said.bias * said.bias_weight, note)]

    def embed(self, x: Row) -> Row:
        """The example as the rule sees it, with the coordinates and the scaling that the rule adds."""
        return x

    def as_seen(self, x: Row) -> Row:
        """The same as a temporary row, which the next call may overwrite."""
        return self.embed(x)


def too_many_columns(learner: RowLearner, width: int) -> BadWidth:
    """The error for more columns than a learner takes."""
    return BadWidth(
        f"{type(learner).__name__} keeps a number for every pair of columns, and takes {learner.most_columns:,} "
        f"columns, not {width:,}: leave some out, hash them, take a learner without a full matrix, or set "
        f"`most_columns` of the learner, if there is memory for {8 * width * width:,} bytes"
    )


def fewest_columns(learners: Iterable[RowLearner]) -> int:
    """How many columns all of these learners take, 0 for any number."""
    return min((each.most_columns for each in learners if each.most_columns), default=0)


def misfit(learner: Any) -> StateError:
    """The error for arrays of one learner that are of different lengths: a compiled loop would read beyond them."""
    return StateError(f"the arrays of this {type(learner).__name__} are not as long as one another; restore its state")


def widened(members: Sequence[RowLearner], width: int, *, new: bool) -> None:
    """Make room for so many columns in all members of a learner; if one of them fails, none has changed.

    Where the width is not `new` to them there is nothing to be made.
    """
    before = [(member, member._own_state(), member._mark()) for member in members] if new else []
    done = 0
    try:
        for member in members:
            member.widen(width)
            done += 1
    except BaseException:
        for member, held, mark in before[:done]:
            member._put_back(held, mark)
        raise
