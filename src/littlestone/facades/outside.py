"""`Outside`: a model of another library as a learner."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from ..errors import BadParameter, LittlestoneError, StateError
from ..learner import RowLearner
from ..row import Row
from ..state import Count, Field, Held, fields
from ..support import elementary
from ..support.settings import real, whole
from ..truth import CLASSES, NUMBERS, SIGNS, TRUTHS, Truth, find_truth

LEAST_CHANCE = 1e-15  # nobody is surer than that


class Model(Field):
    """A model of another library, as the bytes that `saved_by` makes of it."""

    def save(self, thing: Any, state: dict[str, Any]) -> None:
        if thing.saved_by is None:
            raise StateError(
                "a model of another library is saved by what you name, for example Outside(model, saved_by=pickle): "
                "a module or object with dumps and loads"
            )
        state[self.name] = np.frombuffer(thing.saved_by.dumps(thing.model), dtype=np.uint8)

    def unpacked(self, thing: Any, value: Any, held: Held) -> Any:
        if thing.saved_by is None:
            raise StateError("this model was saved with the game: name what saved it, Outside(model, saved_by=pickle)")
        return thing.saved_by.loads(np.asarray(value, dtype=np.uint8).tobytes())


class Outside(RowLearner):
    """Wraps anything that predicts and learns one example at a time, so that it can play any game.

    A model with `predict_one` and `learn_one` (River) gets a dict from column numbers to values, without the zeros; one
    with `predict` and `partial_fit` (scikit-learn) gets an array of one dense row; a pair of functions (predict, learn)
    gets a dense vector. What they are told depends on the truths of the game:

    "signs"      True or False (River), or -1 or +1; what is above 0 or true counts as +1, what is not as -1
    "numbers"    the number; the prediction is the guess
    "classes"    the number of the class, 0, 1, 2 and so on, in the order in which they first came

    A scikit-learn classifier is told all its classes every time, [-1, 1] or [0, ..., classes - 1]. A prediction of None
    counts as `first`. A model of two classes that has `predict_proba_one` or `predict_proba` guesses its log-odds, so
    that its chance is that of the round; of many classes, its chances are those of the classes. Such a model has no
    theorems of its own. In a committee it has: the committee's.

    model       the model; it is used, not copied, but for a member of a committee, which begins with a copy that has
                learned nothing (a pair of functions is used there, too, and for one member only)
    width       how many columns a dense row has; None takes it from the data
    first       the prediction before the first label, when a model may not be able to predict: -1 or +1; a number,
                0 if none is given; or the number of a class, -1 for none
    truths      one of the three; None is "numbers" if the model says it is a regressor, "classes" if their number is
                given, and else "signs"
    classes     how many classes there will be at most; a scikit-learn classifier of "classes" must know
    saved_by    a module or object whose `dumps` makes bytes of the model and whose `loads` makes a model of bytes, such
                as pickle or skops.io. Without one, games with the model cannot be saved; to load a saved one, give
                `load(path, learner=Outside(model, saved_by=...))`: nothing is unpickled unasked

    >>> from littlestone import Game
    >>> from littlestone.facades.outside import Outside
    >>> from littlestone.natures.adversaries import DisjunctionAdversary
    >>> stubborn = (lambda x: +1, lambda x, y: None)
    >>> Game(Outside(stubborn)).play(DisjunctionAdversary(3)).mistakes
    3
    """

    kind = "outside"
    saved = fields(Model("model"), Count("width"), Count("seen"))

    def __init__(
        self,
        model: Any,
        *,
        width: int | None = None,
        first: float | None = None,
        truths: str | None = None,
        classes: int | None = None,
        saved_by: Any = None,
    ) -> None:
        super().__init__()
        self.model = model
        self.speaks = language(model)
        self.asked_again = self.speaks != "functions"  # nobody promises of a function that asking changes nothing
        if saved_by is not None and not (hasattr(saved_by, "dumps") and hasattr(saved_by, "loads")):
            raise BadParameter(f"saved_by has dumps and loads, as the module pickle has, not {saved_by!r}")
        self.saved_by = saved_by
        self.classes = None if classes is None else whole("classes", classes, "a number of classes", least=2)
        if truths is None:
            truths = NUMBERS if is_regressor(model) else SIGNS if classes is None else CLASSES
        if truths not in TRUTHS:
            raise BadParameter(f"truths is one of {', '.join(map(repr, map(str, TRUTHS)))}, not {truths!r}")
        if truths == CLASSES and self.speaks == "scikit-learn" and classes is None:
            raise BadParameter("a scikit-learn classifier is told all its classes at once: give classes=, their number")
        self.told = find_truth(truths)
        self.given_width = None if width is None else whole("width", width, "a number of columns")
        self.width = self.given_width or 0
        self.first = (0.0 if truths == NUMBERS else -1.0) if first is None else real("first", first, "a first guess")
        if truths == SIGNS and first not in (None, -1, 1):
            raise BadParameter(f"first is the label to begin with, -1 or +1, not {first!r}")
        self.says = truths != NUMBERS and says_chances(model, self.speaks)
        self.seen = 0  # how many classes have come
        if truths == SIGNS:
            self.at_zero = self.first

    @property
    def truths(self) -> Truth:
        return self.told

    @property
    def title(self) -> str:
        return f"Outside({self.model_name})"

    @property
    def model_name(self) -> str:
        """What kind of model it is."""
        return "functions" if self.speaks == "functions" else type(self.model).__name__

    def in_short(self) -> str:
        return self.title

    def parameters(self) -> dict[str, Any]:
        own = {"truths": str(self.told), "classes": self.classes, "saved_by": self.saved_by}
        return {"model": self.model, "width": self.given_width, "first": self.first, **own}

    def told_in_files(self) -> dict[str, Any]:
        settings = self.parameters()
        del settings["saved_by"]
        return {**settings, "model": self.model_name}

    def clone(self) -> Outside:
        """One with a model of the same settings that has learned nothing; functions are the same functions."""
        return Outside(**{**self.parameters(), "model": untrained(self.model, self.speaks)})

    def widen(self, width: int) -> None:
        super().widen(width)
        if self.given_width is None:
            self.width = max(self.width, width)

    def shown(self, x: Row) -> Any:
        """The example in the form that the model takes."""
        if self.speaks == "river":
            return {int(column): float(value) for column, value in zip(x.columns, x.values, strict=True) if value}
        dense = x.dense(max(self.width, x.width))
        return dense.reshape(1, -1) if self.speaks == "scikit-learn" else dense

    def predict(self, x: Row) -> float:
        if self.updates == 0:
            return 0.0 if self.says and self.told == SIGNS else self.first
        if self.told == SIGNS and (chance := self.chance(x)) is not None:
            return elementary.log(chance / (1.0 - chance))
        if self.speaks == "river":
            said = self.model.predict_one(self.shown(x))
        elif self.speaks == "scikit-learn":
            said = np.asarray(self.model.predict(self.shown(x)))[0]
        else:
            said = self.model[0](self.shown(x))
        if said is None:
            return self.first
        if self.told == SIGNS:
            return 1.0 if said > 0 else -1.0
        return float(said)

    def said_chances(self, x: Row, classes: list[Any]) -> list[float] | None:
        """What the model says of these classes; None if it says no chances, or none of them."""
        if not self.says:
            return None
        if self.speaks == "river":
            said = self.model.predict_proba_one(self.shown(x))
            chances = [float(said.get(one, 0.0)) for one in classes] if said else []
        else:
            chances = np.asarray(self.model.predict_proba(self.shown(x)))[0][: len(classes)].tolist()
        return chances if chances and np.isfinite(chances).all() else None

    def chance(self, x: Row) -> float | None:
        """The chance of +1, no surer than it is priced; None if the model says none."""
        said = self.said_chances(x, [False, True])
        return None if said is None else min(max(said[1], LEAST_CHANCE), 1.0 - LEAST_CHANCE)

    def chance_of(self, guess: float) -> float | None:
        if not self.says or self.told != SIGNS:
            return None
        return 1.0 / (1.0 + elementary.exp(-guess)) if abs(guess) < 700.0 else float(guess > 0.0)

    @property
    def has_chances(self) -> bool:
        return self.says

    def class_chances(self, x: Row) -> list[float] | None:
        if self.told != CLASSES or not self.says:
            return None
        return self.said_chances(x, list(range(self.seen))) if self.seen else []

    def act(self, guess: float) -> float:
        return guess if self.told == CLASSES else super().act(guess)

    def learn(self, x: Row, y: float, guess: float) -> None:
        self.width = max(self.width, x.width)
        truth = y if self.told == NUMBERS else int(y)
        if self.speaks == "river":
            self.model.learn_one(self.shown(x), y > 0.0 if self.told == SIGNS else truth)
        elif self.speaks == "scikit-learn":
            self.model.partial_fit(self.shown(x), np.array([truth]), **self.all_classes(y))
        else:
            self.model[1](self.shown(x), truth)
        if self.told == CLASSES:
            self.seen = max(self.seen, int(y) + 1)
        self.updates += 1

    def all_classes(self, y: float) -> dict[str, Any]:
        """The `classes` argument of scikit-learn's `partial_fit`."""
        if self.told == NUMBERS:
            return {}
        if self.told == SIGNS:
            return {"classes": np.array([-1, 1])}
        assert self.classes is not None
        if y >= self.classes:
            raise BadParameter(f"this is class number {int(y) + 1}, and the model was told of {self.classes}")
        return {"classes": np.arange(self.classes)}


