"""The calls of a client: what is sent to a service, what its answers mean, and how long to try.

A call is a generator: it yields requests, is sent their answers, and returns the result. `steps_of` sends each request
until it is answered; what is left to a client is to send and to wait.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Generator, Iterable, Iterator
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import quote
from uuid import uuid4

from ..errors import AlreadyLabelled, BadParameter, InputError, LittlestoneError, MissingExtra, OrderError, UnknownRound

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
    """What the service answered to an example; `seq` is that of its row in the journal of the game."""

    id: str
    seq: int
    act: Any
    guess: Any
    chance: Any = None
    interval: Any = None


class Decision(NamedTuple):
    """What a game of actions answered: what to do, the chance that it was drawn with, and those of all actions."""

    id: str
    seq: int
    action: Any
    chance: float
    chances: dict[str, float]


class Request(NamedTuple):
    """What is sent, and sent again."""

    method: str
    path: str
    content: bytes | None = None
    kind: str = "application/json"
    forgets: bool = False  # a round that is gone at the second try was gone by the first


T = TypeVar("T")
Call = Generator[Request, Any, T]  # yields requests, is sent answers
Steps = Generator[Request | float, Any, T]  # yields requests, is sent responses or errors; yields seconds to wait


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


def games() -> Call[Any]:
    """List the games."""
    return (yield Request("GET", "/v1/games"))


def make(game: str, settings: dict[str, Any]) -> Call[None]:
    """Make a game."""
    yield Request("PUT", path_of(game), encoded(settings))


def predict(game: str, x: Any, id: str | None) -> Call[Move]:
    """Ask for a prediction, under an id of our own where none is given."""
    body = {"id": uuid4().hex if id is None else id, "x": x}
    answer = yield Request("POST", path_of(game, "predict"), encoded(body))
    return Move(
        answer["id"], answer["seq"], answer["act"], answer["guess"], answer.get("chance"), answer.get("interval")
    )


def label(game: str, id: str, y: Any, weight: float | None) -> Call[dict[str, Any]]:
    """Tell a label."""
    body = {"id": id, "y": y} if weight is None else {"id": id, "y": y, "weight": weight}
    return dict((yield Request("POST", path_of(game, "label"), encoded(body))))


def decide(game: str, x: Any, choices: Any, allowed: Any, id: str | None) -> Call[Decision]:
    """Ask what to do, under an id of our own where none is given."""
    told = {"x": x, "choices": choices, "allowed": None if allowed is None else list(allowed)}
    body = {"id": uuid4().hex if id is None else id, **{key: each for key, each in told.items() if each is not None}}
    answer = yield Request("POST", path_of(game, "predict"), encoded(body))
    return Decision(answer["id"], answer["seq"], answer["action"], answer["chance"], answer["chances"])


def reward(game: str, id: str, value: float) -> Call[dict[str, Any]]:
    """Tell what an action has brought."""
    return dict((yield Request("POST", path_of(game, "reward"), encoded({"id": id, "reward": value}))))


def forget(game: str, id: str) -> Call[None]:
    """Give a round up."""
    yield Request("DELETE", path_of(game, "rounds", id), forgets=True)


def events(game: str, events: Iterable[Any], batch: int) -> Call[list[dict[str, Any]]]:
    """Tell many predictions and labels, so many in a request, those without an id under one of ours."""
    answers: list[dict[str, Any]] = []
    for some in in_batches([event_line(event) for event in events], batch):  # all are checked before one is sent
        answers += yield Request("POST", path_of(game, "events"), b"".join(some), "application/x-ndjson")
    return answers


def event_line(event: Any) -> bytes:
    """An event as a line of JSON. One of an id alone asks a game of actions what to do."""
    told = isinstance(event, dict) and ("id" in event or not event.keys().isdisjoint({"x", "choices", "allowed"}))
    if not told:
        raise Rejected(
            f"an event is {{'id': ..., 'x': ...}} or {{'id': ..., 'y': ...}}, in a game of actions {{'id': ...}} or "
            f"{{'id': ..., 'reward': ...}}, not {event!r:.200}"
        )
    return encoded({"id": uuid4().hex, **event}) + b"\n"


def in_batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """So many of them at a time."""
    left = iter(items)
    while some := list(islice(left, size)):
        yield some


def read(game: str, what: str, query: dict[str, Any]) -> Call[Any]:
    """Read something of a game."""
    words = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in query.items())
    return (yield Request("GET", path_of(game, what) + (f"?{words}" if words else "")))


def steps_of(call: Call[T], patience: float) -> Steps[T]:
    """The steps of a call, each request of which is sent until it is answered, for so many seconds."""
    answer = None
    while True:
        try:
            request = call.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result
        answer = yield from tries_of(request, patience)


def tries_of(request: Request, patience: float) -> Steps[Any]:
    """The request, again and again, with pauses twice as long each time, at random; what the service said at last."""
    until, tries = time.monotonic() + patience, 0
    while True:
        reply = yield request
        tries += 1
        lost = isinstance(reply, Exception)
        if not lost and reply.status_code not in AGAIN:
            return answer_of(request, reply, tries)
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(tries, 10))
        pause *= random.uniform(0.5, 1.0)  # noqa: S311 - so that clients do not come back all at once
        if not lost and reply.headers.get("retry-after", "").isdigit():
            pause = max(pause, float(reply.headers["retry-after"]))
        if time.monotonic() + pause < until:
            yield pause
        elif lost:
            raise Unreachable(
                f"{request.method} {request.path} got no answer in {tries} tries ({type(reply).__name__}: {reply}); "
                "whether the service has it is not known: send it again with the same id",
                code="unreachable",
            ) from reply
        else:
            return answer_of(request, reply, tries)


def answer_of(request: Request, response: httpx.Response, tries: int) -> Any:
    """What the service said, or the error that it is."""
    if response.is_success:
        if response.headers.get("content-type", "").startswith("application/x-ndjson"):
            return [json.loads(line) for line in response.text.split("\n") if line.strip()]
        return response.json() if response.content else {}
    if request.forgets and response.status_code == 410 and tries > 1:
        return {}
    try:
        said = response.json()
        code, message = str(said["error"]), str(said["message"])
    except (ValueError, KeyError, TypeError):
        code, message = "", f"{request.method} {request.path} was answered with status {response.status_code}"
    kind = Unreachable if response.status_code in AGAIN else KINDS.get(response.status_code, RemoteError)
    raise kind(message, response.status_code, code)


def library() -> Any:
    """httpx, imported when the first client is made."""
    try:
        import httpx
    except ImportError as error:
        raise MissingExtra("the client needs httpx: pip install 'littlestone[client]'") from error
    return httpx


def settings_of(url: str, key: str | None, timeout: float, verify: Any) -> dict[str, Any]:
    """What both clients of httpx are made with."""
    if not url.startswith(("http://", "https://")):
        raise BadParameter(f"the address of a service begins with http:// or https://, not {url!r:.80}")
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return {"base_url": url, "headers": headers, "timeout": timeout, "verify": verify}
