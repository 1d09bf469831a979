"""`Hosted`: one game of the service in memory, which is the replay of its rows through an ordinary `Game`.

This is where a service spends its time, so it is compiled: live or replayed, alone or in a batch, a move is played by
`predict` and `label`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import islice
from math import isfinite
from struct import Struct as Packing
from struct import iter_unpack
from typing import Any

import numpy as np
from msgspec import UNSET, Struct
from msgspec.json import Decoder

from ..errors import LittlestoneError
from ..features.labels import Classes
from ..rows.game import Game
from ..rows.signals import pause
from ..store import fitting_state
from .curve import Curve, constant, paid
from .http.contract import (
    CLIENTS_FAULT,
    EventAnswer,
    EventBody,
    ForgetAnswer,
    LabelAnswer,
    LabelRecord,
    PredictAnswer,
    Refusal,
    asks,
    decode_any,
    decode_label_record,
    encode,
    refused,
    unknown_round,
)
from .importing import saved_game
from .journal.journal import (
    ERASE,
    EXPIRE,
    FORGET,
    GAME,
    KINDS,
    LABEL,
    LATE,
    PREDICT,
    PROMOTE,
    JournalError,
    JournalRow,
)
from .limits import check_depth, check_record, is_too_long
from .making import GameSettings, make_game, read_settings
from .sheet import Sheet
from .trial import Trial

MAIN = "main"  # the player that answers first
TALLY = {EXPIRE: "expired", FORGET: "forgotten", ERASE: "erased", LATE: "late"}
GONE = {
    EXPIRE: ("expired", "the {told} of {id!r} came after its time; it was journaled, and is not learned"),
    FORGET: ("forgotten", "the round {id!r} was forgotten, and takes no {told}"),
    ERASE: ("erased", "the record of {id!r} was erased, and takes no {told}"),
}
MISTAKES = {True: b"true", False: b"false", None: b"null"}
UNTOLD = 100_000  # rounds of a frozen game that wait for a label; beyond them, the oldest one is forgotten
BREATH = 128  # events of a batch after which other threads may have the interpreter
FEW = 16  # classes that are not worth another weighing
LONG = 1024  # bytes from which on it is looked whether a record is mostly blanks
SPARE = 256  # labels whose JSON is remembered, those that come first: mostly they are few, and come often
pack = Packing("<d").pack
json_of_acts: dict[str, bytes] = {}
json_of_labels: dict[str, bytes] = {}
labels_of_json: dict[bytes, Any] = {}


class Made(Struct, omit_defaults=True):
    """The record of the first row of a game: its settings, and the seed of its coin.

    model       the saved game that it begins as, if it does not begin with nothing
    rounds      how many rounds that has played, which nobody else in this game has
    """

    settings: dict[str, Any]
    seed: int
    rounds: int = 0
    model: bytes | None = None

    def without_model(self) -> Made:
        """The same without the saved game, which is needed once."""
        return Made(self.settings, self.seed, self.rounds)


decode_made = Decoder(Made).decode


class OpenRound:
    """A round that waits for its label: its number in the game, and the seq and time of its row."""

    def __init__(self, number: int, seq: int, at: int) -> None:
        self.number, self.seq, self.at = number, seq, at

    def fields(self) -> list[int]:
        """The three of them, as a snapshot keeps them."""
        return [self.number, self.seq, self.at]


class HalfDone(Exception):
    """A move was played in part, and then refused as if it were the client's fault: an error of ours."""


