"""The service over HTTP: an ASGI application, with the two moves on a bare path and all else by Starlette."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request as Asked
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from .. import views
from ..keys.gate import OpenGate
from ..making import check_name, read_settings
from ..requests import AddShadow, Batch, Change, ChangeSettings, Forget, Label, Make, Predict, Promote, Request
from ..service import Service
from .contract import (
    CLIENTS_FAULT,
    AliveAnswer,
    GamesAnswer,
    ReadyAnswer,
    Refusal,
    decode_any,
    decode_label,
    decode_predict,
    encode,
    refused,
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PREFIX = "/v1/games/"
READ, PREDICT, LABEL, ADMIN = "read", "predict", "label", "admin"  # what somebody may do in a game
QUERIES = {"history": ("points",), "weights": ("top",), "rounds": ("limit",)}  # what may stand after the ?
LIST = "list"  # ask which games there are: whoever may do anything in one


class ServiceApp:
    """The ASGI application: the two moves by hand, since they are asked for most, all else by routes."""

    def __init__(self, service: Service, gate: OpenGate, routes: Starlette) -> None:
        self.service, self.gate, self.routes = service, gate, routes
        self.moves = {
            "predict": ((PREDICT,), self.predict),
            "label": ((LABEL,), self.label),
            "events": ((PREDICT, LABEL), self.events),
        }

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
        make: Callable[[str, bytes], Request],
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        """One of the two moves: read the body, have it played, send the answer."""
        try:
            for role in roles:
                if (refusal := self.gate.allowed(scope, name, role)) is not None:
                    raise refusal
            request = make(name, await whole_body(receive, self.service.limits.body))
            await self.service.ask(request)
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

    def predict(self, name: str, body: bytes) -> Request:
        """The request of a first move."""
        told = decode_predict(body)
        return Predict(name, told.id, bytes(told.x))

    def label(self, name: str, body: bytes) -> Request:
        """The request of a second move."""
        told = decode_label(body)
        return Label(name, told.id, told.y, told.weight)

    def events(self, name: str, body: bytes) -> Request:
        """The request of a batch of moves."""
        return Batch(name, body, self.service.limits.batch)


async def whole_body(receive: Receive, most: int) -> bytes:
    """The body of a request; raises if it is larger than it may be, before all of it is read."""
    message = await receive()
    body: bytes = message.get("body", b"")
    if message.get("more_body"):
        pieces, size = [body], len(body)
        while message.get("more_body"):
            message = await receive()
            pieces.append(message.get("body", b""))
            size += len(pieces[-1])
            if size > most:
                break
        body = b"".join(pieces)
    if len(body) > most:
        raise Refusal(413, "too_large", f"a body may have {most:,} bytes here; send smaller batches")
    return body


def make_app(service: Service, gate: OpenGate | None = None, more_routes: Iterable[BaseRoute] = ()) -> ServiceApp:
    """The application around a service; `gate` says who may do what, `more_routes` are added to the others."""
    gate = OpenGate() if gate is None else gate

    @asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        service.meet(asyncio.get_running_loop())
        try:
            yield
        finally:
            await asyncio.to_thread(service.close)

    def route(path: str, role: str, work: Callable[[Asked], Awaitable[Any]], methods: list[str]) -> Route:
        """A route that asks the gate first, and answers in JSON."""

        async def answer(asked: Asked) -> Response:
            try:
                if (refusal := gate.allowed(asked.scope, asked.path_params.get("name"), role)) is not None:
                    raise refusal
                for key in asked.query_params:
                    if key not in QUERIES.get(path.rpartition("/")[2], ()):
                        raise Refusal(422, "bad_parameter", f"{path} takes no {key[:40]!r}: see GET /openapi.json")
                found = await work(asked)
            except CLIENTS_FAULT as error:
                return refusing(refused(error))
            if isinstance(found, Response):
                return found
            return Response(encode(found), media_type="application/json")

        return Route(path, answer, methods=methods)

    async def put(asked: Asked) -> Response:
        name = asked.path_params["name"]
        check_name(name)
        body = await whole_body(asked.receive, service.limits.body)
        return answered(await service.ask(Make(name, read_settings(decode_any(body or b"{}")))))

    async def forget(asked: Asked) -> Response:
        return answered(await service.ask(Forget(asked.path_params["name"], asked.path_params["id"])))

    def changer(kind: type[Change]) -> Callable[[Asked], Awaitable[Any]]:
        """The work of a route that changes who plays."""

        async def change(asked: Asked) -> Response:
            body = await whole_body(asked.receive, service.limits.body)
            return answered(await service.ask(kind(asked.path_params["name"], decode_any(body or b"{}"))))

        return change

    async def list_games(asked: Asked) -> Any:
        found = await service.look(views.games)
        return GamesAnswer([each for each in found.games if gate.sees(asked.scope, each.name)])

    def reader(look: Callable[..., Any], **numbers: int) -> Callable[[Asked], Awaitable[Any]]:
        """The work of a route that reads a game; `numbers` are the parameters that it takes, and their defaults."""

        async def read(asked: Asked) -> Any:
            given = {key: whole(asked, key, usual) for key, usual in numbers.items()}
            return await service.read(asked.path_params["name"], lambda hosted: look(hosted, **given))

        return read

    async def ready(asked: Asked) -> Any:
        if not service.ready:
            raise Refusal(503, "not_ready", "the journal is being replayed; ask again in a second", 1)
        return ReadyAnswer()

    routes = [
        route("/v1/games", LIST, list_games, ["GET"]),
        route("/v1/games/{name}", ADMIN, put, ["PUT"]),
        route("/v1/games/{name}", READ, reader(views.game), ["GET"]),
        route("/v1/games/{name}/account", READ, reader(views.account), ["GET"]),
        route("/v1/games/{name}/history", READ, reader(views.history, points=500), ["GET"]),
        route("/v1/games/{name}/certificates", READ, reader(views.certificates), ["GET"]),
        route("/v1/games/{name}/weights", READ, reader(views.weights, top=20), ["GET"]),
        route("/v1/games/{name}/rounds", READ, reader(views.rounds, limit=100), ["GET"]),
        route("/v1/games/{name}/digest", READ, reader(views.digest), ["GET"]),
        route("/v1/games/{name}/shadows", ADMIN, changer(AddShadow), ["POST"]),
        route("/v1/games/{name}/promote", ADMIN, changer(Promote), ["POST"]),
        route("/v1/games/{name}/settings", ADMIN, changer(ChangeSettings), ["POST"]),
        route("/v1/games/{name}/rounds/{id:path}", LABEL, forget, ["DELETE"]),
        Route("/healthz", lambda asked: Response(encode(AliveAnswer()), media_type="application/json")),
        route("/readyz", "", ready, ["GET"]),
        *more_routes,
    ]
    not_here = {404: no_such_place, 405: no_such_place}
    return ServiceApp(service, gate, Starlette(routes=routes, lifespan=lifespan, exception_handlers=not_here))


def whole(asked: Asked, name: str, usual: int) -> int:
    """A parameter of the address that is a whole number from 1 to 10,000."""
    text = asked.query_params.get(name, str(usual))
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise Refusal(422, "bad_parameter", f"{name} is a whole number from 1 to 10,000, not {text[:20]!r}")
    return int(text)


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
