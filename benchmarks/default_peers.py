"""River, Vowpal Wabbit and scikit-learn on a set: linear models over a grid of settings, and the last label again.

A round whose class comes for the first time is counted for nobody: VW and scikit-learn are told the classes beforehand,
River and littlestone are not. A chance is no less than 1e-15.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from accuracy import clean
from default_sets import NUMBERS, Task

BATCH = 100
LEAST = 1e-15
WIDEST = 400  # columns of rows that are filled up; of more, as words are, a forest of River takes hours
MOST_TEXTS = 150
MARK = 5_000  # rows after which the losses so far are noted, so that shorter runs are compared with longer ones


class Noted(NamedTuple):
    """What was lost up to a row."""

    loss: float
    rounds: int
    mistakes: int

    def mean(self, kind: str) -> float:
        """The log loss a round, or the root of the mean square."""
        loss = self.loss / max(1, self.rounds)
        return math.sqrt(loss) if kind == NUMBERS else loss


class OutOfTime(Exception):
    """A run took longer than was allowed; what was noted up to there counts."""


class Count:
    """The loss and the mistakes of a contender, row by row."""

    deadline: ClassVar[float] = math.inf  # of the processor's clock
    last: ClassVar[Count]  # the one that counted last, for runs that were stopped

    def __init__(self, task: Task) -> None:
        self.rows, self.two = len(task.rows), task.kind != NUMBERS and len(task.classes) == 2
        self.seen: set[Any] = set()
        self.row, self.now = 0, Noted(0.0, 0, 0)
        self.notes: dict[int, Noted] = {}
        Count.last = self

    def number(self, y: float, said: float) -> None:
        """A number was said."""
        self.add(min((y - said) * (y - said), 1e100) if said == said else 1e100, False)

    def chance(self, y: Any, chance: float, guess: Any) -> None:
        """So much was given to the class that came, and this class was the guess."""
        if self.two or y in self.seen:
            self.add(-math.log(min(max(chance if chance == chance else 0.0, LEAST), 1.0)), guess != y)
        else:
            self.note()
        self.seen.add(y)

    def add(self, loss: float, mistake: bool) -> None:
        total, rounds, mistakes = self.now
        self.now = Noted(total + loss, rounds + 1, mistakes + mistake)
        self.note()

    def note(self) -> None:
        """One row more is done."""
        self.row += 1
        if self.row % MARK == 0 or self.row == self.rows:
            self.notes[self.row] = self.now
        if self.row % BATCH == 0 and time.process_time() > Count.deadline:
            raise OutOfTime


class Peer(NamedTuple):
    """A peer with its settings."""

    family: str
    settings: str
    play: Callable[[int], Count]  # with a seed
    default: bool = False  # is it untouched?
    seeded: bool = False


def likeliest(chances: dict[Any, float]) -> Any:
    """The class of the largest chance, None if nothing is known."""
    return max(chances, key=lambda c: chances[c]) if chances else None


def one_hot(x: dict[str, Any]) -> dict[str, float]:
    """A text as a column of its own."""
    return {f"{n}={v}" if isinstance(v, str) else n: 1.0 if isinstance(v, str) else float(v) for n, v in x.items()}


def dense(task: Task) -> list[dict[str, float]] | None:
    """Rows that have every column, texts one-hot and absent cells 0; None if those are too many.

    Texts of too many values, such as the numbers of planes, are left out then.
    """
    values: dict[str, set[str]] = defaultdict(set)
    for x in task.rows:
        for name, value in x.items():
            values[name].add(value if isinstance(value, str) else "")
    width = sum(len(of) for of in values.values())
    left_out = {name for name, of in values.items() if width > WIDEST and len(of) > MOST_TEXTS}
    rows = [one_hot({name: value for name, value in x.items() if name not in left_out}) for x in task.rows]
    names = sorted({name for x in rows for name in x})
    return [{name: x.get(name, 0.0) for name in names} for x in rows] if len(names) <= WIDEST else None


def river(task: Task, optimiser: Any, scaled: bool, target: bool = False, intercept: float = 0.01) -> Count:
    """River: linear models, after a running StandardScaler or not; of numbers the labels too may be standardised.

    Sparse rows are filled up to be scaled, for alone a one would become a zero.
    """
    from river import compose, linear_model, multiclass, preprocessing

    numbers: Any = compose.SelectType(int, float)
    numbers = numbers | preprocessing.StandardScaler() if scaled else numbers
    texts = compose.SelectType(str) | preprocessing.OneHotEncoder(drop_zeros=True)
    count = Count(task)
    if task.kind == NUMBERS:
        linear: Any = linear_model.LinearRegression(optimizer=optimiser, intercept_lr=intercept)
        model = (numbers + texts) | (preprocessing.TargetStandardScaler(linear) if target else linear)
        for x, y in zip(task.rows, task.labels, strict=True):
            count.number(y, model.predict_one(x))
            model.learn_one(x, y)
        return count
    logistic: Any = linear_model.LogisticRegression(optimizer=optimiser, intercept_lr=intercept)
    negative, positive = task.classes[:2]
    model = (numbers + texts) | (logistic if count.two else multiclass.OneVsRestClassifier(logistic))
    for x, y in zip(task.rows, task.labels, strict=True):
        chances = model.predict_proba_one(x)
        if count.two:
            chances = {negative: chances[False], positive: chances[True]}
        count.chance(y, chances.get(y, 0.0), likeliest(chances))
        model.learn_one(x, y == positive if count.two else y)
    return count


def vw_lines(task: Task) -> list[str]:
    """The set as VW text."""
    lines = []
    classes = None if task.kind == NUMBERS else {c: k for k, c in enumerate(task.classes)}
    for x, y in zip(task.rows, task.labels, strict=True):
        label: Any = y if classes is None else classes[y] + 1 if len(classes) > 2 else 2 * classes[y] - 1
        cells = (f"{name}={clean(value)}" if isinstance(value, str) else f"{name}:{value}" for name, value in x.items())
        lines.append(f"{label} |f {' '.join(map(clean, cells))}")
    return lines


def vw(task: Task, lines: Sequence[str], settings: str) -> Count:
    """VW: logistic or squared loss, one against all where there are many classes."""
    import vowpalwabbit

    count = Count(task)
    classes = [] if task.kind == NUMBERS else task.classes
    index = {c: k for k, c in enumerate(classes)}
    arguments = ["--quiet", "--loss_function", "logistic" if classes else "squared", *settings.split()]
    arguments += ["--oaa", str(len(classes)), "--probabilities"] if len(classes) > 2 else []
    arguments += ["--link", "logistic"] if count.two else []
    model = vowpalwabbit.Workspace(arg_list=arguments)
    for line, y in zip(lines, task.labels, strict=True):
        example = model.parse(line)
        said: Any = model.predict(example)
        if not classes:
            count.number(y, said)
        else:
            chances = [1.0 - said, said] if count.two else said
            count.chance(y, chances[index[y]], classes[int(np.argmax(chances))])
        model.learn(example)
        model.finish_example(example)
    model.finish()
    return count


def matrix(task: Task) -> tuple[Any, Any]:
    """The numbers and the texts of a set as matrices; those of sparse rows are hashed too."""
    from sklearn.feature_extraction import FeatureHasher

    names = [] if task.sparse else sorted({n for x in task.rows for n, v in x.items() if not isinstance(v, str)})
    numbers = np.array([[float(x.get(name, 0.0)) for name in names] for x in task.rows])
    hashed = FeatureHasher(2**18, input_type="pair", alternate_sign=False)
    pairs = (
        [(f"{n}={v}", 1.0) if isinstance(v, str) else (n, v) for n, v in x.items() if task.sparse or isinstance(v, str)]
        for x in task.rows
    )
    return numbers, hashed.transform(pairs)


def sklearn(task: Task, matrices: tuple[Any, Any], alpha: float) -> Count:
    """scikit-learn's SGD in batches, after a running StandardScaler; before the first, chances are even."""
    from scipy.sparse import csr_matrix, hstack
    from sklearn.linear_model import SGDClassifier, SGDRegressor
    from sklearn.preprocessing import StandardScaler

    numbers, texts = matrices
    model: Any = SGDRegressor(random_state=0, alpha=alpha)
    if task.kind != NUMBERS:
        model = SGDClassifier(loss="log_loss", random_state=0, alpha=alpha)
    scaler, count, y = StandardScaler(), Count(task), np.array(task.labels)
    for begin in range(0, len(y), BATCH):
        piece = slice(begin, begin + BATCH)
        X = texts[piece]
        if numbers.shape[1]:
            scaler.partial_fit(numbers[piece])
            X = hstack([csr_matrix(scaler.transform(numbers[piece])), X]).tocsr()
        if task.kind == NUMBERS:
            for truth, said in zip(y[piece], model.predict(X) if begin else np.zeros(len(y[piece])), strict=True):
                count.number(truth, said)
            model.partial_fit(X, y[piece])
            continue
        even = np.full((X.shape[0], len(task.classes)), 1.0 / len(task.classes))
        add_chances(count, task.classes, y[piece], model.predict_proba(X) if begin else even)
        model.partial_fit(X, y[piece], classes=task.classes)
    return count