class Hosted:
    """A game by name, with its open rounds by their ids, and the shadows that play along.

    Whoever answers is a player as the shadows are: all have seen every row. Live or replayed, a round is played by the
    same methods, so what comes out of a replay is what was. `lone` is the game of one player, who plays the rows alone.

    number      that of the game in its journal
    seq         that of the last row played
    game        that of the player who answers
    begun_at    the seq of the snapshot that it was loaded from
    counts      rounds that expired or were forgotten or erased, and labels that came late
    refused     how many records each shadow could not take
    trial       the evidence that a shadow is better than who answers
    successor   the shadow that is to answer from now on, by that evidence; None if none is
    named       names of features that were counted, and `name_bytes` their characters
    expands     may a record become many more features than it has bytes?
    weight      bytes of the game, when they were last counted; 0 if it was never so large that they were
    weighed     how many names and open rounds there were then
    classes     how many there were then; `many`: may there be more than two?
    wide        has an answer a chance for every class or action?
    skipped     rounds that could not be played again, as their records were erased, or this player cannot take them
    complaint   why a lone player could not take a record
    """

    acts = False  # are its rounds actions?
    opens = "prediction"  # what the first move is called
    waits_for = "label"  # and the second

    def __init__(self, name: str, number: int, made: Made, *, lone: Game | None = None) -> None:
        self.name, self.number, self.made = name, number, made.without_model()
        self.seq = self.begun_at = self.skipped = 0
        self.complaint = ""
        self.settings: GameSettings = read_settings(made.settings)
        self.frozen = lone is None and self.settings.frozen
        if lone is not None:
            first = lone
        elif made.model is not None:
            first = saved_game(made.model)
        else:
            first = make_game(self.settings, self.settings.player(), made.seed)
        self.players: dict[str, Any] = {MAIN: first}
        if lone is None:
            for shadow, player in self.settings.shadows.items():
                self.players[shadow] = later_game(self.settings, player, made)
        self.curve = Curve()
        self.open: dict[str, OpenRound] = {}
        self.counts: dict[str, Any] = {"expired": 0, "late": 0, "forgotten": 0, "erased": 0}
        self.refused: dict[str, int] = {}
        self.named = self.name_bytes = 0
        self.weight = self.classes = 0
        self.weighed = (0, 0)
        self.successor: Any = None
        self.trial = Trial(self.settings, str(first.learner.truths))
        self.answer_by(MAIN, 1)

    def answer_by(self, name: str, seq: int) -> None:
        """Let this player answer from now on, after a row."""
        self.answering = name
        self.game = self.players[name]
        schema = self.game.schema
        self.many = not self.acts and isinstance(self.game.labels, Classes)
        self.wide = self.acts or self.game._by_class or (self.many and bool(self.settings.guarantees))
        self.expands = bool(schema.interactions) or (bool(schema.text) and schema.ngrams > 1)
        self.shadows = [(key, game) for key, game in self.players.items() if key != name]
        self.try_anew(seq)

    def take_settings(self) -> None:
        """Let the shadows play by the settings of now, as far as these are not of who answers alone."""

    def try_anew(self, seq: int) -> None:
        """Begin the trial of the shadows anew, by the settings of now."""
        self.successor = None
        self.trial.take(self.settings)
        self.trial.begin([name for name, _ in self.shadows], seq)

    # The moves themselves.

    def predict(self, id: Any, x: Any, seq: int, at: int) -> Any:
        """Open a round in all players; returns that of the one who answers."""
        game = self.game
        move = predict_frozen(game, x) if self.frozen else game.predict(x)
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
        if self.frozen:
            return self.judge(id, y, move, seq)
        game.label(waiting.number, y, weight)
        del self.open[id]
        self.seq = seq
        if self.shadows:
            self.label_shadows(move, y, weight)
            self.see_successor()
        if game.ledger.labelled >= self.curve.due:
            self.curve.take(game, self.best_constant(), self.others())
        if game._numbers:
            return None
        return True if game.labels.inside(y) != move.sign else False  # noqa: SIM210 - compiled, this makes no call

    def judge(self, id: Any, y: Any, move: Any, seq: int) -> bool | None:
        """Close a round of a frozen game with its label: it is counted, and not learned."""
        game, counts = self.game, self.counts
        mistake, loss = judged(game, move, y)
        game.forget(move.number)
        del self.open[id]
        self.seq = seq
        counts["judged"] = counts.get("judged", 0) + 1
        if mistake is None:
            counts["judged_loss"] = counts.get("judged_loss", 0.0) + loss
        else:
            counts["judged_mistakes"] = counts.get("judged_mistakes", 0) + mistake
        return mistake

    def forget(self, id: str, seq: int) -> None:
        """Close a round without a label."""
        number = self.open.pop(id).number
        self.seq = seq
        for game in self.players.values():
            if number in game.open:
                game.forget(number)

    def predict_shadows(self, id: str, x: Any) -> None:
        """Let the shadows predict; one that cannot take the record has a round less to answer for."""
        for name, game in self.shadows:
            try:
                game.predict(x).id = id
            except MemoryError:
                raise  # another time it could take it: the game is made again from the journal
            except Exception:  # whatever it is, who answers has taken the record
                self.refused[name] = self.refused.get(name, 0) + 1
                skip_round(game)

    def label_shadows(self, move: Any, y: Any, weight: float | None) -> None:
        """Tell the shadows a label; one that cannot take it forgets the round."""
        number = move.number
        paid = self.paid_by_leader(move, y)
        for name, shadow in self.shadows:
            guessed = shadow.open.get(number)
            if guessed is not None:
                try:
                    shadow.label(number, y, weight)
                except MemoryError:
                    raise
                except Exception:  # whatever it is, who answers has learned it
                    if number in shadow.open:
                        shadow.forget(number)
                else:
                    self.compare(name, shadow, guessed, move, y, paid)

    def paid_by_leader(self, move: Any, y: Any) -> float:
        """What who answers has paid in a round, or was paid, as the trial counts it."""
        return self.lost(self.game, move, y)

    def compare(self, name: str, shadow: Any, guessed: Any, move: Any, y: Any, paid: float) -> None:
        """Enter how a shadow fared in a round beside who answers."""
        self.trial.record(name, paid, self.lost(shadow, guessed, y))

    def see_successor(self) -> None:
        """See whether a shadow is to answer from now on."""
        if self.trial.promotes:
            best = self.trial.best()
            ready = best is not None and len(self.players[best].open) == len(self.game.open)  # it has every open round
            self.successor = best if ready else None

    def best_constant(self) -> float | None:
        """What the best constant prediction would have paid; None if it is not known."""
        return constant(self.game)

    def others(self) -> dict[str, float]:
        """What every shadow has paid."""
        return {name: paid(game) for name, game in self.shadows}

    def lost(self, game: Any, move: Any, y: Any) -> float:
        """What a player has lost in a round by its guess, as the trial counts it."""
        sign = game.labels.inside(y)
        if self.trial.by_loss:
            return float(self.game.price.value(sign, move.guess, move.sign))
        return 1.0 if sign != move.sign else 0.0

    def promotion(self) -> dict[str, Any]:
        """The record of a promotion that is due: who answers from now on, and why."""
        return {"name": self.successor, "why": {**self.trial.as_dict(), **(self.trial.told(self.successor) or {})}}

    def promote(self, sheet: Sheet) -> None:
        """Let the shadow answer that is due, which is a row with the reason."""
        record = encode(self.promotion())
        self.seq += 1
        self.answer_by(self.successor, self.seq)
        sheet.enter(
            self.number, self.name, JournalRow(self.seq, None, PROMOTE, record, maker=sheet.maker, at=sheet.now)
        )

    # Rows of the journal.

    def play(self, seq: int, id: Any, kind: int, record: Any, at: int) -> Any:
        """Play a row about a round; returns the round of a prediction, and of a label whether it told of a mistake."""
        found = None
        if kind == PREDICT:
            if record is not None:
                return self.predict(id, decode_any(record), seq, at)
            skip_round(self.game)  # it was erased: what is left is that there was a round
            self.skipped += 1
        elif id not in self.open:  # a label that came late, or that of a record that was erased
            if kind in TALLY:
                self.counts[TALLY[kind]] += 1
        elif kind == LABEL and record is not None:
            told = label_in(record)
            return self.label(id, told.y, told.weight, seq)
        elif kind == EXPIRE and record is not None:
            found = self.label(id, label_in(record).y, None, seq)
            self.counts["expired"] += 1
        else:
            self.forget(id, seq)
            self.counts[TALLY[kind]] += 1
        self.seq = seq
        return found

    def replay(
        self, rows: list[Any], about_game: Callable[[Any], Any], failed: Callable[[Any, Any], Any] | None = None
    ) -> None:
        """Play rows, (seq, id, kind, record, at); those about no round, but about the game itself, by `about_game`.

        `failed` is called with a row that this player cannot take, and why; without it that is raised.
        """
        for row in rows:
            try:
                if row[1] is None:
                    about_game(row)
                else:
                    self.play(row[0], row[1], row[2], row[3], row[4])
            except LittlestoneError as error:
                if failed is None:
                    raise
                failed(row, error)

    def audit(
        self,
        rows: list[Any],
        about_game: Callable[[Any], Any],
        differs: Callable[[Any, Any], Any],
        makers: dict[int, int],
    ) -> int:
        """Play rows with all their fields; returns how many were compared. `makers` counts who computed predictions.

        `differs` is called with rows that do not come out as they were answered, and with what `play` returned.
        """
        compared = 0
        for row in rows:
            kind = row[2]
            if self.successor is not None and kind != PROMOTE:
                differs(row, self.successor)  # it should have answered from here on
                self.successor = None
            if row[1] is None:
                about_game(row)
                continue
            found = self.play(row[0], row[1], kind, row[3], row[9])
            if row[3] is None or kind not in (PREDICT, LABEL):
                continue
            compared += 1
            if kind == PREDICT:
                makers[row[8]] = makers.get(row[8], 0) + 1
                if row[4:7] != self.said(found):
                    differs(row, found)
            elif row[4] != MISTAKES[found]:
                differs(row, found)
        return compared

    def said(self, found: Any) -> Any:
        """What a row has of a round that was opened: the answer, the guess and the chance."""
        return answer_of(found), pack(found.guess), packed_chance(found)

    def enter(self, sheet: Sheet, id: str, kind: int, record: bytes | None) -> int:
        """Play a row that closes a round, or tells of one that is closed, and enter it; returns its seq."""
        seq = self.seq + 1
        self.play(seq, id, kind, record, sheet.now)
        sheet.enter(self.number, self.name, JournalRow(seq, id, kind, record, maker=sheet.maker, at=sheet.now))
        if self.successor is not None:
            self.promote(sheet)
        return seq

    def records_in(self, told: Any) -> list[Any]:
        """The records that features are made of, of what a first move told."""
        return [told] if isinstance(told, dict) else []

    # What clients ask: checked, played, entered as rows on the sheet, answered.

    def answer_predict(self, sheet: Sheet, id: Any, raw: Any, status: int = 0) -> Any:
        """Open a round, or say again what was said when it was opened; `status` is said in batches."""
        said = self.opened_before(sheet, id, status)
        if said is not None:
            return said
        x = decode_any(raw)
        game = self.game
        size = len(raw)
        if size >= LONG:
            raw = without_blanks(raw, x)
            size = len(raw)
        # A cell takes some bytes, so a record that is short enough need not be counted.
        if size > 2 * sheet.most_depth and raw.count(b"{") + raw.count(b"[") > sheet.most_depth:
            check_depth(sheet.limits, x)
        if len(game.features.columns) != self.named:
            self.count_names()
        if (
            type(x) is not dict
            or self.expands
            or size >= sheet.most_cells
            or self.named + size >= sheet.most_names
            or self.name_bytes + size >= sheet.most_name_bytes
        ):
            check_record(sheet.limits, game, x, size, self.name_bytes)
        # A name takes as many numbers as there are classes, and as many bytes of a record as a few.
        if sheet.tight or self.weight + 2 * self.classes * size > sheet.most_memory:
            self.check_growth(sheet, x)
        seq = self.seq + 1
        move = self.predict(id, x, seq, sheet.now)
        guess, chance = move.guess, move.chance
        packed = None if chance is None else packed_chance(move)
        seed = game.coin.seed.to_bytes(8) if game._randomised else None
        row = (seq, id, PREDICT, raw, answer_of(move), pack(guess), packed, seed, sheet.maker, sheet.now)
        sheet.enter(self.number, self.name, row)
        interval = None if move.said is None else interval_of(move)
        overflow = True if move.guess - move.guess != 0.0 else False  # noqa: SIM210 - of infinities and of what is no number
        return PredictAnswer(id, seq, move.act, guess, chance, status, interval, overflow)

    def opened_before(self, sheet: Sheet, id: Any, status: int) -> Any:
        """What was answered if a round of this id was opened before; raises if there may be no more open ones."""
        if id in self.open or sheet.has(self.number, id):
            said = self.predicted_before(sheet, id)
            said.status = status
            return said
        if self.frozen and len(self.open) >= UNTOLD:
            self.enter(sheet, next(iter(self.open)), FORGET, None)
        if len(self.open) >= sheet.most_open:
            raise Refusal(
                422,
                "too_many_open",
                f"{len(self.open):,} rounds of {self.name!r} wait for their {self.waits_for}s; "
                f"{self.waits_for} or forget some first",
            )
        check_id(id)
        return None

    def answer_ask(self, sheet: Sheet, id: Any, raw: Any, choices: Any, allowed: Any, status: int = 0) -> Any:
        """Refuse what only a game of actions can be asked."""
        if not raw:
            raise Refusal(422, "bad_body", "the body has no x, which is the record: see GET /openapi.json")
        raise Refusal(422, "bad_body", f"choices and allowed are for games of actions, and {self.name!r} has labels")

    def count_names(self) -> None:
        """Count the characters of the names of features that are new since they were last counted."""
        columns = self.game.features.columns
        if len(columns) < self.named:
            self.named = self.name_bytes = 0
        self.name_bytes += sum(map(len, islice(reversed(columns), len(columns) - self.named)))
        self.named = len(columns)

    def check_growth(self, sheet: Sheet, x: Any) -> None:
        """Raise if a record would make a game larger for which there is no memory: it has names that are new."""
        known = self.game.features.columns
        if not isinstance(x, dict) or any(name not in known for name in self.game.schema.features(x)):
            raise self.too_large(sheet, "record", "features")

    def check_class(self, sheet: Sheet, y: Any) -> None:
        """Raise if a label would make a game larger for which there is no memory: it is a class that is new.

        Each has weights of its own, one for each name, so a game is weighed again when an eighth more have come.
        """
        self.check_length(sheet, y)
        labels: Any = self.game.labels
        count = labels.met()
        if count > FEW + self.classes + self.classes // 8:
            self.weight, self.classes = self.weigh(), count
        if (sheet.tight or self.weight > sheet.most_memory) and labels.find(y) < 0:
            raise self.too_large(sheet, "label", "classes")

    def check_length(self, sheet: Sheet, y: Any) -> None:
        """Raise if a label, which may be a class that is new, is longer than every answer could say again."""
        if is_too_long(y, sheet.most_label):
            raise Refusal(
                422,
                "label_too_long",
                f"a label may have {sheet.most_label:,} characters here, and {y[:40]!r}... has {len(y):,}",
            )

    def too_large(self, sheet: Sheet, what: str, known: str) -> Refusal:
        """The refusal of what would make a game larger."""
        whose = "the service" if sheet.tight else f"the game {self.name!r}"
        return Refusal(
            503 if sheet.tight else 422,
            "no_memory",
            f"{whose} has as much memory as it may have, and this {what} would make the game larger: send {known} "
            "that are known, or give it more (`littlestone serve --limit memory=...`)",
            60 if sheet.tight else None,
        )

    def weigh(self) -> int:
        """Bytes of memory that the game takes, as far as they can be counted: weights, names, rounds that wait."""
        self.count_names()
        total = 2 * self.name_bytes + 200 * self.named + 500 * len(self.open)
        for game in self.players.values():
            if game.learner.whole_matrix:  # too large to be copied; when it grows, there are two of them
                total += 16 * (self.named + 1) * (self.named + 1)
            else:
                total += sum([int(np.asarray(value).nbytes) for value in game.state().values()])
        return total

    def answer_label(self, sheet: Sheet, id: Any, y: Any, weight: Any, status: int = 0) -> Any:
        """Close a round with its label, or say again what was said when it was closed."""
        if id not in self.open:
            told = self.labelled_before(sheet, id, y, weight)
            told.status = status
            return told
        if self.many:
            self.check_class(sheet, y)
        seq = self.seq + 1
        mistake = self.label(id, y, weight, seq)
        row = (seq, id, LABEL, json_of_label(y, weight), MISTAKES[mistake], None, None, None, sheet.maker, sheet.now)
        sheet.enter(self.number, self.name, row)
        if self.successor is not None:
            self.promote(sheet)
        return LabelAnswer(id, seq, mistake, status)

    def answer_events(self, sheet: Sheet, events: list[Any]) -> list[Any]:
        """The answers to a batch of events, each of which is a body or the refusal of what was none."""
        answers: list[Any] = []
        said = 0  # chances
        for event in events:
            if len(answers) % BREATH == BREATH - 1:
                pause()
            before = self.seq
            try:
                if self.wide:
                    said += self.chances_said(sheet, event, said)
                answers.append(self.answer_event(sheet, event))
            except CLIENTS_FAULT as error:
                self.check_done(sheet, before, error)
                refusal = refused(error)
                id = event.id if isinstance(event, EventBody) else None
                answers.append(EventAnswer(refusal.status, id, error=refusal.code, message=refusal.message))
        return answers

    def check_done(self, sheet: Sheet, before: int, error: Exception) -> None:
        """Raise if a move that was refused has been played, and has no row: then the journal makes the game again.

        before  the seq of the game before that move
        """
        if self.seq != before and sheet.changed.get(self.name) != self.seq:
            raise HalfDone(f"row {self.seq} of {self.name!r} was played, and then refused: {error}") from error

    def chances_said(self, sheet: Sheet, event: Any, before: int) -> int:
        """How many chances an event of a batch is answered with; raises if they are too many, after those before.

        All of them are in memory until the last one is, and classes may come in the batch itself.
        """
        if type(event) is not EventBody or not asks(event):
            return 0
        count = len(self.game.actions) if self.acts else self.game.labels.met()
        if before + count > sheet.most_chances:
            raise Refusal(
                413,
                "too_large",
                f"a batch is answered with {sheet.most_chances:,} chances at most here, {count:,} for each prediction "
                "now, and those before it had so many: send this event, and those after it, in another batch",
            )
        return count

    def answer_event(self, sheet: Sheet, event: Any) -> Any:
        """The answer to one event; the label of an example that is refused is refused with it."""
        if type(event) is not EventBody:
            raise event
        y = self.told_by(event)
        said = self.asked_by(sheet, event) if asks(event) else None
        if y is UNSET:
            return said
        told = self.answer_label(sheet, event.id, y, event.weight, 200)
        return told if said is None else self.answer_both(said, told)

    def told_by(self, event: Any) -> Any:
        """The label that an event tells, if it tells one; raises if it has what is not for games of labels."""
        if event.reward is not UNSET or event.choices is not UNSET or event.allowed is not UNSET:
            raise Refusal(422, "bad_body", f"reward, choices and allowed are for games of actions, not {self.name!r}")
        if event.x is UNSET and event.y is UNSET:
            raise Refusal(422, "bad_body", "an event has x, which asks for a prediction, or y, its label, or both")
        return event.y

    def asked_by(self, sheet: Sheet, event: Any) -> Any:
        """The answer to the first move of an event."""
        return self.answer_predict(sheet, event.id, bytes(event.x), 200)

    def answer_both(self, said: Any, told: Any) -> EventAnswer:
        """The answer to an event that was both moves."""
        return EventAnswer(
            200,
            said.id,
            said.act,
            said.guess,
            said.chance,
            told.seq,
            told.mistake,
            interval=said.interval,
            overflow=said.overflow,
        )

    def predicted_before(self, sheet: Sheet, id: str) -> Any:
        """The answer to a first move that was given already, which the first row of the round holds."""
        rows = sheet.about(self.number, id)
        row = rows[0]
        if any(each.kind == ERASE for each in rows):
            raise Refusal(410, "erased", f"the record of {id!r} was erased, and its answer with it")
        if row.kind != PREDICT:
            raise Refusal(410, "too_old", f"the {self.opens} of {id!r} is older than what this journal keeps")
        return self.said_before(row)

    def said_before(self, row: JournalRow) -> Any:
        """The answer that a row holds."""
        guess = unpacked(row.guess or b"")[0]
        chance: Any = None
        if row.chance is not None:
            doubles = unpacked(row.chance)
            many = self.game._by_class  # of which none may have come yet
            chance = {self.game.labels.outside(float(k)): p for k, p in enumerate(doubles)} if many else doubles[0]
        act, interval = answered(row.answer)
        return PredictAnswer(row.id or "", row.seq, act, guess, chance, interval=interval, overflow=not isfinite(guess))

    def labelled_before(self, sheet: Sheet, id: str, y: Any, weight: float | None) -> LabelAnswer:
        """The answer to a label for a round that is not open."""
        rows = {row.kind: row for row in self.rows_about(sheet, id)}
        if ERASE not in rows and LABEL in rows:
            row = rows[LABEL]
            told = decode_label_record(row.record or b"")
            if told != LabelRecord(y, weight):
                raise Refusal(
                    409,
                    "other_label",
                    f"the round of {id!r} has its {self.waits_for}, {told.y!r}, and another one came: {y!r:.60}",
                )
            return LabelAnswer(id, row.seq, decode_any(row.answer or b"null"))
        if EXPIRE in rows and ERASE not in rows and LATE not in rows:
            self.check_length(sheet, y)
            self.game._check(y)
            self.enter(sheet, id, LATE, encode(LabelRecord(y, weight)))
        code, message = next(GONE[kind] for kind in (ERASE, FORGET, EXPIRE) if kind in rows)
        raise Refusal(410, code, message.format(id=id, told=self.waits_for))

    def answer_forget(self, sheet: Sheet, id: str) -> ForgetAnswer:
        """Close a round whose label will not come, or say again that it was closed so."""
        if id in self.open:
            return ForgetAnswer(id, self.enter(sheet, id, FORGET, None))
        last = self.rows_about(sheet, id)[-1]
        if last.kind != FORGET:
            raise Refusal(
                409, "closed", f"the round of {id!r} has its {self.waits_for}, or its time is over; it is not forgotten"
            )
        return ForgetAnswer(id, last.seq)

    def rows_about(self, sheet: Sheet, id: str) -> list[JournalRow]:
        """The rows of a round that is not open; raises if there never was one of this id."""
        check_id(id)
        rows = sheet.about(self.number, id)
        if not rows:
            raise unknown_round(self.name, id)
        return rows

    # Time-outs, digests.

    def due(self) -> int | None:
        """When the oldest open round expires, in microseconds of Unix time; None if none ever does."""
        limit = self.settings.label_timeout
        if limit is None or not self.open:
            return None
        oldest = next(iter(self.open.values()))
        return int(oldest.at) + int(limit * 1e6)

    def expire_oldest(self, sheet: Sheet) -> None:
        """Close the oldest open round, whose time is over: with the default label if there is one."""
        settings = self.settings
        default = settings.default_label if settings.default_reward is None else settings.default_reward
        record = None if default is None else encode(LabelRecord(default))
        self.enter(sheet, next(iter(self.open)), EXPIRE, record)

    def digest(self, player: str | None = None) -> str:
        """A digest of the whole state of a player: equal games have equal ones, to the last bit."""
        return digest_of(self.game if player is None else self.players[player])


