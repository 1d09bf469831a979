"""`Hosted`: one game of the service in memory, which is the replay of its rows through an ordinary `Game`."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import numpy as np
from msgspec import Struct

from ..rows.game import Game
from .curve import Curve
from .http.contract import decode_any, decode_label_record, encode
from .journal.journal import ERASE, EXPIRE, FORGET, GAME, KINDS, LABEL, LATE, PREDICT, JournalError, JournalRow
from .making import GameSettings, make_game, read_settings
from .rounds import Rounds

MAIN = "main"  # the player that answers first
TALLY = {EXPIRE: "expired", FORGET: "forgotten", ERASE: "erased", LATE: "late"}


class Made(Struct):
    """The record of the first row of a game: its settings, and the seed of its coin."""

    settings: dict[str, Any]
    seed: int


class Hosted(Rounds):
    """A game by name, with its open rounds by their ids, and the shadows that play along.

    Whoever answers is a player as the shadows are: all have seen every row. Live or replayed, a round is played by the
    same methods, so what comes out of a replay is what was. `lone` is the game of one player, who plays the rows alone.
    """

    def __init__(self, name: str, number: int, made: Made, *, lone: Game | None = None) -> None:
        self.name = name
        self.complaint = ""  # why a lone player could not take a record
        self.begun_at = 0  # the seq of the snapshot that it was loaded from
        self.made = made
        self.settings: GameSettings = read_settings(made.settings)
        first = make_game(self.settings, self.settings.player(), made.seed) if lone is None else lone
        super().__init__(number, first, Curve())
        self.players: dict[str, Game] = {MAIN: first}
        if lone is None:
            for shadow, player in self.settings.shadows.items():
                self.players[shadow] = make_game(self.settings, player, made.seed)
        self.counts = {"expired": 0, "late": 0, "forgotten": 0, "erased": 0}
        self.refused: dict[str, int] = {}  # how many records a shadow could not take
        self.answering = MAIN
        self.answer_by(MAIN)

    def answer_by(self, name: str) -> None:
        """Let this player answer from now on."""
        self.answering = name
        self.game = self.players[name]
        self.shadows = [(key, game) for key, game in self.players.items() if key != name]

    def predict_shadows(self, id: str, x: Any) -> None:
        """Let the shadows predict; one that cannot take the record has a round less to answer for."""
        for name, game in self.shadows:
            try:
                game.predict(x).id = id
            except Exception:  # whatever it is, who answers has taken the record
                self.refused[name] = self.refused.get(name, 0) + 1
                skip_round(game)

    def label_shadows(self, number: int, y: Any, weight: float | None) -> None:
        """Tell the shadows a label; one that cannot take it forgets the round."""
        for _, shadow in self.shadows:
            if number in shadow.open:
                try:
                    shadow.label(number, y, weight)
                except Exception:  # whatever it is, who answers has learned it
                    if number in shadow.open:
                        shadow.forget(number)

    def forget(self, id: str, seq: int) -> None:
        """Close a round without a label."""
        number = self.open.pop(id).number
        self.seq = seq
        for game in self.players.values():
            if number in game.open:
                game.forget(number)

    def play(self, row: JournalRow) -> Any:
        """Play one row about a round; returns what it computed, for an audit to compare."""
        kind, id, record = row.kind, row.id or "", row.record
        found = None
        if kind == PREDICT:
            if record is None:  # it was erased: what is left is that there was a round
                skip_round(self.game)
            else:
                return self.predict(id, decode_any(record), row.seq, row.at)
        elif id not in self.open:  # a label that came late, or that of a record that was erased
            if kind in TALLY:
                self.counts[TALLY[kind]] += 1
        elif kind == LABEL and record is not None:
            label = decode_label_record(record)
            return self.label(id, label.y, label.weight, row.seq)
        elif kind == EXPIRE and record is not None:
            found = self.label(id, decode_label_record(record).y, None, row.seq)
            self.counts["expired"] += 1
        else:
            self.forget(id, row.seq)
            self.counts[TALLY[kind]] += 1
        self.seq = row.seq
        return found

    def digest(self, player: str | None = None) -> str:
        """A digest of the whole state of a player: equal games have equal ones, to the last bit."""
        return digest_of(self.game if player is None else self.players[player])


def skip_round(game: Game) -> None:
    """Count a round that was never played, so that those after it have the same numbers in all players."""
    game.ledger.rounds += 1
    game.ledger.forgotten += 1


def digest_of(game: Game) -> str:
    """A digest of the state of a game, whatever the ids of its open rounds are."""
    total = sha256()
    for name, value in sorted(game.state().items()):
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
    found = decode_any(row.record)
    return Made(found["settings"], found["seed"])


def made_record(made: Made) -> bytes:
    """The record of the first row of a game."""
    return encode(made)