def add_chances(count: Count, classes: Sequence[str], truths: Any, chances: Any) -> None:
    """The chances of several rows, a column for each class."""
    index = {c: k for k, c in enumerate(classes)}
    for truth, row in zip(truths, chances, strict=True):
        count.chance(str(truth), float(row[index[str(truth)]]), classes[int(np.argmax(row))])


def last_label(task: Task) -> Count:
    """The last label again; of classes with the confidence that is best in hindsight, the others sharing the rest."""
    count, last, others = Count(task), task.labels[0], 1
    for y in task.labels:
        if task.kind == NUMBERS:
            count.number(y, last)
        else:
            count.chance(y, 1.0, last)
        last = y
    if task.kind != NUMBERS:
        others = len(task.classes) - 1
        count.notes = {row: with_best_confidence(note, others) for row, note in count.notes.items()}
    return count


def with_best_confidence(note: Noted, others: int) -> Noted:
    """The log loss at the share of mistakes that there were."""
    _, rounds, wrong = note
    right, loss = rounds - wrong, 0.0
    if wrong and right:
        loss = -right * math.log(right / rounds) - wrong * math.log(wrong / rounds / others)
    return Noted(loss, rounds, wrong)


def linear_grid(task: Task) -> Iterator[Peer]:
    """Every linear peer with every setting."""
    from river import optim

    yield Peer("last label", "again", lambda _: last_label(task))
    lines, matrices = vw_lines(task), matrix(task)
    for rate in ("0.1", "0.5", "2", "8", "32"):
        yield Peer("VW", f"-l {rate}", lambda _, rate=rate: vw(task, lines, f"-l {rate}"), rate == "0.5")
    for rate in ("0.1", "0.5", "2", "8", "32"):
        settings = f"-l {rate} -q :: -b 22"
        yield Peer("VW pairs", settings, lambda _, settings=settings: vw(task, lines, settings))
    for alpha in (1e-5, 1e-4, 1e-3):
        play = lambda _, alpha=alpha: sklearn(task, matrices, alpha)  # noqa: E731
        yield Peer("sklearn SGD", f"alpha {alpha:g}", play, alpha == 1e-4)
    for words, rows, scaled, target in scalings(task):
        of = task._replace(rows=rows)
        for rate in (0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0):
            play = lambda _, r=rate, of=of, s=scaled, t=target: river(of, optim.SGD(r), s, t)  # noqa: E731
            yield Peer("River SGD", f"{rate:g} {words}", play, rate == 0.01 and words in ("scaled", "sparse"))
            play = lambda _, r=rate, of=of, s=scaled, t=target: river(of, optim.SGD(r), s, t, r)  # noqa: E731
            yield Peer("River SGD", f"{rate:g} {words}, intercept too", play)
        for rate in (0.05, 0.1, 0.3, 1.0):
            play = lambda _, r=rate, of=of, s=scaled, t=target: river(of, optim.AdaGrad(r), s, t)  # noqa: E731
            yield Peer("River AdaGrad", f"{rate:g} {words}", play)


def scalings(task: Task) -> list[tuple[str, list[dict[str, Any]], bool, bool]]:
    """Rows, and whether their cells and labels are standardised, for River's linear models: all that makes sense."""
    if all(isinstance(v, str) for x in task.rows for v in x.values()):
        return [("sparse", task.rows, False, False)]
    if task.sparse:
        filled = dense(task)
        return [("sparse", task.rows, False, False), *([("scaled", filled, True, False)] if filled else [])]
    both = [("both scaled", task.rows, True, True)] if task.kind == NUMBERS else []
    return [("scaled", task.rows, True, False), ("raw", task.rows, False, False), *both]