def without_blanks(raw: Any, x: Any) -> Any:
    """A record as it came, or, if it is mostly blanks, without them."""
    blanks = sum(map(raw.count, (b" ", b"\n", b"\t", b"\r")))
    return encode(x) if 2 * blanks > len(raw) else raw


def check_id(id: Any) -> None:
    """Raise if an id has characters that some journal could not keep."""
    if not id.isprintable():
        raise Refusal(422, "bad_id", f"an id is made of printable characters, and {ascii(id)[:60]} is not")


def skip_round(game: Game) -> None:
    """Count a round that was never played, so that those after it have the same numbers in all players."""
    game.ledger.rounds += 1
    game.ledger.forgotten += 1


def later_game(settings: GameSettings, player: Any, made: Made) -> Any:
    """A new game for a player beside a saved game: its rounds have the same numbers, and those before were not its."""
    game = make_game(settings, player, made.seed)
    game.ledger.rounds += made.rounds
    game.ledger.forgotten += made.rounds
    return game


def predict_frozen(game: Game, x: Any) -> Any:
    """A prediction of a game that never learns: it does not learn names either."""
    features = game.features
    before, shared, numbered = len(features.columns), features.shared, features.numbered
    move = game.predict(x)
    if len(features.columns) > before:
        features.forget(before)
        features.numbered, features.shared = numbered, shared
        move.x = features.row({})  # nobody will need it
    return move


