"""When labels are told: a number of rounds late, when they became known, or as a second file has them."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Generator
from heapq import heappop, heappush
from typing import Any, NamedTuple

from ..errors import BadFile, BadLabel, InputError
from ..features.batches import truths_of
from ..features.event import NO_EVENT, Event, Moment
from ..features.labels import TwoClass
from ..features.schema import Schema, made
from ..row import Batch
from ..rows.game import Game, rounds_by_id
from ..rows.round import Round

REMEMBERED = 1 << 16  # ids that are remembered after their label was told, or came too early: for messages
OF_LABELS = ("label", "positive", "labels", "id", "known_at", "weight")  # settings that are about the second file
Steps = Generator[None, None, None]  # one label told at every step, so that Ctrl-C is heard between two


def as_label(game: Game, y: Any) -> Any:
    """A label of a source, where two classes are -1 and +1, as the game has it."""
    return game.labels.outside(y) if isinstance(game.labels, TwoClass) and y in (-1, 1) else y


class LateLabels:
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
    event: Event = NO_EVENT


class LabelsWhenKnown(LateLabels):
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

    def ask_batch(self, game: Game, batch: Batch, asked: Any, known: Any) -> None:
        """Ask the rows of a batch, which have no ids, and tell the labels whose time comes meanwhile.

        The times are arrays of whole numbers, in the order in which rows were asked, and no label was known before its
        row was asked: the same moves as line by line, without a look at the times of every line.
        """
        due: list[Any] = self.due  # a plain tuple is made in a third of the time of a `Due`
        label = game.label
        labels = [as_label(game, y) for y in truths_of(batch)]
        for t, (now, later, y) in enumerate(zip(asked.tolist(), known.tolist(), labels, strict=True)):
            while due and due[0][0] <= now:
                _, number, told, _ = heappop(due)
                label(number, told)  # without a weight, which would be weighed
            number = game.predict(batch.row(t)).number
            if y is None:
                game.forget(number)
            elif later > now:
                heappush(due, (later, number, y, NO_EVENT))
            else:
                label(number, y)

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
        self.tell_until(game, now.value)

    def tell_until(self, game: Game, value: Any) -> None:
        """Tell the labels that are known at this time, the value of a `Moment`, in the order of their times."""
        while self.due and self.due[0].known_at <= value:
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


class LabelsOfSecondFile(LabelsWhenKnown):
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


def schema_for(examples: Any, labels: Any) -> Schema:
    """The schema of a game whose labels come from a second file: as if they stood in a column of the first."""
    own, second = examples.schema.settings(), labels.schema.settings()
    drop = [name for name in own.get("drop", ()) if name not in [second.get(role) for role in OF_LABELS]]
    kept = {name: value for name, value in own.items() if name not in OF_LABELS}
    return made({**kept, "drop": drop, **{name: second[name] for name in OF_LABELS if name in second}})


def play_in_time(game: Game, source: Any, labels: Any = None) -> Any:
    """Play a source whose examples have times or ids, or whose labels have a second file; returns the ledger.

    `play_in_time(Game(Perceptron()), read("loans.csv", label="paid", asked_at="granted", known_at="settled"))` tells a
    label when it was known, to whom is asked after that; `Game.play` tells it at once. Events bring their times and ids
    themselves. `labels` are read from a file of their own, as read("paid.csv", label="paid", id="loan", known_at=...).
    """
    game._meet(source)
    schema, telling = source.schema, LabelsWhenKnown(game, source.schema.asked_at, source.schema.known_at)
    if labels is not None:
        labels.bare = True  # its features, if there are some, are nobody's
        schema = schema_for(source, labels)
        telling = LabelsOfSecondFile(game, labels, schema.asked_at, schema.known_at)
    if not game._schema_given:
        game._take_schema(schema)
    for x, y in source.moves():
        if x is None:
            telling.later(game, as_label(game, y), source)
            continue
        telling.before(game, source)
        move = game.predict(x)
        telling.after(game, move, as_label(game, y), source, source.at_hand().event.weight)
    for _ in telling.rest(game):
        pass
    return game.ledger
