"""What a client can ask the writer for: each request is played on the books, and carries its answer away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import urandom
from struct import iter_unpack
from traceback import print_exc
from typing import Any

from .books import Books
from .hosted import Hosted, Made
from .http.contract import (
    CLIENTS_FAULT,
    LabelAnswer,
    LabelRecord,
    PredictAnswer,
    Refusal,
    decode_any,
    decode_label_record,
    encode,
    refused,
    unknown_round,
)
from .journal.journal import ERASE, EXPIRE, FORGET, LABEL, LATE, JournalRow
from .making import GameSettings
from .rounds import answered
from .sheet import NOBODY
from .turn import Turn, check_id

GONE = {
    EXPIRE: ("expired", "the label of {id!r} came after its time; it was journaled, and is not learned"),
    FORGET: ("forgotten", "the round {id!r} was forgotten, and takes no label"),
    ERASE: ("erased", "the record of {id!r} was erased, and takes no label"),
}


class Request:
    """One request: `play` answers it, or raises; then `status` and `body` are what the client is told."""

    __slots__ = ("body", "future", "name", "refusal", "status")
    weight = 1  # how many events it counts as
    alone = False  # is it settled by itself, when all before it is written?
    media_type = b"application/json"

    def __init__(self, name: str) -> None:
        self.name = name
        self.future: Any = None
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
        """Play it; an error of the client's is its answer."""
        try:
            self.play(books)
        except CLIENTS_FAULT as error:
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
        self.body = encode(take_turn(books, self.name).predict(self.id, self.raw))


class Label(Request):
    """The second move."""

    __slots__ = ("id", "weighs", "y")

    def __init__(self, name: str, id: str, y: Any, weighs: float | None) -> None:
        super().__init__(name)
        self.id, self.y, self.weighs = id, y, weighs

    def play(self, books: Books) -> None:
        self.body = encode(take_turn(books, self.name).label(self.id, self.y, self.weighs))


class Forget(Request):
    """A round whose label will not come."""

    __slots__ = ("id",)

    def __init__(self, name: str, id: str) -> None:
        super().__init__(name)
        self.id = id

    def play(self, books: Books) -> None:
        hosted, id = books.hosted(self.name), self.id
        if id in hosted.open:
            row = books.enter(hosted, JournalRow(hosted.seq + 1, id, FORGET, None))
            hosted.play(row)
            self.body = encode({"id": id, "seq": row.seq})
            return
        check_id(id)
        rows = books.about(hosted, id)
        if not rows:
            raise unknown_round(hosted.name, id)
        if rows[-1].kind != FORGET:
            raise Refusal(409, "closed", f"the round {id!r} has its label, or its time is over; it is not forgotten")
        self.body = encode({"id": id, "seq": rows[-1].seq})


class Make(Request):
    """A new game, or the same settings again."""

    __slots__ = ("settings",)

    def __init__(self, name: str, settings: GameSettings) -> None:
        super().__init__(name)
        self.settings = settings

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
            if len(books.numbers) >= books.limits.games:
                raise Refusal(
                    422, "too_many_games", f"this process has {books.limits.games:,} games, and takes no more"
                )
            seed = self.settings.seed
            made = Made(given, int.from_bytes(urandom(8)) if seed is None else seed)
            hosted = books.make(self.name, made)
            self.status = 201
        self.body = encode({"name": self.name, "settings": given, "seq": hosted.seq})


class Read(Request):
    """A look at a game between two groups: `look` gets it as it is after all that came before, and changes nothing."""

    __slots__ = ("found", "look")

    def __init__(self, name: str, look: Callable[[Hosted], Any]) -> None:
        super().__init__(name)
        self.look = look
        self.found: Any = None

    def play(self, books: Books) -> None:
        self.found = looked(self.look, books.hosted(self.name))


class Look(Request):
    """A look at the books themselves, such as the list of games."""

    __slots__ = ("found", "look")

    def __init__(self, look: Callable[[Books], Any]) -> None:
        super().__init__("")
        self.look = look
        self.found: Any = None

    def play(self, books: Books) -> None:
        self.found = looked(self.look, books)


def looked(look: Callable[[Any], Any], at: Any) -> Any:
    """What `look` finds; an error of ours in it is told to who asked, and to nobody else: reading changes nothing."""
    try:
        return look(at)
    except CLIENTS_FAULT:
        raise
    except Exception as error:
        print_exc()
        raise refused(error) from error


class GameTurn(Turn):
    """A turn that looks rounds up which are closed, or were predicted before: hardly ever."""

    def __init__(self, books: Books, hosted: Hosted) -> None:
        number = hosted.number
        super().__init__(
            hosted,
            hosted.name,
            books.sheet,
            books.known.get(number, NOBODY),
            NOBODY if books.away is None else books.away.closed.get(number, NOBODY),
            books.limits,
            books.journal.maker,
            books.now,
        )
        self.books, self.hosted = books, hosted

    def said_again(self, id: str) -> PredictAnswer:
        return said_again(self.hosted, id, self.books.about(self.hosted, id))

    def closed_already(self, id: str, y: Any, weight: float | None) -> LabelAnswer:
        return closed(self.books, self.hosted, id, y, weight)


def take_turn(books: Books, name: str) -> GameTurn:
    """A turn of the game of that name."""
    return GameTurn(books, books.hosted(name))


def said_again(hosted: Hosted, id: str, rows: list[JournalRow]) -> PredictAnswer:
    """The answer that the first row of a round holds."""
    row = rows[0]
    if any(each.kind == ERASE for each in rows):
        raise Refusal(410, "erased", f"the record of {id!r} was erased, and its answer with it")
    guess = unpacked(row.guess or b"")[0]
    chance: Any = None
    if row.chance is not None:
        doubles = unpacked(row.chance)
        many = hosted.game.by_class  # of which none may have come yet
        chance = {hosted.game.labels.outside(float(k)): p for k, p in enumerate(doubles)} if many else doubles[0]
    act, interval = answered(row.answer)
    return PredictAnswer(id, row.seq, act, guess, chance, interval=interval)


def unpacked(packed: bytes) -> list[float]:
    """Doubles as they were packed."""
    return [double for (double,) in iter_unpack("<d", packed)]


def closed(books: Books, hosted: Hosted, id: str, y: Any, weight: float | None) -> LabelAnswer:
    """The answer to a label for a round that is not open."""
    check_id(id)
    rows = {row.kind: row for row in books.about(hosted, id)}
    if not rows:
        raise unknown_round(hosted.name, id)
    if ERASE not in rows and LABEL in rows:
        row = rows[LABEL]
        told = decode_label_record(row.record or b"")
        if told != LabelRecord(y, weight):
            raise Refusal(
                409, "other_label", f"the round {id!r} has its label, {told.y!r}, and another one came: {y!r:.60}"
            )
        return LabelAnswer(id, row.seq, decode_any(row.answer or b"null"))
    if EXPIRE in rows and ERASE not in rows and LATE not in rows:
        hosted.game.check(y)
        hosted.play(books.enter(hosted, JournalRow(hosted.seq + 1, id, LATE, encode(LabelRecord(y, weight)))))
    code, message = next(GONE[kind] for kind in (ERASE, FORGET, EXPIRE) if kind in rows)
    raise Refusal(410, code, message.format(id=id))
