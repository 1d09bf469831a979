"""What is said over HTTP: the bodies that come, the answers that go, and the refusals, all of them JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import numpy as np
from msgspec import UNSET, DecodeError, Meta, Raw, Struct, UnsetType, ValidationError, field
from msgspec.json import Decoder, Encoder

from ...errors import BadFeature, BadLabel, BadWeight, InputError, LittlestoneError

MOST_ID = 200  # characters of the client's name of a round

Id = Annotated[str, Meta(min_length=1, max_length=MOST_ID)]
Count = Annotated[int, Meta(ge=0)]
Plain = str | int | float | bool  # what a label may be


class PredictBody(Struct, forbid_unknown_fields=True):
    """The first move: a name for the round, and the record as it is.

    A game of actions may do without a record; it may be told the features of every action, and which are allowed.
    """

    id: Id
    x: Raw | UnsetType = UNSET
    choices: Raw | UnsetType = UNSET
    allowed: list[str | int] | UnsetType = UNSET


class LabelBody(Struct, forbid_unknown_fields=True):
    """The second move: the label of the round of that name, and how much it weighs."""

    id: Id
    y: Plain
    weight: float | None = None


class RewardBody(Struct, forbid_unknown_fields=True):
    """The second move of a game of actions: what was done in the round of that name has brought so much."""

    id: Id
    reward: float


class EventBody(Struct, forbid_unknown_fields=True):
    """A line of a batch: a prediction if it has x, a label if it has y, one after the other if it has both."""

    id: Id
    x: Raw | UnsetType = UNSET
    y: Plain | UnsetType = UNSET
    weight: float | None = None
    reward: float | UnsetType = UNSET
    choices: Raw | UnsetType = UNSET
    allowed: list[str | int] | UnsetType = UNSET


def asks(event: EventBody) -> bool:
    """May an event open a round? It does if it has what a round is opened with, or tells nothing."""
    if event.x is not UNSET or event.choices is not UNSET or event.allowed is not UNSET:
        return True
    return event.y is UNSET and event.reward is UNSET


class LabelRecord(Struct, omit_defaults=True):
    """A label as the journal keeps it."""

    y: Plain
    weight: float | None = None


class ShadowBody(Struct, forbid_unknown_fields=True):
    """A learner that is to play along, under a name of yours."""

    name: str
    learner: str | None = None
    settings: dict[str, Any] | None = None


class PromoteBody(Struct, forbid_unknown_fields=True):
    """The player who is to answer."""

    name: str


class LoginBody(Struct, forbid_unknown_fields=True):
    """A key, for a session of the page."""

    key: str


class PredictAnswer(Struct, omit_defaults=True):
    """A round was opened, with this prediction: `seq` is that of its row."""

    id: str
    seq: int
    act: Any
    guess: float
    chance: Any = None
    status: int = 0  # said in batches
    interval: list[Any] | None = None  # its two ends, null where it has none, or the set of classes
    overflow: bool = False  # is the guess no finite number, as the learner's numbers have become too large?


class DecideAnswer(Struct, omit_defaults=True):
    """A round of actions was opened: what to do, the chance that it was drawn with, and the chance of every action."""

    id: str
    seq: int
    action: Any
    chance: float
    chances: dict[Any, float]
    status: int = 0  # said in batches


class LabelAnswer(Struct, omit_defaults=True):
    """A round was closed with its label: `seq` is that of its row, `mistake` whether another act had been predicted."""

    id: str
    seq: int
    mistake: bool | None = None
    status: int = 0  # said in batches


class EventAnswer(Struct, omit_defaults=True):
    """The answer to one line of a batch; if it had both x and y, `seq` is that of the label's row."""

    status: int
    id: str | None = None
    act: Any = UNSET
    guess: float | None = None
    chance: Any = None
    seq: int | None = None
    mistake: bool | None = None
    error: str | None = None
    message: str | None = None
    interval: list[Any] | None = None
    overflow: bool = False
    action: Any = UNSET
    chances: dict[Any, float] | None = None


class ForgetAnswer(Struct):
    """A round was given up: `seq` is that of the row that says so."""

    id: str
    seq: Count


class ErrorAnswer(Struct):
    """A refusal: a word for programs, and what was expected, what came and what to do."""

    error: str
    message: str


class ListedGame(Struct, omit_defaults=True):
    """A game by name, and whether it is in memory; one that cannot be loaded is quarantined."""

    name: str
    loaded: bool
    quarantined: bool = False


class GamesAnswer(Struct):
    """The games there are."""

    games: list[ListedGame]


class MakeAnswer(Struct):
    """A game was made with these settings, now or before."""

    name: str
    settings: dict[str, Any]
    seq: Count


