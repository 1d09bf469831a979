"""What a learner is: it predicts, it learns, it can be written down and read back."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np

from .errors import BadParameter, BadWidth, StateError
from .geometry.linear_guess import LinearGuess
from .loss import Loss
from .row import Row
from .truth import SIGNS, Truth

State = dict[str, Any]  # named arrays: everything a learner, ledger or bound knows


MOST = 2**53  # of anything that is counted: nobody lives to see more


def a_count(name: str, value: Any) -> int:
    """A number of a state that counts something: 0 or more, and no more than can be counted."""
    count = int(value)
    if not 0 <= count <= MOST:
        raise StateError(f"{name!r} is a count, from 0 to 2^53, not {count}")
    return count


def an_amount(name: str, value: Any) -> float:
    """A number of a state that adds up squares or lengths: 0 or more, if it is a number still."""
    amount = float(value)
    if amount < 0.0:
        raise StateError(f"{name!r} adds up what is never negative: it is 0 or more, not {amount}")
    return amount


def a_vector(name: str, value: Any) -> Any:
    """The numbers of a state that stand one after another, as an array of their own."""
    numbers = np.array(value, dtype=np.float64)
    if numbers.ndim != 1:
        raise StateError(f"{name!r} is one number after another, not an array of the shape {numbers.shape}")
    return numbers


def under(state: State, start: str) -> State:
    """The part of a state whose names begin with `start`, without that beginning."""
    return {name[len(start) :]: value for name, value in state.items() if name.startswith(start)}


class Learner:
    """A player of the game: commits to a guess, then is told the truth.

    A concrete learner is final: it has its rule in `predict` and `learn`, its settings in `parameters`
    and all it has learned in `state`. What the mathematics promises about it stands in `theorems`.
    """

    name: ClassVar[str] = ""
    kind: ClassVar[str] = ""
    theorems: ClassVar[tuple[Any, ...]] = ()
    asked_again: ClassVar[bool] = True  # may it be asked a second time when a label comes late?
    randomised: ClassVar[bool] = False
    conservative: ClassVar[bool] = False  # does it change only when it was mistaken?
    rate_name: ClassVar[str] = ""  # what its rate of learning is called, if it has one
    for_squares: ClassVar[dict[str, Any]] = {}  # settings that suit the slopes of the square loss, which are long
    counts_first: ClassVar[bool] = False  # must it know how many variables there are before it plays?
    separable: ClassVar[bool] = False  # does its rule suppose that some guess is right everywhere?
    by_order: ClassVar[bool] = False  # does it matter to it in which order columns are numbered?

    def __init__(self) -> None:
        self.updates = 0  # how often the rule has changed its mind
        self.lessons = 0  # how many truths games have taught it, whether it changed its mind or not
        self.restored = 0  # how often it has become another by `restore`

    def bounds(self) -> list[Any]:
        """The theorems that are known of a learner with these settings, ready to watch a game."""
        return [theorem() for theorem in self.theorems if not theorem.only_promised]

    def plays_for(self, price: Any) -> None:
        """Be told which loss the game is played for; one that this learner cannot play is refused here."""

    def parameters(self) -> dict[str, Any]:
        """The settings this learner was made with: `type(self)(**self.parameters())` makes it anew."""
        return {}

    def state(self) -> State:
        """All that was learned, as named arrays."""
        return {"updates": np.int64(self.updates), "lessons": np.int64(self.lessons)}

    def restore(self, state: State) -> None:
        """Become the learner whose `state` this was."""
        if "updates" not in state:
            raise StateError(f"this is not the state of a {type(self).__name__}: it lacks 'updates'")
        lessons = int(state["lessons"] if "lessons" in state else state["updates"])  # 0.1.0 counted no lessons
        self.updates, self.lessons = a_count("updates", state["updates"]), a_count("lessons", lessons)
        self.restored += 1

    def clone(self) -> Self:
        """A new learner with the same settings that has learned nothing yet."""
        return type(self)(**self.parameters())

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), self.parameters(), self.state())

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in self.parameters().items())
        return f"{type(self).__name__}({settings})"


def rebuild(kind: type[Learner], parameters: dict[str, Any], state: State) -> Learner:
    """The learner of these settings in that state: how copy and pickle put one together."""
    learner = kind(**parameters)
    learner.restore(state)
    return learner


class RowLearner(Learner):
    """A learner from sparse rows: of two classes, -1 and +1, unless `truths` says otherwise.

    Its guess is a real number on the same line as the labels; `act` says which label the guess stands for.
    A guess of exactly zero acts as `at_zero`: +1, -1, or 0 for neither, which is wrong whatever the label.
    """

    boolean: ClassVar[bool] = False  # are only 0 and 1 allowed as features?

    def __init__(self) -> None:
        super().__init__()
        self.at_zero = 1.0

    @property
    def follows(self) -> Loss | None:
        """The loss whose slope it follows; None if it follows none."""
        return None

    @property
    def truths(self) -> Truth:
        """What it is told: what its loss is about, one of two classes if it has none, or what it says here."""
        loss = self.follows
        return SIGNS if loss is None else loss.truth

    @property
    def slow(self) -> str:
        """Why long streams take it ever longer, in words that follow its name; nothing if they do not."""
        return ""

    @property
    def whole_matrix(self) -> bool:
        """Does it keep a number for every pair of columns?"""
        return False

    @property
    def parts(self) -> list[RowLearner]:
        """The learners that it is made of: itself, if it is one."""
        return [self]

    def weight_vectors(self) -> list[Any]:
        """Its weights by column, a vector for every class or one alone; none if it does not weigh columns."""
        weights = getattr(self, "weights", None)
        return [] if weights is None else list(np.atleast_2d(np.asarray(weights)))

    def predict(self, x: Row) -> float:
        """The guess for x. Changes nothing, ever."""
        raise NotImplementedError(f"{type(self).__name__} must say how it predicts")

    def learn(self, x: Row, y: float, guess: float) -> None:
        """Learn that x was y, having said `guess` when it was asked."""
        raise NotImplementedError(f"{type(self).__name__} must say how it learns")

    def act(self, guess: float) -> float:
        """The label a guess stands for; a randomised learner's may lie between: its chance of +1 is (1 + act)/2."""
        if guess > 0.0:
            return 1.0
        if guess < 0.0:
            return -1.0
        return self.at_zero

    def widen(self, width: int) -> None:
        """Make room for columns 0 to width - 1. Learners that need no room need do nothing."""
        if width < 0:
            raise BadWidth(f"a width is a number of columns, 0 or more, not {width}")

    def linear_guess(self) -> LinearGuess:
        """The linear function of the example that it guesses with now; an error if its guess is none."""
        raise BadParameter(f"{type(self).__name__} has no linear guess: what it says is no linear function of x")

    def embed(self, x: Row) -> Row:
        """The example as the rule sees it, with whatever coordinates and scaling the rule adds."""
        return x

    def as_seen(self, x: Row) -> Row:
        """The same for those who do not keep it: a row that the next one may overwrite."""
        return self.embed(x)
