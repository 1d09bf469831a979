"""River's forests and trees on a set, each as its users set it up, and boosted trees refitted on all of the past.

    AMF   10 trees, rows as they come or after a MinMaxScaler, as its page says; texts one-hot, absent cells 0. Of many
          classes a Dirichlet constant of 1/K (its page) or 0.01 (its authors), of two 0.5; of numbers the labels as
          they come or standardised
    ARF   10 trees, untouched; texts as they come, or one-hot; of numbers also after a StandardScaler, as its page says
    HAT   Hoeffding's adaptive tree, untouched, its rows in the same forms

The names of all columns and texts are told beforehand. A class that a forest has not seen gets an even chance from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from default_peers import WIDEST, Count, Peer, add_chances, dense, likeliest
from default_sets import NUMBERS, Task

FIRST_FIT, GROWTH = 50, 1.25


def has_texts(task: Task) -> bool:
    return any(isinstance(value, str) for x in task.rows for value in x.values())


def play(task: Task, rows: list[dict[str, Any]], model: Any) -> Count:
    """A model of River: predict, then learn."""
    count = Count(task)
    seen: set[Any] = set()
    even = 1.0 if task.kind == NUMBERS else 1.0 / len(task.classes)
    for x, y in zip(rows, task.labels, strict=True):
        if task.kind == NUMBERS:
            count.number(y, (model.predict_one(x) or 0.0) if count.row else 0.0)  # nothing is known at first
        else:
            chances = model.predict_proba_one(x)
            total = sum(chances.values())
            chance = chances.get(y, 0.0) / total if total > 0.0 and y in seen else even
            count.chance(y, chance, likeliest(chances))
            seen.add(y)
        model.learn_one(x, y)
    return count


def mondrian(task: Task, rows: list[dict[str, float]], scaled: bool, dirichlet: float, seed: int) -> Count:
    """AMF; a constant of 0 stands for numbers whose labels are standardised, for its weights know no scale."""
    from river import forest, preprocessing

    model: Any = forest.AMFClassifier(dirichlet=dirichlet, seed=seed)
    if task.kind == NUMBERS:
        model = forest.AMFRegressor(seed=seed)
        model = preprocessing.TargetStandardScaler(model) if dirichlet == 0.0 else model
    return play(task, rows, preprocessing.MinMaxScaler() | model if scaled else model)


def adaptive_forest(task: Task, rows: list[dict[str, Any]], scaled: bool, seed: int) -> Count:
    """ARF."""
    from river import forest, preprocessing

    kind = forest.ARFRegressor if task.kind == NUMBERS else forest.ARFClassifier
    model = kind(seed=seed)
    return play(task, rows, preprocessing.StandardScaler() | model if scaled else model)


def adaptive_tree(task: Task, rows: list[dict[str, Any]], scaled: bool, seed: int) -> Count:
    """HAT."""
    from river import preprocessing, tree

    numbers = task.kind == NUMBERS
    kind = tree.HoeffdingAdaptiveTreeRegressor if numbers else tree.HoeffdingAdaptiveTreeClassifier
    model = kind(seed=seed)
    return play(task, rows, preprocessing.StandardScaler() | model if scaled else model)


def matrix_of(task: Task) -> tuple[Any, Any]:
    """The cells as a matrix, texts as numbers of categories and absent cells missing (0 in sparse rows)."""
    names = sorted({name for x in task.rows for name in x})
    cells = np.full((len(task.rows), len(names)), 0.0 if task.sparse else np.nan)
    categories: list[dict[str, int]] = [{} for _ in names]
    place = {name: k for k, name in enumerate(names)}
    for t, x in enumerate(task.rows):
        for name, value in x.items():
            k = place[name]
            text = isinstance(value, str)
            cells[t, k] = categories[k].setdefault(value, len(categories[k])) if text else value
    return cells, np.array([0 < len(each) <= 255 for each in categories])


def boosted(task: Task) -> Count:
    """HistGradientBoosting, fitted anew on all of the past whenever it has grown by a quarter: the limit of batches."""
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    cells, categories = matrix_of(task)
    y, count = np.array(task.labels), Count(task)
    kind: Any = HistGradientBoostingRegressor if task.kind == NUMBERS else HistGradientBoostingClassifier
    model, known, begin, end = None, np.ones(cells.shape[1], bool), 0, min(FIRST_FIT, len(y))
    while begin < len(y):
        X, truths = cells[begin:end, known], y[begin:end]
        if task.kind == NUMBERS:
            guesses = np.zeros(len(truths)) if model is None else model.predict(X)
            for truth, said in zip(truths, guesses, strict=True):
                count.number(float(truth), float(said))
        else:
            add_chances(count, task.classes, truths, chances_of(model, task.classes, X))
        if task.kind == NUMBERS or len(set(y[:end])) > 1:
            known = ~np.isnan(cells[:end]).all(axis=0)  # a column that is always missing cannot be fitted
            model = kind(random_state=0, categorical_features=categories[known], early_stopping=False)
            model.fit(cells[:end, known], y[:end])
        begin, end = end, min(len(y), math.ceil(end * GROWTH))
    return count


def chances_of(model: Any, classes: list[str], X: Any) -> Any:
    """A column for each class; even chances before the first fit."""
    if model is None:
        return np.full((len(X), len(classes)), 1.0 / len(classes))
    chances = np.zeros((len(X), len(classes)))
    chances[:, [classes.index(c) for c in model.classes_]] = model.predict_proba(X)
    return chances


def forest_grid(task: Task) -> Iterator[Peer]:
    """Every forest with every setting."""

    texts, filled = has_texts(task), dense(task)
    if filled is None:
        return
    numbers = any(not isinstance(value, str) for x in task.rows[:100] for value in x.values())
    many = task.kind != NUMBERS and len(task.classes) > 2
    constants = (1.0 / len(task.classes), 0.01) if many else (0.5, 0.0) if task.kind == NUMBERS else (0.5,)
    for scaled in (True, False) if numbers else (False,):
        for constant in constants:
            further = f" dirichlet {constant:.2g}" if many else " labels scaled" if constant == 0.0 else ""
            settings = ("minmax" if scaled else "raw") + further
            run = lambda seed, s=scaled, c=constant: mondrian(task, filled, s, c, seed)  # noqa: E731
            yield Peer("AMF", settings, run, seeded=True)
    forms = [("one-hot", filled), ("texts", task.rows)] if texts else [("raw", filled)]
    if task.kind == NUMBERS:  # the leaves of their trees are linear models, which take no texts, and want a scale
        forms = [*forms[:1], ("scaled", filled)]
    untouched = "scaled" if task.kind == NUMBERS else "texts" if texts else "raw"
    for words, given in forms:
        for family, tree in (("ARF", adaptive_forest), ("HAT", adaptive_tree)):
            run = lambda seed, r=given, t=tree, s=words == "scaled": t(task, r, s, seed)  # noqa: E731
            yield Peer(family, words, run, words == untouched, seeded=True)


def batch_limit(task: Task) -> Iterator[Peer]:
    """What is reported and not counted: it sees all of the past again and again."""
    if len({name for x in task.rows for name in x}) <= WIDEST:
        yield Peer("HistGradientBoosting", "refitted", lambda _: boosted(task))
