"""The limits of a service: what it refuses, so that no client can make it run out of memory or time.

What counts is what a record becomes, not how many bytes it has: a text of some kilobytes is millions of n-grams, and a
thousand cells are half a million products. So a limit is checked before anything is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

from ..errors import BadParameter, UnknownName
from ..features.words_of_text import WORD
from .http.contract import Refusal

NESTED = ("members", "shadows")  # settings whose entries are players of their own
SIZES = ("n", "d", "classes", "window")  # settings that say how much a player allocates when it is made
LABELS = ("labels", "actions", "default_label")  # settings that are labels, or names of actions


class Limits(NamedTuple):
    """How much a service takes.

    body        bytes of one request
    batch       events of one request
    cells       cells of one record
    depth       records within records
    entries     features that one record becomes: words, n-grams, products; or those of all actions of one decision
    names       names of features that one game may know
    name_bytes  bytes of these names together
    ngrams      the longest n-grams that the setting `schema` may ask for
    members     players of one game: its learner, the members of committees, shadows and theirs
    size        numbers that a learner allocates when it is made (its settings n, d, classes, window)
    label       characters of a label, or of the name of an action: every answer may say it again
    chances     chances that one batch is answered with: each answer has one for every class or action
    open        rounds of one game that wait for their labels
    memory      bytes of one game, as far as they are counted: beyond them, nothing that would make it larger
    process     bytes of the process: beyond them, nothing that would make a game larger, and no new ones; 0 stands for
                three quarters of what the machine has
    games       games of one process
    loaded      games that are in memory at a time; others are put away, and loaded when they are asked for
    waiting     events that wait for the writer; beyond them, clients are told to come again
    group       events after which a transaction ends, or with the batch that they end in
    idle        seconds after which a game that nobody asked for is put away
    headers     bytes of the headers of one request
    connections connections that are open at a time
    bodies      bytes of requests that are being read or wait, all together
    """

    body: int = 16_000_000
    batch: int = 100_000
    cells: int = 10_000
    depth: int = 32
    entries: int = 100_000
    names: int = 1_000_000
    name_bytes: int = 100_000_000
    ngrams: int = 10
    members: int = 100
    size: int = 1_000_000
    label: int = 1_000
    chances: int = 5_000_000
    open: int = 1_000_000
    memory: int = 4_000_000_000
    process: int = 0
    games: int = 10_000
    loaded: int = 10_000
    waiting: int = 200_000
    group: int = 10_000
    idle: float = 600.0
    headers: int = 65_536
    connections: int = 1_000
    bodies: int = 256_000_000


# Those that a key may have of its own.
OF_KEYS = (
    "body", "batch", "cells", "depth", "entries", "names", "name_bytes", "ngrams", "members", "size", "label",
    "chances", "open", "memory",
)  # fmt: skip


def read_limits(texts: Iterable[str], among: Iterable[str] = Limits._fields) -> dict[str, Any]:
    """Limits as an option has them, "cells=500" each; `among` are those that may be set."""
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in among:
            raise UnknownName.among("limit", name, among)
        number = value.replace("_", "").strip()
        if not equals or not number.isdecimal() or not 0 < int(number) < 1 << 62:
            raise BadParameter(f"a limit is a name and a whole number above 0, such as cells=500, not {text!r:.60}")
        found[name] = int(number)
    return found


@lru_cache(1000)
def limits_with(limits: Limits, own: tuple[tuple[str, Any], ...]) -> Limits:
    """The limits of a service for a key that has some of its own."""
    return limits._replace(**dict(own))


# What is asked of a record, before it is played.


def check_depth(limits: Limits, value: Any) -> None:
    """Raise if records and lists lie in one another deeper than they may; this takes no depth of its own."""
    level = [value]
    for _ in range(limits.depth):
        level = [
            each
            for one in level
            for each in (one.values() if type(one) is dict else one)
            if type(each) is dict or type(each) is list
        ]
        if not level:
            return
    raise Refusal(
        422, "too_deep", f"records may lie in one another {limits.depth} deep here; this one is deeper: flatten it"
    )


def check_record(limits: Limits, game: Any, x: Any, size: int, name_bytes: int = 0) -> None:
    """Raise if a record of that many bytes becomes more than it may, or would make the game know too many names.

    `name_bytes` are those of the names that the game knows. A cell takes some bytes, so a record that is short enough
    need not be counted.
    """
    names, schema = game.features.columns, game.schema
    most, most_bytes = check_entries(limits, schema, x, check_cells(limits, x, size), size)
    if not isinstance(x, dict):
        return
    if len(names) + most > limits.names or name_bytes + most_bytes > limits.name_bytes:
        check_names(limits, names, name_bytes, schema.features(x))


def check_choices(limits: Limits, game: Any, records: list[Any], size: int, name_bytes: int = 0) -> None:
    """Raise if the records of all actions of one decision, of that many bytes, become more than one record may."""
    names, schema = game.features.columns, game.schema
    most = most_bytes = 0
    for x in records:
        check_cells(limits, x, size)
        if isinstance(x, list) and any(isinstance(value, list | dict) for value in x):
            raise Refusal(422, "bad_record", 'features of an action are a record, such as {"price": 3}')
        entries, texts = check_entries(limits, schema, x, cells_of(x), size)
        most, most_bytes = most + entries, most_bytes + texts
    told = [x for x in records if isinstance(x, dict)]
    if most > limits.entries and sum(features_made(schema, x) for x in told) > limits.entries:
        raise too_many(limits, f"{len(records):,} choices")
    if len(names) + most > limits.names or name_bytes + most_bytes > limits.name_bytes:
        check_names(limits, names, name_bytes, {name: 1.0 for x in told for name in schema.features(x)})


def check_cells(limits: Limits, x: Any, size: int) -> int:
    """How many cells a record of that many bytes has at most; raises if it has too many, or is no record."""
    kind = type(x)
    if kind is not dict and kind is not list:
        raise Refusal(422, "bad_record", 'x is a record, such as {"from": "bank"}, or a list of numbers')
    cells = size
    if size >= limits.cells:
        cells = len(x) if len(x) > limits.cells else cells_of(x)
    if size >= limits.cells < cells:
        raise Refusal(422, "too_many_cells", f"a record may have {limits.cells:,} cells here; this one has more")
    return cells


def check_entries(limits: Limits, schema: Any, x: Any, cells: int, size: int) -> tuple[int, int]:
    """How many features a record of so many cells becomes at most, and bytes of their names; raises if too many."""
    if not isinstance(x, dict):
        return cells, 0
    ngrams = schema.ngrams if schema.text else 1
    entries, texts = cells * ngrams, size * ngrams * ngrams
    if ngrams > 1 and entries > limits.entries:
        entries = sum(len(WORD.findall(text)) for text in texts_of(schema, x)) * ngrams
        if entries > limits.entries:
            raise too_many(limits, f"n-grams of up to {ngrams} words")
        entries += cells
    if schema.interactions:
        factors = [len(groups) for groups in schema.products.groups]
        if sum(entries**count for count in factors) > limits.entries:
            single = schema.single(x)
            products = products_made(schema, single)
            if products > limits.entries:
                raise too_many(limits, f"products of {', '.join(schema.interactions)[:60]}")
            entries, longest = len(single) + products, max(map(len, single), default=0)
            return entries, max(factors) * entries * longest
        more = sum(entries**count for count in factors)
        return entries + more, texts * sum(count * entries ** (count - 1) for count in factors)
    return entries, texts


def features_made(schema: Any, x: Any) -> int:
    """How many features a record becomes."""
    single = schema.single(x)
    return len(single) + (products_made(schema, single) if schema.interactions else 0)


def products_made(schema: Any, single: Any) -> int:
    """How many products the features of a record become."""
    return sum(prod(len(group.of(single)) for group in groups) for groups in schema.products.groups)


def too_many(limits: Limits, what: str) -> Refusal:
    """The refusal of a record that becomes too many features."""
    return Refusal(
        422,
        "too_many_entries",
        f"a record may become {limits.entries:,} features here, and this one would become more, by its {what}: "
        "send less, or let `schema` ask for less",
    )


def texts_of(schema: Any, x: dict[str, Any]) -> list[str]:
    """The texts of a record in columns of text; of lists there, their texts."""
    found: list[str] = []
    for name, value in schema.flat(x, "", {}).items():
        if name in schema.text:
            found += [str(each) for each in value] if isinstance(value, list) else [str(value)]
    return found


def check_names(limits: Limits, names: Mapping[str, int], name_bytes: int, features: Iterable[str]) -> None:
    """Raise if these features would make a game know too many names, or too many bytes of them."""
    new = [name for name in features if name not in names]
    if not new:
        return
    if len(names) + len(new) > limits.names:
        raise Refusal(
            422,
            "too_many_names",
            f"this game knows {len(names):,} names of features, and may know {limits.names:,}; "
            f"{new[0][:60]!r} would be one more: send known ones, or let `schema` drop or hash a column",
        )
    if name_bytes + sum(map(len, new)) > limits.name_bytes:
        raise Refusal(
            422,
            "names_too_long",
            f"the names of features that this game knows have {name_bytes:,} characters, and may have "
            f"{limits.name_bytes:,}; {new[0][:60]!r} and what else is new has too many: send shorter ones",
        )


def cells_of(x: Any) -> int:
    """How many cells a record has, with those of records and lists within it, and the words of its texts at most."""
    total = 0
    level = [x]
    while level:
        below: list[Any] = []
        for one in level:
            values = one.values() if isinstance(one, dict) else one
            for value in values:
                kind = type(value)
                if kind is str:
                    total += 1 + (len(value) >> 3)
                else:
                    total += 1
                    if kind is dict or kind is list:
                        below.append(value)
        level = below
    return total


# What is asked of settings, before a game is made of them.


def check_settings(limits: Limits, given: Any) -> None:
    """Raise if settings, as they came, would make more players or larger ones than they may."""
    if not isinstance(given, dict):
        return
    check_depth(limits, given)
    players = 1 + players_in(given)
    if players > limits.members:
        raise BadParameter(
            f"a game may have {limits.members:,} players here, members and shadows among them, not {players:,}"
        )
    total = 0
    for name, value in sizes_in(given):
        total += value
        if total > limits.size:
            raise BadParameter(f"{name} is {value:,}; a service makes learners of at most {limits.size:,}")
    for key in LABELS:
        check_labels(limits, key, given.get(key))
    schema = given.get("schema") or given.get("door")
    if isinstance(schema, dict):
        ngrams, products = schema.get("ngrams"), schema.get("interactions")
        if isinstance(ngrams, int) and ngrams > limits.ngrams:
            raise BadParameter(f"ngrams is {ngrams:,}; a service makes n-grams of up to {limits.ngrams:,} words")
        if isinstance(products, list) and len(products) > limits.members:
            raise BadParameter(f"interactions are {limits.members:,} pairs at most here, not {len(products):,}")


def check_labels(limits: Limits, key: str, given: Any) -> None:
    """Raise if a setting that is a label, or a list of them, has one that is too long."""
    for label in given if isinstance(given, list) else [given]:
        if is_too_long(label, limits.label):
            raise BadParameter(
                f"{key} may have {limits.label:,} characters each here, and {label[:40]!r}... has {len(label):,}"
            )


def is_too_long(label: Any, most: int) -> bool:
    """Has a label, which may be a number, more characters than it may?"""
    return isinstance(label, str) and len(label) > most


def players_in(given: Any) -> int:
    """How many members and shadows there are in settings, and in those of the members."""
    total, level = 0, [given]
    while level:
        below: list[Any] = []
        for one in level:
            for name, value in one.items() if isinstance(one, dict) else enumerate(one):
                if name in NESTED and isinstance(value, dict | list):
                    total += len(value)
                if isinstance(value, dict | list):
                    below.append(value)
        level = below
    return total


def sizes_in(given: Any) -> Iterable[tuple[str, int]]:
    """The settings that say how large a player is, wherever they stand."""
    level = [given]
    while level:
        below: list[Any] = []
        for one in level:
            for name, value in one.items() if isinstance(one, dict) else enumerate(one):
                if name in SIZES and isinstance(value, int | float) and not isinstance(value, bool):
                    yield str(name), int(min(value, 1e18)) if value == value else 0
                if isinstance(value, dict | list):
                    below.append(value)
        level = below
