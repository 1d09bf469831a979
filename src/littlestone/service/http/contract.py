"""What is said over HTTP: the bodies that come, the answers that go, and the refusals, all of them JSON."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, DecodeError, Meta, Raw, Struct, UnsetType, ValidationError
from msgspec.json import Decoder, Encoder

from ...errors import BadFeature, BadLabel, BadWeight, InputError, LittlestoneError

MOST_ID = 200  # characters of the client's name of a round

Id = Annotated[str, Meta(min_length=1, max_length=MOST_ID)]
Plain = str | int | float | bool  # what a label may be


class PredictBody(Struct, forbid_unknown_fields=True):
    """The first move: a name for the round, and the record as it is."""

    id: Id
    x: Raw


class LabelBody(Struct, forbid_unknown_fields=True):
    """The second move: the label of the round of that name, and how much it weighs."""

    id: Id
    y: Plain
    weight: float | None = None


class EventBody(Struct, forbid_unknown_fields=True):
    """A line of a batch: a prediction if it has x, a label if it has y, one after the other if it has both."""

    id: Id
    x: Raw | UnsetType = UNSET
    y: Plain | UnsetType = UNSET
    weight: float | None = None


class LabelRecord(Struct, omit_defaults=True):
    """A label as the journal keeps it."""

    y: Plain
    weight: float | None = None


class PredictAnswer(Struct, omit_defaults=True):
    """What was predicted: `round` is the seq of its row."""

    id: str
    round: int
    act: Any
    guess: float
    chance: Any = None
    status: int = 0  # said in batches
    interval: list[Any] | None = None  # its two ends, null where it has none, or the set of classes


class LabelAnswer(Struct, omit_defaults=True):
    """A label was learned: `seq` is that of its row, `mistake` whether another act had been predicted."""

    id: str
    seq: int
    mistake: bool | None = None
    status: int = 0  # said in batches


class EventAnswer(Struct, omit_defaults=True):
    """The answer to one line of a batch."""

    status: int
    id: str | None = None
    round: int | None = None
    act: Any = UNSET
    guess: float | None = None
    chance: Any = None
    seq: int | None = None
    mistake: bool | None = None
    error: str | None = None
    message: str | None = None
    interval: list[Any] | None = None


class Refusal(Exception):
    """An answer other than the one asked for: `{"error": code, "message": ...}`, with this status."""

    def __init__(self, status: int, code: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.retry_after = status, code, message, retry_after

    def body(self) -> bytes:
        """The answer as JSON."""
        return encode({"error": self.code, "message": self.message})


# What a client can cause: it is told, and nothing has changed. Any other error is one of ours.
CLIENTS_FAULT = (Refusal, LittlestoneError, DecodeError, UnicodeError, RecursionError)

encode = Encoder().encode
decode_predict = Decoder(PredictBody).decode
decode_label = Decoder(LabelBody).decode
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
        return Refusal(422, "bad_body", "records within records, far too deep")
    if isinstance(error, DecodeError | UnicodeError):
        return Refusal(400, "bad_json", f"the body has to be JSON, and is not: {error}")
    codes = {BadFeature: "bad_record", BadLabel: "bad_label", BadWeight: "bad_weight", InputError: "bad_record"}
    code = next((code for kind, code in codes.items() if isinstance(error, kind)), "bad_setting")
    if isinstance(error, LittlestoneError):
        return Refusal(422, code, str(error))
    return Refusal(500, "internal", "an error inside the service; its log has it, and nothing was changed")


def unknown_game(name: str) -> Refusal:
    """There is no such game."""
    return Refusal(404, "unknown_game", f"there is no game {name!r}; PUT /v1/games/{name} makes one")


def unknown_round(name: str, id: str) -> Refusal:
    """There is no such round."""
    return Refusal(404, "unknown_id", f"no round of {name!r} has the id {id!r}; predict with that id comes first")


def outcome_unknown() -> Refusal:
    """The service ends, and cannot say what became of a request."""
    message = "the service ended before it knew whether this was written; retry with the same id"
    return Refusal(503, "outcome_unknown", message, 1)


def busy() -> Refusal:
    """The queue of the writer is full."""
    message = "more requests wait than the service holds; retry after a second, with the same id"
    return Refusal(429, "busy", message, 1)
