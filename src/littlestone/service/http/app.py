"""The service over HTTP: an ASGI application, with the two moves on a bare path and all else by Starlette."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from msgspec import UNSET, convert
from starlette.applications import Starlette
from starlette.requests import Request as Asked
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from .. import views
from ..keys.gate import OpenGate
from ..learner_list import listed_learners
from ..limits import Limits, check_settings
from ..making import check_name, read_settings
from ..requests import CHANGES, Ask, Batch, Change, Erase, Forget, Label, Make, Predict, Remove, Request, Reward
from ..service import Service
from ..watchdog import STALLED
from .contract import (
    CLIENTS_FAULT,
    AliveAnswer,
    EraseBody,
    GamesAnswer,
    LearnersAnswer,
    ReadyAnswer,
    Refusal,
    busy,
    decode_any,
    decode_label,
    decode_predict,
    decode_reward,
    encode,
    refused,
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PREFIX = "/v1/games/"
GAME = "/v1/games/{name}"
READ, PREDICT, LABEL, ADMIN = "read", "predict", "label", "admin"  # what somebody may do in a game
APART = frozenset({"certificates", "weights", "digest", "receipt"})  # views that take time
SLOW = 60  # seconds that a body may take to come
LIST = "list"  # ask which games there are: whoever may do anything in one


class ServiceApp:
    """The ASGI application around a service: the two moves by hand, since they are asked for most, all else by routes.

    gate            says who may do what; without one everybody may do everything
    more_routes     are added to its own
    """

    def __init__(self, service: Service, gate: OpenGate | None = None, more_routes: Iterable[BaseRoute] = ()) -> None:
        self.service, self.gate = service, OpenGate() if gate is None else gate
        self.held = 0  # bytes of bodies that are being read, or wait
        self.moves = {
            "predict": ((PREDICT,), self.predict),
            "label": ((LABEL,), self.label),
            "reward": ((LABEL,), self.reward),
            "events": ((PREDICT, LABEL), self.events),
        }
        not_here = {404: no_such_place, 405: no_such_place}
        routes = [*self.own_routes(), *more_routes]
        self.routes = Starlette(routes=routes, lifespan=self.lifespan, exception_handlers=not_here)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"].startswith(PREFIX):
            name, _, verb = scope["path"][len(PREFIX) :].partition("/")
            if verb in self.moves:
                await self.move(name, *self.moves[verb], scope, receive, send)
                return
        await self.routes(scope, receive, send)

    async def move(
        self,
        name: str,
        roles: tuple[str, ...],
        make: Callable[[str, bytes, Limits], Request],
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        """One of the two moves: read the body, have it played, send the answer."""
        try:
            for role in roles:
                if (refusal := self.gate.allowed(scope, name, role)) is not None:
                    raise refusal
            limits = self.gate.limits(scope, self.service.limits)
            raw = await self.whole_body(receive, limits.body)
            try:
                request = make(name, raw, limits)
                request.limits = limits
                await self.service.ask(request)
            finally:
                self.held -= len(raw)
            status, body, refusal, media_type = request.status, request.body, request.refusal, request.media_type
        except CLIENTS_FAULT as error:
            refusal = refused(error)
            status, body = refusal.status, refusal.body()
        if refusal is not None:
            media_type = Request.media_type  # that of a whole batch too
        headers = [(b"content-type", media_type), (b"content-length", b"%d" % len(body))]
        if refusal is not None and refusal.retry_after is not None:
            headers.append((b"retry-after", b"%d" % refusal.retry_after))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def predict(self, name: str, body: bytes, limits: Limits) -> Request:
        """The request of a first move."""
        told = decode_predict(body)
        if told.x is UNSET or told.choices is not UNSET or told.allowed is not UNSET:
            raw = b"" if told.x is UNSET else bytes(told.x)
            return Ask(name, told.id, raw, told.choices, told.allowed)
        return Predict(name, told.id, bytes(told.x))

    def label(self, name: str, body: bytes, limits: Limits) -> Request:
        """The request of a second move."""
        told = decode_label(body)
        return Label(name, told.id, told.y, told.weight)

    def reward(self, name: str, body: bytes, limits: Limits) -> Request:
        """The request of a second move in a game of actions."""
        told = decode_reward(body)
        return Reward(name, told.id, told.reward, None)

    def events(self, name: str, body: bytes, limits: Limits) -> Request:
        """The request of a batch of moves."""
        return Batch(name, body, limits.batch)

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> Any:
        """Answer in the loop of the server, and close the service when it ends."""
        self.service.meet(asyncio.get_running_loop())
        try:
            yield
        finally:
            await asyncio.to_thread(self.service.close)

    def own_routes(self) -> list[Route]:
        """All addresses but those of the moves."""
        found = [
            self.route("/v1/games", LIST, self.list_games),
            self.route("/v1/learners", LIST, self.list_learners),
            self.route(GAME, ADMIN, self.make, "PUT"),
            self.route(f"{GAME}/erase", ADMIN, self.erase, "POST"),
            self.route(GAME, ADMIN, self.remove, "DELETE"),
            self.route(f"{GAME}/model", ADMIN, self.put_model, "PUT", takes=("frozen", "label_timeout")),
            self.route(f"{GAME}/model", ADMIN, self.get_model),
            self.route(f"{GAME}/rounds/{{id:path}}", LABEL, self.forget, "DELETE"),
            self.route("/readyz", "", self.ready),
            Route("/healthz", alive, methods=["GET"]),
        ]
        for what, change in CHANGES.items():
            found.append(self.route(f"{GAME}/{what}", ADMIN, partial(self.change, change), "POST"))
        for what, view in views.VIEWS.items():
            numbers = views.numbers_of(view)
            look = partial(self.read_apart, what, numbers) if what in APART else partial(self.read, view, numbers)
            role = ADMIN if what == "receipt" else READ  # it has examples in it, as a model has
            found.append(self.route(f"{GAME}/{what}".rstrip("/"), role, look, takes=numbers))
        return found

    def route(
        self, path: str, role: str, work: Callable[[Asked], Any], method: str = "GET", takes: Iterable[str] = ()
    ) -> Route:
        """A route that asks the gate first, and answers in JSON; `takes` are the parameters that may follow the ?."""

        async def answer(asked: Asked) -> Response:
            try:
                if (refusal := self.gate.allowed(asked.scope, asked.path_params.get("name"), role)) is not None:
                    raise refusal
                for key in asked.query_params:
                    if key not in takes:
                        raise Refusal(422, "bad_parameter", f"{path} takes no {key[:40]!r}: see GET /openapi.json")
                found = await work(asked)
            except CLIENTS_FAULT as error:
                return refusing(refused(error))
            if isinstance(found, Request):
                return answered(found)
            if isinstance(found, Response):
                return found
            return Response(encode(found), media_type="application/json")

        return Route(path, answer, methods=[method])

    async def whole_json(self, asked: Asked) -> Any:
        """The body of a request, an empty one as an object without members."""
        raw = await self.whole_body(asked.receive, self.limits_of(asked).body)
        self.held -= len(raw)
        return decode_any(raw or b"{}")

    async def whole_body(self, receive: Receive, most: int) -> bytes:
        """The body of a request, which counts as held until who asked for it lets it go."""
        return await whole_body(receive, most, self.hold)

    def hold(self, size: int) -> None:
        """Hold so many bytes more of bodies, or fewer; raises if these are too many."""
        if size > 0 and self.held + size > self.service.limits.bodies:
            raise busy()
        self.held += size

    def limits_of(self, asked: Asked) -> Limits:
        """The limits of who asks."""
        return self.gate.limits(asked.scope, self.service.limits)

    async def make(self, asked: Asked) -> Request:
        """Make a game."""
        check_name(name := asked.path_params["name"])
        given = await self.whole_json(asked)
        check_settings(self.limits_of(asked), given)
        return await self.service.ask(Make(name, read_settings(given)))

    async def remove(self, asked: Asked) -> Request:
        """Remove a game for good."""
        request = await self.service.ask(Remove(name := asked.path_params["name"]))
        self.service.readers.forget(name)
        return request

    async def erase(self, asked: Asked) -> Request:
        """Erase what was said about rounds."""
        told = convert(await self.whole_json(asked), EraseBody)
        request = await self.service.ask(Erase(name := asked.path_params["name"], told.ids))
        self.service.readers.forget(name)
        return request

    async def put_model(self, asked: Asked) -> Request:
        """Make a game that begins as a saved one."""
        check_name(name := asked.path_params["name"])
        limits = self.limits_of(asked)
        model = await self.whole_body(asked.receive, limits.body)
        try:
            settings, rounds = await self.service.readers.imported(model, self.gate.holder(asked.scope))
            for key, text in asked.query_params.items():
                settings[key] = decode_any(text.encode())
            check_settings(limits, settings)
            return await self.service.ask(Make(name, read_settings(settings), model, rounds))
        finally:
            self.held -= len(model)

    async def get_model(self, asked: Asked) -> Response:
        """The game of who answers, as a file."""
        name = asked.path_params["name"]
        model = await self.service.readers.model(name, self.gate.holder(asked.scope))
        headers = {"content-disposition": f'attachment; filename="{name}.npz"'}
        return Response(model, 200, headers, media_type="application/octet-stream")

    async def forget(self, asked: Asked) -> Request:
        """Give up a round."""
        return await self.service.ask(Forget(asked.path_params["name"], asked.path_params["id"]))

    async def change(self, kind: type[Change], asked: Asked) -> Request:
        """Change who plays."""
        change = kind(asked.path_params["name"], await self.whole_json(asked))
        change.limits = self.limits_of(asked)
        return await self.service.change(change, self.gate.holder(asked.scope))

    async def list_games(self, asked: Asked) -> GamesAnswer:
        """The games that who asks may see."""
        found: GamesAnswer = await self.service.look(views.games)
        return GamesAnswer([each for each in found.games if self.gate.sees(asked.scope, each.name)])

    async def list_learners(self, asked: Asked) -> LearnersAnswer:
        """The learners that a game may be made with."""
        return await asyncio.to_thread(listed_learners)

    async def read(self, view: Callable[..., Any], numbers: dict[str, int], asked: Asked) -> Any:
        """Read a game; `numbers` are the parameters that it takes, and their defaults."""
        given = {key: whole(asked, key, usual) for key, usual in numbers.items()}
        return await self.service.read(asked.path_params["name"], lambda hosted: view(hosted, **given))

    async def read_apart(self, what: str, numbers: dict[str, int], asked: Asked) -> Any:
        """Read of a game what takes time to compute, beside the writer."""
        given = {key: whole(asked, key, usual) for key, usual in numbers.items()}
        found = await self.service.readers.view(asked.path_params["name"], what, given, self.gate.holder(asked.scope))
        if what != "receipt" or self.service.signer is None:
            return found
        body = decode_any(bytes(found))
        return {**body, "signature": self.service.signer.signed(body["sha256"])}

    async def ready(self, asked: Asked) -> ReadyAnswer:
        """Is the replay done?"""
        service = self.service
        if not service.ready:
            raise Refusal(503, "not_ready", "the journal is being replayed; ask again in a second", 1)
        if (seconds := service.stalled) > STALLED:
            raise Refusal(503, "stalled", f"the journal has not answered for {seconds:.0f} seconds", 1)
        return ReadyAnswer(True, service.since_commit, sorted(service.writer.books.quarantined))


async def whole_body(receive: Receive, most: int, hold: Callable[[int], None]) -> bytes:
    """The body of a request; raises if it is larger than it may be, before all of it is read.

    `hold` is told how many bytes more are held, and how many fewer if it is refused.
    """
    message = await receive()
    body: bytes = message.get("body", b"")
    hold(len(body))
    held = len(body)
    try:
        if message.get("more_body"):
            pieces = [body]
            async with asyncio.timeout(SLOW):
                while message.get("more_body") and held <= most:
                    message = await receive()
                    pieces.append(message.get("body", b""))
                    hold(len(pieces[-1]))
                    held += len(pieces[-1])
            body = b"".join(pieces)
        if message["type"] == "http.disconnect":  # what came is not what was sent: it is not played
            raise Refusal(400, "broken_body", "the connection ended before the body did; nothing was played")
        if held > most:
            raise Refusal(413, "too_large", f"a body may have {most:,} bytes here; send smaller batches")
    except TimeoutError:
        hold(-held)
        raise Refusal(408, "too_slow", f"the body did not come within {SLOW} seconds; nothing was played") from None
    except BaseException:
        hold(-held)
        raise
    return body


def whole(asked: Asked, name: str, usual: int) -> int:
    """A parameter of the address that is a whole number from 1 to 10,000."""
    text = asked.query_params.get(name, str(usual))
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise Refusal(422, "bad_parameter", f"{name} is a whole number from 1 to 10,000, not {text[:20]!r}")
    return int(text)


async def alive(asked: Asked) -> Response:
    """The process is there."""
    return Response(encode(AliveAnswer()), media_type="application/json")


def answered(request: Request) -> Response:
    """What a request was answered with."""
    if request.refusal is not None:
        return refusing(request.refusal)
    return Response(request.body, request.status, media_type="application/json")


def refusing(refusal: Refusal) -> Response:
    """A refusal as a response."""
    headers = {} if refusal.retry_after is None else {"retry-after": str(refusal.retry_after)}
    return Response(refusal.body(), refusal.status, headers, media_type="application/json")


async def no_such_place(asked: Asked, error: Any) -> Response:
    """The answer for an address or a method that there is not."""
    code = {404: "no_such_address", 405: "no_such_method"}[error.status_code]
    message = f"{asked.method} {asked.url.path} is nothing here; GET /openapi.json lists what is"
    return refusing(Refusal(error.status_code, code, message))
