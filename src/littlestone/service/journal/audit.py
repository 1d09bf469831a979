"""The audit: every row is replayed, and every guess and chance that was ever given is compared, bit for bit."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from struct import iter_unpack
from typing import Any, NamedTuple

from ..hosted import Hosted, first_row
from ..hosted_actions import host
from ..http.contract import decode_any, encode
from ..making import GameSettings, Player, make_game, read_settings
from ..taking_up import begun, change_game, no_collector, not_replayed, play_alone
from .chain import Broken, ChainCheck, beginning, digests_of
from .heads import against
from .journal import ERASE, PREDICT, PROMOTE, SETTINGS, Journal, JournalError, JournalRow, new_row


class Mismatch(NamedTuple):
    """A row whose replay is not what was answered."""

    game: str
    seq: int
    id: str | None
    what: str
    written: str
    computed: str

    def __str__(self) -> str:
        return (
            f"row {self.seq} of {self.game} (id {self.id!r}): the {self.what} answered was {self.written}, "
            f"and the replay computes {self.computed}"
        )


class Audit(NamedTuple):
    """What the audit of one game found.

    rows            rows that were replayed
    compared        predictions and labels that were compared
    since           the seq that the replay began after: 0, or that of the base which took the place of erased records
    mismatches      rows that were computed by this release with the same numpy, and now come out otherwise
    foreign         rows by others that come out otherwise: they cannot be compared
    digest          that of the game as the replay leaves it
    failure         why the game cannot be replayed, "" if it can
    broken          where the chain of its rows breaks, or is not the one whose head somebody holds
    head            that of the chain, at its last row
    """

    game: str
    rows: int
    compared: int
    since: int
    mismatches: list[Mismatch]
    foreign: list[Mismatch]
    makers: dict[str, int]
    digest: str
    rounds: int
    failure: str = ""
    broken: list[Broken] = []  # noqa: RUF012 - nobody changes it
    head: str = ""

    @property
    def good(self) -> bool:
        """Is every answer reproduced that can be, and the chain whole?"""
        return not self.mismatches and not self.failure and not self.broken


class Comparison:
    """Compares the rows of one game while they are replayed."""

    def __init__(self, journal: Journal, name: str) -> None:
        self.journal, self.name = journal, name
        self.rows = self.compared = 0
        self.found: list[tuple[JournalRow, Mismatch]] = []
        self.makers: dict[int, int] = {}
        self.said: Any = None  # what a row has of a round that was opened

    def replay(self, hosted: Hosted) -> None:
        """Replay all rows of a game, and compare what was answered."""
        self.said = hosted.said

        def about_game(row: Any) -> None:
            if row[2] == PROMOTE and row[3] is not None and "why" in decode_any(row[3]):
                self.compared += 1
                computed = encode(hosted.promotion()) if hosted.successor is not None else None
                if row[3] != computed:
                    self.note(new_row(row[:10]), "promotion", row[3], computed)
            change_game(self.journal, hosted, row)

        with no_collector():
            for some in self.journal.blocks(hosted.number, hosted.seq):
                compared = hosted.audit(some, about_game, self.differs, self.makers)
                self.compared += compared
                self.rows += len(some)

    def differs(self, row: Any, computed: Any) -> None:
        """Note what in a row is not what its replay computed."""
        row = new_row(row[:10])
        if isinstance(computed, str):
            self.note(row, "promotion", None, encode(computed))
        elif row.kind == PREDICT:
            act, guess, chance = self.said(computed)
            if row.guess != guess:
                self.note(row, "guess", row.guess, guess)
            elif row.chance != chance:
                self.note(row, "chance", row.chance, chance)
            elif row.answer != act:
                self.note(row, "act", row.answer, act)
        elif row.answer != (mistake := encode(computed)):
            self.note(row, "mistake", row.answer, mistake)

    def note(self, row: JournalRow, what: str, written: bytes | None, computed: bytes | None) -> None:
        """Note a mismatch."""
        self.found.append((row, Mismatch(self.name, row.seq, row.id, what, shown(written), shown(computed))))

    def result(self, hosted: Hosted, since: int) -> Audit:
        """What was found."""
        own = self.journal.maker
        makers = {self.journal.makers.get(number, "unknown"): count for number, count in self.makers.items()}
        return Audit(
            self.name,
            self.rows,
            self.compared,
            since,
            [found for row, found in self.found if row.maker == own],
            [found for row, found in self.found if row.maker != own],
            makers,
            hosted.digest(),
            hosted.game.ledger.rounds,
        )


def shown(answer: bytes | None) -> str:
    """A guess, a chance or an act, in words."""
    if answer is None:
        return "nothing"
    if len(answer) % 8 == 0 and not answer.startswith(b'"'):
        return ", ".join(double.hex() for (double,) in iter_unpack("<d", answer))
    return answer.decode(errors="replace")


def audit(journal: Journal, name: str, held: dict[str, Any] | None = None) -> Audit:
    """Check the chain of a game against its rows, and heads that are held, then replay it, and compare all answers.

    Rows whose chain is broken are not replayed: nobody wrote them as they are.
    """
    number = journal.number_of(name)
    check = check_chain(journal, name, number)
    broken = check.broken + ([] if held is None else against(journal, held, name))
    if broken:
        return Audit(name, 0, 0, 0, [], [], {}, "", 0, "", broken, check.head.hex())
    comparison = Comparison(journal, name)
    base = journal.base(number)
    hosted = begun(journal, name, number)
    try:
        comparison.replay(hosted)
    except Exception as error:
        raise not_replayed(hosted, error) from error
    found = comparison.result(hosted, 0 if base is None else base[0])
    return found._replace(head=check.head.hex())


def check_chain(journal: Journal, name: str, number: int) -> ChainCheck:
    """Check all rows of a game that are there, and that each one without its content was erased by a row of its own."""
    pruned = journal.pruned(number)
    check = ChainCheck(name, digests_of(journal.makers.items()), beginning(name))
    if pruned is not None:
        check = ChainCheck(name, digests_of(journal.makers.items()), bytes.fromhex(pruned["head"]), pruned["seq"])
    told: dict[int, tuple[Any, ...]] = {}
    stayed: list[bytes] = []
    for some in journal.chained(number):
        old = [row for row in some if pruned is not None and row[0] <= pruned["seq"]]
        stayed += [check.one(row) for row in old]
        check.take(some[len(old) :])
        for row in some:
            if row[2] == ERASE and row[3] is not None:
                told.update({seq: (row[1], kind, at) for seq, kind, at in decode_any(row[3]).get("rows", [])})
    check.end()
    if pruned is not None and blake2b(b"".join(stayed), digest_size=32).hexdigest() != pruned["kept"]:
        check.say(pruned["seq"], "rows that were kept when older ones were removed are not what they were")
    for seq, what in check.erased.items():
        if told.get(seq) != what and not (pruned is not None and seq <= pruned["seq"]):
            check.say(seq, "its content is gone, and no row says that it was erased, or says it of another one")
    return check


def audit_all(journal: Journal, names: Iterable[str], held: dict[str, Any] | None = None) -> list[Audit]:
    """The audits of these games: one that cannot be replayed, whatever the reason, is reported as the others are."""
    found = []
    for name in names:
        try:
            found.append(audit(journal, name, held))
        except Exception as error:
            said = str(error) if isinstance(error, JournalError) else f"{type(error).__name__}: {error}"
            failure = " ".join(said.split())[:500]
            found.append(failed(name, failure))
    return found


def failed(name: str, why: str) -> Audit:
    """The audit of a game that cannot be replayed."""
    return Audit(name, 0, 0, 0, [], [], {}, "", 0, why)


def replayed(journal: Journal, name: str, player: Player, until: int | None = None) -> tuple[Any, int, str]:
    """The game that another learner would have played on the same rows, how many records it did not take, and why."""
    number = journal.number_of(name)
    made = first_row(journal.rows(number, 0, 1))
    lone = host(name, number, made, lone=make_game(settings_now(journal, name), player, made.seed))
    play_alone(journal, lone, until)
    return lone.game, lone.skipped, lone.complaint


def settings_now(journal: Journal, name: str) -> GameSettings:
    """The settings of a game as its last change left them."""
    rows = journal.structure(journal.number_of(name))
    changes = [row for row in rows if row.kind == SETTINGS and row.record is not None]
    return read_settings(decode_any(changes[-1].record or b"") if changes else first_row(rows).settings)
