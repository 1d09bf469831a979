"""Events of games of actions: JSON lines of what was asked, what was done, with which chance, and what it brought."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from math import isfinite
from typing import Any

from ...bandits.action_game import together
from ...errors import BadFeature, BadFile, UnknownName
from ...features.event import read_id
from ..text.logged_actions import Logged
from ..text.text_file import TextFile

KEYS = ("id", "x", "choices", "action", "chance", "reward")


class ActionEvents(TextFile):
    """A log of actions as events: `for logged in ActionEvents("log.events"): ...`.

    An event is a JSON object with these keys and no others:

    id          a text or a number, by which a reward that comes later finds the round
    x           the request, a record
    choices     the features of every action by its name, if actions have features, or cannot always be done
    action      what was done: a text or a whole number
    chance      the chance that it was drawn with, above 0
    reward      what it brought; null, or left out, if it is not known yet

    An event without an action is the reward of an earlier one: {"id": "m1", "reward": 1}. A round whose reward comes
    later is given twice, first without a cost, then with it; costs are rewards times -1. Rounds without a reward that
    have no id are left out, and `unlabelled` counts them with those whose reward never came.

    source      a path, "-" or a binary file: see `TextFile`
    actions     what the actions are called, in order; None finds out by reading the file once more
    skip_bad    go on after lines that are wrong: `bad` counts them

    >>> import io
    >>> event = b'{"id": "m1", "x": {"words": 12}, "action": "small", "chance": 0.25, "reward": 1}'
    >>> (round,) = ActionEvents(io.BytesIO(event), actions=["large", "small"])
    >>> round.action, round.cost, round.chance, round.x
    (1, -1.0, 0.25, {'words': 12})
    """

    def __init__(self, source: Any, *, actions: Sequence[Any] | None = None, skip_bad: bool = False) -> None:
        super().__init__(source, skip_bad=skip_bad)
        self.actions = None if actions is None else list(actions)
        self.unlabelled = 0

    def has_blocks(self) -> bool:
        """Has the first round features of its actions?"""
        head = (self.head(1 << 16) or b"").lstrip().split(b"\n", 1)[0]
        try:
            return "choices" in json.loads(head)
        except ValueError:  # cut, since it is long
            return b'"choices"' in head

    def named(self) -> list[Any]:
        """What the actions are called: as given, or all that are in the file, sorted."""
        if self.actions is None:
            found: dict[Any, None] = {}
            with closing(self.events()) as events:
                for event in events:
                    found |= dict.fromkeys([event["action"]] if "action" in event else [])
                    found |= dict.fromkeys(event.get("choices") or ())
            self.actions = sorted(found, key=str)
        return self.actions

    def __iter__(self) -> Generator[Logged, None, None]:
        places = {name: place for place, name in enumerate(self.named())}
        waiting: dict[str, Logged] = {}
        self.unlabelled = 0
        with closing(self.events()) as events:
            for event in events:
                try:
                    logged = self.told(event, waiting) if "action" not in event else self.asked(event, places)
                    if logged.key in waiting and "action" in event:
                        raise BadFeature(f"the id {logged.key!r} is that of an earlier round without a reward yet")
                except BadFeature as error:
                    self.refuse(BadFile(f"{self.name}, line {self.line}: {error}"))
                    continue
                if logged.cost is None and logged.key is None:
                    self.unlabelled += 1
                    continue
                if logged.cost is None:
                    waiting[str(logged.key)] = logged
                yield logged
        self.unlabelled += len(waiting)

    def events(self) -> Generator[dict[str, Any], None, None]:
        """The objects of the lines, checked."""
        with closing(self.text_lines()) as lines:
            for line in lines:
                if not line.strip():
                    continue
                try:
                    event = json.loads(line)
                except ValueError:
                    self.refuse(BadFile(f"{self.name}, line {self.line}: an event is a JSON object on a line"))
                    continue
                try:
                    self.check(event)
                except BadFeature as error:
                    self.refuse(BadFile(f"{self.name}, line {self.line}: {error}"))
                else:
                    yield event

    def check(self, event: Any) -> None:
        """Raise if an object is no event."""
        if not isinstance(event, dict):
            raise BadFeature("an event is a JSON object on a line")
        if strange := [key for key in event if key not in KEYS]:
            raise BadFeature(str(UnknownName.among("key of an event", strange[0], KEYS)))
        if "action" not in event:
            if not event.keys() == {"id", "reward"} or event["reward"] is None or event["id"] is None:
                raise BadFeature('an event has an "action"; a reward that comes later has an "id" and a "reward"')
        elif not isinstance(event["action"], str | int) or isinstance(event["action"], bool):
            raise BadFeature(f'"action" is a text or a whole number, not {event["action"]!r:.60}')
        elif not 0.0 < number_of(event, "chance") <= 1.0:
            raise BadFeature(f'"chance" is above 0 and 1 at most, not {event["chance"]!r:.60}')
        for key in ("x", "choices"):
            if not isinstance(event.get(key, {}), dict):
                raise BadFeature(f'"{key}" is an object, not {event[key]!r:.60}')

    def asked(self, event: dict[str, Any], places: dict[Any, int]) -> Logged:
        """The round of an event."""
        known = place_of(event["action"], places)
        x, given = event.get("x", {}), event.get("choices")
        choices: list[Any] | None = None
        if given is not None:
            choices = [None] * len(places)
            for name, own in given.items():
                choices[place_of(name, places)] = None if own is None else together(x, own)
            if choices[known] is None:
                raise BadFeature(f"{event['action']!r} was done, and is not among the choices")
        cost = None if event.get("reward") is None else -number_of(event, "reward")
        return Logged(x, known, cost, float(event["chance"]), choices, self.line, read_id(event.get("id")))

    def told(self, event: dict[str, Any], waiting: dict[str, Logged]) -> Logged:
        """The round whose reward this event is."""
        key = read_id(event["id"])
        cost = -number_of(event, "reward")
        if key not in waiting:
            raise BadFeature(f"no round of the id {key!r} waits for a reward")
        return waiting.pop(key)._replace(cost=cost, line=self.line)


def place_of(name: Any, places: dict[Any, int]) -> int:
    """The place of an action, by its name or, as keys of JSON are texts, by its number as a text."""
    if name in places:
        return places[name]
    alike = [place for known, place in places.items() if str(known) == str(name)]
    if not alike:
        raise BadFeature(str(UnknownName.among("action", str(name), map(str, places))))
    return alike[0]


def number_of(event: dict[str, Any], key: str) -> float:
    """A finite number of an event."""
    value = event.get(key)
    if isinstance(value, bool):
        value = float(value)
    if not isinstance(value, int | float) or not isfinite(value):
        raise BadFeature(f'"{key}" is a number, not {value!r:.60}')
    return float(value)


def are_events(head: bytes) -> bool:
    """Does a file that begins so look like events of actions?"""
    line = head.lstrip().split(b"\n", 1)[0]
    return line.startswith(b"{") and b'"action"' in line and b'"chance"' in line
