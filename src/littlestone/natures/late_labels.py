"""When labels are told: a number of rounds late, when they became known, or as a second file has them."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from heapq import heappop, heappush
from typing import Any, NamedTuple

from ..errors import BadLabel
from ..features.event import Event, Moment
from ..features.labels import TwoClass
from ..rows.game import Game
from ..rows.open_rounds import rounds_by_id
from ..rows.round import Round
from ..support.words import counted

Steps = Generator[None, None, None]  # one label told at every step, so that Ctrl-C is heard between two


def as_label(game: Game, y: Any) -> Any:
    """A label of a source, where two classes are -1 and +1, as the game has it."""
    return game.labels.outside(y) if isinstance(game.labels, TwoClass) and y in (-1, 1) else y


class Post:
    """Tells every label `delay` rounds late; of a missing one, or where none is `told`, the round is forgotten."""

    def __init__(self, delay: int = 0, told: bool = True) -> None:
        self.delay = delay
        self.told = told
        self.waiting: deque[tuple[int, Any, float]] = deque()

    def before(self, game: Game, source: Any) -> None:
        """An example is about to be asked; raises if it must not be."""

    def after(self, game: Game, move: Round, y: Any, source: Any, weight: float = 1.0) -> None:
        """An example was asked, whose label is y, perhaps None, and counts so much."""
        if y is None or not self.told:
            game.forget(move.number)
        else:
            self.waiting.append((move.number, y, weight))
        while self.waiting and self.waiting[0][0] + self.delay <= move.number:
            game.label(*self.waiting.popleft())

    def later(self, game: Game, y: Any, source: Any) -> None:
        """The label of an earlier example came, which the source calls by its id."""

    def rest(self, game: Game) -> Steps:
        """There are no more examples: tell the labels that wait."""
        while self.waiting:
            game.label(*self.waiting.popleft())
            yield

    def account(self) -> dict[str, Any]:
        """What there is to say in the receipt, as plain values."""
        return {}


class Due(NamedTuple):
    """A label that waits until its time has come."""

    known_at: Any
    number: int
    y: Any
    event: Event


class EventPost(Post):
    """Tells labels when they became known, if examples have times, or else at once.

    Before an example is asked all labels are told that were known by then, in the order of their times. A round whose
    label is missing stays open if it has an id, by which the label may come later, and is forgotten if not.

    game        whose open rounds may have ids, from before
    asked_at    the column of the times at which examples were asked, each of which must have one; None if there is none
    known_at    that of the times at which labels became known
    """

    def __init__(self, game: Game, asked_at: str | None = None, known_at: str | None = None) -> None:
        super().__init__()
        self.asked_at, self.known_at = asked_at, known_at
        self.numbers = rounds_by_id(game)
        self.last: Moment | None = None  # when the last example was asked
        self.due: list[Due] = []
        self.at_the_end = 0

    def before(self, game: Game, source: Any) -> None:
        reader = source.at_hand()
        event: Event = reader.event
        if event.id is not None and event.id in self.numbers:
            raise reader.wrong(
                f"the id {event.id!r} is that of round {self.numbers[event.id]}, which waits for its label: which of "
                f"the two would it be for? Ids of open rounds are different"
            )
        now = event.asked_at
        if now is None:
            if self.asked_at is not None or event.known_at is not None:
                raise reader.wrong(f"no time in {self.asked_at or 'asked_at'!r}; when was it asked?")
            return
        self.comes_after(now, reader)
        if event.known_at is not None:
            self.check_known(now, event.known_at, reader)
        elif self.known_at is not None and event.y is not None:
            raise reader.wrong(f"no time in {self.known_at!r}; since when is its label known?")
        self.last = now
        self.tell_due(game, now)

    def comes_after(self, now: Moment, reader: Any) -> None:
        """Raise unless an example was asked after the one before it."""
        if self.last is not None and self.last.kind != now.kind:
            raise reader.wrong(f"{now.written!r} is {now.kind}, and {self.last.written!r} {self.last.kind}")
        if self.last is not None and now.value < self.last.value:
            raise reader.wrong(
                f"asked at {now.written}, before the line above, {self.last.written}; sort the file by "
                f"{self.asked_at or 'asked_at'!r}"
            )

    def check_known(self, asked: Moment, known: Moment, reader: Any) -> None:
        """Raise if a label was known before its example was asked."""
        if asked.kind != known.kind:
            raise reader.wrong(f"{known.written!r} is {known.kind}, and {asked.written!r} {asked.kind}")
        if known.value < asked.value:
            raise reader.wrong(
                f"its label was known at {known.written}, before it was asked, at {asked.written}; are the two columns "
                f"confused?"
            )

    def tell_due(self, game: Game, now: Moment) -> None:
        """Tell the labels that are known by now."""
        while self.due and self.due[0].known_at <= now.value:
            self.tell_next(game)

    def tell_next(self, game: Game) -> None:
        """Tell the label that was known first."""
        _, number, y, event = heappop(self.due)
        self.tell(game, number, y, event)

    def tell(self, game: Game, number: int, y: Any, event: Event) -> None:
        """Tell a label; the round is no longer found by its id."""
        game.label(number, y, event.weight)
        if event.id is not None:
            self.numbers.pop(event.id, None)

    def after(self, game: Game, move: Round, y: Any, source: Any, weight: float = 1.0) -> None:
        event: Event = source.at_hand().event
        move.id = event.id
        if event.id is not None:
            self.numbers[event.id] = move.number
        if y is None and event.id is None:
            game.forget(move.number)
        elif y is not None:
            self.waits_for(game, move.number, y, event)

    def waits_for(self, game: Game, number: int, y: Any, event: Event) -> None:
        """Tell a label that is known when it is asked for; let another one wait."""
        known, asked = event.known_at, event.asked_at
        if known is None or asked is None or known.value == asked.value:
            self.tell(game, number, y, event)
        else:
            heappush(self.due, Due(known.value, number, y, event))

    def later(self, game: Game, y: Any, source: Any) -> None:
        reader = source.at_hand()
        number = self.numbers.get(reader.event.id)
        if number is None:
            raise reader.wrong(f"no open round has the id {reader.event.id!r}: it was not asked, or has its label")
        try:
            self.tell(game, number, y, reader.event)
        except BadLabel as error:
            raise reader.wrong(str(error)) from None

    def rest(self, game: Game) -> Steps:
        while self.due:
            self.tell_next(game)
            self.at_the_end += 1
            yield

    def account(self) -> dict[str, Any]:
        return {"labels_at_the_end": self.at_the_end}


def lines_of(account: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What a receipt says of labels that came in their own order."""
    lines = []
    if account.get("labels_at_the_end"):
        words = f"{counted(account['labels_at_the_end'], 'label')} told after the last example was asked"
        lines.append(("at the end", words, ""))
    if account.get("labels_without_round"):
        held = counted(account["labels_without_round"], "label")
        lines.append(("no round", f"for {held}; the first: {account['first_label_without_round']}", "yellow"))
    if account.get("labels_double"):
        lines.append(
            ("double", f"{counted(account['labels_double'], 'label')} that had been told, and said the same", "")
        )
    if account.get("labels_empty"):
        lines.append(("empty", f"{counted(account['labels_empty'], 'line')} without a label in the second file", ""))
    if account.get("bad_labels"):
        bad = counted(account["bad_labels"], "bad line")
        lines.append(("", f"{bad} in the second file left out; the first: {account['label_complaints'][0]}", ""))
    return lines