class GameAnswer(Struct, kw_only=True):
    """Settings and counts of a game; `names` are those of features that it knows."""

    name: str
    settings: dict[str, Any]
    learner: str
    answering: str
    seq: Count
    rounds: Count
    labelled: Count
    open: Count
    expired: Count
    late: Count
    forgotten: Count
    erased: Count
    names: Count
    judged: Count = 0  # labels that a frozen game was told, of which the others are counts too
    judged_mistakes: Count = 0
    judged_loss: float = 0.0


class ChangeAnswer(Struct):
    """Who answers after a change, and the seq of its row."""

    name: str
    seq: Count
    answering: str


class Total(TypedDict):
    """What was paid in all, by the name of the loss."""

    name: str
    total: float | None


class AccountAnswer(TypedDict):
    """What was played and paid; what else it has depends on the labels, the learner and the metrics."""

    name: str
    seq: Count
    answering: str
    rounds: Count
    labelled: Count
    open: Count
    learner: str
    loss: Total | float
    mistakes: NotRequired[Count]
    best_constant: float | None
    lateness: NotRequired[dict[str, Any]]
    expired: Count
    late: Count
    forgotten: Count
    erased: Count
    judged: NotRequired[Count]
    judged_mistakes: NotRequired[Count]
    judged_loss: NotRequired[float]
    reward: NotRequired[float]
    actions: NotRequired[dict[str, Any]]
    behind: NotRequired[Count]
    shadows: dict[str, Any]
    trial: NotRequired[dict[str, Any]]


class CertificateAnswer(TypedDict):
    """What one theorem says, and teaches."""

    theorem: str
    verdict: Literal["holds", "broken premise", "open", "violated"]
    paid: float | None
    allowed: float | None
    teaches: str


class CertificatesAnswer(Struct):
    """What the theorems say of the rounds up to `seq`."""

    seq: Count
    certificates: list[CertificateAnswer]


class Weight(Struct, kw_only=True):
    """A weight by the name of its feature; of many classes, with the class."""

    class_: Any = field(default=UNSET, name="class")
    column: Any
    weight: float


class WeightsAnswer(Struct):
    """The largest weights, or a note why there are none."""

    seq: Count
    weights: list[Weight]
    note: str


class TheoremHistory(Struct):
    """What the first theorem that allows anything counted and allowed, after so many labels."""

    counts: Literal["mistakes", "regret"]
    labelled: list[Count]
    paid: list[float | None]
    allowed: list[float | None]


class HistoryAnswer(Struct):
    """What was paid, after so many labels, by who answers, by the best constant, and by each shadow."""

    seq: Count
    counts: Literal["mistakes", "loss", "reward"]
    labelled: list[Count]
    paid: list[float | None]
    best_constant: list[float | None]
    theorem: TheoremHistory
    shadows: dict[str, list[float | None]]


class WaitingRound(Struct):
    """A round without its label: the seq and the time of its row, and what was predicted."""

    id: str
    seq: Count
    at: float
    act: Any


class RoundsAnswer(Struct):
    """The rounds that wait for their labels, the oldest first, and how many there are in all."""

    seq: Count
    open: Count
    rounds: list[WaitingRound]


class ReceiptAnswer(Struct):
    """The receipt of a game, as `littlestone verify` takes it: docs/receipt_format.md has its fields."""

    format: str
    version: Count
    package: str
    game: dict[str, Any]
    read: dict[str, Any]
    account: dict[str, Any]
    evidence: dict[str, Any]
    certificates: list[dict[str, Any]]
    journal: dict[str, Any]
    sha256: str
    signature: dict[str, str] | UnsetType = UNSET

    @property
    def seq(self) -> int:
        """The last row that it is about."""
        return int(self.journal["seq"])


class DigestAnswer(Struct):
    """The digest of the whole state of who answers, and of every player."""

    seq: Count
    digest: str
    players: dict[str, str]


class ListedLearner(Struct):
    """A learner that a game may have: what its labels are, and its rule in a sentence."""

    name: str
    labels: str
    rule: str


class LearnersAnswer(Struct):
    """The learners there are."""

    learners: list[ListedLearner]


class SessionAnswer(Struct):
    """Whose key was shown, and what it may; null where it was none, or none is needed."""

    needs_key: bool
    name: str | None = None
    roles: tuple[str, ...] | None = None
    games: tuple[str, ...] | None = None


class AliveAnswer(Struct):
    """The process answers."""

    alive: bool = True


class ReadyAnswer(Struct, omit_defaults=True):
    """The replay is done: seconds since rows were last written, and games that cannot be played, if there are any."""

    ready: bool
    last_commit: float | None = None
    quarantined: list[str] = []


