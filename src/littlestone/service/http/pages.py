"""The page to watch games on: its files, who is logged in, and the headers that keep it to itself."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import MissingExtra, StateError
from ..keys.gate import FOREIGN_PAGE, UNKNOWN_KEY, UNREADABLE, Gate, from_here, own_page
from ..keys.keys import Key
from ..keys.sessions import COOKIE, SAFE_COOKIE, cookie_header, cookie_of
from .contract import LoginBody, Refusal, SessionAnswer, encode

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
OWN = (
    "index.html",
    "style.css",
    "app.js",
    "parts.js",
    "chart.js",
    "game.js",
    "actions.js",
    "guarantees.js",
    "make.js",
    "play.js",
    "favicon.svg",
)
UPLOT = {"uplot.js": "uPlot.iife.js", "uplot.css": "uPlot.min.css"}  # as the package uplot-python ships them
MOST_LOGIN = 4096  # bytes of a login


def read_files() -> dict[str, bytes]:
    """The files of the page: our own, and uPlot's from the package that ships them."""
    own = files("littlestone.service.http") / "page"
    found = {name: (own / name).read_bytes() for name in OWN}
    spec = find_spec("uplot")  # found, not imported: it would import IPython
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra("the page needs uplot-python, which has its charts: pip install 'littlestone[service]'")
    static = Path(spec.submodule_search_locations[0]) / "static"
    return found | {name: (static / theirs).read_bytes() for name, theirs in UPLOT.items()}


def said(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON that nobody keeps."""
    given = {"cache-control": "no-store", **HEADERS, **(headers or {})}
    return Response(encode(body), status, given, media_type="application/json")


def refuse(refusal: Refusal) -> Response:
    """A refusal in JSON."""
    return said(refusal.answer(), refusal.status)


def page_routes(gate: Gate) -> list[Route]:
    """The routes of the page: /, /page/..., /session, /login and /logout."""
    sessions = gate.sessions
    routes = [static_route("/", "index.html", index := read_files())]
    routes += [static_route(f"/page/{name}", name, index) for name in index if name != "index.html"]

    async def session(request: Request) -> Response:
        if not gate.needs_keys:
            return said(SessionAnswer(False))
        key = gate.key_of(request.scope)
        return said(session_of(key) if isinstance(key, Key) else SessionAnswer(True))

    async def login(request: Request) -> Response:
        if not own_page(request.scope):
            return refuse(Refusal(*FOREIGN_PAGE))
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > MOST_LOGIN:
                return refuse(Refusal(413, "too_large", f"a login has at most {MOST_LOGIN:,} bytes"))
        try:
            token = msgspec.json.decode(body, type=LoginBody).key
        except (msgspec.DecodeError, UnicodeDecodeError):
            return refuse(Refusal(422, "bad_body", 'a login is {"key": "ls-..."}, and this is not'))
        key = gate.ring.find(token)
        if key is None:
            return refuse(Refusal(*UNKNOWN_KEY))
        secure = request.url.scheme == "https"
        cookie = cookie_header(sessions.begin(key.id), secure, sessions.lifetime)
        return said(session_of(key), 200, {"set-cookie": cookie})

    async def logout(request: Request) -> Response:
        if not own_page(request.scope):
            return refuse(Refusal(*FOREIGN_PAGE))
        cookies = request.headers.get("cookie", "")
        for name in (SAFE_COOKIE, COOKIE):
            if token := cookie_of(cookies, name):
                sessions.end(token)
        return said({}, 200, {"set-cookie": cookie_header("", request.url.scheme == "https", 0)})

    routes.append(Route("/session", guarded(gate, session), methods=["GET"]))
    routes.append(Route("/login", guarded(gate, login), methods=["POST"]))
    routes.append(Route("/logout", logout, methods=["POST"]))
    return routes


def session_of(key: Key) -> SessionAnswer:
    """What is told to who has shown this key."""
    return SessionAnswer(True, key.name, key.roles, key.games)


def guarded(gate: Gate, work: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """The work, for those only who come from this machine if there are no keys, and for none if keys are damaged."""

    async def answer(request: Request) -> Response:
        try:
            refusal = None if gate.needs_keys else from_here(request.scope)
            return refuse(refusal) if refusal is not None else await work(request)
        except (StateError, OSError):
            return refuse(Refusal(*UNREADABLE))

    return answer


def static_route(path: str, name: str, found: dict[str, bytes]) -> Route:
    """A route for a file that is in memory; a browser that has it is told so."""
    content = found[name]
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    kind = KINDS["." + name.rpartition(".")[2]]
    headers = {"etag": tag, "cache-control": "no-cache", **HEADERS}

    async def answer(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(None, 304, headers)
        return Response(content, 200, headers, media_type=kind)

    return Route(path, answer, methods=["GET"])
