"""What is sent to a service, what its answers mean, and how long to try: shared by both clients."""

from __future__ import annotations

import json
import random
import time
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote
from uuid import uuid4

from ..errors import AlreadyLabelled, InputError, LittlestoneError, MissingExtra, OrderError, UnknownRound

if TYPE_CHECKING:
    import httpx

AGAIN = frozenset({429, 502, 503, 504})  # too busy, or nobody knows what became of it
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds
BATCH = 1000  # events in a request


class RemoteError(LittlestoneError):
    """The service refused, or could not be reached; `status` is that of HTTP (0 without an answer), `code` a word."""

    def __init__(self, message: str, status: int = 0, code: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Unreachable(RemoteError):
    """No answer, or only "try again", for as long as the client was willing to wait."""


class NotAllowed(RemoteError):
    """The key is missing, unknown, or not for this."""


class Rejected(RemoteError, InputError):
    """An example, a label or a setting that the game cannot use."""


class NoSuchRound(RemoteError, UnknownRound):
    """There is no round of this id, or no game of this name."""


class OtherLabel(RemoteError, AlreadyLabelled):
    """The round has another label already, or the game was made with other settings."""


class RoundGone(RemoteError, OrderError):
    """The round has expired, was forgotten or was erased."""


KINDS: dict[int, type[RemoteError]] = {
    400: Rejected,
    401: NotAllowed,
    403: NotAllowed,
    404: NoSuchRound,
    409: OtherLabel,
    410: RoundGone,
    413: Rejected,
    422: Rejected,
}


class Move(NamedTuple):
    """What the service answered to an example; `round` is the place of the question in the journal."""

    id: str
    round: int
    act: Any
    guess: Any
    chance: Any = None
    interval: Any = None


class Call(NamedTuple):
    """A request: what is sent, and sent again."""

    method: str
    path: str
    content: bytes | None = None
    kind: str = "application/json"
    forgets: bool = False  # a round that is gone at the second try was gone by the first


def encoded(body: Any) -> bytes:
    """The body as JSON; numbers of numpy and dates are written as what they are."""
    try:
        return json.dumps(body, allow_nan=False, separators=(",", ":"), default=plain).encode()
    except ValueError as error:
        raise Rejected(f"what is sent is JSON, without NaN and infinities: {error}; leave such a cell out") from None


def plain(value: Any) -> Any:
    """A value that JSON does not know, as one that it does."""
    if isinstance(value, date):  # a datetime is a date
        return value.isoformat()
    if hasattr(value, "tolist"):
        return value.tolist()
    raise Rejected(f"an example is made of texts, numbers, dates, lists and records, not of {type(value).__name__}")


def path_of(game: str, *rest: str) -> str:
    """The path of a game, or of something of it."""
    return "/".join(["/v1/games", *(quote(part, safe="") for part in (game, *rest))])


def predict_call(game: str, x: Any, id: str | None) -> Call:
    """Ask for a prediction, under an id of our own where none is given."""
    return Call("POST", path_of(game, "predict"), encoded({"id": uuid4().hex if id is None else id, "x": x}))


def label_call(game: str, id: str, y: Any, weight: float | None) -> Call:
    """Tell a label."""
    body = {"id": id, "y": y} if weight is None else {"id": id, "y": y, "weight": weight}
    return Call("POST", path_of(game, "label"), encoded(body))


def forget_call(game: str, id: str) -> Call:
    """Give a round up."""
    return Call("DELETE", path_of(game, "rounds", id), forgets=True)


def events_call(game: str, events: list[Any]) -> Call:
    """Many predictions and labels at once, those without an id under one of ours."""
    for event in events:
        if not isinstance(event, dict) or not {"x", "y"} & set(event) or ("x" not in event and "id" not in event):
            raise Rejected(f"an event is {{'id': ..., 'x': ...}} or {{'id': ..., 'y': ...}}, not {event!r:.200}")
    lines = [encoded({"id": uuid4().hex, **event}) for event in events]
    return Call("POST", path_of(game, "events"), b"\n".join(lines) + b"\n", "application/x-ndjson")


def read_call(game: str, what: str, query: dict[str, Any]) -> Call:
    """Read something of a game."""
    words = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in query.items())
    return Call("GET", path_of(game, what) + (f"?{words}" if words else ""))


def as_move(answer: dict[str, Any]) -> Move:
    """The answer to a prediction."""
    return Move(
        answer["id"], answer["round"], answer["act"], answer["guess"], answer.get("chance"), answer.get("interval")
    )


def answer_of(call: Call, response: httpx.Response, tries: int) -> Any:
    """What the service said, or the error that it is."""
    if response.is_success:
        if response.headers.get("content-type", "").startswith("application/x-ndjson"):
            return [json.loads(line) for line in response.text.splitlines() if line]
        return response.json() if response.content else {}
    if call.forgets and response.status_code == 410 and tries > 1:
        return {}
    try:
        said = response.json()
        code, message = str(said["error"]), str(said["message"])
    except (ValueError, KeyError, TypeError):
        code, message = "", f"{call.method} {call.path} was answered with status {response.status_code}"
    kind = Unreachable if response.status_code in AGAIN else KINDS.get(response.status_code, RemoteError)
    raise kind(message, response.status_code, code)


class Patience:
    """How long to wait between tries: twice as long each time, at random, until the time is up."""

    def __init__(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds
        self.tries = 0

    def pause(self, response: httpx.Response | None) -> float | None:
        """Seconds until the next try; None if it is time to give up."""
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self.tries, 10))
        seconds = longest * random.uniform(0.5, 1.0)  # noqa: S311 - so that clients do not come back all at once
        if response is not None and response.headers.get("retry-after", "").isdigit():
            seconds = max(seconds, float(response.headers["retry-after"]))
        return seconds if time.monotonic() + seconds < self.until else None


def lost(call: Call, error: Exception, patience: Patience) -> Unreachable:
    """The error after the last try that got no answer."""
    return Unreachable(
        f"{call.method} {call.path} got no answer in {patience.tries} tries ({type(error).__name__}: {error}); whether "
        "the service has it is not known: send it again with the same id",
        code="unreachable",
    )


def library() -> Any:
    """httpx, imported when the first client is made."""
    try:
        import httpx
    except ImportError as error:
        raise MissingExtra("the client needs httpx: pip install 'littlestone[client]'") from error
    return httpx


def settings_of(url: str, key: str | None, timeout: float, verify: Any) -> dict[str, Any]:
    """What both clients of httpx are made with."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return {"base_url": url, "headers": headers, "timeout": timeout, "verify": verify}