class EraseBody(Struct, forbid_unknown_fields=True):
    """The ids of the rounds of which everything is to be erased that was said about them."""

    ids: Annotated[list[Id], Meta(min_length=1, max_length=1000)]


class EraseAnswer(Struct, omit_defaults=True):
    """What was said about these rounds is erased; audits begin after the row `seq`.

    examples_kept_by    players whose learners have examples as they came, which are not erased: kernels, voted
                        hypotheses, leaves of trees
    numbers_kept_by     players among whose learned numbers, such as scales and weights, is one of the records
    """

    name: str
    seq: int
    erased: list[str]
    examples_kept_by: list[str] = []
    numbers_kept_by: list[str] = []


class RemoveAnswer(Struct):
    """A game was removed, for good."""

    name: str
    removed: bool = True


class Refusal(Exception):
    """An answer other than the one asked for: `{"error": code, "message": ...}`, with this status."""

    def __init__(self, status: int, code: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.retry_after = status, code, message, retry_after

    def body(self) -> bytes:
        """The answer as JSON."""
        return encode(self.answer())

    def answer(self) -> ErrorAnswer:
        """What is answered."""
        return ErrorAnswer(self.code, self.message)


# What a client can cause: it is told, and nothing has changed. Any other error is one of ours.
CLIENTS_FAULT = (Refusal, LittlestoneError, DecodeError, UnicodeError, RecursionError)


def of_other(value: Any) -> Any:
    """A number of numpy, which the interpreted core may give, as one of Python; a truth value as a key."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, bool):  # a key in the chances of classes: values are encoded without asking here
        return "true" if value else "false"
    raise TypeError(f"an answer cannot have a {type(value).__name__}")


encoder = Encoder(enc_hook=of_other)
encode, encode_lines = encoder.encode, encoder.encode_lines
decode_predict = Decoder(PredictBody).decode
decode_label = Decoder(LabelBody).decode
decode_reward = Decoder(RewardBody).decode
decode_event = Decoder(EventBody).decode
decode_events = Decoder(EventBody).decode_lines
decode_label_record = Decoder(LabelRecord).decode
decode_any = Decoder().decode


def refused(error: Exception) -> Refusal:
    """What the client is told about an error of the package or of the JSON."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, ValidationError):
        return Refusal(422, "bad_body", f"the body is JSON, but not what this address takes: {error}")
    if isinstance(error, RecursionError):
        return Refusal(422, "bad_body", "the record is nested too deeply: lists and records in records")
    if isinstance(error, DecodeError | UnicodeError):
        return Refusal(400, "bad_json", f"the body has to be JSON, and is not: {error}")
    codes = {BadFeature: "bad_record", BadLabel: "bad_label", BadWeight: "bad_weight", InputError: "bad_record"}
    code = next((code for kind, code in codes.items() if isinstance(error, kind)), "bad_setting")
    if isinstance(error, LittlestoneError):
        return Refusal(422, code, str(error))
    if isinstance(error, MemoryError):
        return no_memory()
    return Refusal(500, "internal", "an error inside the service; its log has it, and nothing was changed")


def unknown_game(name: str) -> Refusal:
    """There is no such game."""
    return Refusal(404, "unknown_game", f"there is no game {name!r}; PUT /v1/games/{name} makes one")


def no_memory() -> Refusal:
    """There is no memory for what was asked."""
    return Refusal(503, "no_memory", "there is no memory for this; nothing was changed, and what there is goes on", 5)


def quarantined(name: str, why: str) -> Refusal:
    """The game cannot be played, while all others can."""
    message = (
        f"the game {name!r} cannot be loaded, and is left alone; all others are served: {why}. It is tried again "
        f"later; `littlestone audit` says more, and DELETE /v1/games/{name} removes it for good"
    )
    return Refusal(503, "quarantined", message, 60)


def unknown_round(name: str, id: str) -> Refusal:
    """There is no such round."""
    return Refusal(404, "unknown_round", f"no round of {name!r} has the id {id!r}; predict with that id comes first")


def outcome_unknown() -> Refusal:
    """The service ends, and cannot say what became of a request."""
    message = "the service ended before it knew whether this was written; retry with the same id"
    return Refusal(503, "outcome_unknown", message, 1)


def no_room(error: Exception) -> Refusal:
    """The disk has no room for the rows that a request makes; none of them was written."""
    return Refusal(503, "no_room", f"{error}; nothing was changed; retry with the same id", 5)


def busy() -> Refusal:
    """The queue of the writer is full."""
    message = "more requests wait than the service holds; retry after a second, with the same id"
    return Refusal(429, "busy", message, 1)