def language(model: Any) -> str:
    """Which interface a model has."""
    if hasattr(model, "predict_one") and hasattr(model, "learn_one"):
        return "river"
    if hasattr(model, "predict") and hasattr(model, "partial_fit"):
        return "scikit-learn"
    if isinstance(model, tuple) and len(model) == 2 and all(map(callable, model)):
        return "functions"
    raise BadParameter(
        f"a player has predict_one and learn_one, or predict and partial_fit, or is a pair of functions; not {model!r}"
    )


def says_chances(model: Any, speaks: str) -> bool:
    """Does the model say chances? One of River is asked, as some have the method and refuse."""
    if speaks == "scikit-learn":
        return hasattr(model, "predict_proba")
    if speaks != "river" or not hasattr(model, "predict_proba_one"):
        return False
    try:
        model.predict_proba_one({})
    except (NotImplementedError, AttributeError, LittlestoneError):
        return False
    except Exception:  # of an example without features; whoever gets so far says chances
        return True
    return True


def untrained(model: Any, speaks: str) -> Any:
    """A model of the same settings that has learned nothing."""
    if speaks == "functions":
        return model
    if speaks == "river":
        return model.clone() if hasattr(model, "clone") else copy.deepcopy(model)
    if hasattr(model, "get_params"):
        return type(model)(**{name: copy.deepcopy(value) for name, value in model.get_params(deep=False).items()})
    return copy.deepcopy(model)


def is_regressor(model: Any) -> bool:
    """Does the model say that it predicts numbers? River says so by the class, scikit-learn by a tag."""
    last = getattr(model, "_last_step", model)  # a pipeline of River is what its last step is
    if any(kind.__name__ == "Regressor" and kind.__module__.startswith("river.") for kind in type(last).__mro__):
        return True
    if not hasattr(model, "__sklearn_tags__"):
        return False
    return bool(model.__sklearn_tags__().estimator_type == "regressor")
