"""`SecondFile`: labels that stand in a file of their own, and find their rounds by id."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from typing import Any

from ..errors import BadFile, BadLabel, InputError
from ..features.event import Event, Moment
from ..rows.game import Game
from ..rows.round import Round
from .post import EventPost, Steps, as_label

REMEMBERED = 1 << 16  # ids that are remembered after their label was told, or came too early: for messages


class SecondFile(EventPost):
    """Tells the labels of a second file, which find their rounds by id.

    Without times they are told in the order of their file, each as soon as its round has been asked and those before it
    were told. With `known_at`, a column of that file, all that are known by then are told before an example is asked.
    What is known at the very time at which its example is asked is told after that. Kept in memory are the open rounds,
    one line of the file, and a bounded number of ids for messages.
    """

    def __init__(self, game: Game, labels: Any, asked_at: str | None = None, known_at: str | None = None) -> None:
        super().__init__(game, asked_at)
        self.labels = labels
        self.timed = known_at
        self.told_so_far = self.strange = self.double = self.empty = 0
        self.first_strange = ""
        self.pairs = iter(labels)
        self.lines = self.read()
        self.head: Event | None = next(self.lines, None)
        self.asked: dict[int, Moment] = {}  # when open rounds were asked
        self.settled: OrderedDict[str, Any] = OrderedDict()  # the last labels that were told, by id
        self.early: OrderedDict[str, Moment] = OrderedDict()  # when labels were known whose round was not asked yet

    def read(self) -> Generator[Event, None, None]:
        """The lines of the second file that have a label."""
        before: Moment | None = None
        for _, y in self.pairs:
            event: Event = self.labels.event
            try:
                if event.id is None:
                    raise self.labels.wrong("no id; whose label is it?")
                if y is None:
                    self.empty += 1
                    continue
                if self.timed is not None:
                    before = self.in_time(event, before)
            except InputError as error:
                self.labels.refuse(error)
                continue
            yield event

    def in_time(self, event: Event, before: Moment | None) -> Moment:
        """When a label became known; raises if that is not known, or before the one above."""
        now = event.known_at
        if now is None:
            raise self.labels.wrong(f"no time in {self.timed!r}; since when is the label known?")
        if before is not None and before.kind != now.kind:
            raise self.labels.wrong(f"{now.written!r} is {now.kind}, and {before.written!r} {before.kind}")
        if before is not None and now.value < before.value:
            raise self.labels.wrong(
                f"known at {now.written}, before the line above, {before.written}; sort the file by {self.timed!r}"
            )
        return now

    def before(self, game: Game, source: Any) -> None:
        reader = source.at_hand()
        event: Event = reader.event
        if event.id is None:
            raise reader.wrong("no id, by which its label could find it")
        reader.event = event._replace(known_at=None, y=None)  # labels and their times are the second file's
        super().before(game, source)
        if event.asked_at is not None and event.id in self.early:
            self.check_known(event.asked_at, self.early[event.id], reader)

    def tell_due(self, game: Game, now: Moment) -> None:
        while self.head is not None and self.timed is not None:
            known = self.head.known_at
            assert known is not None
            if known.kind != now.kind:
                raise self.labels.wrong(f"{known.written!r} is {known.kind}, and {now.written!r} {now.kind}")
            if known.value > now.value or (known.value == now.value and not self.is_known(self.head)):
                return  # what is known at this very time may be of an example that is about to be asked
            self.take(game)

    def after(self, game: Game, move: Round, y: Any, source: Any, weight: float = 1.0) -> None:
        event: Event = source.at_hand().event
        move.id = event.id
        self.numbers[str(event.id)] = move.number
        if event.asked_at is not None:
            self.asked[move.number] = event.asked_at
        while self.head is not None and self.is_known(self.head) and self.has_come(self.head):
            self.take(game)

    def has_come(self, event: Event) -> bool:
        """Is this label known when the last example was asked? Without times they all are."""
        if self.timed is None or event.known_at is None or self.last is None:
            return True
        return bool(event.known_at.value <= self.last.value)

    def is_known(self, event: Event) -> bool:
        """Was the round of this label asked, in this game and as far as is remembered?"""
        return event.id in self.numbers or event.id in self.settled

    def take(self, game: Game) -> None:
        """Tell the next label of the file, or count it if there is no round for it; go on to the one after it."""
        event, self.head = self.head, None
        assert event is not None
        try:
            self.settle(game, event)
        except BadFile as error:
            self.labels.refuse(error)
        self.head = next(self.lines, None)

    def settle(self, game: Game, event: Event) -> None:
        """Tell a label, or count it if there is no round for it."""
        assert event.id is not None
        number = self.numbers.get(event.id)
        if number is not None:
            self.tell_one(game, number, event)
        elif event.id in self.settled:
            if self.settled[event.id] != event.y:
                raise self.labels.wrong(
                    f"a second label for {event.id!r}, {as_label(game, event.y)!r}, and the first was "
                    f"{as_label(game, self.settled[event.id])!r}: which of the two is it?"
                )
            self.double += 1
        else:
            self.strange += 1
            self.first_strange = self.first_strange or str(self.labels.wrong(f"no open round has the id {event.id!r}"))
            if event.known_at is not None:
                remember(self.early, event.id, event.known_at)

    def tell_one(self, game: Game, number: int, event: Event) -> None:
        """Tell a label whose round is open."""
        asked = self.asked.get(number)
        if asked is not None and event.known_at is not None:
            self.check_known(asked, event.known_at, self.labels)
        try:
            self.tell(game, number, as_label(game, event.y), event)
        except BadLabel as error:
            raise self.labels.wrong(str(error)) from None
        self.asked.pop(number, None)
        remember(self.settled, str(event.id), event.y)
        self.told_so_far += 1

    def rest(self, game: Game) -> Steps:
        while self.head is not None:
            before = self.told_so_far
            self.take(game)
            self.at_the_end += self.told_so_far - before
            yield

    def close(self) -> None:
        """Close the second file."""
        self.pairs.close()

    def account(self) -> dict[str, Any]:
        return {
            "labels_told": self.told_so_far,
            "labels_at_the_end": self.at_the_end,
            "labels_without_round": self.strange,
            "first_label_without_round": self.first_strange,
            "labels_double": self.double,
            "labels_empty": self.empty,
            "bad_labels": self.labels.bad,
            "label_complaints": list(self.labels.complaints),
        }


def remember(known: OrderedDict[str, Any], id: str, what: Any) -> None:
    """Remember something of an id, and forget the oldest if there are too many."""
    known[id] = what
    if len(known) > REMEMBERED:
        known.popitem(last=False)
