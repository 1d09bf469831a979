"""A game per key on a stream: every customer, machine or sensor has a game of its own.

`KeyedGames.play` is the whole of it: the state of one key and its next events in, the new state and the answers out. It
runs over a plain iterator (`play_stream`), and on Spark (`spark_stream`), which keeps the states, the place in the
stream and what was written together in its checkpoints, so that every event counts once, whatever crashes when.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Any, NamedTuple

from ..errors import BadParameter, LittlestoneError, StateError
from ..features.labels import Outcome
from ..rows.game import Game, rounds_by_id
from ..store import from_bytes, to_bytes
from ..support.loading import VERSION
from ..support.settings import real
from .spark_engine import SHIFT, keyed_processor

FORMAT = 1  # of a state
ASK, LABEL, FORGET = "ask", "label", "forget"
EVENTS = "key string, seq bigint, id string, kind string, record string, label string, time double, weight double"
ANSWERS = (
    "key string, seq bigint, id string, kind string, act string, guess double, chance double, "
    "rounds bigint, labelled bigint, mistakes bigint, loss double, why string"
)
FIELDS = [part.split()[0] for part in ANSWERS.split(", ")]


class Asked(NamedTuple):
    """When a record was asked about, in seconds of event time, and by which event."""

    time: float
    seq: int


class Kept(NamedTuple):
    """The state of a key: its game, the last event, and the open rounds by the ids of their records."""

    game: Game
    seq: int
    asked: dict[str, Asked]

    def as_bytes(self) -> bytes:
        """A line of JSON, and the saved game."""
        head = {"format": FORMAT, "written by": VERSION, "seq": self.seq, "asked": self.asked}
        return json.dumps(head).encode() + b"\n" + to_bytes(self.game)

    @staticmethod
    def head(saved: bytes) -> dict[str, Any]:
        """The line of JSON of a state that was written by this release."""
        found: dict[str, Any] = json.loads(bytes(saved).partition(b"\n")[0])
        return found

    @classmethod
    def of(cls, saved: bytes) -> Kept:
        """The state that was written."""
        _, _, game = bytes(saved).partition(b"\n")
        try:
            head = cls.head(saved)
            version, seq, asked = head["format"], int(head["seq"]), head["asked"]
            asked = {id: Asked(float(time), int(number)) for id, (time, number) in asked.items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise StateError(
                "this is not the state of a key: it was damaged, or something else has written it"
            ) from None
        if version != FORMAT:
            raise StateError(
                f"the state of this key was written in format {version} by littlestone {head.get('written by')}; "
                f"this is {VERSION}, which reads format {FORMAT}"
            )
        return cls(from_bytes(game), seq, asked)


class KeyedGames:
    """Plays the events of many keys, each in a game of its own that begins as `game` is.

    An event is a dict: its `key`; `seq`, a whole number that rises within a key; `kind`, "ask", "label" or "forget";
    `id`, that of a record, which its label names too; `record`, the raw record, and `label`, both as JSON texts; `time`
    in seconds; and perhaps the `weight` of a label. An answer has the kind "prediction", with act, guess and chance, or
    "account", with what the game of that key has come to; "expired" for a record whose label did not come in time, with
    the seq of the record, "forgotten" for one that was to be forgotten, and "refused", with the reason, for an event
    that cannot be played: it changes nothing. Events are played by `seq`. An event that is not above the last was there
    before, or is too late: it is refused.

    game       a new game, or a saved one that all keys begin with; a path or bytes of one
    expires    seconds of event time after which a round is forgotten, when its key has its next event, or when the
               time of all keys has come so far (see `late` of `play_stream` and `spark_stream`); None for never
    """

    def __init__(self, game: Game | str | os.PathLike[str] | bytes, *, expires: float | None = None) -> None:
        if isinstance(game, Game):
            self.begin = to_bytes(game)
        elif isinstance(game, bytes):
            self.begin = game
        else:
            with open(game, "rb") as file:
                self.begin = file.read()
        first = from_bytes(self.begin)
        if not isinstance(first, Game) or first._advised:
            raise BadParameter("a game per key is a game of examples")
        self.expires = None if expires is None else real("expires", expires, "seconds after which a round expires")
        if self.expires is not None and self.expires <= 0:
            raise BadParameter(f"expires is a number of seconds above 0, not {expires}")
        self.version = VERSION

    @property
    def fields(self) -> list[str]:
        """The names of what an answer has."""
        return FIELDS

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["version"] != VERSION:
            raise StateError(
                f"this worker has littlestone {VERSION}, and the stream was begun by {state['version']}: "
                f"install the same version everywhere"
            )
        vars(self).update(state)

    def play(self, saved: bytes | None, events: Iterable[Mapping[str, Any]]) -> tuple[bytes, list[dict[str, Any]]]:
        """Play the next events of one key; its new state, and the answers."""
        kept = Kept(from_bytes(self.begin), -1, {}) if saved is None else Kept.of(saved)
        answers: list[dict[str, Any]] = []
        for event in sorted(events, key=lambda event: int(event["seq"])):
            kept = self.one(kept, event, answers)
        return kept.as_bytes(), answers

    def one(self, kept: Kept, event: Mapping[str, Any], answers: list[dict[str, Any]]) -> Kept:
        """Play an event, and add its answers."""
        game, seq = kept.game, int(event["seq"])
        told = {"key": event["key"], "seq": seq, "id": event["id"]}
        if seq <= kept.seq:
            answers.append(answer(told, "refused", why=f"its seq is not above {kept.seq}, the last one of this key"))
            return kept
        try:
            now = float(event["time"])
            if not math.isfinite(now):
                raise BadParameter(f"the time of an event is a number of seconds, not {now}")
            answers += self.forget_due(kept, event["key"], now)
            if event["kind"] == ASK:
                answers.append(self.ask(kept, event, told, now))
            elif event["kind"] == LABEL:
                answers.append(self.label(kept, event, told))
            elif event["kind"] == FORGET:
                kept.game.forget(self.open_round(kept, event))
                del kept.asked[str(event["id"])]
                answers.append(answer(told, "forgotten"))
            else:
                raise BadParameter(f"an event is of the kind 'ask', 'label' or 'forget', not {event['kind']!r:.40}")
        except (LittlestoneError, ValueError, TypeError) as error:  # of what is no JSON, and of what is not there
            answers.append(answer(told, "refused", why=str(error)))
        return Kept(game, seq, kept.asked)

    def forget_due(self, kept: Kept, key: Any, now: float) -> list[dict[str, Any]]:
        """Forget the rounds that have expired by now; an answer for each."""
        if self.expires is None:
            return []
        due = {id: asked for id, asked in kept.asked.items() if asked.time + self.expires < now}
        numbers = rounds_by_id(kept.game) if due else {}
        for id in due:
            del kept.asked[id]
            kept.game.forget(numbers[id])
        return [answer({"key": key, "seq": asked.seq, "id": id}, "expired") for id, asked in due.items()]

    def expire(self, saved: bytes, key: Any, now: float) -> tuple[bytes, list[dict[str, Any]]]:
        """The same for a key that has no event: its new state, and the answers."""
        kept = Kept.of(saved)
        answers = self.forget_due(kept, key, now)
        return kept.as_bytes() if answers else saved, answers

    def deadline(self, saved: bytes) -> int | None:
        """The first millisecond in which a round may expire, None if none is open or none ever does."""
        asked = Kept.head(saved)["asked"].values()
        if self.expires is None or not asked:
            return None
        first: float = min(time for time, _ in asked)
        return math.ceil(1000 * (first + self.expires))

    def ask(self, kept: Kept, event: Mapping[str, Any], told: dict[str, Any], now: float) -> dict[str, Any]:
        """The prediction for a record."""
        if str(event["id"]) in kept.asked:
            raise BadParameter(f"an open round has the id {event['id']!r} already: an id is given once")
        game = kept.game
        move = game.predict(json.loads(event["record"]))
        move.id = str(event["id"])
        kept.asked[move.id] = Asked(now, told["seq"])
        guess = float(move.act if isinstance(game.labels, Outcome) else move.guess)
        chance = move.chance
        if isinstance(chance, dict):
            chance = chance.get(move.act, 0.0)
        return answer(told, "prediction", act=None if move.act is None else str(move.act), guess=guess, chance=chance)

    def label(self, kept: Kept, event: Mapping[str, Any], told: dict[str, Any]) -> dict[str, Any]:
        """The account after a label."""
        weight = event.get("weight")
        heavy = None if weight is None or weight != weight else float(weight)  # pandas has NaN for nothing
        kept.game.label(self.open_round(kept, event), json.loads(event["label"]), heavy)
        del kept.asked[str(event["id"])]
        ledger = kept.game.ledger
        counts = {"rounds": ledger.rounds, "labelled": ledger.labelled, "loss": float(ledger.loss)}
        return answer(told, "account", **counts, mistakes=getattr(ledger, "mistakes", None))

    def open_round(self, kept: Kept, event: Mapping[str, Any]) -> int:
        """The number of the round of this id; raises if no such round is open."""
        number = rounds_by_id(kept.game).get(str(event["id"]))
        if number is None:
            raise BadParameter(
                f"no open round has the id {event['id']!r}: it was never asked, has its label, or expired"
            )
        return number


def answer(told: dict[str, Any], kind: str, **said: Any) -> dict[str, Any]:
    """An answer, with None for what it does not say."""
    return dict.fromkeys(FIELDS) | told | {"kind": kind} | said


def play_stream(
    games: KeyedGames, events: Iterable[Mapping[str, Any]], late: float | None = None
) -> Iterator[dict[str, Any]]:
    """The answers to events of any keys, one by one, with all states in memory.

    late    how many seconds the time of an event may be behind that of others: rounds expire in keys without events
            too, when an event comes that is so much newer; None lets them wait for the next event of their key

    >>> from littlestone import Game, Perceptron
    >>> games = KeyedGames(Game(Perceptron()))
    >>> ask = {"key": "a", "seq": 1, "id": "1", "kind": "ask", "record": '{"x": 1}', "label": None, "time": 0.0}
    >>> said = list(play_stream(games, [ask, ask | {"seq": 2, "kind": "label", "label": "-1"}]))
    >>> [(one["kind"], one["act"], one["mistakes"]) for one in said]
    [('prediction', '1', None), ('account', None, 1)]
    """
    states: dict[Any, bytes] = {}
    waiting: list[tuple[int, str]] = []  # deadlines of keys
    newest = -math.inf
    for event in events:
        key = event["key"]
        states[key], answers = games.play(states.get(key), [event])
        yield from answers
        if late is None:
            continue
        when = event["time"]
        newest = newest if when is None or when != when else max(newest, math.floor(1000 * (when - late)) - 1)
        if (first := games.deadline(states[key])) is not None:
            heappush(waiting, (first, key))
        while waiting and waiting[0][0] < newest:
            _, key = heappop(waiting)
            states[key], answers = games.expire(states[key], key, newest / 1000)
            yield from answers
            if (first := games.deadline(states[key])) is not None:
                heappush(waiting, (max(first, math.ceil(newest)), key))


def spark_stream(frame: Any, games: KeyedGames, late: float | None = None) -> Any:
    """The answers as a streaming data frame of Spark, from one whose columns are those of `EVENTS`.

    Its sink has to write every batch once: files with their log, a Delta table; Spark's checkpoints do the rest.

    late    see `play_stream`: Spark's watermark is so many seconds behind the newest event of all keys. It leaves out
            events that are older than that, and counts them as numRowsDroppedByWatermark; None for no watermark
    """
    if late is not None:
        if real("late", late, "seconds that events may be behind others") < 0:
            raise BadParameter(f"late is a number of seconds, 0 or more, not {late}")
        frame = frame.selectExpr("*", f"timestamp_micros(bigint((time + {SHIFT}) * 1000000)) as asked_at")
        frame = frame.withWatermark("asked_at", f"{math.ceil(1000 * late) + 1} milliseconds")
    return frame.groupBy("key").transformWithStateInPandas(
        statefulProcessor=keyed_processor(games, timed=late is not None),
        outputStructType=ANSWERS,
        outputMode="Append",
        timeMode="None" if late is None else "EventTime",
    )
