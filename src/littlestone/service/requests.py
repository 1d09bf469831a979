"""What a client can ask the writer for: each request is played on the books, and carries its answer away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import urandom
from traceback import print_exc
from typing import Any, ClassVar, NamedTuple

from msgspec import convert

from ..features.schema import named_now
from .books import Books
from .hosted import MAIN, Hosted, Made
from .http.contract import (
    CLIENTS_FAULT,
    ChangeAnswer,
    EraseAnswer,
    EventBody,
    MakeAnswer,
    PromoteBody,
    Refusal,
    RemoveAnswer,
    ShadowBody,
    asks,
    decode_event,
    decode_events,
    encode,
    encode_lines,
    no_memory,
    no_room,
    quarantined,
    refused,
)
from .journal.erase import NoBase, UnknownRound, erase
from .journal.journal import PROMOTE, SETTINGS, SHADOW, JournalBusy, JournalError, JournalFull
from .limits import Limits, check_settings
from .making import GameSettings, Player, check_name, make_game, read_settings
from .taking_up import change_game, played_by


class Request:
    """One request: `play` answers it, or raises; then `status` and `body` are what the client is told."""

    __slots__ = ("body", "future", "limits", "name", "refusal", "status")
    weight = 1  # how many events it counts as
    alone = False  # is it settled by itself, when all before it is written?
    media_type = b"application/json"

    def __init__(self, name: str) -> None:
        self.name = name
        self.future: Any = None
        self.limits: Limits | None = None  # those of who asks; None for those of the service
        self.status = 200
        self.body = b""
        self.refusal: Refusal | None = None

    def asks(self) -> Sequence[str]:
        """The ids of rounds that it opens, unless they are known already."""
        return ()

    def play(self, books: Books) -> None:
        """Play it on the books, and set the answer."""
        raise NotImplementedError

    def answer(self, books: Books) -> None:
        """Play it; an error of the client's is its answer, unless it left something half done, which is raised.

        So is one after which nobody knows what is on disk.
        """
        hosted = books.loaded.get(self.name)
        before = 0 if hosted is None else hosted.seq
        try:
            self.play(books)
        except CLIENTS_FAULT as error:
            if books.journal.lost:
                raise
            if hosted is not None and books.loaded.get(self.name) is hosted:
                hosted.check_done(books.sheet, before, error)
            self.refuse(refused(error))

    def refuse(self, refusal: Refusal) -> None:
        """Answer with a refusal."""
        self.status, self.body, self.refusal = refusal.status, refusal.body(), refusal


class Predict(Request):
    """The first move."""

    __slots__ = ("id", "raw")

    def __init__(self, name: str, id: str, raw: bytes) -> None:
        super().__init__(name)
        self.id, self.raw = id, raw

    def asks(self) -> Sequence[str]:
        return (self.id,)

    def play(self, books: Books) -> None:
        self.body = encode(books.hosted(self.name).answer_predict(books.sheet, self.id, self.raw))


class Ask(Predict):
    """The first move where more is told than the record, or less: in games of actions."""

    __slots__ = ("allowed", "choices")

    def __init__(self, name: str, id: str, raw: bytes, choices: Any, allowed: Any) -> None:
        super().__init__(name, id, raw)
        self.choices, self.allowed = choices, allowed

    def play(self, books: Books) -> None:
        hosted = books.hosted(self.name)
        self.body = encode(hosted.answer_ask(books.sheet, self.id, self.raw, self.choices, self.allowed))


class Label(Request):
    """The second move."""

    __slots__ = ("id", "weighs", "y")

    def __init__(self, name: str, id: str, y: Any, weighs: float | None) -> None:
        super().__init__(name)
        self.id, self.y, self.weighs = id, y, weighs

    def play(self, books: Books) -> None:
        hosted = books.hosted(self.name)
        self.body = encode(hosted.answer_label(books.sheet, self.id, self.y, self.weighs))


class Reward(Label):
    """The second move of a game of actions."""

    __slots__ = ()

    def play(self, books: Books) -> None:
        if not books.hosted(self.name).acts:
            raise Refusal(422, "bad_body", f"{self.name!r} is told labels: POST /v1/games/{self.name}/label")
        super().play(books)


class Batch(Request):
    """A batch: many events of one game, a line of JSON each, answered line by line in the same order.

    They are played one after the other, and committed together. The lines are read by the thread that plays them, just
    before: what that made is still near the processor then, and the thread that listens does not keep others waiting
    for a long batch.
    """

    __slots__ = ("events", "most", "raw", "weight")
    media_type = b"application/x-ndjson"

    def __init__(self, name: str, body: bytes, most: int) -> None:
        super().__init__(name)
        self.raw, self.most = body, most
        self.events: list[EventBody | Refusal] = []
        self.weight = max(body.count(b"\n") + 1, body.count(b"\r") + 1, body.count(b'"id"'))  # or fewer
        if self.weight > most:
            self.weight = max(1, len(read_events(body)))
            self.check(self.weight)

    def check(self, events: int) -> None:
        """Raise if these are too many events."""
        if events > self.most:
            raise Refusal(413, "too_large", f"a batch may have {self.most:,} events here, not {events:,}")

    def asks(self) -> list[str]:
        self.events = read_events(self.raw)
        return [event.id for event in self.events if isinstance(event, EventBody) and asks(event)]

    def play(self, books: Books) -> None:
        events, self.events = self.events, []
        self.check(len(events))  # who wants to can make them look like fewer
        hosted, sheet = books.hosted(self.name), books.sheet
        sheet.ahead = lambda: labels_of_closed(hosted, events)
        try:
            self.body = encode_lines(hosted.answer_events(sheet, events))
        finally:
            sheet.ahead = None


def labels_of_closed(hosted: Hosted, events: list[EventBody | Refusal]) -> list[str]:
    """The ids of labels for rounds that are not open, as in a batch that is sent again."""
    told = (event.id for event in events if isinstance(event, EventBody) and not asks(event))
    return [id for id in told if id not in hosted.open]


def read_events(body: bytes) -> list[EventBody | Refusal]:
    """The lines of a body; one that is no event is its refusal."""
    try:
        return list(decode_events(body))
    except CLIENTS_FAULT:
        return [read_event(line) for line in body.splitlines() if line.strip()]


def read_event(line: bytes) -> EventBody | Refusal:
    """One line."""
    try:
        return decode_event(line)
    except CLIENTS_FAULT as error:
        return refused(error)


class Forget(Request):
    """A round whose label will not come."""

    __slots__ = ("id",)

    def __init__(self, name: str, id: str) -> None:
        super().__init__(name)
        self.id = id

    def play(self, books: Books) -> None:
        self.body = encode(books.hosted(self.name).answer_forget(books.sheet, self.id))


class Make(Request):
    """A new game, or the same settings again."""

    __slots__ = ("model", "rounds", "settings")

    def __init__(self, name: str, settings: GameSettings, model: bytes | None = None, rounds: int = 0) -> None:
        super().__init__(name)
        self.settings, self.model, self.rounds = settings, model, rounds

    def play(self, books: Books) -> None:
        given = self.settings.as_dict()
        if self.name in books.numbers:
            hosted = books.hosted(self.name)
            if given != hosted.settings.as_dict():
                raise Refusal(
                    409,
                    "other_settings",
                    f"there is a game {self.name!r} with other settings, {hosted.settings.as_dict()}; take another "
                    f"name, or POST /v1/games/{self.name}/settings changes them by a replay",
                )
            self.status = 200
        else:
            if books.tight:
                raise no_memory()
            if len(books.numbers) >= books.limits.games:
                raise Refusal(
                    422, "too_many_games", f"this process has {books.limits.games:,} games, and takes no more"
                )
            if self.settings.model is not None and self.model is None:
                raise Refusal(422, "no_model", f"a saved game is sent as a file: PUT /v1/games/{self.name}/model")
            seed = self.settings.seed
            made = Made(given, int.from_bytes(urandom(8)) if seed is None else seed, self.rounds, self.model)
            hosted = books.make(self.name, made)
            self.status = 201
        self.body = encode(MakeAnswer(self.name, given, hosted.seq))


class Remove(Request):
    """A game is removed for good, whatever is in it: it need not be possible to load it."""

    __slots__ = ()
    alone = True

    def play(self, books: Books) -> None:
        books.remove(self.name)
        self.body = encode(RemoveAnswer(self.name))


class Erase(Request):
    """What was said about rounds is erased. It is settled alone, and takes as long as the journal is large."""

    __slots__ = ("ids",)
    alone = True

    def __init__(self, name: str, ids: list[str]) -> None:
        super().__init__(name)
        self.ids = ids

    def play(self, books: Books) -> None:
        hosted = books.hosted(self.name)
        books.saved(wait=True)
        try:
            found = erase(books.journal, books.snapshots, self.name, self.ids, hosted)
        except JournalBusy as error:
            raise Refusal(503, error.code, str(error), 10) from error
        except JournalFull as error:
            raise no_room(error) from error
        except UnknownRound as error:
            raise Refusal(404, "unknown_round", str(error)) from error
        except NoBase as error:
            raise Refusal(409, "overflowed", str(error)) from error
        except JournalError as error:  # its part of the journal cannot be read or written
            if books.journal.lost:
                raise
            raise quarantined(self.name, books.set_apart(self.name, error)) from error
        finally:
            books.loaded.pop(self.name, None)  # the journal has it without them
            books.safe.pop(self.name, None)
        self.body = encode(EraseAnswer(self.name, found.seq, self.ids, found.examples, found.numbers))


class Plan(NamedTuple):
    """A player who has to play all rows of a game: what it is made of."""

    number: int
    settings: dict[str, Any]
    learner: str | None
    parameters: dict[str, Any]
    made: dict[str, Any]
    seed: int
    rounds: int

    def told(self) -> dict[str, Any]:
        """The plan as values for another process."""
        return self._asdict()


class Change(Request):
    """Base class of requests that are a row about the game itself: who plays, and with which settings, by a replay.

    They are settled alone, so that the rows which a new player has to see are all written.
    """

    __slots__ = ("begun", "told")
    alone = True
    kind: ClassVar[int]
    takes: ClassVar[Any]  # the type of the body

    def __init__(self, name: str, told: Any) -> None:
        super().__init__(name)
        self.told = convert(told, self.takes)
        self.begun: tuple[Plan, Hosted] | None = None  # a new player who has played most rows, beside the writer

    def play(self, books: Books) -> None:
        hosted = books.hosted(self.name)
        record = self.record(hosted)
        if record is not None:
            row = (hosted.seq + 1, None, self.kind, encode(record))
            if self.begun is not None and self.begun[0] != self.plan(hosted):
                raise Refusal(409, "changed_meanwhile", f"{self.name!r} was changed while the new player played; retry")
            try:
                change_game(books.journal, hosted, row, None if self.begun is None else self.begun[1])
            except BaseException:
                books.loaded.pop(self.name, None)  # what is half changed is made again from the journal
                raise
            if any(each.number not in hosted.game.open for each in hosted.open.values()):
                del books.loaded[self.name]  # the journal has it as it was
                raise Refusal(409, "open_elsewhere", "the new player could not take all open rounds; label them")
            books.enter(hosted, self.kind, row[3])
            books.attend(hosted)
            if self.begun is not None:
                books.want_snapshot(hosted)  # or the next start would have to play all of that again
        self.body = encode(ChangeAnswer(self.name, hosted.seq, hosted.answering))

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        """The record of the row, None if nothing is to be changed; raises if it cannot be."""
        raise NotImplementedError

    def player(self, hosted: Hosted) -> tuple[GameSettings, Player] | None:
        """Who has to play all rows anew, and in a game of which settings; None if nobody has to."""
        return None

    def plan(self, hosted: Hosted) -> Plan | None:
        """The same, as another process is told it; raises if the change cannot be made."""
        if self.record(hosted) is None or (found := self.player(hosted)) is None:
            return None
        settings, player = found
        made = hosted.made
        return Plan(
            hosted.number, settings.as_dict(), player.learner, player.settings, made.settings, made.seed, made.rounds
        )


class AddShadow(Change):
    """Another learner plays along: it has seen all rows, those before it came too."""

    __slots__ = ()
    kind = SHADOW
    takes = ShadowBody

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        name, player = self.told.name, Player(self.told.learner, self.told.settings or {})
        check_name(name)
        if hosted.frozen:
            raise Refusal(422, "frozen", f"{self.name!r} is frozen, and nobody learns: change that setting first")
        if name in hosted.players:
            raise Refusal(409, "other_player", f"a player is called {name!r} already; take another name")
        limits = self.limits or Limits()
        there = [hosted.settings.as_dict().get("settings", {}), player.settings]
        check_settings(limits, {"shadows": list(hosted.players), "settings": there})
        make_game(hosted.settings, player, 0)  # raises if it could not play
        return {"name": name, "learner": player.learner, "settings": player.settings}

    def player(self, hosted: Hosted) -> tuple[GameSettings, Player] | None:
        return hosted.settings, Player(self.told.learner, self.told.settings or {})


class Promote(Change):
    """Another player answers from now on; who did so far plays along."""

    __slots__ = ()
    kind = PROMOTE
    takes = PromoteBody

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        name = self.told.name
        if name not in hosted.players:
            known = ", ".join(hosted.players)
            raise Refusal(422, "unknown_player", f"nobody here is called {name!r:.60}; the players are {known}")
        if hosted.game.open.keys() - hosted.players[name].open.keys():
            raise Refusal(
                409, "open_elsewhere", f"{name!r} could not take every open round; label or forget them first"
            )
        return None if name == hosted.answering else {"name": name}


class ChangeSettings(Change):
    """Other settings: the journal is replayed with them, and the new game answers from now on."""

    __slots__ = ()
    kind = SETTINGS
    takes = dict[str, Any]

    def record(self, hosted: Hosted) -> dict[str, Any] | None:
        settings = self.settings(hosted)
        return None if settings == hosted.settings else settings.as_dict()

    def player(self, hosted: Hosted) -> tuple[GameSettings, Player] | None:
        after = self.settings(hosted)
        return None if played_by(hosted.settings) == played_by(after) else (after, after.player())

    def settings(self, hosted: Hosted) -> GameSettings:
        """The settings that the game will have; raises if it cannot have them."""
        told = named_now(self.told)
        if unknown := [key for key in told if key not in GameSettings.__struct_fields__]:
            raise Refusal(422, "bad_body", f"a game has no setting {unknown[0]!r:.40}; see PUT /v1/games/NAME")
        before = hosted.settings.as_dict()
        after = {key: value for key, value in {**before, **told}.items() if value is not None}
        for key in ("labels", "truth", "seed", "shadows", "model", "actions", "low", "high"):
            if after.get(key) != before.get(key):
                raise Refusal(422, "bad_setting", f"{key} cannot be changed: rounds were answered with it")
        check_settings(self.limits or Limits(), after)
        settings = read_settings(after)
        anew = played_by(settings) != played_by(hosted.settings)
        if anew and hosted.answering != MAIN and "learner" not in told:
            raise Refusal(
                422,
                "bad_setting",
                f"{hosted.answering!r} answers, which was promoted, and these settings make who answers anew: say by "
                'which learner, "learner", and "settings" if it has some',
            )
        if (hosted.made.rounds or hosted.frozen) and anew:
            raise Refusal(
                422,
                "bad_setting",
                f"these settings need a replay from the first row, and {self.name!r} learned before it, or is frozen: "
                "make another game with them",
            )
        return settings


CHANGES: dict[str, type[Change]] = {"shadows": AddShadow, "promote": Promote, "settings": ChangeSettings}


class Look(Request):
    """A look at a game, or, without a name, at the books: `look` gets them as they are after all that came before.

    It changes nothing, so an error of ours in it is told to who asked, and to nobody else.
    """

    __slots__ = ("found", "look")

    def __init__(self, look: Callable[[Any], Any], name: str = "") -> None:
        super().__init__(name)
        self.look = look
        self.found: Any = None

    def play(self, books: Books) -> None:
        at = books.hosted(self.name) if self.name else books
        try:
            self.found = self.look(at)
        except CLIENTS_FAULT:
            raise
        except Exception as error:
            print_exc()
            raise refused(error) from error
