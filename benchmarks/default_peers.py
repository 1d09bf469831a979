"""River, Vowpal Wabbit and scikit-learn on a set, over a grid of settings: log loss or RMSE a round, and mistakes.

A round whose class comes for the first time is counted for nobody: VW and scikit-learn are told the classes beforehand,
River and littlestone are not. A chance is no less than 1e-15.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from accuracy import clean
from default_sets import NUMBERS, Task

BATCH = 100
LEAST = 1e-15


class Count:
    """The loss of a contender, round by round."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.seen: set[Any] = set()
        self.total, self.rounds = 0.0, 0

    def number(self, y: float, said: float) -> None:
        self.total += min((y - said) ** 2, 1e100) if said == said else 1e100
        self.rounds += 1

    def chance(self, y: Any, chance: float) -> None:
        """What was given to the class that came."""
        if y in self.seen or len(self.task.classes) == 2:
            self.total -= math.log(min(max(chance if chance == chance else 0.0, LEAST), 1.0))
            self.rounds += 1
        self.seen.add(y)

    def result(self) -> float:
        mean = self.total / max(1, self.rounds)
        return math.sqrt(mean) if self.task.kind == NUMBERS else mean


def river(task: Task, optimiser: Any) -> float:
    """River: a running StandardScaler (not of sparse rows, which it would make zeros of), and a linear model."""
    from river import compose, linear_model, multiclass, preprocessing

    numbers: Any = compose.SelectType(int, float)
    numbers = numbers if task.sparse else numbers | preprocessing.StandardScaler()
    texts = compose.SelectType(str) | preprocessing.OneHotEncoder(drop_zeros=True)
    given = {} if optimiser is None else {"optimizer": optimiser}
    count, two = Count(task), len(set(task.labels)) == 2
    if task.kind == NUMBERS:
        model = (numbers + texts) | linear_model.LinearRegression(**given)
        for x, y in zip(task.rows, task.labels, strict=True):
            count.number(y, model.predict_one(x))
            model.learn_one(x, y)
        return count.result()
    logistic: Any = linear_model.LogisticRegression(**given)
    model = (numbers + texts) | (logistic if two else multiclass.OneVsRestClassifier(logistic))
    positive = task.classes[1]
    for x, y in zip(task.rows, task.labels, strict=True):
        truth = y == positive if two else y
        chances = model.predict_proba_one(x)
        count.chance(y, chances.get(truth, 0.0))
        model.learn_one(x, truth)
    return count.result()


def vw_lines(task: Task) -> list[str]:
    """The set as VW text."""
    lines = []
    classes = None if task.kind == NUMBERS else {c: k for k, c in enumerate(task.classes)}
    for x, y in zip(task.rows, task.labels, strict=True):
        label: Any = y if classes is None else classes[y] + 1 if len(classes) > 2 else 2 * classes[y] - 1
        cells = (f"{name}={clean(value)}" if isinstance(value, str) else f"{name}:{value}" for name, value in x.items())
        lines.append(f"{label} |f {' '.join(map(clean, cells))}")
    return lines


def vw(task: Task, lines: Sequence[str], rate: str | None) -> float:
    """VW: logistic or squared loss, one against all where there are many classes."""
    import vowpalwabbit

    many = task.kind != NUMBERS and len(task.classes) > 2
    arguments = ["--quiet", "--loss_function", "squared" if task.kind == NUMBERS else "logistic"]
    arguments += ["--oaa", str(len(task.classes)), "--probabilities"] if many else []
    arguments += [] if task.kind == NUMBERS or many else ["--link", "logistic"]
    model = vowpalwabbit.Workspace(arg_list=[*arguments, *([] if rate is None else ["-l", rate])])
    count = Count(task)
    index = {} if task.kind == NUMBERS else {c: k for k, c in enumerate(task.classes)}
    for line, y in zip(lines, task.labels, strict=True):
        example = model.parse(line)
        said: Any = model.predict(example)
        if task.kind == NUMBERS:
            count.number(y, said)
        else:
            count.chance(y, said[index[y]] if many else said if index[y] else 1.0 - said)
        model.learn(example)
        model.finish_example(example)
    model.finish()
    return count.result()


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


def sklearn(task: Task, matrices: tuple[Any, Any], alpha: float | None) -> float:
    """scikit-learn's SGD in batches, after a running StandardScaler; before the first, chances are even."""
    from scipy.sparse import csr_matrix, hstack
    from sklearn.linear_model import SGDClassifier, SGDRegressor
    from sklearn.preprocessing import StandardScaler

    numbers, texts = matrices
    given: dict[str, Any] = {} if alpha is None else {"alpha": alpha}
    model: Any = SGDClassifier(loss="log_loss", random_state=0, **given)
    if task.kind == NUMBERS:
        model = SGDRegressor(random_state=0, **given)
    scaler, count, y = StandardScaler(), Count(task), np.array(task.labels)
    index = {} if task.kind == NUMBERS else {c: k for k, c in enumerate(task.classes)}
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
        for truth, chances in zip(y[piece], model.predict_proba(X) if begin else even, strict=True):
            count.chance(str(truth), chances[index[str(truth)]])
        model.partial_fit(X, y[piece], classes=task.classes)
    return count.result()


def grid(task: Task) -> Iterator[tuple[str, bool, Callable[[], float]]]:
    """Every peer with every setting: its name, whether that is its untouched default, and the run."""
    from river import optim

    yield "River SGD .01", True, lambda: river(task, None)
    for rate in (0.05, 0.1, 0.3):
        yield f"River AdaGrad {rate}", False, lambda rate=rate: river(task, optim.AdaGrad(rate))
    for rate in (0.005, 0.05):  # .01 is the default
        yield f"River SGD {rate}", False, lambda rate=rate: river(task, optim.SGD(rate))
    lines = vw_lines(task)
    for rate in ("0.1", "0.5", "2"):
        yield f"VW -l {rate}", rate == "0.5", lambda rate=rate: vw(task, lines, rate)
    matrices = matrix(task)
    for alpha in (1e-5, 1e-4, 1e-3):
        yield f"sklearn SGD {alpha:g}", alpha == 1e-4, lambda alpha=alpha: sklearn(task, matrices, alpha)
