"""`HostedActions`: a game of actions of the service in memory, which is the replay of its rows as any other is.

A prediction draws an action and answers with the chance of every one; a label is the reward of what was done. Shadows
are other policies: each is asked for its chances in the same round, learns from what was done with the chance that it
was drawn with, and has an account of what it would have earned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from struct import pack
from typing import Any

import numpy as np
from msgspec import UNSET, Raw

from ..bandits.action_game import ActionGame, ActionRound, records_of
from ..errors import BadParameter
from ..guarantees.policy_value import PolicyValue
from .action_games import share_of
from .closed_rounds import ClosedRound, ClosedRounds
from .hosted import Hosted, Made, OpenRound, skip_round, unpacked, without_blanks
from .http.contract import DecideAnswer, EventAnswer, Refusal, decode_any, encode
from .journal.journal import PREDICT, Journal, JournalRow
from .limits import check_choices, check_depth, check_record
from .sheet import Sheet

LEVEL = 0.95  # of the intervals that are shown


class HostedActions(Hosted):
    """A game of actions by name: its open rounds, the shadows, and what everybody else would have earned.

    drawn       of a lone player, what was drawn in the rows that come, and with which chance, by their seqs
    values      of every shadow, by name: what it would have earned, in an interval that holds at all times; it begins
                when the shadow joins, and never anew. Rounds that were decided before do not count in it: which of them
                are still open may be a matter of what they bring
    joined      the seq after which the account of every shadow began
    always      of doing always the same, by its place: that of the rounds in which it could be done
    counted     rounds that count for them, in which it could be done or not
    before      of every shadow, what had been earned when its account began
    closed      rounds with a reward, which count for others when those decided before them do
    """

    acts = True
    opens = "decision"
    waits_for = "reward"

    def __init__(self, name: str, number: int, made: Made, *, lone: Any = None) -> None:
        self.values: dict[str, PolicyValue] = {}
        self.before: dict[str, float] = {}
        self.joined: dict[str, int] = {}
        self.always: list[PolicyValue] = []
        self.counted = 0
        self.closed = ClosedRounds()
        self.drawn: dict[int, Any] | None = None if lone is None else {}
        super().__init__(name, number, made, lone=lone)
        self.always = [self.value() for _ in self.game.actions]

    def value(self) -> PolicyValue:
        """An account of what a policy would have earned, which begins now."""
        return PolicyValue(self.game.price.low, self.game.price.high)

    def answer_by(self, name: str, seq: int) -> None:
        super().answer_by(name, seq)
        self.expands = True  # every record is looked at
        self.before = {key: self.before.get(key, self.game.ledger.reward) for key, _ in self.shadows}
        self.joined = {key: self.joined.get(key, seq) for key, _ in self.shadows}
        self.values = {key: self.values.get(key) or self.value() for key, _ in self.shadows}

    def take_settings(self) -> None:
        for game in self.players.values():  # any of them may be promoted, and then owes every action this chance
            game.floor = game.ledger._floor = self.settings.floor or 0.0

    # The moves themselves.

    def predict(self, id: Any, x: Any, seq: int, at: int) -> Any:
        """Open a round in all players; returns that of the one who answers."""
        told = x.get("x"), x.get("choices"), x.get("allowed")
        move = self.game.predict(*told) if self.drawn is None else self.game._open(*told, drawn_by=self.drawn_in(seq))
        self.open[id] = OpenRound(move.number, seq, at)
        self.seq = seq
        for name, shadow in self.shadows:
            try:
                shadow._open(*told, drawn_by=move)
            except MemoryError:
                raise
            except Exception:  # whatever it is, who answers has taken the record
                self.refused[name] = self.refused.get(name, 0) + 1
                skip_round(shadow)
        return move

    def drawn_in(self, seq: int) -> ActionRound:
        """What was drawn in a row."""
        assert self.drawn is not None, "a player who is not alone draws"
        answer, guess = self.drawn[seq]
        (chance,) = unpacked(guess)
        return ActionRound(0, None, chance, None, None, self.game.actions.index(decode_any(answer)), 0)

    def rows_as_drawn(self, journal: Journal) -> Callable[[int, int], Iterator[list[Any]]]:
        """What reads the rows of a journal for a lone player, who learns from what others did."""

        def read(number: int, after: int) -> Iterator[list[Any]]:
            for some in journal.blocks(number, after):
                self.drawn = {row[0]: (row[4], row[5]) for row in some if row[2] == PREDICT}
                yield [(row[0], row[1], row[2], row[3], row[9]) for row in some]

        return read

    def label(self, id: Any, y: Any, weight: Any, seq: int) -> None:
        """Close a round with the reward of what was done."""
        game = self.game
        waiting = self.open[id]
        move = game.open[waiting.number]
        if weight is not None:
            raise BadParameter("a reward has no weight: leave it out")
        game.reward(waiting.number, y)
        del self.open[id]
        self.seq = seq
        weights = self.weights_of(move)
        self.label_shadows(move, y, None)
        among = None if move.among is None else np.flatnonzero(move.among).tolist()
        self.closed.add(ClosedRound(move.number, waiting.seq, move.place, move.chance, float(y), weights, among))
        self.count_closed()
        if game.ledger.labelled >= self.curve.due:
            self.curve.take(game, self.best_constant(), self.others())

    def forget(self, id: str, seq: int) -> None:
        super().forget(id, seq)
        self.count_closed()

    def weights_of(self, move: Any) -> dict[str, float]:
        """What a round weighs for every shadow that took its record, whether or not it can learn from the reward."""
        guesses = {name: shadow.open[move.number].guess for name, shadow in self.shadows if move.number in shadow.open}
        return {name: float(guess[move.place]) / move.chance for name, guess in guesses.items()}

    def paid_by_leader(self, move: Any, y: Any) -> float:
        return 0.0

    def compare(self, name: str, shadow: Any, guessed: Any, move: Any, y: Any, paid: float) -> None:
        """Shadows are compared by weights, when a round counts."""

    def count_closed(self) -> None:
        """Count the rounds that have their reward, and of which all before have theirs, if all of them get one."""
        waits = self.settings.default_reward is not None and self.open
        for each in self.closed.before(next(iter(self.open.values())).number if waits else inf):
            self.counted += 1
            for place in range(len(self.always)) if each.among is None else each.among:
                self.always[place].record(1.0 / each.chance if place == each.place else 0.0, each.reward)
            paid = share_of(self.game, each.reward)
            for name, weight in each.weights.items():
                if self.counts_for(name, each):
                    self.values[name].record(weight, each.reward)
                if each.seq > self.trial.since:  # else it was drawn before the trial began, by another one perhaps
                    self.trial.record(name, weight, paid)
        self.see_successor()

    def counts_for(self, name: str, each: ClosedRound) -> bool:
        """Does a round count in the account of a shadow?"""
        return name in each.weights and name in self.joined and each.seq > self.joined[name]

    # What clients ask.

    def said(self, found: Any) -> tuple[bytes, bytes, bytes]:
        """What a row has of a round that was opened: the action, its chance, and the chances of all."""
        return encode(found.action), pack("<d", found.chance), np.ascontiguousarray(found.guess, dtype="<f8").tobytes()

    def answer_predict(self, sheet: Sheet, id: Any, raw: Any, status: int = 0) -> Any:
        """Open a round of which nothing is told but x."""
        return self.answer_ask(sheet, id, raw, UNSET, UNSET, status)

    def answer_ask(self, sheet: Sheet, id: Any, raw: Any, choices: Any, allowed: Any, status: int = 0) -> Any:
        """Open a round, or say again what was said when it was opened."""
        before = self.opened_before(sheet, id, status)
        if before is not None:
            return before
        told: dict[str, Any] = {}
        parts = {"x": raw, "choices": None if choices is UNSET else bytes(choices)}
        for key, part in parts.items():
            if part:
                told[key] = decode_any(part)
        if allowed is not UNSET:
            told["allowed"] = allowed
        self.check_told(sheet, told, sum(len(part) for part in parts.values() if part))
        record = {**told, **{key: Raw(part) for key, part in parts.items() if part}}
        written = without_blanks(encode(record), told)
        seq = self.seq + 1
        move = self.predict(id, told, seq, sheet.now)
        answer, chance, chances = self.said(move)
        seed = self.game.coin.seed.to_bytes(8)
        row = (seq, id, PREDICT, written, answer, chance, chances, seed, sheet.maker, sheet.now)
        sheet.enter(self.number, self.name, row)
        return DecideAnswer(id, seq, move.action, move.chance, self.by_name(move.guess.tolist()), status)

    def check_told(self, sheet: Sheet, told: dict[str, Any], size: int) -> None:
        """Raise if what is told of a round becomes more than it may."""
        check_depth(sheet.limits, told)
        if len(self.game.features.columns) != self.named:
            self.count_names()
        choices = told.get("choices")
        if choices is not None and not isinstance(choices, dict | list):
            raise Refusal(
                422, "bad_record", 'choices are the features of actions: {"old": {"price": 3}, "new": {"price": 2}}'
            )
        records = records_of(told.get("x"), choices)
        if choices is None:
            for x in records:
                check_record(sheet.limits, self.game, x, size, self.name_bytes)
        else:
            check_choices(sheet.limits, self.game, records, size, self.name_bytes)
        if sheet.tight or self.weight > sheet.most_memory:
            for x in records:
                self.check_growth(sheet, x)

    def records_in(self, told: Any) -> list[Any]:
        return [x for x in records_of(told.get("x"), told.get("choices")) if isinstance(x, dict)]

    def by_name(self, chances: Iterable[float]) -> dict[Any, float]:
        """Chances by the names of the actions."""
        return dict(zip(self.game.actions, chances, strict=True))

    def told_by(self, event: Any) -> Any:
        """The reward that an event tells, if it tells one."""
        if event.reward is UNSET:
            return event.y
        if event.y is not UNSET:
            raise Refusal(422, "bad_body", "an event has one reward, which is called reward or y, and this one has two")
        return event.reward

    def asked_by(self, sheet: Sheet, event: Any) -> Any:
        raw = b"" if event.x is UNSET else bytes(event.x)
        return self.answer_ask(sheet, event.id, raw, event.choices, event.allowed, 200)

    def answer_both(self, said: Any, told: Any) -> EventAnswer:
        return EventAnswer(200, said.id, seq=told.seq, action=said.action, chance=said.chance, chances=said.chances)

    def said_before(self, row: JournalRow) -> DecideAnswer:
        (chance,) = unpacked(row.guess or b"")
        chances = self.by_name(unpacked(row.chance or b""))
        return DecideAnswer(row.id or "", row.seq, decode_any(row.answer or b"null"), chance, chances)

    def weigh(self) -> int:
        """Bytes of memory that the game takes, as far as they can be counted."""
        self.count_names()
        total = 2 * self.name_bytes + 200 * self.named + 1000 * len(self.open) + 300 * len(self.closed)
        return total + sum(
            int(np.asarray(value).nbytes) for game in self.players.values() for value in game.state().values()
        )

    # What is told of them.

    def best_constant(self) -> float | None:
        """What doing always the same would have earned in all, by the weights, of the best action so far.

        A round in which it could not be done brings it the least reward.
        """
        known = self.counted + len(self.closed)
        if not self.always or not known:
            return None
        low = self.game.price.low
        more = [value.rounds * (value.mean - low) for value in self.always]
        for each in self.closed:
            more[each.place] += (each.reward - low) / each.chance
        return float((low + max(more) / known) * self.game.ledger.labelled)

    def others(self) -> dict[str, float]:
        """What had been earned when a shadow came, and what it would have earned since then, by the weights."""
        found, low = {}, self.game.price.low
        for name, value in self.values.items():
            more = [
                low + each.weights[name] * (each.reward - low) for each in self.closed if self.counts_for(name, each)
            ]
            found[name] = self.before[name] + value.mean * value.rounds + sum(more)
        return found

    def worth(self) -> dict[str, Any]:
        """What doing always the same would have earned a round, of those in which it could be done.

        Each is in an interval that holds at all times.
        """
        found = zip(self.game.actions, self.game.ledger.counts.tolist(), self.always, strict=True)
        return {str(name): {"done": done, **value.as_dict(1.0 - LEVEL)} for name, done, value in found}

    def accounts(self) -> dict[str, Any]:
        """Values as a snapshot keeps them."""
        return {
            "shadows": {name: as_lists(value) for name, value in self.values.items()},
            "before": self.before,
            "joined": self.joined,
            "always": [as_lists(value) for value in self.always],
            "counted": self.counted,
            "closed": self.closed.state(),
        }

    def restore_accounts(self, told: dict[str, Any]) -> None:
        """Restore `accounts`."""
        self.before.update(told["before"])
        self.joined.update(told["joined"])
        for name, value in self.values.items():
            value.restore(as_arrays(told["shadows"][name]))
        for value, state in zip(self.always, told["always"], strict=True):
            value.restore(as_arrays(state))
        self.counted = told["counted"]
        self.closed.restore(told["closed"])


def as_lists(value: PolicyValue) -> dict[str, Any]:
    """The state of an account as values for JSON."""
    return {key: np.asarray(each).tolist() for key, each in value.state().items()}


def as_arrays(state: dict[str, Any]) -> dict[str, Any]:
    """The same back."""
    return {key: np.asarray(each) for key, each in state.items()}


def host(name: str, number: int, made: Made, *, lone: Any = None) -> Hosted:
    """A game of the service in memory, of labels or of actions: what its settings say, or the player alone."""
    acts = "actions" in made.settings if lone is None else isinstance(lone, ActionGame)
    return (HostedActions if acts else Hosted)(name, number, made, lone=lone)