def judged(game: Game, move: Any, y: Any) -> tuple[bool | None, float]:
    """Whether a round was a mistake, by its label, and its loss where labels are numbers; nothing is changed."""
    labels: Any = game.labels
    met = labels.met()
    game._check(y)
    sign = labels.inside(y)
    labels.forget(met)
    if game._numbers:
        return None, float(game.price.value(sign, move.guess, move.sign))
    return bool(sign != move.sign), 0.0


def packed_chance(move: Any) -> bytes | None:
    """The chance that a round was given, as doubles: one, or one for each class."""
    chance = move.chances
    if isinstance(chance, list):
        return b"".join(map(pack, chance))
    return None if chance is None else pack(chance)


def answer_of(move: Any) -> bytes:
    """What a prediction was answered beside guess and chance, as JSON: the act, and its interval if it has one."""
    found = None if move.said is None else interval_of(move)
    return json_of_act(move.act) if found is None else encode({"act": move.act, "interval": found})


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


def unpacked(packed: bytes) -> list[float]:
    """Doubles as they were packed."""
    return [double for (double,) in iter_unpack("<d", packed)]


def json_of_act(act: Any) -> bytes:
    """An act as JSON. Texts are remembered, as the labels of a game are few; True, 1 and 1.0 would be one key."""
    if type(act) is not str:
        return encode(act)
    found = json_of_acts.get(act)
    if found is None:
        found = encode(act)
        if len(json_of_acts) < SPARE:
            json_of_acts[act] = found
    return found


