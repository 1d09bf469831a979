"""A game per key on a stream: every customer, machine or sensor has a game of its own.

`KeyedGames.play` is the whole of it: the state of one key and its next events in, the new state and the answers out. It
runs over a plain iterator (`play_stream`), and on Spark (`spark_stream`), which keeps the states, the place in the
stream and what was written together in its checkpoints, so that every event counts once, whatever crashes when.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..door.labels import Outcome
from ..errors import BadParameter, LittlestoneError, StateError
from ..games.open_rounds import rounds_by_id
from ..games.rows import Game
from ..store import from_bytes, to_bytes
from ..support.settings import real
from ..support.version import VERSION
from .spark_engine import keyed_processor

FORMAT = 1  # of a state
ASK, LABEL = "ask", "label"
EVENTS = "key string, seq bigint, id string, kind string, record string, label string, time double"
ANSWERS = (
    "key string, seq bigint, id string, kind string, act string, guess double, chance double, "
    "rounds bigint, labelled bigint, mistakes bigint, loss double, why string"
)
FIELDS = [part.split()[0] for part in ANSWERS.split(", ")]


class Kept(NamedTuple):
    """The state of a key: its game, the last event, and when the open rounds were asked, by their ids."""

    game: Game
    seq: int
    asked: dict[str, float]

    def as_bytes(self) -> bytes:
        """A line of JSON, and the saved game."""
        head = {"format": FORMAT, "written by": VERSION, "seq": self.seq, "asked": self.asked}
        return json.dumps(head).encode() + b"\n" + to_bytes(self.game)

    @classmethod
    def of(cls, saved: bytes) -> Kept:
        """The state that was written."""
        line, _, game = bytes(saved).partition(b"\n")
        try:
            head = json.loads(line)
            version, seq, asked = head["format"], int(head["seq"]), dict(head["asked"])
        except (ValueError, KeyError, TypeError):
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

    An event is a dict: its `key`; `seq`, a whole number that rises within a key; `kind`, "ask" or "label"; `id`, which
    the label of a question has, too; `record`, the raw record of a question, and `label`, both as JSON texts; and
    `time` in seconds. An answer has the kind "prediction", with act, guess and chance, or "account", with what the game
    of that key has come to; "expired" for a question whose label did not come in time, and "refused", with the reason,
    for an event that cannot be played: it changes nothing. Events are played by `seq`. One that is not above the last
    was there before, or is too late: it is refused.

    game       a new game, or a saved one that all keys begin with; a path or bytes of one
    expires    seconds of event time after which a question is forgotten; None for never
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
        if not isinstance(first, Game) or first.advised:
            raise BadParameter("a game per key is a game of examples, without guarantees around it")
        self.expires = None if expires is None else real("expires", expires, "seconds after which a question expires")
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
            self.forget(kept, told, now, answers)
            if event["kind"] == ASK:
                answers.append(self.ask(kept, event, told, now))
            elif event["kind"] == LABEL:
                answers.append(self.label(kept, event, told))
            else:
                raise BadParameter(f"an event is of the kind 'ask' or 'label', not {event['kind']!r:.40}")
        except (LittlestoneError, ValueError, TypeError) as error:  # of what is no JSON, and of what is not there
            answers.append(answer(told, "refused", why=str(error)))
        return Kept(game, seq, kept.asked)

    def forget(self, kept: Kept, told: dict[str, Any], now: float, answers: list[dict[str, Any]]) -> None:
        """Forget the questions that have expired by now."""
        if self.expires is None:
            return
        due = [id for id, when in kept.asked.items() if when + self.expires < now]
        numbers = rounds_by_id(kept.game) if due else {}
        for id in due:
            del kept.asked[id]
            kept.game.forget(numbers[id])
            answers.append(answer(told | {"id": id}, "expired"))

    def ask(self, kept: Kept, event: Mapping[str, Any], told: dict[str, Any], now: float) -> dict[str, Any]:
        """The prediction for a record."""
        if str(event["id"]) in kept.asked:
            raise BadParameter(f"the question {event['id']!r} is open already: an id is given once")
        game = kept.game
        move = game.predict(json.loads(event["record"]))
        move.id = str(event["id"])
        kept.asked[move.id] = now
        guess = float(move.act if isinstance(game.labels, Outcome) else move.guess)
        chance = move.chance
        if isinstance(chance, dict):
            chance = chance.get(move.act, 0.0)
        return answer(told, "prediction", act=None if move.act is None else str(move.act), guess=guess, chance=chance)

    def label(self, kept: Kept, event: Mapping[str, Any], told: dict[str, Any]) -> dict[str, Any]:
        """The account after a label."""
        number = rounds_by_id(kept.game).get(str(event["id"]))
        if number is None:
            raise BadParameter(f"no question {event['id']!r} is open: it was never asked, has its label, or expired")
        kept.game.label(number, json.loads(event["label"]))
        del kept.asked[str(event["id"])]
        ledger = kept.game.ledger
        counts = {"rounds": ledger.rounds, "labelled": ledger.labelled, "loss": float(ledger.loss)}
        return answer(told, "account", **counts, mistakes=getattr(ledger, "mistakes", None))


def answer(told: dict[str, Any], kind: str, **said: Any) -> dict[str, Any]:
    """An answer, with None for what it does not say."""
    return dict.fromkeys(FIELDS) | told | {"kind": kind} | said


def play_stream(games: KeyedGames, events: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The answers to events of any keys, one by one, with all states in memory.

    >>> from littlestone import Game, Perceptron
    >>> games = KeyedGames(Game(Perceptron()))
    >>> ask = {"key": "a", "seq": 1, "id": "1", "kind": "ask", "record": '{"x": 1}', "label": None, "time": 0.0}
    >>> said = list(play_stream(games, [ask, ask | {"seq": 2, "kind": "label", "label": "-1"}]))
    >>> [(one["kind"], one["act"], one["mistakes"]) for one in said]
    [('prediction', '1', None), ('account', None, 1)]
    """
    states: dict[Any, bytes] = {}
    for event in events:
        states[event["key"]], answers = games.play(states.get(event["key"]), [event])
        yield from answers


def spark_stream(frame: Any, games: KeyedGames) -> Any:
    """The answers as a streaming data frame of Spark, from one whose columns are those of `EVENTS`.

    Its sink has to write every batch once: files with their log, a Delta table; Spark's checkpoints do the rest.
    """
    return frame.groupBy("key").transformWithStateInPandas(
        statefulProcessor=keyed_processor(games), outputStructType=ANSWERS, outputMode="Append", timeMode="None"
    )
