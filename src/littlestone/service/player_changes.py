"""Requests that change who plays: a shadow joins, another player answers, the settings change; all by a replay.

They are settled alone, so that the rows which a new player has to see are all written.
"""

from __future__ import annotations

from typing import Any, ClassVar

from .books import Books
from .hosted import Hosted
from .http.contract import Refusal, encode
from .journal.journal import PROMOTE, SETTINGS, SHADOW, JournalRow
from .loading import play_row
from .making import GameSettings, Player, check_name, make_game, read_settings
from .requests import Request


class Change(Request):
    """Base class of requests that are a row about the game itself."""

    __slots__ = ("told",)
    alone = True
    kind: ClassVar[int]

    def __init__(self, name: str, told: Any) -> None:
        super().__init__(name)
        if not isinstance(told, dict):
            raise Refusal(422, "bad_body", "the body is an object, {...}")
        self.told = told

    def play(self, books: Books) -> None:
        hosted = books.hosted(self.name)
        record = self.record(hosted)
        if record is not None:
            row = JournalRow(hosted.seq + 1, None, self.kind, encode(record), maker=books.journal.maker, at=books.now)
            play_row(books.journal, hosted, row)
            if any(each.number not in hosted.game.open for each in hosted.open.values()):
                del books.loaded[self.name]  # the journal has it as it was
                raise Refusal(409, "open_elsewhere", "the new player could not take all open rounds; label them")
            books.note(hosted, row)
            books.attend(hosted)
        self.body = encode({"name": self.name, "seq": hosted.seq, "answering": hosted.answering})

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        """The record of the row, None if nothing is to be changed; raises if it cannot be."""
        raise NotImplementedError


class AddShadow(Change):
    """Another learner plays along: it has seen all rows, those before it came too."""

    __slots__ = ()
    kind = SHADOW

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        told = dict(self.told)
        name = told.pop("name", None)
        if not isinstance(name, str):
            raise Refusal(422, "bad_body", 'a shadow is {"name": "second", "learner": "arow", "settings": {}}')
        check_name(name)
        if unknown := [key for key in told if key not in ("learner", "settings")]:
            raise Refusal(422, "bad_body", f"a shadow has a name, a learner and settings, and no {unknown[0]!r:.40}")
        if name in hosted.players:
            raise Refusal(409, "other_player", f"a player is called {name!r} already; take another name")
        settings = told.get("settings")
        player = Player(told.get("learner"), {} if settings is None else settings)
        if not isinstance(player.settings, dict) or not isinstance(player.learner, str | None):
            raise Refusal(422, "bad_body", "learner is a name, and settings are an object")
        make_game(hosted.settings, player, 0)  # raises if it could not play
        return {"name": name, "learner": player.learner, "settings": player.settings}


class Promote(Change):
    """Another player answers from now on; who did so far plays along."""

    __slots__ = ()
    kind = PROMOTE

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        name = self.told.get("name")
        if name not in hosted.players or len(self.told) != 1:
            known = ", ".join(hosted.players)
            raise Refusal(422, "unknown_player", f'say who, {{"name": ...}}: the players of this game are {known}')
        if hosted.game.open.keys() - hosted.players[name].open.keys():
            raise Refusal(
                409, "open_elsewhere", f"{name!r} could not take every open round; label or forget them first"
            )
        return None if name == hosted.answering else {"name": name}


class ChangeSettings(Change):
    """Other settings: the journal is replayed with them, and the new game answers from now on."""

    __slots__ = ()
    kind = SETTINGS

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        if unknown := [key for key in self.told if key not in GameSettings.__struct_fields__]:
            raise Refusal(422, "bad_body", f"a game has no setting {unknown[0]!r:.40}; see PUT /v1/games/NAME")
        before = hosted.settings.as_dict()
        after = {key: value for key, value in {**before, **self.told}.items() if value is not None}
        for key in ("labels", "truth", "seed", "shadows"):
            if after.get(key) != before.get(key):
                raise Refusal(422, "bad_setting", f"{key} cannot be changed: rounds were answered with it")
        settings = read_settings(after)
        return None if settings == hosted.settings else settings.as_dict()