def json_of_label(y: Any, weight: Any) -> bytes:
    """A label as the journal keeps it."""
    if type(y) is not str or weight is not None:
        return encode(LabelRecord(y, weight))
    found = json_of_labels.get(y)
    if found is None:
        found = encode(LabelRecord(y))
        if len(json_of_labels) < SPARE:
            json_of_labels[y] = found
    return found


def label_in(record: bytes) -> Any:
    """The label, with its weight, that a record tells of; nobody changes what is remembered."""
    found = labels_of_json.get(record)
    if found is None:
        found = decode_label_record(record)
        if len(labels_of_json) < SPARE:
            labels_of_json[record] = found
    return found


def digest_of(game: Game) -> str:
    """A digest of the state of a game, whatever the ids of its open rounds and the room of its arrays are."""
    total = sha256()
    for name, value in sorted(fitting_state(game).items()):
        if name != "open/ids":
            array = np.ascontiguousarray(value)
            total.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
            total.update(array.tobytes())
    return total.hexdigest()


def first_row(rows: Iterable[JournalRow]) -> Made:
    """What the first row of a game says that it is made of."""
    row = next(iter(rows), None)
    if row is None or row.kind != GAME or row.record is None:
        raise JournalError(f"a game begins with a row of kind {KINDS[GAME]!r}, and this one does not")
    return decode_made(row.record)
