"""`Turn`: the two moves as the writer plays them: checked, played, entered as rows, answered. Compiled, as `rounds`."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from ..support.signals import pause
from .http.contract import (
    CLIENTS_FAULT,
    EventAnswer,
    EventBody,
    LabelAnswer,
    LabelRecord,
    PredictAnswer,
    Refusal,
    decode_any,
    encode,
    refused,
)
from .journal.journal import LABEL, PREDICT
from .limits import Limits, check_record
from .rounds import MISTAKES, SPARE, Rounds, answer_of, interval_of, pack, packed_chance
from .sheet import Sheet

BREATH = 128  # events of a batch after which other threads may have the interpreter
remembered: dict[str, bytes] = {}


class Turn:
    """Moves of one game, one after the other; their rows go on a sheet that is written later.

    known       ids that have a row in the journal
    closed      ids of rounds that were closed by a row which is not yet written, on this sheet or the one before it
    """

    def __init__(
        self, rounds: Rounds, name: str, sheet: Sheet, known: Any, closed: Any, limits: Limits, maker: int, now: int
    ) -> None:
        self.rounds, self.name, self.limits = rounds, name, limits
        self.rows, self.changed = sheet.rows, sheet.changed
        self.closed = sheet.closed.setdefault(rounds.number, set())
        self.closed_before, self.known = closed, known
        self.cells, self.names, self.most = limits.cells, limits.names, limits.open
        self.maker, self.now = maker, now

    def said_again(self, id: str) -> Any:
        """The answer to a prediction that was given already."""
        raise NotImplementedError(f"{type(self).__name__} must implement said_again()")

    def closed_already(self, id: str, y: Any, weight: Any) -> Any:
        """The answer to a label for a round that is not open."""
        raise NotImplementedError(f"{type(self).__name__} must implement closed_already()")

    def predict(self, id: Any, raw: Any, status: int = 0) -> Any:
        """Open a round, or say again what was said when it was opened; `status` is said in batches."""
        rounds = self.rounds
        if id in rounds.open or id in self.known or id in self.closed or id in self.closed_before:
            said = self.said_again(id)
            said.status = status
            return said
        if len(rounds.open) >= self.most:
            raise Refusal(
                422,
                "too_many_open",
                f"{len(rounds.open):,} rounds of {self.name!r} wait for their labels; label or forget some first",
            )
        check_id(id)
        x = decode_any(raw)
        game = rounds.game
        size = len(raw)
        # A cell takes some bytes, so a record that is short enough need not be counted.
        if type(x) is not dict or size >= self.cells or len(game.features.columns) + size >= self.names:
            check_record(self.limits, game, x, size)
        seq = rounds.seq + 1
        move = rounds.predict(id, x, seq, self.now)
        guess, chance = move.guess, move.chance
        packed = None if chance is None else packed_chance(move)
        seed = game.coin.seed.to_bytes(8) if game.randomised else None
        row = (seq, id, PREDICT, raw, answer_of(move), pack(guess), packed, seed, self.maker, self.now)
        self.rows.append((rounds.number, row))
        self.changed[self.name] = seq
        interval = None if move.said is None else interval_of(move)
        return PredictAnswer(id, seq, move.act, guess, chance, status, interval)

    def label(self, id: Any, y: Any, weight: Any, status: int = 0) -> Any:
        """Close a round with its label, or say again what was said when it was closed."""
        rounds = self.rounds
        if id not in rounds.open:
            told = self.closed_already(id, y, weight)
            told.status = status
            return told
        seq = rounds.seq + 1
        mistake = rounds.label(id, y, weight, seq)
        row = (seq, id, LABEL, label_record(y, weight), MISTAKES[mistake], None, None, None, self.maker, self.now)
        self.rows.append((rounds.number, row))
        self.changed[self.name] = seq
        self.closed.add(id)
        return LabelAnswer(id, seq, mistake, status)

    def events(self, events: list[Any]) -> list[Any]:
        """The answers to a batch of events, each of which is a body or the refusal of what was none."""
        answers: list[Any] = []
        for event in events:
            if len(answers) % BREATH == BREATH - 1:
                pause()
            try:
                answers.append(self.event(event))
            except CLIENTS_FAULT as error:
                refusal = refused(error)
                id = event.id if isinstance(event, EventBody) else None
                answers.append(EventAnswer(refusal.status, id, error=refusal.code, message=refusal.message))
        return answers

    def event(self, event: Any) -> Any:
        """The answer to one event; the label of an example that is refused is refused with it."""
        if type(event) is not EventBody:
            raise event
        id, x, y = event.id, event.x, event.y
        if y is UNSET:
            if x is UNSET:
                raise Refusal(422, "bad_body", "an event has x, which asks for a prediction, or y, its label, or both")
            return self.predict(id, bytes(x), 200)
        if x is UNSET:
            return self.label(id, y, event.weight, 200)
        said = self.predict(id, bytes(x), 200)
        told = self.label(id, y, event.weight, 200)
        return EventAnswer(
            200, said.id, said.round, said.act, said.guess, said.chance, told.seq, told.mistake, interval=said.interval
        )


def check_id(id: Any) -> None:
    """Raise if an id has characters that some journal could not keep."""
    if not id.isprintable():
        raise Refusal(422, "bad_id", f"an id is made of printable characters, and {ascii(id)[:60]} is not")


def label_record(y: Any, weight: Any) -> bytes:
    """A label as the journal keeps it."""
    if type(y) is not str or weight is not None:
        return encode(LabelRecord(y, weight))
    found = remembered.get(y)
    if found is None:
        found = encode(LabelRecord(y))
        if len(remembered) < SPARE:
            remembered[y] = found
    return found
