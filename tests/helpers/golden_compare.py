"""What differs between two plays of a golden game: nothing, a last bit, a word, or a result.

Only what the older one has is asked about: a ledger that says more than it did, or a theorem that is new, is no
difference.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

# How far numbers may lie apart, in their own size or in ones, on a machine that rounds otherwise; and where a solver
# stops near the best point, or a root is taken of what rounding leaves of a difference.
CLOSE, NEAR = 1e-9, 1e-6


class Difference(NamedTuple):
    """One thing that is not as it was: in which game, of which group, what exactly, and both as texts."""

    game: str
    group: str
    what: str
    was: str
    now: str

    @property
    def key(self) -> str:
        return f"{self.game}/{self.what}: {self.was} -> {self.now}"


def game_differences(key: str, was: dict[str, Any], now: dict[str, Any], near: float) -> Iterator[Difference]:
    """What differs in one game by more than `near`."""
    if not arrays_agree(was["guesses"], now["guesses"], near):
        yield Difference(key, "guesses", "guesses", shown(was["guesses"]), shown(now["guesses"]))
    if was["acts"] != now["acts"]:
        yield Difference(key, "guesses", "acts", was["acts"], now["acts"])
    for name, array in was["state"].items():
        found = now["state"].get(name)
        if found is None or not arrays_agree(array, found, near):
            yield Difference(key, "state", f"state {name}", shown(array), "missing" if found is None else shown(found))
    for when, said in was["moments"].items():
        heard = now["moments"].get(when)
        if heard is None:
            yield Difference(key, "ledger", f"at {when}", "asked", "no such moment")
            continue
        for path, old, new in value_differences("", said["ledger"], heard["ledger"], near):
            yield Difference(key, "ledger", f"at {when} ledger{path}", old, new)
        yield from certificate_differences(f"{key}/at {when}", said["certificates"], heard["certificates"], near)


def certificate_differences(key: str, was: dict[str, Any], now: dict[str, Any], near: float) -> Iterator[Difference]:
    """What differs in the certificates of one moment, field by field."""
    for theorem, said in was.items():
        heard = now.get(theorem)
        if heard is None:
            yield Difference(key, "verdict", f"{theorem} verdict", str(said["verdict"]), "no certificate")
            continue
        for field, old in said.items():
            for path, before, after in value_differences("", old, heard[field], near):
                yield Difference(key, field, f"{theorem} {field}{path}", before, after)


def arrays_agree(was: dict[str, Any], now: dict[str, Any], near: float) -> bool:
    """Are they the same to the last bit, or up to rounding if that is allowed?"""
    if was["type"] == now["type"] and was["sha256"] == now["sha256"]:
        return True
    if not near or was["type"] != now["type"] or "size" not in was:
        return False
    few = zip(was.get("first", []) + was.get("last", []), now.get("first", []) + now.get("last", []), strict=True)
    return all(close(float.fromhex(old), float.fromhex(new), near) for old, new in few) and all(
        close(was[sum], now[sum], near, was["size"]) for sum in ("size", "sum")
    )


def close(was: float, now: float, near: float, size: float = 1.0) -> bool:
    """Do two numbers agree that nearly, in their own size or in that of what they are made of?"""
    if was == now or (was != was and now != now):
        return True
    return math.isfinite(was - now) and abs(was - now) <= near * max(abs(was), abs(now), size)


def value_differences(path: str, was: Any, now: Any, near: float) -> Iterator[tuple[str, str, str]]:
    """Where two plain values differ; what only the new one has is not looked at."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name, old in was.items():
            if name in now:
                yield from value_differences(f"{path}.{name}", old, now[name], near)
            else:
                yield f"{path}.{name}", repr(old), "missing"
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for k, (old, new) in enumerate(zip(was, now, strict=True)):
            yield from value_differences(f"{path}[{k}]", old, new, near)
    elif number(was) and number(now):
        if not close(was, now, near):
            yield path, repr(was), repr(now)
    elif was != now:
        yield path, str(was), str(now)


def fits(pattern: str, key: str) -> bool:
    """Is this the key of a pattern, in which * stands for anything and all else for itself, brackets too?"""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), key, flags=re.S) is not None


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def shown(about: dict[str, Any]) -> str:
    """An array in a line."""
    ends = [f"{float.fromhex(one):.17g}" for one in about.get("first", []) + about.get("last", [])]
    return " ".join([about["type"], about["sha256"], f"sum {about.get('sum')}", *ends])


GROUPS = ("guesses", "state", "ledger", "paid", "allowed", "verdict", "broken", "violated", "teaches", "theorem")
RESULTS = ("guesses", "state", "ledger")  # what a redesign never moves


def report(found: Iterable[Difference]) -> int:
    """Print every difference, those that are alike once; 1 if a result has moved, else 0."""
    by_group: dict[str, dict[tuple[str, str, str], list[str]]] = {group: {} for group in GROUPS}
    for one in found:
        by_group[one.group].setdefault((one.what, one.was, one.now), []).append(one.game)
    for group, alike in by_group.items():
        if alike:
            print(f"{group}: {sum(map(len, alike.values()))} differ")
        for (what, was, now), games in alike.items():
            more = f" and {len(games) - 1} more" if len(games) > 1 else ""
            print(f"  {games[0]}{more}\n    {what}\n      was {was}\n      now {now}")
    moved = [group for group in RESULTS if by_group[group]]
    print(f"moved: {', '.join(moved)}" if moved else "no guess, no state and no ledger has moved")
    return 1 if moved else 0
