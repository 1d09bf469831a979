"""`Rounds`: the two moves of a hosted game, by the client's ids, and whole runs of them: batches and replays.

This is where a service spends its time, so it is compiled: live or replayed, alone or in a run, a move is played here.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packing
from typing import Any

from ..errors import LittlestoneError
from ..rows.game import Game
from .http.contract import decode_any, decode_label_record, encode
from .journal.journal import LABEL, PREDICT

pack = Packing("<d").pack
MISTAKES = {True: b"true", False: b"false", None: b"null"}
SPARE = 256  # labels whose JSON is remembered, those that come first: mostly they are few, and come often


class OpenRound:
    """A round that waits for its label: its number in the game, and the seq and time of its row."""

    def __init__(self, number: int, seq: int, at: int) -> None:
        self.number, self.seq, self.at = number, seq, at

    def fields(self) -> list[int]:
        """The three of them, as a snapshot keeps them."""
        return [self.number, self.seq, self.at]


class Rounds:
    """The rounds of a game: those that are open by their ids, who answers (`game`), and who plays along (`shadows`).

    `seq` is that of the last row played, and `number` that of the game in its journal.
    """

    def __init__(self, number: int, game: Game, curve: Any) -> None:
        self.number, self.game, self.curve = number, game, curve
        self.seq = 0
        self.open: dict[str, OpenRound] = {}
        self.shadows: list[tuple[str, Game]] = []

    def predict(self, id: Any, x: Any, seq: int, at: int) -> Any:
        """Open a round in all players; returns that of the one who answers."""
        move = self.game.predict(x)
        move.id = id
        self.open[id] = OpenRound(move.number, seq, at)
        self.seq = seq
        if self.shadows:
            self.predict_shadows(id, x)
        return move

    def label(self, id: Any, y: Any, weight: Any, seq: int) -> bool | None:
        """Close a round with its label; returns whether it was a mistake, None where there are none."""
        waiting = self.open[id]
        game = self.game
        move = game.open[waiting.number]
        game.label(waiting.number, y, weight)
        del self.open[id]
        self.seq = seq
        if self.shadows:
            self.label_shadows(waiting.number, y, weight)
        if game.ledger.labelled >= self.curve.due:
            self.curve.take(game, self.shadows)
        if game.numbers:
            return None
        return True if game.labels.inside(y) != move.sign else False  # noqa: SIM210 - compiled, this makes no call

    def predict_shadows(self, id: str, x: Any) -> None:
        """Let the shadows predict."""
        raise NotImplementedError(f"{type(self).__name__} must implement predict_shadows()")

    def label_shadows(self, number: int, y: Any, weight: float | None) -> None:
        """Tell the shadows a label."""
        raise NotImplementedError(f"{type(self).__name__} must implement label_shadows()")


def packed_chance(move: Any) -> bytes | None:
    """The chance that a round was given, as doubles: one, or one for each class."""
    chance = move.chances
    if isinstance(chance, list):
        return b"".join(map(pack, chance))
    return None if chance is None else pack(chance)


def answer_of(move: Any) -> bytes:
    """What a prediction was answered beside guess and chance, as JSON: the act, and its interval if it has one."""
    found = None if move.said is None else interval_of(move)
    return in_json(move.act) if found is None else encode({"act": move.act, "interval": found})


def interval_of(move: Any) -> list[Any] | None:
    """The ends of the interval of a round, or its set of classes; None if it has none."""
    said = move.interval
    if said is None:
        return None
    return [said.low, said.high] if said.labels is None else said.labels


def answered(answer: bytes | None) -> tuple[Any, list[Any] | None]:
    """The act and the interval that `answer_of` wrote; an end that is infinite is None."""
    found = decode_any(answer or b"null")
    return (found["act"], found["interval"]) if isinstance(found, dict) else (found, None)


remembered: dict[str, bytes] = {}
told_before: dict[bytes, Any] = {}


def in_json(act: Any) -> bytes:
    """An act as JSON. Texts are remembered, as the labels of a game are few; True, 1 and 1.0 would be one key."""
    if type(act) is not str:
        return encode(act)
    found = remembered.get(act)
    if found is None:
        found = encode(act)
        if len(remembered) < SPARE:
            remembered[act] = found
    return found


def label_in(record: bytes) -> Any:
    """The label, with its weight, that a record tells of; nobody changes what is remembered."""
    found = told_before.get(record)
    if found is None:
        found = decode_label_record(record)
        if len(told_before) < SPARE:
            told_before[record] = found
    return found


def replay_run(
    rounds: Rounds, rows: list[Any], other: Callable[[Any], Any], failed: Callable[[Any, Any], Any] | None = None
) -> None:
    """Play rows, (seq, id, kind, record, at); those that are neither of the two moves by `other`.

    `failed` is called with a row that this player cannot take, and why; without it that is raised.
    """
    for row in rows:
        kind, record = row[2], row[3]
        try:
            if record is not None and kind == PREDICT:
                rounds.predict(row[1], decode_any(record), row[0], row[4])
            elif record is not None and kind == LABEL and row[1] in rounds.open:
                told = label_in(record)
                rounds.label(row[1], told.y, told.weight, row[0])
            else:
                other(row)
        except LittlestoneError as error:
            if failed is None:
                raise
            failed(row, error)


def audit_run(
    rounds: Rounds,
    rows: list[Any],
    other: Callable[[Any], Any],
    differs: Callable[[Any, Any], Any],
    makers: dict[int, int],
) -> int:
    """Play rows with all their fields; returns how many were compared. `makers` counts who computed predictions.

    `differs` is called with rows that do not come out as they were answered, and with what was computed: the round of a
    prediction, or whether a label told of a mistake.
    """
    compared = 0
    for row in rows:
        kind, record = row[2], row[3]
        if record is not None and kind == PREDICT:
            move = rounds.predict(row[1], decode_any(record), row[0], row[9])
            if row[5] != pack(move.guess) or row[6] != packed_chance(move) or row[4] != answer_of(move):
                differs(row, move)
            compared += 1
            makers[row[8]] = makers.get(row[8], 0) + 1
        elif record is not None and kind == LABEL and row[1] in rounds.open:
            told = label_in(record)
            mistake = rounds.label(row[1], told.y, told.weight, row[0])
            if row[4] != MISTAKES[mistake]:
                differs(row, mistake)
            compared += 1
        else:
            other(row)
    return compared


def note_ids(recent: dict[int, dict[str, tuple[int, ...]]], rows: list[Any]) -> None:
    """Enter the seqs of rows, (game, row), by the ids that they are about."""
    last, ids = -1, {}
    for game, row in rows:
        if game != last:
            last, ids = game, recent.setdefault(game, {})
        id = row[1]
        if id is not None:
            found = ids.get(id)
            ids[id] = (row[0],) if found is None else (*found, row[0])
